import type { RequestContext } from '#server/context.ts'
import { findOrdersByNumber } from '#server/orders/find-order.ts'
import { type OrderPage, readOrders } from '#server/orders/list/list.ts'
import { loadSeller } from '#server/print/seller-actions.ts'
import type { OrdersQuery } from '#shared/orders/inputs.ts'
import type { OrdersView } from '#shared/orders/page-views.ts'
import type { OrderRow } from '#shared/orders/views.ts'
import { maxPrintedOrders } from '#shared/print/documents.ts'
import type { PrintableOrders } from '#shared/print/views.ts'

/** The open order, the selected orders, or those from the page of the list on, up to `maxPrintedOrders`. */
export async function listPrintable(
  context: RequestContext,
  query: OrdersQuery & { selected: readonly string[]; all?: string | undefined },
  page: OrderPage,
  open: OrdersView['order'],
): Promise<PrintableOrders> {
  const seller = await loadSeller(context.kontor.database.read)
  if (open) return { orders: 'missing' in open ? [] : [open].map(toPrintable), count: { exact: 1 }, seller }
  if (query.selected.length > 0 && query.all === undefined) {
    const found = new Map(
      (await findOrdersByNumber(context.kontor.database.read, query.selected)).map((each) => [each.number, each]),
    )
    const orders = query.selected.flatMap((number) => {
      const order = found.get(number)
      return order ? [{ number, customerName: order.customer_name }] : []
    })
    return { orders: orders.slice(0, maxPrintedOrders), count: { exact: orders.length }, seller }
  }
  const rows = [...page.rows]
  let { next } = page
  while (next !== null && rows.length < maxPrintedOrders) {
    const following = await readOrders(context, { ...query, cursor: next })
    if (following.rows.length === 0) break
    rows.push(...following.rows)
    next = following.next
  }
  return { orders: rows.slice(0, maxPrintedOrders).map(toPrintable), count: page.count, seller }
}

const toPrintable = ({ number, customerName }: OrderRow): PrintableOrders['orders'][number] => ({
  number,
  customerName,
})
