import { hasPermission } from '#server/auth/access.ts'
import type { Loader } from '#server/context.ts'
import { toCount, readOrders } from '#server/orders/list.ts'
import * as store from '#server/orders/store.ts'
import { loadOrderView } from '#server/orders/views.ts'
import type { ListedOrder, OrderRow, OrdersView } from '#shared/orders/views.ts'

/** `/orders`: the list with the counts of its tabs, and the order that stands beside it. */
export const loadOrders: Loader<'orders'> = async (context, query): Promise<OrdersView> => {
  const db = context.kontor.database.read
  const [tabs, order] = await Promise.all([
    store.countTabs(db),
    query.order ? loadOrderView(db, context, query.order) : undefined,
  ])
  const { rows, ...list } = await readOrders(db, context, query, tabs)
  return {
    ...list,
    rows: rows.map(toListedOrder),
    tabs: { all: toCount(tabs.all), toShip: toCount(tabs.toShip), unpaid: toCount(tabs.unpaid) },
    order: query.order ? (order ?? { missing: query.order }) : null,
    canImport: hasPermission(context, 'orders.import'),
  }
}

/** What the page shows of a row. */
function toListedOrder({
  source: _source,
  externalId: _id,
  capturedMinor: _captured,
  refundedMinor: _refunded,
  ...listedOrder
}: OrderRow): ListedOrder {
  return listedOrder
}
