import { hasPermission } from '#server/auth/access.ts'
import type { RequestContext } from '#server/context.ts'
import type { Db } from '#server/db/database.ts'
import type { OrderCountsTable } from '#server/db/schema.ts'
import { readKeysetPage } from '#server/keyset-page.ts'
import { listOrderCounts } from '#server/orders/counts-store.ts'
import { sumRanges, toCurrencies, toRanges, toTabRanges } from '#server/orders/list-ranges.ts'
import { maskRow } from '#server/orders/masking.ts'
import * as store from '#server/orders/list-store.ts'
import { parseNumberToken, parseSearch, type Search, toReferenceToken } from '#server/orders/search-tokens.ts'
import { type Filter, listComparisons } from '#shared/list/filter.ts'
import { toFilter } from '#shared/list/list.ts'
import type { OrdersQuery } from '#shared/orders/inputs.ts'
import { type OrderTab, ordersList } from '#shared/orders/list.ts'
import type { OrderList } from '#shared/orders/views.ts'

/**
 * One page of orders with the cursors of both neighboring pages. Throws for a cursor that is malformed or belongs to the other sort.
 * `counts` are those of all orders, if the caller has them. The count is exact above `countLimit`, too, where orders are counted.
 */
export async function readOrders(
  db: Db,
  context: RequestContext,
  query: OrdersQuery,
  counts?: readonly OrderCountsTable[],
): Promise<OrderList & { previous: string | null }> {
  const sort = query.sort ?? ordersList.sorts[0]
  const filter = toFilter(ordersList, query)
  const fields = { timeZone: context.kontor.book.timeZone, searches: await resolveSearches(db, context, filter) }
  const ranges = toRanges(filter, counts ?? (await listOrderCounts(db)))
  const [page, count] = await Promise.all([
    readKeysetPage<store.FoundOrder>({
      cursor: query.cursor,
      sort,
      keyOf: ({ id, row }) => [row.placedAt, id],
      exampleKey: [0, ''],
      find: (reversed, after, limit) =>
        store.findOrders(db, ranges, fields, {
          direction: (sort === '-placed') === reversed ? 'asc' : 'desc',
          after,
          limit,
        }),
    }),
    store.countOrders(db, ranges, fields),
  ])
  const rows = page.rows.map(({ row }) => row)
  const visibleRows = hasPermission(context, 'customers.view_personal') ? rows : rows.map(maskRow)
  return { ...page, rows: visibleRows, count }
}

/** How many orders a tab holds, and when the oldest of them was placed, ms; null if it is empty. */
export async function loadTabSummary(db: Db, tab: OrderTab): Promise<{ count: number; oldestAt: number | null }> {
  const ranges = toTabRanges(tab, await listOrderCounts(db))
  const [oldest] = await store.findOrders(db, ranges, noFields, { direction: 'asc', after: undefined, limit: 1 })
  return { count: sumRanges(ranges), oldestAt: oldest?.row.placedAt ?? null }
}

/** Tabs set neither days nor a search. */
const noFields = { timeZone: 'UTC', searches: new Map<string, Search>() }

/** The currencies of all orders, by code. */
export const listCurrencies = async (db: Db): Promise<string[]> => toCurrencies(await listOrderCounts(db))

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
