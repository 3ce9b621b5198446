import { useCustomerImportMessages } from '#client/customers/use-customer-import-messages.ts'
import { ImportHistoryTable, ImportLinks } from '#client/imports/import-history-table.tsx'
import { navigate } from '#client/navigation/router.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import { DialogButtons } from '#client/ui/dialog-buttons.tsx'
import { Form } from '#client/ui/form.tsx'
import { SubmitButton } from '#client/ui/submit-button.tsx'
import { Time } from '#client/ui/time.tsx'
import type { ImportList, ImportView } from '#shared/orders/import-views.ts'
import type { FormOutcome } from '#shared/page-state.ts'
import { href } from '#shared/routes/pages.ts'

/** Earlier imports of customers, each with a link to its customers. Renders nothing if there are none. */
export function CustomerImportHistory({ imports }: { imports: ImportList | null }) {
  const words = useCustomerImportMessages()
  const { file, started, result, actions } = words.historyColumns
  return (
    <ImportHistoryTable
      title={words.historyTitle}
      headings={[file, started, result]}
      actions={actions}
      imports={imports?.imports ?? []}
      renderRow={(view) => <ImportRow key={view.number} view={view} />}
    />
  )
}

function ImportRow({ view }: { view: ImportView }) {
  const words = useCustomerImportMessages()
  const { number, fileName, startedAt, endedAt, jobId, created, updated, undo, canUndo, userName } = view
  const isUndone = undo !== null && undo.endedAt !== null
  const links = [
    ...(created > 0 && !isUndone
      ? [[words.show, href('orders', { customers: 'list', importNumber: number })] as const]
      : []),
    ...(endedAt === null && jobId !== null ? [[words.running, href('orders', { job: jobId })] as const] : []),
    ...(canUndo ? [[words.undo, href('orders', { customers: 'import', undo: number })] as const] : []),
  ]
  return (
    <tr>
      <td>
        {fileName}
        <br />
        <span className="xs dimmed">{[number, userName].filter(Boolean).join(' · ')}</span>
      </td>
      <td>
        <Time at={startedAt} />
      </td>
      <td>
        {words.result(created, updated)}
        {isUndone && (
          <>
            <br />
            <span className="xs dimmed">{words.undone}</span>
          </>
        )}
      </td>
      <ImportLinks links={links} />
    </tr>
  )
}

/** Asks before the customers of an import are removed. */
export function UndoCustomerImport({ view, form }: { view: ImportView; form: FormOutcome | null }) {
  const words = useCustomerImportMessages()
  const closeHref = href('orders', { customers: 'import' })
  return (
    <Dialog
      open
      onClose={() => navigate(closeHref)}
      closeHref={closeHref}
      title={words.undoTitle(view.number)}
      description={words.undoText(view.created)}
    >
      <Form
        endpoint="undoCustomerImport"
        hiddenValues={{ import: view.number }}
        outcome={form}
        className="dialog-form"
        onAnswer={({ id }) => navigate(href('orders', { job: id }))}
      >
        <DialogButtons closeHref={closeHref} keep={words.keep} autoFocus>
          <SubmitButton variant="danger">{words.undo}</SubmitButton>
        </DialogButtons>
      </Form>
    </Dialog>
  )
}
