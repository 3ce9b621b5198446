import { useMatchingMessages } from '#client/finance/matching/use-matching-messages.ts'
import { useDayRangeFormat } from '#client/ui/day-range.ts'
import { Money } from '#client/ui/money.tsx'
import { Table } from '#client/ui/table.tsx'
import { formatCount } from '#shared/count.ts'
import type { LineState, Reconciliation } from '#shared/finance/matching/views.ts'
import { formatMoney } from '#shared/money.ts'
import { href } from '#shared/routes/pages.ts'
import type { ReactNode } from 'react'

/** The lines of an account, the open ones by default. */
export const workListHref = (account: string, more: { from?: string; to?: string; state?: LineState } = {}): string =>
  href('finance', { tab: 'reconciliation', account, ...more })

/** Each account with statements as an equation: balance − only in the books + only on statements = statement. */
export function Reconciliations({ accounts }: { accounts: readonly Reconciliation[] }) {
  const { ledger, matching } = useMatchingMessages()
  const words = matching.equation
  const formatDays = useDayRangeFormat()
  return (
    <section className="matching__section">
      <h2>{words.title}</h2>
      <div className="card matching__scroll">
        <Table label={words.title} inset className="equation table--labeled">
          <thead>
            <tr>
              <th scope="col">{words.account}</th>
              {[words.ledger, words.unmatchedPostings, words.unmatchedLines, words.expected, words.closing].map(
                (heading) => (
                  <th key={heading} scope="col" className="num">
                    {heading}
                  </th>
                ),
              )}
              <th scope="col">{words.difference}</th>
              <th scope="col" className="num">
                {words.matched}
              </th>
              <th scope="col">{words.oldest}</th>
            </tr>
          </thead>
          <tbody>
            {accounts.map((each) => (
              <tr key={each.account.code}>
                <th scope="row" data-label="">
                  <a className="link" href={workListHref(each.account.code)}>
                    {each.account.code} {ledger.accountName(each.account)}
                  </a>
                  <span className="xs dimmed equation__note">
                    {words.until(formatDays({ from: each.lastDay, to: each.lastDay }))}
                  </span>
                </th>
                <Term label={words.ledger} minor={each.ledgerMinor} currency={each.currency} />
                <Term
                  label={words.unmatchedPostings}
                  operator="−"
                  minor={each.unmatchedPostingsMinor}
                  currency={each.currency}
                />
                <Term
                  label={words.unmatchedLines}
                  operator="+"
                  minor={each.unmatchedLinesMinor}
                  currency={each.currency}
                >
                  {each.undirectedMinor !== 0 && (
                    <span className="xs dimmed equation__note">
                      {words.undirected(formatMoney(each.undirectedMinor, each.currency))}
                    </span>
                  )}
                </Term>
                <Term label={words.expected} operator="=" minor={each.expectedMinor} currency={each.currency} />
                <td className="num" data-label={words.closing}>
                  {each.closingMinor === null ? '–' : <Money minor={each.closingMinor} currency={each.currency} />}
                </td>
                <td data-label={words.difference}>
                  <Difference account={each} />
                </td>
                <td className="num" data-label={words.matched}>
                  {words.rate(formatCount(each.matchedCount), formatCount(each.lineCount))}
                </td>
                <td data-label={words.oldest}>
                  {each.oldestOpenDay === null ? (
                    <span className="dimmed">{words.nothingOpen}</span>
                  ) : (
                    formatDays({ from: each.oldestOpenDay, to: each.oldestOpenDay })
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </Table>
      </div>
    </section>
  )
}

interface TermProps {
  label: string
  operator?: '+' | '−' | '='
  minor: number
  currency: string
  children?: ReactNode
}

/** Adding a negative amount is written as subtracting it, and the other way around. */
export const turnTerm = (operator: '+' | '−', minor: number): ['+' | '−', number] =>
  minor < 0 ? [operator === '+' ? '−' : '+', -minor] : [operator, minor]

const Term = ({ label, operator, minor, currency, children }: TermProps): ReactNode => {
  const [sign, amount] = operator === '+' || operator === '−' ? turnTerm(operator, minor) : [operator, minor]
  return (
    <td className="num" data-label={label}>
      {sign && <span className="dimmed">{sign} </span>}
      <Money minor={amount} currency={currency} />
      {children}
    </td>
  )
}

/** Whether the statement closes with what the books expect. */
export function Difference({ account }: { account: Reconciliation }) {
  const words = useMatchingMessages().matching.equation
  const { differenceMinor, currency } = account
  if (differenceMinor === null) return <span className="dimmed">{words.noClosing}</span>
  if (differenceMinor === 0) return <span className="status">{words.ties}</span>
  return (
    <span className="status status--error">
      <Money minor={differenceMinor} currency={currency} />
    </span>
  )
}
