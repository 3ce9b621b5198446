import { financeHref } from '#client/finance/finance-url.ts'
import { useMessages } from '#client/app/page-context.tsx'
import { useRowClick } from '#client/ui/use-row-click.ts'
import { Table } from '#client/ui/table.tsx'
import { useTimeFormat } from '#client/ui/time.tsx'
import type { FinanceQuery } from '#shared/finance/inputs.ts'
import type { EntryKind } from '#shared/finance/ledger.ts'
import type { EntryList, EntryRow } from '#shared/finance/views.ts'
import type { Messages } from '#shared/messages/en.ts'
import { currencySign, formatAmount } from '#shared/money.ts'
import { href } from '#shared/routes/pages.ts'
import type { ReactElement, ReactNode } from 'react'

/** What stands before the word of a kind; direction is said by sign and column. */
const shapes: Record<EntryKind, string> = { 'payment.captured': 'shape-in', 'refund.succeeded': 'shape-back' }

interface EntriesTableProps {
  query: FinanceQuery
  rows: readonly EntryRow[]
  totals: EntryList['totals']
  /** The entry whose row keeps its band. */
  highlighted: number | null
}

/** The entries, newest first. Amounts name their currency only where the list has several; `finance.css` makes cards of the same rows. */
export function EntriesTable({ query, rows, totals, highlighted }: EntriesTableProps) {
  const messages = useMessages()
  const { columns, entries } = messages.finance
  const time = useTimeFormat()
  useRowClick()
  const rowContext: RowContext = {
    messages,
    time,
    prefix: openHrefPrefix(query),
    orderPrefix: `${href('orders')}?order=`,
    hideCurrency: totals.length < 2,
    highlighted,
  }
  return (
    <Table label={entries} className="table--rows entries">
      <thead>
        <tr>
          <th scope="col">{columns.number}</th>
          <th scope="col">{columns.occurred}</th>
          <th scope="col">{columns.kind}</th>
          <th scope="col">{columns.memo}</th>
          <th scope="col">{columns.postings}</th>
          <th scope="col">{columns.order}</th>
          <th scope="col">{columns.in}</th>
          <th scope="col">{columns.out}</th>
        </tr>
      </thead>
      <tbody>{rows.map((row) => entryRow(row, rowContext))}</tbody>
      <tfoot>{totals.map((total) => totalRow(total, rowContext))}</tfoot>
    </Table>
  )
}

interface RowContext {
  messages: Messages
  time: (at: number) => string
  /** Before an entry's number in the address that opens it beside the same rows. */
  prefix: string
  orderPrefix: string
  hideCurrency: boolean
  highlighted: number | null
}

/** A function, not a component, and no class on a cell that its column can style: fifty of these are most of the page. */
function entryRow(row: EntryRow, rowContext: RowContext): ReactElement {
  const { messages, time, prefix, orderPrefix, highlighted } = rowContext
  return (
    <tr key={row.number} data-open={row.number === highlighted ? '' : undefined}>
      <td>
        <a href={prefix + row.number}>{row.number}</a>
      </td>
      <td>{time(row.occurredAt)}</td>
      <td className={shapes[row.kind]}>{messages.finance.kinds[row.kind]}</td>
      <td>
        {row.document && `${row.document} `}
        <i>{row.memo}</i>
      </td>
      <td>{postings(row, rowContext)}</td>
      <td>{row.order && <a href={orderPrefix + row.order}>{row.order}</a>}</td>
      <td>{row.flows.map((flow) => flow.in > 0 && amount('+', flow.in, flow.currency, rowContext)).filter(Boolean)}</td>
      <td>
        {row.flows.map((flow) => flow.out > 0 && amount('−', flow.out, flow.currency, rowContext)).filter(Boolean)}
      </td>
    </tr>
  )
}

/** Both sides on one line, `Dr … Cr …`, each account with its amount. */
function postings({ postings: lines }: EntryRow, { messages, hideCurrency }: RowContext): ReactNode {
  const { common, finance } = messages
  const side = (sign: 1 | -1): string =>
    lines
      .filter(({ amountMinor }) => Math.sign(amountMinor) === sign)
      .map(({ role, provider, currency, amountMinor }) => {
        const name = finance.accountShort(role, provider)
        return `${name}\u00a0${hideCurrency ? '' : currencySign(currency)}${formatAmount(Math.abs(amountMinor), currency)}`
      })
      .join(common.listSeparator)
  return (
    <>
      <i>{finance.debitShort}</i>
      {`\u00a0${side(1)} `}
      <i>{finance.creditShort}</i>
      {`\u00a0${side(-1)}`}
    </>
  )
}

function totalRow(
  { currency, in: received, out: paid }: EntryList['totals'][number],
  rowContext: RowContext,
): ReactElement {
  return (
    <tr key={currency}>
      <th scope="row">{rowContext.messages.finance.total(currency)}</th>
      {[2, 3, 4, 5, 6].map((column) => (
        <td key={column} />
      ))}
      <td>{amount(received > 0 ? '+' : '', received, currency, rowContext)}</td>
      <td>{amount(paid > 0 ? '−' : '', paid, currency, rowContext)}</td>
    </tr>
  )
}

/** As text: the cell's column gives it its colour, the sign of the currency takes it over. */
function amount(sign: string, minor: number, currency: string, { hideCurrency }: RowContext): string {
  const unit = hideCurrency ? '' : currencySign(currency)
  return `${sign}${unit}${unit.length > 1 ? '\u00a0' : ''}${formatAmount(minor, currency)}`
}

/** Relative, as it repeats in every row. */
function openHrefPrefix(query: FinanceQuery): string {
  const search = financeHref(query, { entry: undefined }).slice(href('finance').length)
  return `${search ? `${search}&` : '?'}entry=`
}
