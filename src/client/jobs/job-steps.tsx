import { ImportSteps } from '#client/imports/import-steps.tsx'
import { useJobMessages } from '#client/jobs/use-job-messages.ts'
import type { JobView } from '#shared/jobs/views.ts'

/** The steps of a file that began in another dialog: shipments, which the preview checks, or customers. Renders nothing for other jobs. */
export function JobSteps({ details: { kind, status, startedAt, parameters, undoes } }: { details: JobView }) {
  const { shipStep } = useJobMessages().dialog
  const isShipmentFile = kind === 'ship' && Boolean(parameters['file']) && undoes === null
  if (!isShipmentFile && kind !== 'import_customers') return null
  const isCheck = status === 'preparing' || status === 'previewed' || (status === 'cancelled' && startedAt === null)
  return (
    <ImportSteps
      current={isCheck ? 'check' : 'import'}
      checked
      done={isCheck ? status !== 'preparing' : status === 'finished'}
      {...(isShipmentFile && { last: shipStep })}
    />
  )
}
