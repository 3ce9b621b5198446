import { usePageContext, usePermission } from '#client/app/page-context.tsx'
import { FileField, tableFiles } from '#client/imports/file-field.tsx'
import { ImportSteps } from '#client/imports/import-steps.tsx'
import { useFileImportMessages } from '#client/imports/use-file-import-messages.ts'
import { RowErrors } from '#client/jobs/row-errors.tsx'
import { useJobMessages } from '#client/jobs/use-job-messages.ts'
import { navigate } from '#client/navigation/router.ts'
import { DialogButtons } from '#client/ui/dialog-buttons.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { MissingPermission } from '#client/ui/empty.tsx'
import { TextField } from '#client/ui/field.tsx'
import { Form } from '#client/ui/form.tsx'
import { SubmitButton } from '#client/ui/submit-button.tsx'
import { bulkPermissions } from '#shared/orders/bulk-actions.ts'
import { listCarrierNames } from '#shared/orders/carriers.ts'
import type { OrdersPageQuery } from '#shared/orders/page-query.ts'
import type { OrdersView } from '#shared/orders/page-views.ts'
import type { FormOutcome } from '#shared/page-state.ts'
import type { FieldProblem } from '#shared/problem.ts'
import { href } from '#shared/routes/pages.ts'
import { useState } from 'react'

interface ShipFileDialogProps {
  query: OrdersPageQuery
  data: OrdersView
  form: FormOutcome | null
}

/** Uploads a file of parcels and leads to the preview of the shipments. Asks for the headings of columns if one was not found. */
export function ShipFileDialog({ query, data, form }: ShipFileDialogProps) {
  const { dialog: words, missingPermission } = useJobMessages()
  const { check } = useFileImportMessages()
  const { locale } = usePageContext()
  const [file, setFile] = useState<File | null>(null)
  const [errors, setErrors] = useState<readonly FieldProblem[]>(form?.problem?.errors ?? [])
  // They stay once they were asked for, also when rows have errors after that.
  const [asksForColumns, setAsksForColumns] = useState(hasColumnError(errors))
  const closeHref = href('orders', { ...query, bulk: undefined })
  const dialog = { open: true, onClose: () => navigate(closeHref), closeHref, title: words.shipFile }
  const canBulk = usePermission('orders.bulk')
  const canShip = usePermission(bulkPermissions.ship)
  if (!canBulk || !canShip)
    return (
      <Dialog {...dialog}>
        <MissingPermission permission={canBulk ? bulkPermissions.ship : 'orders.bulk'} title={missingPermission} />
      </Dialog>
    )
  const rowErrors = errors.filter(({ pointer }) => pointer === '/file')
  const carriers = [...new Set([...data.carriers.map(({ name }) => name), ...listCarrierNames(locale)])]
  return (
    <Dialog {...dialog} size="lg" description={words.text}>
      <ImportSteps current="file" last={words.shipStep} />
      <Form
        endpoint="createShipmentJob"
        encType="multipart/form-data"
        outcome={form}
        className="dialog-form"
        onAnswer={({ id }) => navigate(href('orders', { ...query, bulk: undefined, job: id }))}
        onProblem={({ errors: found = [] }) => {
          setErrors(found)
          setAsksForColumns((before) => before || hasColumnError(found))
        }}
      >
        <FileField
          name="file"
          file={file}
          onChoose={setFile}
          accept={tableFiles}
          limits={words.fileHint}
          hidesError={rowErrors.length > 1}
        />
        {rowErrors.length > 1 && <RowErrors errors={rowErrors} />}
        <TextField name="carrier" label={words.carrierForRows} maxLength={60} suggestions={carriers} optional />
        {asksForColumns && (
          <>
            <TextField name="orderColumn" label={words.orderColumn} maxLength={200} optional />
            <TextField name="carrierColumn" label={words.carrierColumn} maxLength={200} optional />
            <TextField name="trackingColumn" label={words.trackingColumn} maxLength={200} optional />
          </>
        )}
        <DialogButtons closeHref={closeHref}>
          <SubmitButton variant="primary">{check}</SubmitButton>
        </DialogButtons>
      </Form>
    </Dialog>
  )
}

const hasColumnError = (errors: readonly FieldProblem[]): boolean =>
  errors.some(({ pointer }) => pointer.endsWith('Column'))
