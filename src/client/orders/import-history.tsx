import { useMessages } from '#client/app/page-context.tsx'
import { useImportMessages } from '#client/orders/use-import-messages.ts'
import { ScrolledTable } from '#client/ui/scrolled-table.tsx'
import { Time } from '#client/ui/time.tsx'
import type { ImportList, ImportView } from '#shared/orders/import-views.ts'
import { href } from '#shared/routes/pages.ts'

/** Earlier imports: what they were, and a link to their orders. Renders nothing if there are none. */
export function ImportHistory({ imports }: { imports: ImportList | null }) {
  const { history } = useImportMessages()
  if (!imports || imports.imports.length === 0) return null
  return (
    <details className="import-history">
      <summary>{history.title}</summary>
      <ScrolledTable label={history.title}>
        <thead>
          <tr>
            <th scope="col">{history.import}</th>
            <th scope="col">{history.started}</th>
            <th scope="col">{history.by}</th>
            <th scope="col">{history.result}</th>
            <th scope="col" />
          </tr>
        </thead>
        <tbody>
          {imports.imports.map((each) => (
            <ImportRow key={each.number} view={each} />
          ))}
        </tbody>
      </ScrolledTable>
    </details>
  )
}

function ImportRow({ view }: { view: ImportView }) {
  const { history, imported } = useImportMessages()
  const { orders } = useMessages()
  const { number, fileName, source, userName, startedAt, endedAt, jobId, created, updated, unchanged, refused } = view
  const { undo, canUndo } = view
  const sources: Readonly<Record<string, string>> = orders.sources
  const counts = [
    imported(created),
    ...(updated > 0 ? [history.updated(updated)] : []),
    ...(unchanged > 0 ? [history.unchanged(unchanged)] : []),
    ...(refused > 0 ? [history.refused(refused)] : []),
  ]
  return (
    <tr>
      <td>
        {fileName}
        <br />
        <span className="xs dimmed">
          {number} · {sources[source] ?? source}
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
              {undo.endedAt === null ? history.undoing : history.undone} <Time at={undo.endedAt ?? undo.startedAt} />
              {undo.userName !== null && ` · ${undo.userName}`}
            </span>
          </>
        )}
      </td>
      <td>
        {undo && undo.jobId !== null && (
          <>
            <a className="link" href={href('orders', { job: undo.jobId })}>
              {history.showUndo}
            </a>{' '}
          </>
        )}
        {canUndo && undo === null && (
          <>
            <a className="link" href={href('orders', { import: '1', undo: number })} data-scroll="keep">
              {history.undo}
            </a>{' '}
          </>
        )}
        {endedAt === null && jobId !== null && (
          <>
            <a className="link" href={href('orders', { job: jobId })}>
              {history.showJob}
            </a>{' '}
          </>
        )}
        {(created > 0 || (endedAt === null && jobId === null)) && !undo?.endedAt && (
          <a className="link" href={href('orders', { importNumber: number })}>
            {history.showOrders}
          </a>
        )}
      </td>
    </tr>
  )
}
