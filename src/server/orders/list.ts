import { hasPermission } from '#server/auth/access.ts'
import type { RequestContext } from '#server/context.ts'
import type { Db } from '#server/db/database.ts'
import { readKeysetPage, toCount } from '#server/keyset-page.ts'
import { maskRow } from '#server/orders/masking.ts'
import * as store from '#server/orders/list-store.ts'
import { parseNumberToken, parseSearch, type Search, toReferenceToken } from '#server/orders/search-tokens.ts'
import { type Filter, listComparisons } from '#shared/list/filter.ts'
import { findTab, toFilter } from '#shared/list/list.ts'
import type { OrdersQuery } from '#shared/orders/inputs.ts'
import { type OrderTab, ordersList } from '#shared/orders/list.ts'
import type { Count, OrderList } from '#shared/orders/views.ts'

/**
 * One page of orders with the cursors of both neighboring pages. Throws for a cursor that is malformed or belongs to the other sort.
 * `tabCounts` are reused when the query asks for the same orders as a tab.
 */
export async function readOrders(
  db: Db,
  context: RequestContext,
  query: OrdersQuery,
  tabCounts?: Record<OrderTab, Count>,
): Promise<OrderList & { previous: string | null }> {
  const sort = query.sort ?? ordersList.sorts[0]
  const filter = toFilter(ordersList, query)
  const fields = { timeZone: context.kontor.book.timeZone, searches: await resolveSearches(db, context, filter) }
  const tab = tabCounts && findTab(ordersList, filter)
  const [page, count] = await Promise.all([
    readKeysetPage<store.FoundOrder>({
      cursor: query.cursor,
      sort,
      keyOf: ({ id, row }) => [row.placedAt, id],
      exampleKey: [0, ''],
      find: (reversed, after, limit) =>
        store.findOrders(db, filter, fields, {
          direction: (sort === '-placed') === reversed ? 'asc' : 'desc',
          after,
          limit,
        }),
    }),
    tab ? tabCounts[tab] : store.countOrders(db, filter, fields).then(toCount),
  ])
  const rows = page.rows.map(({ row }) => row)
  const visibleRows = hasPermission(context, 'customers.view_personal') ? rows : rows.map(maskRow)
  return { ...page, rows: visibleRows, count }
}

/** Parses each search text of a filter. */
async function resolveSearches(
  db: Db,
  context: RequestContext,
  filter: Filter,
): Promise<Map<string, Search | undefined>> {
  const canSearchPersonal = hasPermission(context, 'customers.view_personal')
  const searches = new Map<string, Search | undefined>()
  for (const comparison of listComparisons(filter)) {
    if (comparison.op !== 'matches') continue
    const { text } = comparison
    const number = parseNumberToken(text)
    const tokens = number === undefined ? [] : [number, ...(canSearchPersonal ? [toReferenceToken(text)] : [])]
    const isNumber = tokens.length > 0 && (await store.hasToken(db, tokens))
    searches.set(text, parseSearch(text, canSearchPersonal, isNumber))
  }
  return searches
}
