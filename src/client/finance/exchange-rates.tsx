import { usePageContext, usePermission } from '#client/app/page-context.tsx'
import { financeHref } from '#client/finance/finance-url.ts'
import { useLedgerMessages } from '#client/finance/use-ledger-messages.ts'
import { ButtonLink } from '#client/ui/button.tsx'
import { formatDayRange } from '#shared/format-day-range.ts'
import { Table } from '#client/ui/table.tsx'
import type { ConvertedView, ExchangeRateRow } from '#shared/finance/conversion.ts'
import type { FinanceQuery } from '#shared/finance/inputs.ts'
import { dayOf } from '#shared/time.ts'

/** Names a rate in the URL. */
export const rateKeyOf = ({ day, from, to }: Pick<ExchangeRateRow, 'day' | 'from' | 'to'>): string =>
  [day, from, to].join(',')

/** The stored rates of the days of the page, with where they come from and who set them. */
export function ExchangeRates({ query, view }: { query: FinanceQuery; view: ConvertedView }) {
  const messages = useLedgerMessages()
  const { now, book } = usePageContext()
  const canManage = usePermission('finance.manage_rates')
  const words = messages.ledger.converted
  const { stored } = words
  const today = dayOf(now, book.timeZone)
  return (
    <section className="converted__stored" aria-label={stored.title}>
      <header className="converted__head">
        <h2>{stored.title}</h2>
        {canManage && (
          <>
            <ButtonLink size="sm" icon="plus" href={financeHref(query, { action: 'rate' })} data-scroll="keep">
              {stored.add}
            </ButtonLink>
            <ButtonLink
              size="sm"
              icon="upload"
              href={financeHref(query, { action: 'import-rates' })}
              data-scroll="keep"
            >
              {stored.import}
            </ButtonLink>
          </>
        )}
      </header>
      {view.rates.length === 0 ? (
        <p className="sm muted">{stored.none}</p>
      ) : (
        <Table label={stored.title} className="table--rates table--labeled">
          <thead>
            <tr>
              <th scope="col">{words.day}</th>
              <th scope="col">{stored.pair}</th>
              <th scope="col" className="num">
                {words.rate}
              </th>
              <th scope="col">{words.source}</th>
              <th scope="col" className="p1">
                {stored.by}
              </th>
              {canManage && (
                <th scope="col">
                  <span className="sr-only">{stored.correctShort}</span>
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {view.rates.map((rate) => (
              <tr key={rateKeyOf(rate)}>
                <th scope="row">{formatDayRange(rate.day, rate.day, today, messages)}</th>
                <td>{`${rate.from} → ${rate.to}`}</td>
                <td className="num">{rate.rate}</td>
                <td>{rate.source}</td>
                <td className="p1">{rate.by}</td>
                {canManage && (
                  <td className="num">
                    <a
                      className="link"
                      href={financeHref(query, { action: 'rate', rateKey: rateKeyOf(rate) })}
                      data-scroll="keep"
                      aria-label={stored.correct(rate.day, `${rate.from} → ${rate.to}`)}
                    >
                      {stored.correctShort}
                    </a>
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </Table>
      )}
      {view.hasMoreRates && <p className="sm muted">{stored.more}</p>}
    </section>
  )
}
