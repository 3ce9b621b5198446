import { ExchangeRates } from '#client/finance/exchange-rates.tsx'
import { financeHref } from '#client/finance/finance-url.ts'
import { useLedgerMessages } from '#client/finance/use-ledger-messages.ts'
import { usePageContext } from '#client/app/page-context.tsx'
import { Banner } from '#client/ui/banner.tsx'
import { Button } from '#client/ui/button.tsx'
import { formatDayRange } from '#shared/format-day-range.ts'
import { HiddenFields } from '#client/ui/hidden-fields.tsx'
import { Money } from '#client/ui/money.tsx'
import { Table } from '#client/ui/table.tsx'
import type {
  ConvertedFigures,
  ConvertedView,
  CurrencyConversion,
  DailyConversion,
} from '#shared/finance/conversion.ts'
import { entriesList } from '#shared/finance/entries-list.ts'
import type { FinanceQuery } from '#shared/finance/inputs.ts'
import { pickListParameters } from '#shared/list/url.ts'
import { dayOf } from '#shared/time.ts'

interface ConvertedFlowProps {
  query: FinanceQuery
  view: ConvertedView
}

/** All currencies converted to one, at stored rates or those that the user enters: every figure is marked as converted, with its rate. */
export function ConvertedFlow({ query, view }: ConvertedFlowProps) {
  const { finance, ledger } = useLedgerMessages()
  const words = ledger.converted
  const { currency, currencies, total } = view
  const columns = columnsOf(view)
  const headings: Headings = {
    opening: finance.opening,
    in: finance.columns.in,
    out: finance.columns.out,
    net: finance.net,
    transfers: ledger.groups.transfers,
    difference: words.difference,
    closing: finance.closing,
  }
  return (
    <section className="converted" aria-label={words.title(currency)}>
      <RatesForm query={query} view={view} />
      <div className="converted__table">
        <Table label={words.title(currency)} className="table--converted table--labeled">
          <thead>
            <tr>
              <th scope="col">{finance.currency}</th>
              <th scope="col" className="num">
                {words.rate}
              </th>
              {columns.map((column) => (
                <th key={column} scope="col" className={column === 'net' ? 'num p1' : 'num'}>
                  {headings[column]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {currencies.map((each) => (
              <CurrencyRows
                key={each.currency}
                each={each}
                query={query}
                to={currency}
                columns={columns}
                headings={headings}
              />
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row" data-label="">
                {words.total(currency)}
              </th>
              <td className="num" data-label={words.rate} />
              {columns.map((column) => (
                <td key={column} className={column === 'net' ? 'num p1' : 'num'} data-label={headings[column]}>
                  {total && <Converted minor={total[column]} currency={currency} />}
                </td>
              ))}
            </tr>
          </tfoot>
        </Table>
      </div>
      <p className="sm muted converted__note">{total ? <Statement query={query} view={view} /> : words.ratesMissing}</p>
      <ExchangeRates query={query} view={view} />
    </section>
  )
}

const columnsOf = ({ currencies }: ConvertedView): (keyof ConvertedFigures)[] => {
  const has = (column: 'transfers' | 'difference') =>
    currencies.some(({ figures, converted }) => figures[column] !== 0 || (converted?.[column] ?? 0) !== 0)
  return [
    'opening',
    'in',
    'out',
    'net',
    ...(has('transfers') ? (['transfers'] as const) : []),
    ...(has('difference') ? (['difference'] as const) : []),
    'closing',
  ]
}

type Headings = Record<keyof ConvertedFigures, string>

const Converted = ({ minor, currency }: { minor: number; currency: string }) => (
  <>
    ≈ <Money minor={minor} currency={currency} hideCurrency />
  </>
)

interface CurrencyRowsProps {
  each: CurrencyConversion
  query: FinanceQuery
  to: string
  columns: readonly (keyof ConvertedFigures)[]
  headings: Headings
}

/** The figures of a currency, which open its cash flow, and below them the same converted. */
function CurrencyRows({ each, query, to, columns, headings }: CurrencyRowsProps) {
  const { ledger } = useLedgerMessages()
  const { currency, rate, figures, converted, daily } = each
  return (
    <>
      <tr>
        <th scope="row" data-label="">
          <a className="link" href={financeHref(query, { currency, convert: undefined })}>
            {currency}
          </a>
        </th>
        <td className="num" data-label={ledger.converted.rate} />
        {columns.map((column) => (
          <td key={column} className={column === 'net' ? 'num p1' : 'num'} data-label={headings[column]}>
            {column !== 'difference' && <Money minor={figures[column]} currency={currency} hideCurrency />}
          </td>
        ))}
      </tr>
      {currency !== to && (
        <tr className="converted__row">
          <th scope="row" data-label="">
            {ledger.converted.inCurrency(to)}
          </th>
          <td className="num" data-label={ledger.converted.rate}>
            {converted && (daily ? formatDailyRate(daily) : `× ${rate}`)}
          </td>
          {columns.map((column) => (
            <td key={column} className={column === 'net' ? 'num p1' : 'num'} data-label={headings[column]}>
              {converted && <Converted minor={converted[column]} currency={to} />}
            </td>
          ))}
        </tr>
      )}
    </>
  )
}

/** The rate of the balance before and of the one after. */
const formatDailyRate = ({ openingRate, closingRate }: DailyConversion): string =>
  [...new Set([openingRate, closingRate])].filter((rate) => rate !== null).join(' → ')

/** The rates of the figures with their source and day. */
function Statement({ query, view }: ConvertedFlowProps) {
  const messages = useLedgerMessages()
  const { now, book } = usePageContext()
  const { currency, currencies } = view
  const rates = currencies
    .filter((each) => each.currency !== currency && each.converted && !each.daily)
    .map((each) => `1 ${each.currency} = ${each.rate} ${currency}`)
  const { rateSource: source, rateDay: day } = query
  const today = dayOf(now, book.timeZone)
  if (rates.length === 0) return null
  return messages.ledger.converted.statement(
    messages.common.list(rates),
    source,
    day && formatDayRange(day, day, today, messages),
  )
}

/** The rates, their source and their day, as a GET form: they are part of the URL. */
function RatesForm({ query, view }: ConvertedFlowProps) {
  const { ledger, common } = useLedgerMessages()
  const words = ledger.converted
  const others = view.currencies.filter(({ currency }) => currency !== view.currency)
  const typed = { exchangeRate: [], rateSource: undefined, rateDay: undefined }
  return (
    <form className="converted__rates" method="get" action={entriesList.path} aria-label={words.rates}>
      <HiddenFields values={pickListParameters(entriesList, { ...query, ...typed })} />
      <Banner>{ledger.joinSentences(words.text, words.method)}</Banner>
      <MissingRates view={view} />
      <details open={others.some(({ rate }) => rate !== '') || undefined}>
        <summary className="sm">{words.ownRates}</summary>
        <p className="sm muted">{words.ownRatesText}</p>
        <div className="converted__fields">
          {others.map(({ currency, rate, isInvalid }) => (
            <label key={currency}>
              {words.rateOf(currency, view.currency)}
              <input type="hidden" name="exchangeRate" value={`${currency}:`} />
              <input
                className="input num"
                name="exchangeRate"
                inputMode="decimal"
                autoComplete="off"
                maxLength={20}
                defaultValue={rate}
                aria-invalid={isInvalid || undefined}
                aria-describedby={isInvalid ? `rate-${currency}` : undefined}
              />
              {isInvalid && (
                <span className="field__error" id={`rate-${currency}`} role="alert">
                  {words.invalidRate}
                </span>
              )}
            </label>
          ))}
          <label>
            {words.source}
            <input className="input" name="rateSource" maxLength={80} defaultValue={query.rateSource} />
          </label>
          <label>
            {words.day}
            <input className="input" type="date" name="rateDay" max="9999-12-31" defaultValue={query.rateDay} />
          </label>
          <Button type="submit" variant="primary">
            {common.apply}
          </Button>
        </div>
      </details>
    </form>
  )
}

/** The days on which a currency moved and has no rate. */
function MissingRates({ view }: Pick<ConvertedFlowProps, 'view'>) {
  const messages = useLedgerMessages()
  const { now, book } = usePageContext()
  const today = dayOf(now, book.timeZone)
  const words = messages.ledger.converted
  return view.currencies.map(({ currency, daily }) => {
    if (!daily) return null
    const { missing, missingCount, carriedCount } = daily
    const days = missing.map((day) => formatDayRange(day, day, today, messages))
    if (missingCount > 0)
      return (
        <Banner key={currency} kind="warning">
          {words.missing(currency, days.join(messages.common.listSeparator), missingCount - missing.length)}
        </Banner>
      )
    return (
      carriedCount > 0 && (
        <p key={currency} className="sm muted">
          {words.carried(currency, carriedCount)}
        </p>
      )
    )
  })
}
