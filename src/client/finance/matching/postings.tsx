import { financeHref } from '#client/finance/finance-url.ts'
import { useMatchingMessages } from '#client/finance/matching/use-matching-messages.ts'
import { useDayRangeFormat } from '#client/ui/day-range.ts'
import { labelOf } from '#client/ui/label-of.ts'
import { Money } from '#client/ui/money.tsx'
import { Table } from '#client/ui/table.tsx'
import type { FinanceQuery } from '#shared/finance/inputs.ts'
import type { PostingItem } from '#shared/finance/matching/views.ts'
import { add } from '#shared/money.ts'
import { href } from '#shared/routes/pages.ts'

interface PostingsProps {
  postings: readonly PostingItem[]
  currency: string
  /** Opens entries over this page. */
  query?: FinanceQuery
  /** For a payout: what the provider kept, and what arrived or was sent. */
  sums?: { feeMinor: number; netMinor: number; isSent: boolean } | undefined
}

/** Postings with their order and entry, and for a payout how they make what arrived or was sent. */
export function Postings({ postings, currency, query, sums }: PostingsProps) {
  const { finance, matching } = useMatchingMessages()
  const formatDays = useDayRangeFormat()
  const money = (minor: number) => <Money minor={minor} currency={currency} hideCurrency />
  return (
    <div className="card sides matching__postings">
      <Table label={matching.chain} inset>
        <tbody>
          {postings.map(({ id, entry, kind, day, amountMinor, numbers, references }) => {
            const order = numbers.find((number) => number.startsWith('SO'))
            return (
              <tr key={id}>
                <td>
                  <a className="link" href={query ? financeHref(query, { entry }) : href('finance', { entry })}>
                    {labelOf(finance.kindTitles, kind)}
                  </a>{' '}
                  <span className="xs dimmed num">
                    {[formatDays({ from: day, to: day }), ...references].join(' · ')}
                  </span>
                  {order && (
                    <>
                      {' '}
                      <a className="link xs num" href={href('orders', { order })}>
                        {order}
                      </a>
                    </>
                  )}
                </td>
                <td className="num">{money(amountMinor)}</td>
              </tr>
            )
          })}
        </tbody>
        {sums && (
          <tfoot>
            {[
              [matching.gross, add(...postings.map(({ amountMinor }) => amountMinor))] as const,
              [matching.feeKept, -sums.feeMinor] as const,
              [sums.isSent ? matching.sent : matching.net, sums.netMinor] as const,
            ].map(([label, minor]) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td className="num">{money(minor === 0 ? 0 : minor)}</td>
              </tr>
            ))}
          </tfoot>
        )}
      </Table>
    </div>
  )
}
