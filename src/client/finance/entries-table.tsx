import { financeHref } from '#client/finance/finance-url.ts'
import { labelOf } from '#client/finance/labels.ts'
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
import type { ReactNode } from 'react'

/** The icon of each known kind; sign and column already show the direction. */
const shapes: Readonly<Record<string, string>> = {
  'payment.captured': 'shape-in',
  'refund.succeeded': 'shape-back',
  'entry.reversed': 'shape-back',
} satisfies Record<EntryKind, string>

interface EntriesTableProps {
  query: FinanceQuery
  rows: readonly EntryRow[]
  totals: EntryList['totals']
  /** The entry whose row is marked. */
  highlighted: number | null
}

/** The entries, newest first. Amounts name their currency only if the list has several; `finance.css` lays rows out as cards on phones. */
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
          <th scope="col" data-column="number">
            {columns.number}
          </th>
          <th scope="col" data-column="occurred">
            {columns.occurred}
          </th>
          <th scope="col" data-column="kind">
            {columns.kind}
          </th>
          <th scope="col" data-column="memo">
            {columns.memo}
          </th>
          <th scope="col" data-column="postings">
            {columns.postings}
          </th>
          <th scope="col" data-column="order">
            {columns.order}
          </th>
          <th scope="col" data-column="in">
            {columns.in}
          </th>
          <th scope="col" data-column="out">
            {columns.out}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Row key={row.number} row={row} context={rowContext} />
        ))}
      </tbody>
      <tfoot>
        {totals.map((total) => (
          <TotalRow key={total.currency} total={total} context={rowContext} />
        ))}
      </tfoot>
    </Table>
  )
}

interface RowContext {
  messages: Messages
  time: (at: number) => string
  /** The URL that opens an entry, up to its number. */
  prefix: string
  orderPrefix: string
  hideCurrency: boolean
  highlighted: number | null
}

function Row({ row, context }: { row: EntryRow; context: RowContext }) {
  const { messages, time, prefix, orderPrefix, highlighted } = context
  return (
    <tr data-open={row.number === highlighted ? '' : undefined}>
      <td data-column="number">
        <a href={prefix + row.number}>{row.number}</a>
      </td>
      <td data-column="occurred">{time(row.occurredAt)}</td>
      <td data-column="kind" className={shapes[row.kind]}>
        {labelOf(messages.finance.kinds, row.kind)}
      </td>
      <td data-column="memo">
        {row.document && `${row.document} `}
        <i>{row.memo}</i>
      </td>
      <td data-column="postings">{formatPostings(row, context)}</td>
      <td data-column="order">{row.order && <a href={orderPrefix + row.order}>{row.order}</a>}</td>
      <td data-column="in">
        {row.flows.map((flow) => flow.in !== 0 && formatFlow(flow.in, flow.currency, context)).filter(Boolean)}
      </td>
      <td data-column="out">
        {row.flows.map((flow) => flow.out !== 0 && formatFlow(-flow.out, flow.currency, context)).filter(Boolean)}
      </td>
    </tr>
  )
}

/** Both sides on one line: `Dr account amount Cr account amount`. */
function formatPostings({ postings: lines }: EntryRow, { messages, hideCurrency }: RowContext): ReactNode {
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

function TotalRow({ total, context }: { total: EntryList['totals'][number]; context: RowContext }) {
  const { currency, in: received, out: paid } = total
  return (
    <tr>
      <th scope="row" data-column="number">
        {context.messages.finance.total(currency)}
      </th>
      {(['occurred', 'kind', 'memo', 'postings', 'order'] as const).map((column) => (
        <td key={column} data-column={column} />
      ))}
      <td data-column="in">{formatFlow(received, currency, context)}</td>
      <td data-column="out">{formatFlow(-paid, currency, context)}</td>
    </tr>
  )
}

/** A signed amount as plain text; `finance.css` colors it by its column. */
function formatFlow(minor: number, currency: string, { hideCurrency }: RowContext): string {
  const sign = minor === 0 ? '' : minor > 0 ? '+' : '−'
  const unit = hideCurrency ? '' : currencySign(currency)
  return `${sign}${unit}${unit.length > 1 ? '\u00a0' : ''}${formatAmount(Math.abs(minor), currency)}`
}

/** The relative URL of the list with `entry=` at its end. */
function openHrefPrefix(query: FinanceQuery): string {
  const search = financeHref(query, { entry: undefined }).slice(href('finance').length)
  return `${search ? `${search}&` : '?'}entry=`
}
