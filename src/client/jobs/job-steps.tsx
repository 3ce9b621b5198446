import { ImportSteps } from '#client/imports/import-steps.tsx'
import { useJobMessages } from '#client/jobs/use-job-messages.ts'
import type { JobView } from '#shared/jobs/views.ts'

/** The steps of a file that began in another dialog: shipments, which the preview checks, or customers. Renders nothing for other jobs. */
export function JobSteps({ details }: { details: JobView }) {
  const { shipStep } = useJobMessages().dialog
  const { kind, status, startedAt } = details
  const isOfShipments = isShipmentFile(details)
  if (!isOfShipments && kind !== 'import_customers') return null
  const isCheck = status === 'preparing' || status === 'previewed' || (status === 'cancelled' && startedAt === null)
  return (
    <ImportSteps
      current={isCheck ? 'check' : 'import'}
      checked
      done={isCheck ? status !== 'preparing' : status === 'finished'}
      {...(isOfShipments && { last: shipStep })}
    />
  )
}

/** Whether a job ships what a file says. */
export const isShipmentFile = ({ kind, parameters, undoes }: JobView): boolean =>
  kind === 'ship' && Boolean(parameters['file']) && undoes === null
