import { useCustomerImportMessages } from '#client/customers/use-customer-import-messages.ts'
import { navigate } from '#client/navigation/router.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import { DialogButtons } from '#client/ui/dialog-buttons.tsx'
import { Form } from '#client/ui/form.tsx'
import { notify } from '#client/ui/notifications.tsx'
import { ScrolledTable } from '#client/ui/scrolled-table.tsx'
import { SubmitButton } from '#client/ui/submit-button.tsx'
import { Time } from '#client/ui/time.tsx'
import type { ImportList, ImportView } from '#shared/orders/import-views.ts'
import type { FormOutcome } from '#shared/page-state.ts'
import { href } from '#shared/routes/pages.ts'

/** Earlier imports of customers, each with a link to its customers. Renders nothing if there are none. */
export function CustomerImportHistory({ imports }: { imports: ImportList | null }) {
  const words = useCustomerImportMessages()
  const { historyColumns } = words
  if (!imports || imports.imports.length === 0) return null
  return (
    <details className="import-history">
      <summary>{words.history}</summary>
      <ScrolledTable label={words.history}>
        <thead>
          <tr>
            <th scope="col">{historyColumns.file}</th>
            <th scope="col">{historyColumns.started}</th>
            <th scope="col">{historyColumns.result}</th>
            <th scope="col" />
          </tr>
        </thead>
        <tbody>
          {imports.imports.map((view) => (
            <ImportRow key={view.number} view={view} />
          ))}
        </tbody>
      </ScrolledTable>
    </details>
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
      <td>
        {links.map(([label, target]) => (
          <div key={label}>
            <a className="link" href={target} data-scroll="keep">
              {label}
            </a>
          </div>
        ))}
      </td>
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
        action={closeHref}
        className="dialog-form"
        onAnswer={({ removed, kept }) => {
          notify({ kind: 'success', title: words.removed(removed, kept) })
          navigate(closeHref)
        }}
      >
        <DialogButtons closeHref={closeHref} keep={words.keep} autoFocus>
          <SubmitButton variant="danger">{words.undo}</SubmitButton>
        </DialogButtons>
      </Form>
    </Dialog>
  )
}
