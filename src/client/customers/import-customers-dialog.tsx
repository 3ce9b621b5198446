import { usePermission } from '#client/app/page-context.tsx'
import { CustomerImportHistory, UndoCustomerImport } from '#client/customers/customer-import-history.tsx'
import { CustomerImportPreview } from '#client/customers/customer-import-preview.tsx'
import { useCustomerImportMessages } from '#client/customers/use-customer-import-messages.ts'
import { navigate } from '#client/navigation/router.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import { DialogButtons } from '#client/ui/dialog-buttons.tsx'
import { MissingPermission } from '#client/ui/empty.tsx'
import { Field, TextField } from '#client/ui/field.tsx'
import { Form } from '#client/ui/form.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { notify } from '#client/ui/notifications.tsx'
import { SubmitButton } from '#client/ui/submit-button.tsx'
import { TableMapping } from '#client/ui/table-mapping.tsx'
import { uploadLimitBytes } from '#shared/constants.ts'
import { customerColumns } from '#shared/customers/import-mapping.ts'
import type { CustomerImportResult } from '#shared/customers/import-views.ts'
import type { ImportList } from '#shared/orders/import-views.ts'
import type { OrderTable } from '#shared/orders/order-mapping.ts'
import type { FormOutcome } from '#shared/page-state.ts'
import { href } from '#shared/routes/pages.ts'
import { useState } from 'react'

interface ImportCustomersDialogProps {
  closeHref: string
  imports: ImportList | null
  /** The number of the import whose undo is shown instead. */
  undone: string | undefined
  form: FormOutcome | null
}

/** Imports customers from a file: first a preview, then a job. */
export function ImportCustomersDialog({ closeHref, imports, undone, form }: ImportCustomersDialogProps) {
  const words = useCustomerImportMessages()
  const canManage = usePermission('customers.manage')
  const dialog = { open: true, onClose: () => navigate(closeHref), closeHref, title: words.title }
  const found = imports?.imports.find(({ number }) => number === undone)
  if (!canManage)
    return (
      <Dialog {...dialog}>
        <MissingPermission permission="customers.manage" title={words.missingPermission} />
      </Dialog>
    )
  if (found?.canUndo) return <UndoCustomerImport view={found} form={form} />
  return (
    <Dialog {...dialog} size="lg" description={words.text}>
      <ImportForm closeHref={closeHref} form={form} />
      <CustomerImportHistory imports={imports} />
    </Dialog>
  )
}

function ImportForm({ closeHref, form }: { closeHref: string; form: FormOutcome | null }) {
  const words = useCustomerImportMessages()
  const returned = form?.endpoint === 'importCustomers' || form?.endpoint === 'createCustomerImportJob' ? form : null
  const [result, setResult] = useState((returned?.result ?? null) as CustomerImportResult | null)
  const [table, setTable] = useState<OrderTable | undefined>(result?.table ?? returned?.problem?.table)
  const shown = result?.table ?? table
  const canSeeJobs = usePermission('orders.bulk')
  const importable = result ? result.created + result.updated : 0
  const fields = (
    <>
      <Field name="file" label={words.file} hint={returned?.result ? words.again : words.limits(megabytes)}>
        {(control) => (
          <input
            {...control}
            type="file"
            accept=".csv,.txt,.xlsx,.xlsm,text/csv,text/plain"
            className="input input--file"
            onChange={() => {
              setResult(null)
              setTable(undefined)
            }}
          />
        )}
      </Field>
      {shown && (
        <div onInput={() => setResult(null)}>
          <MappingFields table={shown} />
        </div>
      )}
      <p className="why">
        <Icon name="info" />
        <span>{words.hint}</span>
      </p>
    </>
  )
  const common = { outcome: returned, encType: 'multipart/form-data', className: 'import-form' } as const
  if (result && importable > 0 && !canSeeJobs)
    return (
      <Form
        key="form"
        endpoint="importCustomers"
        {...common}
        onAnswer={({ number, created, updated }) => {
          notify({ kind: 'success', title: words.result(created, updated) })
          navigate(href('orders', { customers: 'list', importNumber: number }))
        }}
      >
        {fields}
        <CustomerImportPreview result={result} />
        <DialogButtons closeHref={closeHref}>
          <SubmitButton variant="primary">{words.import(importable)}</SubmitButton>
        </DialogButtons>
      </Form>
    )
  return result && importable > 0 ? (
    <Form
      key="form"
      endpoint="createCustomerImportJob"
      {...common}
      onAnswer={({ id }) => navigate(href('orders', { job: id }))}
    >
      {fields}
      <CustomerImportPreview result={result} />
      <DialogButtons closeHref={closeHref}>
        <SubmitButton variant="primary">{words.import(importable)}</SubmitButton>
      </DialogButtons>
    </Form>
  ) : (
    <Form
      key="form"
      endpoint="importCustomers"
      hiddenValues={{ dryRun: '1' }}
      {...common}
      onAnswer={(answer) => {
        setResult(answer)
        setTable(answer.table)
      }}
      onProblem={(problem) => {
        if (problem.table) setTable(problem.table)
      }}
    >
      {fields}
      {result && <CustomerImportPreview result={result} />}
      <DialogButtons closeHref={closeHref}>
        <SubmitButton variant="primary">{words.preview}</SubmitButton>
      </DialogButtons>
    </Form>
  )
}

const megabytes = uploadLimitBytes / 1024 / 1024

function MappingFields({ table: { rows, guess } }: { table: OrderTable }) {
  const { mapping } = useCustomerImportMessages()
  return (
    <TableMapping
      words={mapping}
      rows={rows}
      guess={guess}
      columns={customerColumns.map((column) => ({ name: `[columns][${column}]`, label: mapping.columns[column] }))}
      columnOf={(name) => guess.columns[name.slice('[columns]['.length, -1)]}
    >
      <TextField
        name="mapping[source]"
        label={mapping.source}
        hint={mapping.sourceHint}
        defaultValue={guess.source}
        maxLength={40}
      />
    </TableMapping>
  )
}
