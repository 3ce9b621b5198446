import { hasPermission } from '#server/auth/access.ts'
import type { Loader } from '#server/context.ts'
import type { KeysetPage } from '#server/keyset-page.ts'
import { listOrderCounts } from '#server/orders/counts-store.ts'
import { readOrders } from '#server/orders/list.ts'
import { countTabs, toCurrencies } from '#server/orders/list-ranges.ts'
import { parseNumberToken, toNumberToken } from '#server/orders/search-tokens.ts'
import { loadOrderView } from '#server/orders/views.ts'
import { findQueryErrors } from '#shared/list/list.ts'
import { ordersList } from '#shared/orders/list.ts'
import type { OrderRow, OrdersView, ShownOrder } from '#shared/orders/views.ts'

/** `/orders`: the list with the counts of its tabs, and the order open in the panel. */
export const loadOrders: Loader<'orders'> = async (context, query): Promise<OrdersView> => {
  const db = context.kontor.database.read
  const queryErrors = findQueryErrors(ordersList, query)
  const counts = await listOrderCounts(db)
  const { rows, ...list } = queryErrors.length > 0 ? emptyList : await readOrders(db, context, query, counts)
  const isWhole = list.next === null && list.previous === null
  const searchedNumber = query.order === undefined && isWhole ? findSearchedOrder(rows, query.q) : undefined
  const number = query.order ?? searchedNumber
  const order = number === undefined ? null : ((await loadOrderView(db, context, number)) ?? { missing: number })
  return {
    ...list,
    rows: rows.map(toShownOrder),
    tabs: countTabs(counts),
    currencies: toCurrencies(counts),
    queryErrors,
    order,
    openedBySearch: searchedNumber !== undefined,
    canImport: hasPermission(context, 'orders.import'),
  }
}

/** Leaves out what the table does not show, which is a quarter of the data. */
const toShownOrder = (row: OrderRow): ShownOrder => ({
  number: row.number,
  externalNumber: row.externalNumber,
  status: row.status,
  paymentStatus: row.paymentStatus,
  fulfillmentStatus: row.fulfillmentStatus,
  currency: row.currency,
  totalMinor: row.totalMinor,
  placedAt: row.placedAt,
  customerName: row.customerName,
  place: row.place,
  itemCount: row.itemCount,
})

/** The only one of all orders found whose number, or number in the shop, is the search. */
function findSearchedOrder(rows: readonly OrderRow[], search = ''): string | undefined {
  const token = parseNumberToken(search)
  if (token === undefined) return undefined
  const [order, ...others] = rows.filter((row) => [row.number, row.externalNumber].map(toNumberToken).includes(token))
  return others.length === 0 ? order?.number : undefined
}

const emptyList: KeysetPage<OrderRow> & Pick<OrdersView, 'count'> = {
  rows: [],
  next: null,
  previous: null,
  count: { exact: 0 },
}
