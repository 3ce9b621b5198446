import type { Db } from '#server/db/database.ts'
import { asRange, endAtKey, mergeRanges, startAfterKey } from '#server/db/list-query.ts'
import type { RowKey } from '#server/list/keyset-page.ts'
import { compileFilterInOrder } from '#server/orders/list/filter-store.ts'
import { type FoundOrder, type OrderSelection, selectSlice, toFoundOrders } from '#server/orders/list/list-store.ts'
import { hasTokens, lacksTokens } from '#server/orders/tokens/token-conditions-store.ts'
import { rowColumns } from '#server/orders/store.ts'
import { type RawBuilder, sql, type SqlBool } from 'kysely'

/** The columns that begin an index, in whose order lists can be read. */
export type IndexedColumn = 'total_minor' | 'customer_sort_key'
/** The columns by which lists are sorted, apart from the time. */
export type SortColumn = IndexedColumn | 'number'

/** A slice of the list: up to `limit` orders after a key `[value of the column, key]`. */
interface SortedSlice {
  direction: 'asc' | 'desc'
  after: RowKey | undefined
  limit: number
}

/** Times between which orders were placed, as keys `[placedAt, key]` in a direction. */
interface PlacedBetween {
  after: RowKey | undefined
  until: RowKey
}

/** As expressions, so that the databases use no index of the column: they find the orders by the filter and sort the few they find. */
const unindexed: Readonly<Record<SortColumn, RawBuilder<string | number>>> = {
  number: sql`orders.number || ''`,
  total_minor: sql`orders.total_minor + 0`,
  customer_sort_key: sql`orders.customer_sort_key || ''`,
}

/** Orders of a selection that is small enough to be read and sorted as a whole. */
export async function collectOrders(
  db: Db,
  selection: OrderSelection,
  column: SortColumn,
  { direction, after, limit }: SortedSlice,
  placed?: PlacedBetween,
): Promise<FoundOrder[]> {
  const value = unindexed[column]
  const operator = sql.raw(direction === 'asc' ? '>' : '<')
  const ranges = selectSlice(db, selection, { direction, after: placed?.after, until: placed?.until }).map((range) => {
    const query = range.select([...rowColumns, value.as('sort_value')])
    if (!after) return query
    return query.where(sql<SqlBool>`(${value}, orders.key) ${operator} (${after[0]}, ${after[1]})`)
  })
  const found = await mergeRanges(db, ranges, ['sort_value', 'key'], { direction, limit })?.execute()
  return toFoundOrders(db, found ?? [])
}

/** Orders of index ranges in the order of a column, up to the key `until`. */
export async function findInOrder(
  db: Db,
  selection: OrderSelection,
  column: IndexedColumn,
  { direction, after, until, limit }: SortedSlice & { until: RowKey | undefined },
): Promise<FoundOrder[]> {
  const key = [column, 'key'] as const
  const ranges = selectInOrder(db, selection, true).map((range) => {
    const query = startAfterKey(range.select([...rowColumns, 'customer_sort_key']), key, direction, after)
    return until ? endAtKey(query, key, direction, until) : query
  })
  const found = await mergeRanges(db, ranges, key, { direction, limit })?.execute()
  return toFoundOrders(db, found ?? [])
}

/** The key up to which each range has at most `distance` orders, and one range exactly `distance`, matching or not. Undefined if all ranges end before. */
export async function findSortKeyAhead(
  db: Db,
  selection: OrderSelection,
  column: IndexedColumn,
  { direction, after }: Pick<SortedSlice, 'direction' | 'after'>,
  distance: number,
): Promise<RowKey | undefined> {
  const key = [column, 'key'] as const
  const ranges = selectInOrder(db, selection, false).map((range) =>
    asRange(
      db,
      startAfterKey(range.select([column, 'key']), key, direction, after)
        .orderBy(column, direction)
        .orderBy('key', direction)
        .limit(1)
        .offset(distance - 1),
    ),
  )
  const found = await mergeRanges(db, ranges, key, { direction, limit: 1 })?.executeTakeFirst()
  return found && [found[column], found.key]
}

/** The sort key of the customer of an order; undefined if there is no such order. */
export async function findCustomerSortKey(db: Db, key: number): Promise<string | undefined> {
  const found = await db.selectFrom('orders').select('customer_sort_key').where('key', '=', key).executeTakeFirst()
  return found?.customer_sort_key
}

/** The orders of each index range, or with `isMatching` only the matching ones. */
const selectInOrder = (db: Db, { ranges, search, excluded = [], timeZone }: OrderSelection, isMatching: boolean) =>
  ranges.map(({ values, filter, totals }) => {
    let query = db.selectFrom('orders')
    for (const [column, value] of Object.entries(values))
      query = query.where(column as 'currency', '=', value as string)
    if (totals) query = query.where('total_minor', '>=', totals.first).where('total_minor', '<=', totals.last)
    if (!isMatching) return query
    query = query.where(compileFilterInOrder(filter, timeZone))
    if (excluded.length > 0) query = query.where(lacksTokens('orders.key', excluded))
    return search ? query.where(hasTokens('orders.key', search)) : query
  })
