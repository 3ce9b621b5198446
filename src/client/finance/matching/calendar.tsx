import { financeHref } from '#client/finance/finance-url.ts'
import { useMonthFormat } from '#client/finance/manual/month-format.ts'
import { workListHref } from '#client/finance/matching/reconciliations.tsx'
import { useMatchingMessages } from '#client/finance/matching/use-matching-messages.ts'
import { ButtonLink } from '#client/ui/button.tsx'
import { Table } from '#client/ui/table.tsx'
import { monthAfter } from '#shared/finance/flow-groups.ts'
import type { FinanceQuery } from '#shared/finance/inputs.ts'
import type { CalendarView } from '#shared/finance/matching/views.ts'

/** The state of each account on each day of a month; a day links to its lines. */
export function Calendar({ query, calendar }: { query: FinanceQuery; calendar: CalendarView }) {
  const { ledger, matching } = useMatchingMessages()
  const words = matching.calendar
  const { month, days, accounts } = calendar
  const monthName = useMonthFormat()(month)
  const step = (months: number): string =>
    financeHref(query, { month: monthAfter(`${month}-01`, months).from.slice(0, 7) })
  return (
    <section className="matching__section">
      <div className="matching__head">
        <h2>{words.title}</h2>
        <ButtonLink
          size="sm"
          variant="ghost"
          icon="chevron-left"
          href={step(-1)}
          aria-label={words.previous}
          data-scroll="keep"
        />
        <span>{monthName}</span>
        <ButtonLink
          size="sm"
          variant="ghost"
          icon="chevron-right"
          href={step(1)}
          aria-label={words.next}
          data-scroll="keep"
        />
        <ul className="calendar__legend xs">
          {(['matched', 'waiting', 'exception', 'missing'] as const).map((state) => (
            <li key={state}>
              <span className="calendar__mark" data-state={state} aria-hidden="true" />
              {words.states[state]}
            </li>
          ))}
        </ul>
      </div>
      <div className="card matching__scroll">
        <Table label={`${words.title} ${monthName}`} inset className="calendar">
          <thead>
            <tr>
              <th scope="col">{matching.equation.account}</th>
              {days.map((day) => (
                <th key={day} scope="col" className="calendar__day">
                  <abbr title={day}>{Number(day.slice(8))}</abbr>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {accounts.map(({ account, days: states }) => (
              <tr key={account.code}>
                <th scope="row">{ledger.accountShort(account)}</th>
                {states.map((of, index) => {
                  const day = days[index] ?? ''
                  if (!of) return <td key={day} data-day={Number(day.slice(8))} />
                  const isOpen = of.shown === 'open'
                  const detail = words.lines[of.shown](of.lines)
                  const label = words.day(day, [words.states[of.state], detail].join(', '))
                  return (
                    <td key={day} data-day={Number(day.slice(8))}>
                      <a
                        className="calendar__mark"
                        data-state={of.state}
                        title={label}
                        aria-label={label}
                        href={workListHref(account.code, { from: day, to: day, ...(!isOpen && { state: of.shown }) })}
                      >
                        {/* The label has the number; three digits are all that fits. */}
                        {!isOpen || of.lines === 0 ? '' : of.lines > 99 ? '99+' : of.lines}
                      </a>
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </Table>
      </div>
    </section>
  )
}
