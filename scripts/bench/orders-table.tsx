import type { OrderRecord } from './baseline.ts'
import { statusClass } from '#client/ui/status.tsx'
import { formatTime } from '#client/ui/time-format.ts'
import { currencySign, formatAmount } from '#shared/money.ts'
import { en } from '#shared/messages/en.ts'

const { common, orders: words } = en
const zone = 'Asia/Shanghai'

/** The table of `/orders` in English with the same elements, texts and attributes as in Kontor, as anyone would write it with React. */
export function OrdersTable({ orders, now }: { orders: readonly OrderRecord[]; now: number }) {
  return (
    <table className="table table--rows orders" aria-label="Orders" data-density="comfortable">
      <thead>
        <tr>
          <th data-column="select" scope="col">
            {words.bulk.selectPage}
          </th>
          <SortHead column="number" href="/orders?sort=-number" />
          <th data-column="shopNumber" data-card="off" className="p3" scope="col">
            {words.columns.shopNumber}
          </th>
          <SortHead column="placed" href="/orders?sort=placed" isSorted />
          <SortHead column="customer" href="/orders?sort=customer" />
          <th data-column="items" data-align="end" data-card="off" className="p3" scope="col">
            {words.columns.items}
          </th>
          <th data-column="status" className="p1" scope="col">
            {words.columns.status}
          </th>
          <th data-column="payment" scope="col">
            {words.columns.payment}
          </th>
          <th data-column="fulfillment" scope="col">
            {words.columns.fulfillment}
          </th>
          <SortHead column="total" href="/orders?sort=-total" align="end" />
        </tr>
      </thead>
      <tbody>
        {orders.map((order) => (
          <OrderRow key={order.number} order={order} now={now} />
        ))}
      </tbody>
    </table>
  )
}

interface SortHeadProps {
  column: 'number' | 'placed' | 'customer' | 'total'
  href: string
  align?: 'end'
  isSorted?: boolean
}

const SortHead = ({ column, href, align, isSorted = false }: SortHeadProps) => (
  <th scope="col" data-column={column} data-align={align} aria-sort={isSorted ? 'descending' : undefined}>
    <a className="table__sort" href={href}>
      {words.columns[column]}
      {isSorted && (
        <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
          <path d="M12 5v14" />
          <path d="m19 12-7 7-7-7" />
        </svg>
      )}
    </a>
  </th>
)

const OrderRow = ({ order, now }: { order: OrderRecord; now: number }) => (
  <tr>
    <td data-column="select">
      <input
        type="checkbox"
        name="selected"
        value={order.number}
        form="selected-orders"
        aria-label={words.bulk.select(order.number)}
      />
    </td>
    <td data-column="number">
      <a href={`/orders?order=${order.number}`}>{order.number}</a>
    </td>
    <td data-column="shopNumber" data-card="off" className="p3">
      {order.external_number}
    </td>
    <td data-column="placed">
      <time
        dateTime={new Date(order.placed_at).toISOString()}
        title={formatTime(order.placed_at, 'full', { zone, now, words: common })}
      >
        {formatTime(order.placed_at, 'short', { zone, now, words: common })}
      </time>
    </td>
    <td data-column="customer">
      <b>{order.customer_name}</b>
      <span className="p1">{` ${order.place}`}</span>
    </td>
    <td data-column="items" data-align="end" data-card="off" className="p3">
      {order.item_count}
    </td>
    <td data-column="status" className={`p1 ${statusClass('order', order.status)}`}>
      {common.statuses.order[order.status]}
    </td>
    <td data-column="payment" className={statusClass('payment', order.payment_status)}>
      {common.statuses.payment[order.payment_status]}
    </td>
    <td data-column="fulfillment" className={statusClass('fulfillment', order.fulfillment_status)}>
      {common.statuses.fulfillment[order.fulfillment_status]}
    </td>
    <td data-column="total" data-align="end">
      <i>{formatSign(order.currency)}</i>
      {formatAmount(order.total_minor, order.currency)}
    </td>
  </tr>
)

/** A space follows a sign of several letters. */
function formatSign(currency: string): string {
  const sign = currencySign(currency)
  return sign.length > 1 ? `${sign}\u00a0` : sign
}
