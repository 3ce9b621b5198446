import { monthHref } from '#client/finance/closing/closing-href.ts'
import { PeriodPage } from '#client/finance/closing/period-page.tsx'
import { usePageContext } from '#client/app/page-context.tsx'
import { ButtonLink } from '#client/ui/button.tsx'
import { dayOf } from '#shared/time.ts'
import { useClosingMessages } from '#client/finance/closing/use-closing-messages.ts'
import type { TabProps } from '#client/finance/tabs.tsx'
import { Empty } from '#client/ui/empty.tsx'
import { Table } from '#client/ui/table.tsx'
import { useTimeFormat } from '#client/ui/time.tsx'
import type { PeriodRow } from '#shared/finance/closing/period-views.ts'
import type { PeriodState } from '#shared/finance/closing/periods.ts'

const statusShapes: Record<PeriodState, string> = {
  open: 'shape-dashed',
  closed: 'shape-lock status--success',
  reopening: 'shape-clock status--warning',
}

/** The months of the books, or one of them. */
export function ClosingTab({ query, content, form }: TabProps<'closing'>) {
  const { closing } = useClosingMessages()
  if (content.opened) return <PeriodPage query={query} opened={content.opened} form={form} />
  if (content.periods.length === 0)
    return (
      <Empty icon="notebook-text" title={closing.none}>
        {closing.noneHint}
      </Empty>
    )
  return <Periods periods={content.periods} />
}

function Periods({ periods }: { periods: readonly PeriodRow[] }) {
  const { closing } = useClosingMessages()
  const formatTime = useTimeFormat('book')
  const { now, book } = usePageContext()
  const thisMonth = dayOf(now, book.timeZone).slice(0, 7)
  const next = periods.findLast(({ month, state }) => state === 'open' && month < thisMonth)
  return (
    <>
      {next && (
        <ButtonLink className="periods-next" variant="primary" endIcon="chevron-right" href={monthHref(next.month)}>
          {closing.next(closing.monthName(next.month))}
        </ButtonLink>
      )}
      <Table label={closing.months} className="periods">
        <thead>
          <tr>
            <th scope="col">{closing.columns.month}</th>
            <th scope="col">{closing.columns.state}</th>
            <th scope="col">{closing.columns.closed}</th>
          </tr>
        </thead>
        <tbody>
          {periods.map(({ month, state, closedAt, closedBy }) => (
            <tr key={month}>
              <th scope="row">
                <a className="link" href={monthHref(month)}>
                  {closing.monthName(month)}
                </a>
              </th>
              <td>
                <span className={`status ${statusShapes[state]}`}>{closing.states[state]}</span>
              </td>
              <td className="muted">
                {closedAt !== null && closedBy !== null && closing.closedBy(closedBy, formatTime(closedAt))}
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
    </>
  )
}
