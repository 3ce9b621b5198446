import { filterHref, openHrefPrefix } from '#client/orders/orders-url.ts'
import { useRowClick } from '#client/ui/use-row-click.ts'
import { useMessages } from '#client/app/page-context.tsx'
import { statusClass } from '#client/ui/status.tsx'
import { SortHead, Table } from '#client/ui/table.tsx'
import { useTimeFormat } from '#client/ui/time.tsx'
import { formatCount } from '#shared/count.ts'
import { currencySign, formatAmount } from '#shared/money.ts'
import type { OrdersPageQuery } from '#shared/orders/inputs.ts'
import type { ListedOrder } from '#shared/orders/views.ts'
import type { Messages } from '#shared/messages/en.ts'
import type { ReactElement } from 'react'

interface OrdersListProps {
  rows: readonly ListedOrder[]
  query: OrdersPageQuery
  /** The order whose row keeps its band: the one in the panel, or the one that was last. */
  highlighted: string | null
}

/** The rows of the page. Under 640 px the same rows are cards: `orders.css` places the cells by their column. */
export function OrdersList({ rows, query, highlighted }: OrdersListProps) {
  const { orders, common } = useMessages()
  const words = orders.columns
  const time = useTimeFormat()
  const currency = singleCurrency(rows)
  const oldestFirst = query.sort === 'placed'
  useRowClick()
  const rowContext: RowContext = {
    prefix: openHrefPrefix(query),
    time,
    statuses: common.statuses,
    hideCurrency: currency !== null,
    highlighted,
  }
  return (
    <Table label={orders.title} className="table--rows orders">
      <thead>
        <tr>
          <th scope="col">{words.number}</th>
          <th scope="col">{words.shopNumber}</th>
          <SortHead
            href={filterHref(query, { sort: oldestFirst ? undefined : 'placed' })}
            direction={oldestFirst ? 'ascending' : 'descending'}
          >
            {words.placed}
          </SortHead>
          <th scope="col">{words.customer}</th>
          <th scope="col">{words.items}</th>
          <th scope="col">{words.status}</th>
          <th scope="col">{words.payment}</th>
          <th scope="col">{words.fulfillment}</th>
          <th scope="col">{currency === null ? words.total : words.totalIn(currencySign(currency))}</th>
        </tr>
      </thead>
      <tbody>{rows.map((row) => orderRow(row, rowContext))}</tbody>
    </Table>
  )
}

interface RowContext {
  prefix: string
  time: (at: number) => string
  statuses: Messages['common']['statuses']
  hideCurrency: boolean
  highlighted: string | null
}

/** A function, not a component, and no class on a cell that its column can style: fifty of these are most of the page. */
function orderRow(row: ListedOrder, { prefix, time, statuses, hideCurrency, highlighted }: RowContext): ReactElement {
  const { number, status, paymentStatus, fulfillmentStatus, currency } = row
  return (
    <tr key={number} data-open={number === highlighted ? '' : undefined}>
      <td>
        <a href={prefix + number}>{number}</a>
      </td>
      <td>{row.externalNumber}</td>
      <td>{time(row.placedAt)}</td>
      <td>
        <b>{row.customerName}</b>
        {row.place && ` ${row.place}`}
      </td>
      <td>{formatCount(row.itemCount)}</td>
      <td className={cellClass('order', status)}>{statuses.order[status]}</td>
      <td className={cellClass('payment', paymentStatus)}>{statuses.payment[paymentStatus]}</td>
      <td className={cellClass('fulfillment', fulfillmentStatus)}>{statuses.fulfillment[fulfillmentStatus]}</td>
      <td>
        {hideCurrency ? (
          formatAmount(row.totalMinor, currency)
        ) : (
          <>
            <i>{formatCurrencySign(currency)}</i>
            {formatAmount(row.totalMinor, currency)}
          </>
        )}
      </td>
    </tr>
  )
}

/** What most orders are: `orders.css` draws it without a class. */
const defaultStatuses = { order: 'completed', payment: 'paid', fulfillment: 'fulfilled' } as const

const cellClass = (kind: keyof typeof defaultStatuses, value: string): string | undefined =>
  value === defaultStatuses[kind] ? undefined : statusClass(kind, value)

/** A sign of one letter stands close to its amount, a longer one apart. */
function formatCurrencySign(currency: string): string {
  const sign = currencySign(currency)
  return sign.length > 1 ? `${sign}\u00a0` : sign
}

/** The currency of every row, or null when there is more than one, or no row. */
function singleCurrency(rows: readonly ListedOrder[]): string | null {
  const first = rows[0]?.currency
  return first !== undefined && rows.every(({ currency }) => currency === first) ? first : null
}
