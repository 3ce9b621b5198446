import { hasPermission } from '#server/auth/access.ts'
import type { Loader } from '#server/context.ts'
import { type KeysetPage, toCount } from '#server/keyset-page.ts'
import { readOrders } from '#server/orders/list.ts'
import * as store from '#server/orders/list-store.ts'
import { parseNumberToken, toNumberToken } from '#server/orders/search-tokens.ts'
import { loadOrderView } from '#server/orders/views.ts'
import { findRangeErrors } from '#shared/list/list.ts'
import { ordersList } from '#shared/orders/list.ts'
import type { ListedOrder, OrderRow, OrdersView } from '#shared/orders/views.ts'

/** `/orders`: the list with the counts of its tabs, and the order open in the panel. */
export const loadOrders: Loader<'orders'> = async (context, query): Promise<OrdersView> => {
  const db = context.kontor.database.read
  const queryErrors = findRangeErrors(ordersList, query)
  const [tabs, currencies] = await Promise.all([store.countTabs(db), store.listCurrencies(db)])
  const { rows, ...list } = queryErrors.length > 0 ? emptyList : await readOrders(db, context, query, tabs)
  const searchedNumber = query.order === undefined ? findSearchedOrder(rows, query.q) : undefined
  const number = query.order ?? searchedNumber
  const order = number === undefined ? null : ((await loadOrderView(db, context, number)) ?? { missing: number })
  return {
    ...list,
    rows: rows.map(toListedOrder),
    tabs: { all: toCount(tabs.all), toShip: toCount(tabs.toShip), unpaid: toCount(tabs.unpaid) },
    currencies,
    queryErrors,
    order,
    openedBySearch: searchedNumber !== undefined,
    canImport: hasPermission(context, 'orders.import'),
  }
}

/** The only order found, if the search is its whole number or its number in the shop. */
function findSearchedOrder(rows: readonly OrderRow[], search = ''): string | undefined {
  const [row] = rows
  const token = parseNumberToken(search)
  if (!row || rows.length > 1 || token === undefined) return undefined
  return [row.number, row.externalNumber].map(toNumberToken).includes(token) ? row.number : undefined
}

const emptyList: KeysetPage<OrderRow> & Pick<OrdersView, 'count'> = {
  rows: [],
  next: null,
  previous: null,
  count: { exact: 0 },
}

/** Omits the fields that the page does not show. */
function toListedOrder({
  source: _source,
  externalId: _id,
  capturedMinor: _captured,
  refundedMinor: _refunded,
  ...listedOrder
}: OrderRow): ListedOrder {
  return listedOrder
}
