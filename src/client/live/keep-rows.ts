import type { PageState } from '#shared/page-state.ts'
import type { OrderView } from '#shared/orders/views.ts'
import type { OrdersView, ShownOrder } from '#shared/orders/page-views.ts'

/** The orders page as it is now, with the rows that are shown in their places: none moves under the pointer or disappears. */
export function keepRows(shown: OrdersView, next: PageState): PageState {
  if (next.kind !== 'page' || next.page !== 'orders') return next
  const { rows, next: nextCursor, previous, neighbors } = shown
  const { data } = next
  const current = new Map(data.rows.map((row) => [row.number, row]))
  const { order } = data
  const update = (row: ShownOrder): ShownOrder =>
    current.get(row.number) ?? (order && 'number' in order && order.number === row.number ? toRow(row, order) : row)
  return { ...next, data: { ...data, rows: rows.map(update), next: nextCursor, previous, neighbors } }
}

/** The row of an order that the list no longer contains, as it is now. */
const toRow = (row: ShownOrder, order: OrderView): ShownOrder => ({
  ...row,
  status: order.status,
  paymentStatus: order.paymentStatus,
  fulfillmentStatus: order.fulfillmentStatus,
  totalMinor: order.totalMinor,
  customerName: order.customerName,
  itemCount: order.itemCount,
})
