import { useMatchingMessages } from '#client/finance/matching/use-matching-messages.ts'
import { useDayRangeFormat } from '#client/ui/day-range.ts'
import { Money } from '#client/ui/money.tsx'
import { Table } from '#client/ui/table.tsx'
import { matchWindowDays } from '#shared/finance/matching/rules.ts'
import type { InTransit } from '#shared/finance/matching/views.ts'
import { href } from '#shared/routes/pages.ts'

/** What providers sent and no bank has, with its age; the total opens the account. */
export function PayoutsInTransit({ inTransit: { account, currency, balanceMinor, items } }: { inTransit: InTransit }) {
  const { ledger, matching } = useMatchingMessages()
  const words = matching.transit
  const formatDays = useDayRangeFormat()
  return (
    <section className="matching__section">
      <h2>{words.title}</h2>
      <div className="card matching__scroll">
        <Table label={words.title} inset>
          <thead>
            <tr>
              <th scope="col">{words.sent}</th>
              <th scope="col">{words.age}</th>
              <th scope="col" className="num">
                {words.amount}
              </th>
            </tr>
          </thead>
          <tbody>
            {items.map(({ entry, day, provider, amountMinor, ageDays }) => (
              <tr key={entry}>
                <td>
                  <a className="link" href={href('finance', { entry: String(entry) })}>
                    {formatDays({ from: day, to: day })}
                  </a>
                  <span className="xs dimmed equation__note">{ledger.providerName(provider)}</span>
                </td>
                <td>
                  {ageDays > matchWindowDays ? (
                    <span className="badge badge--text badge--warning">{words.overdue(matching.age(ageDays))}</span>
                  ) : (
                    matching.age(ageDays)
                  )}
                </td>
                <td className="num">
                  <Money minor={amountMinor} currency={currency} />
                </td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row" colSpan={2}>
                {words.total}
              </th>
              <td className="num">
                <a
                  className="link"
                  href={href('finance', { tab: 'accounts', account: account.code })}
                  title={ledger.accountName(account)}
                >
                  <Money minor={balanceMinor} currency={currency} />
                </a>
              </td>
            </tr>
          </tfoot>
        </Table>
      </div>
    </section>
  )
}
