import { usePermission } from '#client/app/page-context.tsx'
import { CustomerImportHistory, UndoCustomerImport } from '#client/customers/customer-import-history.tsx'
import { CustomerImportPreview } from '#client/customers/customer-import-preview.tsx'
import { useCustomerImportMessages } from '#client/customers/use-customer-import-messages.ts'
import { FileField, tableFiles } from '#client/imports/file-field.tsx'
import { CheckResult } from '#client/imports/check-result.tsx'
import { ImportSteps } from '#client/imports/import-steps.tsx'
import { navigate } from '#client/navigation/router.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import { DialogButtons } from '#client/ui/dialog-buttons.tsx'
import { MissingPermission } from '#client/ui/empty.tsx'
import { TextField } from '#client/ui/field.tsx'
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
import type { Problem } from '#shared/problem.ts'
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
      <ImportForm closeHref={closeHref} imports={imports} form={form} />
    </Dialog>
  )
}

function ImportForm({ closeHref, imports, form }: Omit<ImportCustomersDialogProps, 'undone'>) {
  const words = useCustomerImportMessages()
  const importing = useCustomerImport(form)
  const { returned, result } = importing
  const canSeeJobs = usePermission('orders.bulk')
  const importable = result ? result.created + result.updated : 0
  const common = { outcome: returned, encType: 'multipart/form-data', className: 'dialog-form' } as const
  const isReady = result !== null && importable > 0
  // The same in all three forms, so that the chosen file stays.
  const content = (
    <>
      <ImportFields importing={importing} imports={imports} />
      {result && (
        <CheckResult>
          <CustomerImportPreview result={result} />
        </CheckResult>
      )}
      <DialogButtons closeHref={closeHref}>
        <SubmitButton variant="primary">{isReady ? words.importCount(importable) : words.check}</SubmitButton>
      </DialogButtons>
    </>
  )
  return (
    <>
      <ImportSteps current={result ? 'check' : 'file'} done={result !== null} />
      {!isReady ? (
        <Form
          key="form"
          endpoint="importCustomers"
          hiddenValues={{ dryRun: '1' }}
          {...common}
          onAnswer={importing.onChecked}
          onProblem={importing.onRejected}
        >
          {content}
        </Form>
      ) : canSeeJobs ? (
        <Form
          key="form"
          endpoint="createCustomerImportJob"
          {...common}
          onAnswer={({ id }) => navigate(href('orders', { job: id }))}
        >
          {content}
        </Form>
      ) : (
        <Form
          key="form"
          endpoint="importCustomers"
          {...common}
          onAnswer={({ number, created, updated }) => {
            notify({ kind: 'success', title: words.result(created, updated) })
            navigate(href('orders', { customers: 'list', importNumber: number }))
          }}
        >
          {content}
        </Form>
      )}
    </>
  )
}

/** The file that is chosen, and what its check has found. */
function useCustomerImport(form: FormOutcome | null) {
  const returned = form?.endpoint === 'importCustomers' || form?.endpoint === 'createCustomerImportJob' ? form : null
  const [result, setResult] = useState((returned?.result ?? null) as CustomerImportResult | null)
  const [table, setTable] = useState<OrderTable | undefined>(result?.table ?? returned?.problem?.table)
  const [file, setFile] = useState<File | null>(null)
  return {
    returned,
    result,
    file,
    table: result?.table ?? table,
    choose: (chosen: File | null): void => {
      setFile(chosen)
      setResult(null)
      setTable(undefined)
    },
    forgetResult: (): void => setResult(null),
    onChecked: (answer: CustomerImportResult): void => {
      setResult(answer)
      setTable(answer.table)
    },
    onRejected: (problem: Problem): void => {
      if (problem.table) setTable(problem.table)
    },
  }
}

interface ImportFieldsProps {
  importing: ReturnType<typeof useCustomerImport>
  imports: ImportList | null
}

/** The file, and what its columns contain. */
function ImportFields({ importing, imports }: ImportFieldsProps) {
  const words = useCustomerImportMessages()
  const { returned, result, file, table } = importing
  return (
    <>
      <FileField
        name="file"
        file={file}
        onChoose={importing.choose}
        accept={tableFiles}
        limits={returned?.result ? words.again : words.limits(megabytes)}
      />
      {table && (
        <div onInput={importing.forgetResult}>
          <MappingFields table={table} />
        </div>
      )}
      {!result && (
        <p className="why">
          <Icon name="info" />
          <span>{words.hint}</span>
        </p>
      )}
      {!file && !result && <CustomerImportHistory imports={imports} />}
    </>
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
