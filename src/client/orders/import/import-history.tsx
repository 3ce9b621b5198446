import { useMessages } from '#client/app/page-context.tsx'
import { ImportHistoryTable, ImportLinks } from '#client/imports/import-history-table.tsx'
import { useImportMessages } from '#client/orders/import/use-import-messages.ts'
import { Time } from '#client/ui/time.tsx'
import { labelOf } from '#client/ui/label-of.ts'
import type { ImportList, ImportView } from '#shared/orders/import-views.ts'
import { href } from '#shared/routes/pages.ts'

/** Earlier imports with their results, and a link to their orders. Renders nothing if there are none. */
export function ImportHistory({ imports }: { imports: ImportList | null }) {
  const { history, historyTitle } = useImportMessages()
  return (
    <ImportHistoryTable
      title={historyTitle}
      headings={[history.import, history.started, history.by, history.result]}
      actions={history.actions}
      imports={imports?.imports ?? []}
      renderRow={(view) => <ImportRow key={view.number} view={view} />}
    />
  )
}

function ImportRow({ view }: { view: ImportView }) {
  const { history, imported } = useImportMessages()
  const { orders } = useMessages()
  const { number, fileName, source, userName, startedAt, endedAt, jobId, created, updated, unchanged, refused } = view
  const { undo, canUndo } = view
  const counts = [
    imported(created),
    ...(updated > 0 ? [history.updated(updated)] : []),
    ...(unchanged > 0 ? [history.unchanged(unchanged)] : []),
    ...(refused > 0 ? [history.refused(refused)] : []),
  ]
  const hasOrders = (created > 0 || (endedAt === null && jobId === null)) && !undo?.endedAt
  const undoText = undo?.endedAt === null ? history.undoing : history.undone
  const links = [
    ...(hasOrders ? [[history.showOrders, href('orders', { importNumber: number })] as const] : []),
    ...(endedAt === null && jobId !== null ? [[history.showJob, href('orders', { job: jobId })] as const] : []),
    ...(canUndo ? [[history.undo, href('orders', { import: '1', undo: number })] as const] : []),
  ]
  return (
    <tr>
      <td>
        {fileName}
        <br />
        <span className="xs dimmed">
          {number} · {labelOf(orders.sources, source)}
        </span>
      </td>
      <td>
        <Time at={startedAt} />
      </td>
      <td>{userName ?? history.operator}</td>
      <td>
        {[...(endedAt === null ? [history.unfinished] : []), ...counts].join(', ')}
        {undo && (
          <>
            <br />
            <span className="xs dimmed">
              {undo.jobId === null ? (
                undoText
              ) : (
                <a className="link" href={href('orders', { job: undo.jobId })} data-scroll="keep">
                  {undoText}
                </a>
              )}{' '}
              <Time at={undo.endedAt ?? undo.startedAt} />
              {undo.userName !== null && (
                <>
                  <br />
                  {undo.userName}
                </>
              )}
            </span>
          </>
        )}
      </td>
      <ImportLinks links={links} />
    </tr>
  )
}
