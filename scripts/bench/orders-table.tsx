import type { OrderRecord } from './yardstick.ts'

const timeFormat = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Asia/Shanghai',
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
})
const amountFormat = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2 })
const capitalize = (status: string): string => (status[0]?.toUpperCase() ?? '') + status.slice(1).replaceAll('_', ' ')

/** The table of `/orders` with the same columns, texts and attributes as in Kontor. */
export const OrdersTable = ({ orders }: { orders: readonly OrderRecord[] }) => (
  <table className="table table--rows orders" aria-label="Orders">
    <thead>
      <tr>
        <th scope="col">Order</th>
        <th scope="col">Shop number</th>
        <th scope="col">Placed</th>
        <th scope="col">Customer</th>
        <th scope="col">Items</th>
        <th scope="col">Status</th>
        <th scope="col">Payment</th>
        <th scope="col">Fulfillment</th>
        <th scope="col">Total</th>
      </tr>
    </thead>
    <tbody>
      {orders.map((order) => (
        <OrderRow key={order.number} order={order} />
      ))}
    </tbody>
  </table>
)

const OrderRow = ({ order }: { order: OrderRecord }) => (
  <tr>
    <td data-column="number">
      <a href={`/orders?order=${order.number}`}>{order.number}</a>
    </td>
    <td data-column="shopNumber" data-card="off" className="p3">
      {order.external_number}
    </td>
    <td data-column="placed">{timeFormat.format(order.placed_at)}</td>
    <td data-column="customer">
      <b>{order.customer_name}</b>
      <span className="p1"> {order.place}</span>
    </td>
    <td data-column="items" data-align="end" data-card="off" className="p3">
      {order.item_count}
    </td>
    <td data-column="status" className={`p1 status-${order.status}`}>
      {capitalize(order.status)}
    </td>
    <td data-column="payment" className={`status-${order.payment_status}`}>
      {capitalize(order.payment_status)}
    </td>
    <td data-column="fulfillment" className={`status-${order.fulfillment_status}`}>
      {capitalize(order.fulfillment_status)}
    </td>
    <td data-column="total" data-align="end">
      <i>{order.currency}</i>
      {amountFormat.format(order.total_minor / 100)}
    </td>
  </tr>
)
