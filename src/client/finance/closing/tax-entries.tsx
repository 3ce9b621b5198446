import { closingHref } from '#client/finance/closing/closing-href.ts'
import { useClosingMessages } from '#client/finance/closing/use-closing-messages.ts'
import { ButtonLink } from '#client/ui/button.tsx'
import { useDayRangeFormat } from '#client/ui/day-range.ts'
import { Money } from '#client/ui/money.tsx'
import { Table } from '#client/ui/table.tsx'
import type { TaxEntries } from '#shared/finance/closing/period-views.ts'
import { labelOf } from '#client/ui/label-of.ts'
import type { FinanceQuery } from '#shared/finance/inputs.ts'
import { unknownRate } from '#shared/orders/tax-lines.ts'
import { href } from '#shared/routes/pages.ts'

/** The report of taxes with the entries of a rate below it. */
export const taxEntriesHref = (query: FinanceQuery, rate: string, isPrevious: boolean, cursor?: string): string =>
  `${closingHref(query, { rate: rate || unknownRate, previous: isPrevious ? '1' : undefined, cursor, action: undefined })}#tax-entries`

interface TaxEntriesProps {
  query: FinanceQuery
  entries: TaxEntries
  currency: string
}

/** The entries that a figure of the report of taxes adds up. */
export function TaxEntriesTable({ query, entries, currency }: TaxEntriesProps) {
  const { closing, finance } = useClosingMessages()
  const formatDays = useDayRangeFormat('with-year')
  const { rate, days, rows, next, previous } = entries
  const title = closing.taxEntries(closing.taxRate(rate), formatDays(days))
  const pageHref = (cursor: string) => taxEntriesHref(query, rate, query.previous !== undefined, cursor)
  return (
    <div id="tax-entries" className="report__entries">
      <h3>{title}</h3>
      {rows.length === 0 ? (
        <p className="muted">{closing.noTaxEntries}</p>
      ) : (
        <div className="report__table">
          <Table label={title} inset className="table--labeled">
            <thead>
              <tr>
                <th scope="col">{closing.entry}</th>
                <th scope="col">{closing.day}</th>
                <th scope="col">{closing.kind}</th>
                <th scope="col">{closing.order}</th>
                <th scope="col" className="num">
                  {closing.reportColumns.sales}
                </th>
                <th scope="col" className="num">
                  {closing.reportColumns.tax}
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.map(({ entry, day, kind, order, netMinor, taxMinor }) => (
                <tr key={entry}>
                  <td data-label="">
                    <a className="link" href={href('finance', { entry: String(entry) })}>
                      {entry}
                    </a>
                  </td>
                  <td data-label={closing.day}>{formatDays({ from: day, to: day })}</td>
                  <td data-label={closing.kind}>{labelOf(finance.kindTitles, kind)}</td>
                  <td data-label={closing.order}>
                    {order !== null && (
                      <a className="link" href={href('orders', { order })}>
                        {order}
                      </a>
                    )}
                  </td>
                  <td className="num" data-label={closing.reportColumns.sales}>
                    <Money minor={netMinor} currency={currency} hideCurrency />
                  </td>
                  <td className="num" data-label={closing.reportColumns.tax}>
                    <Money minor={taxMinor} currency={currency} hideCurrency />
                  </td>
                </tr>
              ))}
            </tbody>
          </Table>
        </div>
      )}
      {(previous !== null || next !== null) && (
        <p className="report__pages">
          {previous !== null && (
            <ButtonLink size="sm" href={pageHref(previous)}>
              {closing.newer}
            </ButtonLink>
          )}
          {next !== null && (
            <ButtonLink size="sm" href={pageHref(next)}>
              {closing.older}
            </ButtonLink>
          )}
        </p>
      )}
    </div>
  )
}
