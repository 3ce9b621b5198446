import { labelOf } from '#client/ui/label-of.ts'
import { type LedgerMessages, useLedgerMessages } from '#client/finance/use-ledger-messages.ts'
import { useDayRangeFormat } from '#client/ui/day-range.ts'
import { useRowClick } from '#client/ui/use-row-click.ts'
import { type Cell, columnAttributes } from '#client/list/list-rows.tsx'
import { ListTable } from '#client/list/list-table.tsx'
import { useTitledTime } from '#client/ui/time.tsx'
import { entriesList } from '#shared/finance/entries-list.ts'
import { entryHeadings } from '#shared/finance/entry-headings.ts'
import type { FinanceQuery } from '#shared/finance/inputs.ts'
import type { EntryKind } from '#shared/finance/ledger.ts'
import type { EntryList, EntryRow } from '#shared/finance/views.ts'
import type { FlowTabView } from '#shared/finance/page-views.ts'
import { showColumns } from '#shared/list/columns.ts'
import type { Column, ColumnId } from '#shared/list/list.ts'
import { createOpenHref } from '#shared/list/url.ts'
import { currencyPrefix, formatAmount, formatMoneyInline } from '#shared/money.ts'
import { href } from '#shared/routes/pages.ts'
import type { ReactNode } from 'react'

/** The icon of each known kind; sign and column already show the direction. */
const shapes: Readonly<Record<string, string>> = {
  'payment.captured': 'shape-in',
  'refund.succeeded': 'shape-back',
  'refund.returned': 'shape-in',
  'refund.cancelled': 'shape-in',
  'refund.credited': 'shape-back',
  'credit.used': 'shape-in',
  'order.cancelled': 'shape-back',
  'order.edited': 'shape-back',
  'order.written_off': 'shape-back',
  'payment.settled': 'shape-in',
  'refund.settled': 'shape-in',
  'currency.exchanged': 'shape-in',
  'fx.realised': 'shape-in',
  'payout.created': 'shape-in',
  'dispute.opened': 'shape-back',
  'dispute.won': 'shape-in',
  'dispute.lost': 'shape-back',
  'dispute.offset': 'shape-back',
  'payout.arrived': 'shape-in',
  'payout.short': 'shape-in',
  'payout.failed': 'shape-back',
  'transfer.arrived': 'shape-in',
  'fee.provider': 'shape-back',
  'fee.bank': 'shape-back',
  'interest.received': 'shape-in',
  'line.posted': 'shape-back',
  'receipt.unknown': 'shape-in',
  'payment.unknown': 'shape-back',
  'difference.small': 'shape-back',
  'entry.manual': 'shape-in',
  'entry.reversed': 'shape-back',
  'period.closed': 'shape-back',
} satisfies Record<EntryKind, string>

interface EntriesTableProps {
  query: FinanceQuery
  /** The columns that the user chose; null for those of the list. */
  columns: FlowTabView['columns']
  widths: FlowTabView['widths']
  rows: readonly EntryRow[]
  totals: EntryList['totals']
  /** The entry whose row is highlighted. */
  highlighted: number | null
}

/** The entries. Amounts name their currency only if the list has several; `entries.css` lays rows out as cards on phones. */
export function EntriesTable({ query, columns: chosen, widths, rows, totals, highlighted }: EntriesTableProps) {
  const messages = useLedgerMessages()
  const { entries, kinds } = messages.finance
  const renderTime = useTitledTime('book')
  const formatDays = useDayRangeFormat()
  const openHref = createOpenHref(entriesList, query)
  useRowClick()
  const columns = showColumns(entriesList, chosen)
  const hasDocuments = columns.some(({ id }) => id === 'document')
  const context: AmountContext = { messages, hideCurrency: totals.length < 2 }
  const cells: Record<ColumnId<typeof entriesList>, (row: EntryRow) => Cell> = {
    number: ({ number }) => <a href={openHref(number)}>{number}</a>,
    occurred: ({ occurredAt }) => renderTime(occurredAt),
    kind: ({ kind }) => ({ className: shapes[kind], content: labelOf(kinds, kind) }),
    memo: ({ document, memo }) => (
      <>
        {!hasDocuments && document && `${document} `}
        <i>{memo}</i>
      </>
    ),
    counterparty: ({ counterparty }) => counterparty && <bdi>{counterparty}</bdi>,
    postings: (row) => formatPostings(row, context),
    order: ({ order }) => order && <a href={href('orders', { order })}>{order}</a>,
    document: ({ document }) => document,
    day: ({ day }) => day !== undefined && formatDays({ from: day, to: day }),
    posted: ({ postedAt }) => postedAt !== undefined && renderTime(postedAt),
    actor: ({ actor }) => actor && <bdi>{actor}</bdi>,
    in: ({ flows }) =>
      flows.map((flow) => flow.in !== 0 && formatFlow(flow.in, flow.currency, context)).filter(Boolean),
    out: ({ flows }) =>
      flows.map((flow) => flow.out !== 0 && formatFlow(-flow.out, flow.currency, context)).filter(Boolean),
  }
  return (
    <ListTable
      list={entriesList}
      query={query}
      label={entries}
      className="entries"
      headings={entryHeadings(messages)}
      chosen={chosen}
      widths={widths}
      cells={cells}
      rows={rows}
      keyOf={({ number }) => number}
      highlighted={highlighted}
      foot={totals.map((total) => (
        <TotalRow key={total.currency} columns={columns} total={total} context={context} />
      ))}
    />
  )
}

interface AmountContext {
  messages: LedgerMessages
  hideCurrency: boolean
}

/** Both sides on one line: `Dr account amount Cr account amount`. */
function formatPostings({ postings: lines }: EntryRow, { messages, hideCurrency }: AmountContext): ReactNode {
  const { common, finance, ledger } = messages
  const side = (sign: 1 | -1): string =>
    lines
      .filter(({ amountMinor }) => Math.sign(amountMinor) === sign)
      .map(({ currency, amountMinor, ...account }) => {
        const format = hideCurrency ? formatAmount : formatMoneyInline
        return `${ledger.accountShort(account)}\u00a0${format(Math.abs(amountMinor), currency)}`
      })
      .join(common.listSeparator)
  return (
    <>
      <span>
        <i>{finance.debitShort}</i>
        {`\u00a0${side(1)}`}
      </span>{' '}
      <span>
        <i>{finance.creditShort}</i>
        {`\u00a0${side(-1)}`}
      </span>
    </>
  )
}

interface TotalRowProps {
  columns: readonly Column<ColumnId<typeof entriesList>>[]
  total: EntryList['totals'][number]
  context: AmountContext
}

function TotalRow({ columns: [first, ...rest], total, context }: TotalRowProps) {
  const { currency, in: received, out: paid } = total
  const cells: Partial<Record<ColumnId<typeof entriesList>, ReactNode>> = {
    in: formatFlow(received, currency, context),
    out: formatFlow(-paid, currency, context),
  }
  return (
    <tr>
      <th scope="row" {...(first && columnAttributes(first))}>
        {context.messages.finance.total(currency)}
      </th>
      {rest.map((column) => (
        <td key={column.id} {...columnAttributes(column)}>
          {cells[column.id]}
        </td>
      ))}
    </tr>
  )
}

/** A signed amount as plain text; `entries.css` colors it by its column. */
function formatFlow(minor: number, currency: string, { hideCurrency }: AmountContext): string {
  const sign = minor === 0 ? '' : minor > 0 ? '+' : '−'
  return `${sign}${hideCurrency ? '' : currencyPrefix(currency)}${formatAmount(Math.abs(minor), currency)}`
}
