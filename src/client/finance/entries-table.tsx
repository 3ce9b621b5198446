import { financeHref } from '#client/finance/finance-address.ts'
import { Postings } from '#client/finance/postings.tsx'
import { useMessages } from '#client/screen.tsx'
import { Icon } from '#client/ui/icon.tsx'
import type { IconName } from '#client/ui/icons.ts'
import { Money } from '#client/ui/money.tsx'
import { RowLink, Table } from '#client/ui/table.tsx'
import { Time } from '#client/ui/time.tsx'
import type { FinanceQuery } from '#shared/finance/inputs.ts'
import type { EntryKind } from '#shared/finance/ledger.ts'
import type { EntryList, EntryView } from '#shared/finance/views.ts'
import { href } from '#shared/routes/pages.ts'

/** What stands before the word of a kind; direction is said by sign and column. */
export const kindIcons: Record<EntryKind, IconName> = {
  'payment.captured': 'arrow-down-left',
  'refund.succeeded': 'undo-2',
}

/** The paper behind an entry of a kind: its number describes the entry, with the provider's own reference after it. */
const documentOf: Record<EntryKind, EntryView['links'][number]['type']> = {
  'payment.captured': 'payment',
  'refund.succeeded': 'refund',
}

interface EntriesTableProps {
  query: FinanceQuery
  rows: readonly EntryView[]
  totals: EntryList['totals']
  /** The entry whose row keeps its band. */
  marked: number | null
}

/** The entries, newest first. Amounts name their currency only where the list has several. */
export function EntriesTable({ query, rows, totals, marked }: EntriesTableProps) {
  const { finance } = useMessages()
  const { columns } = finance
  const bare = totals.length < 2
  return (
    <Table label={finance.entries} cards className="entries">
      <thead>
        <tr>
          <th scope="col">{columns.number}</th>
          <th scope="col" className="p1">
            {columns.occurred}
          </th>
          <th scope="col">{columns.kind}</th>
          <th scope="col" className="p3">
            {columns.memo}
          </th>
          <th scope="col" className="p3">
            {columns.postings}
          </th>
          <th scope="col" className="p2">
            {columns.order}
          </th>
          <th scope="col" className="num">
            {columns.in}
          </th>
          <th scope="col" className="num">
            {columns.out}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((entry) => (
          <EntryRow key={entry.number} entry={entry} query={query} bare={bare} marked={entry.number === marked} />
        ))}
      </tbody>
      <tfoot>
        {totals.map((total) => (
          <tr key={total.currency}>
            <th scope="row">{finance.total(total.currency)}</th>
            <td className="p1" />
            <td />
            <td className="p3" />
            <td className="p3" />
            <td className="p2" />
            <td className="num">
              <Money minor={total.in} currency={total.currency} sign="always" bare={bare} />
            </td>
            <td className="num">
              <Money minor={-total.out} currency={total.currency} bare={bare} />
            </td>
          </tr>
        ))}
      </tfoot>
    </Table>
  )
}

interface EntryRowProps {
  entry: EntryView
  query: FinanceQuery
  bare: boolean
  marked: boolean
}

function EntryRow({ entry, query, bare, marked }: EntryRowProps) {
  const { finance } = useMessages()
  const order = entry.links.find((link) => link.type === 'order')
  const document = entry.links.find(({ type }) => type === documentOf[entry.kind])
  const received = entry.flows.filter((flow) => flow.in > 0)
  const paid = entry.flows.filter((flow) => flow.out > 0)
  return (
    <tr data-open={marked || undefined}>
      <td className="c-meta">
        <RowLink href={financeHref(query, { entry: entry.number })}>{entry.number}</RowLink>
      </td>
      <td className="p1 muted num num--start c-note">
        <Time at={entry.occurredAt} />
      </td>
      <td className="kind c-title">
        <span className="status">
          <Icon name={kindIcons[entry.kind]} />
          {finance.kinds[entry.kind]}
        </span>
        <span className="instead-p3 dimmed">{document?.number ?? entry.memo}</span>
      </td>
      <td className="table__fill p3">
        {document?.number} <span className="dimmed">{entry.memo}</span>
      </td>
      <td className="p3 entries__postings c-meta">
        <Postings entry={entry} />
      </td>
      <td className="p2 c-sub">
        {order && (
          <a className="ref entries__order" href={href('orders', { order: order.number })}>
            {order.number}
          </a>
        )}
      </td>
      <td className={received.length > 0 ? 'num c-end' : 'num'}>
        {received.map((flow) => (
          <Money
            key={flow.currency}
            minor={flow.in}
            currency={flow.currency}
            sign="always"
            direction="in"
            bare={bare}
          />
        ))}
      </td>
      <td className={paid.length > 0 && received.length === 0 ? 'num c-end' : 'num'}>
        {paid.map((flow) => (
          <Money key={flow.currency} minor={-flow.out} currency={flow.currency} direction="out" bare={bare} />
        ))}
      </td>
    </tr>
  )
}
