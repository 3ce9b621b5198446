import { dayOf } from '#shared/time.ts'
import { usePageContext } from '#client/app/page-context.tsx'
import { useMatchingMessages } from '#client/finance/matching/use-matching-messages.ts'
import type { Cell } from '#client/list/list-rows.tsx'
import { ListTable } from '#client/list/list-table.tsx'
import { useDayRangeFormat } from '#client/ui/day-range.ts'
import { useLastOpen } from '#client/ui/use-last-open.ts'
import { useRowClick } from '#client/ui/use-row-click.ts'
import type { FinanceQuery } from '#shared/finance/inputs.ts'
import { matchLinesList } from '#shared/finance/matching/match-lines-list.ts'
import type { MatchLineView } from '#shared/finance/matching/views.ts'
import type { ColumnId } from '#shared/list/list.ts'
import { createOpenHref } from '#shared/list/url.ts'
import { formatAmount } from '#shared/money.ts'

/** The table of the lines of an account. */
export function MatchLines({
  query,
  rows,
  currency,
}: {
  query: FinanceQuery
  rows: MatchLineView[]
  currency: string
}) {
  const { matching } = useMatchingMessages()
  const openHref = createOpenHref(matchLinesList, query)
  const formatDays = useDayRangeFormat()
  const { now, book } = usePageContext()
  const today = dayOf(now, book.timeZone)
  const highlighted = useLastOpen(query.line ?? null)
  useRowClick()
  const cells: Record<ColumnId<typeof matchLinesList>, (line: MatchLineView) => Cell> = {
    day: ({ id, day, clockTime }) => (
      <a href={openHref(id)}>{`${formatDays({ from: day, to: day })} ${clockTime}`.trim()}</a>
    ),
    counterparty: ({ counterparty, description }) => (
      <>
        {counterparty} <span className="dimmed">{description}</span>
      </>
    ),
    proposal: ({ proposal, problem, state, request }) =>
      request !== null ? (
        <span className="status shape-clock status--warning">{matching.awaitsApproval}</span>
      ) : state === 'matched' || state === 'ignored' ? (
        matching.states[state]
      ) : proposal ? (
        <span className="status shape-dot">
          {matching.withPostings(matching.rules[proposal.rule], proposal.postingCount)}
        </span>
      ) : (
        problem && <span className="status shape-alert">{matching.problems[problem]}</span>
      ),
    owner: ({ state, followUp: { owner, waitUntil, dueOn } }) => (
      <>
        {owner?.name}
        {state === 'waiting' && waitUntil !== null && (
          <span className="dimmed match-lines__wait">
            {matching.followUp.waits} {formatDays({ from: waitUntil, to: waitUntil })}
          </span>
        )}
        {dueOn !== null && (state === 'open' || state === 'waiting') && (
          <span className={dueOn < today ? 'status shape-alert' : 'dimmed match-lines__wait'}>
            {matching.followUp[dueOn < today ? 'overdue' : 'dueOn'](formatDays({ from: dueOn, to: dueOn }))}
          </span>
        )}
      </>
    ),
    age: ({ ageDays }) => ageDays > 0 && matching.age(ageDays),
    amount: ({ amountMinor }) => formatAmount(amountMinor, currency),
  }
  return (
    <ListTable
      list={matchLinesList}
      query={query}
      label={matching.line}
      className="match-lines"
      headings={matching.columns}
      cells={cells}
      rows={rows}
      keyOf={({ id }) => id}
      highlighted={highlighted}
    />
  )
}
