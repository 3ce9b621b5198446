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

interface OrdersListProps {
  rows: readonly ListedOrder[]
  query: OrdersPageQuery
  /** The order whose row is marked: the one in the panel, or the one that was open last. */
  highlighted: string | null
}

/** The rows of the page. Below 640 px `orders.css` lays the same cells out as cards, by their `data-column`. */
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
          <th scope="col" data-column="number">
            {words.number}
          </th>
          <th scope="col" data-column="shopNumber">
            {words.shopNumber}
          </th>
          <SortHead
            column="placed"
            href={filterHref(query, { sort: oldestFirst ? undefined : 'placed' })}
            direction={oldestFirst ? 'ascending' : 'descending'}
          >
            {words.placed}
          </SortHead>
          <th scope="col" data-column="customer">
            {words.customer}
          </th>
          <th scope="col" data-column="items">
            {words.items}
          </th>
          <th scope="col" data-column="status">
            {words.status}
          </th>
          <th scope="col" data-column="payment">
            {words.payment}
          </th>
          <th scope="col" data-column="fulfillment">
            {words.fulfillment}
          </th>
          <th scope="col" data-column="total">
            {currency === null ? words.total : words.totalIn(currencySign(currency))}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Row key={row.number} row={row} context={rowContext} />
        ))}
      </tbody>
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

function Row({ row, context }: { row: ListedOrder; context: RowContext }) {
  const { prefix, time, statuses, hideCurrency, highlighted } = context
  const { number, status, paymentStatus, fulfillmentStatus, currency } = row
  return (
    <tr data-open={number === highlighted ? '' : undefined}>
      <td data-column="number">
        <a href={prefix + number}>{number}</a>
      </td>
      <td data-column="shopNumber">{row.externalNumber}</td>
      <td data-column="placed">{time(row.placedAt)}</td>
      <td data-column="customer">
        <b>{row.customerName}</b>
        {row.place && ` ${row.place}`}
      </td>
      <td data-column="items">{formatCount(row.itemCount)}</td>
      <td data-column="status" className={statusClass('order', status)}>
        {statuses.order[status]}
      </td>
      <td data-column="payment" className={statusClass('payment', paymentStatus)}>
        {statuses.payment[paymentStatus]}
      </td>
      <td data-column="fulfillment" className={statusClass('fulfillment', fulfillmentStatus)}>
        {statuses.fulfillment[fulfillmentStatus]}
      </td>
      <td data-column="total">
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

/** Puts a space between a sign of several letters and its amount: `US$ 5`, but `¥5`. */
function formatCurrencySign(currency: string): string {
  const sign = currencySign(currency)
  return sign.length > 1 ? `${sign}\u00a0` : sign
}

/** The currency of every row, or null when there is more than one, or no row. */
function singleCurrency(rows: readonly ListedOrder[]): string | null {
  const first = rows[0]?.currency
  return first !== undefined && rows.every(({ currency }) => currency === first) ? first : null
}
