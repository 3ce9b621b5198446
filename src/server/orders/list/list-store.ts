import { cachedLookup, cachedQuery } from '#server/db/cached-query.ts'
import type { Db } from '#server/db/database.ts'
import { isSqlite } from '#server/db/dialect.ts'
import { runLookup, runQuery } from '#server/db/lookup.ts'
import { cacheUntilCommit } from '#server/db/cache-until-commit.ts'
import { endAtKey, mergeRanges, startAfterKey } from '#server/db/list-query.ts'
import type { FoundRows, RowKey } from '#server/list/keyset-page.ts'
import { loadNames } from '#server/orders/annotations/annotation-store.ts'
import { compileOrderFilter } from '#server/orders/list/filter-store.ts'
import type { OrderRange } from '#server/orders/list/list-ranges.ts'
import { isBefore, narrowSlice, splitPlaced } from '#server/orders/tokens/placed-span.ts'
import { hasTokens, lacksTokens } from '#server/orders/tokens/token-conditions-store.ts'
import type { Exclusion, Search } from '#server/orders/tokens/search-tokens.ts'
import { rowColumns, type RowRecord, toOrderRow } from '#server/orders/store.ts'
import { pageSize } from '#shared/constants.ts'
import { type Filter, matchesEveryRow } from '#shared/list/filter.ts'
import type { OrderStatus } from '#shared/orders/order.ts'
import type { Count } from '#shared/list/count.ts'
import type { OrderRow } from '#shared/orders/views.ts'
import { type SelectQueryBuilder, sql } from 'kysely'

/** The orders of a list as index ranges, with conditions that are checked for each order. */
export interface OrderSelection {
  ranges: readonly OrderRange[]
  /** Clauses that each order must match. */
  search?: Search
  /** What no order may have. */
  excluded?: readonly Exclusion[]
  timeZone: string
}

/** A slice of the list by time: up to `limit` orders after the key `[placedAt, key]`, not beyond the key `until`. */
export interface OrderSlice {
  direction: 'asc' | 'desc'
  after: RowKey | undefined
  until?: RowKey | undefined
  limit: number
}

/** A row of the list, with the key of its order for cursors. */
export interface FoundOrder {
  key: number
  id: string
  customerNumber: string | null
  row: OrderRow
}

/** A query plan for a list: finds pages of its orders, and counts them. */
export interface OrderSource {
  /** `count` may use the result of an earlier call of `find`, even of one that has not ended yet. */
  find: (slice: OrderSlice) => Promise<FoundRows<FoundOrder>>
  /** A count fast enough for a page; `thorough` takes longer and counts as far as a single request can. */
  count: (effort?: 'thorough') => Promise<Count>
}

const key = ['placed_at', 'key'] as const

/** The orders of a slice of the list. */
export async function findOrders(
  db: Db,
  selection: OrderSelection,
  { direction, after, until, limit }: OrderSlice,
): Promise<FoundOrder[]> {
  if (isEveryOrderNotArchived(selection) && !until) {
    if (after) return toFoundOrders(db, await selectAfter[direction](db, [0, ...after, limit]))
    if (direction === 'desc' && limit <= newestCount) return (await readNewest(db)).slice(0, limit)
  }
  const ranges = selectSlice(db, selection, { direction, after, until }).map((range) => range.select(key))
  const found = mergeRanges(db, ranges, key, { direction, limit })
  return found ? readFound(db, found, direction, isOfStatuses(selection)) : []
}

/**
 * The orders with the keys that a query finds, by the time they were placed. The statement that finds the keys also reads the rows, because each statement is a round trip to
 * PostgreSQL. `isLookup` if the same plan is good for all values of the query.
 */
export async function readFound<DB, TB extends keyof DB>(
  db: Db,
  found: SelectQueryBuilder<DB, TB, { placed_at: number; key: number }>,
  direction: OrderSlice['direction'],
  isLookup: boolean,
): Promise<FoundOrder[]> {
  const rows = db
    .selectFrom(found.as('found'))
    .crossJoin('orders')
    .whereRef('orders.key', '=', 'found.key')
    .select(rowColumns.map((column) => `orders.${column}` as const))
    .orderBy('found.placed_at', direction)
    .orderBy('found.key', direction)
  return toFoundOrders(db, await runQuery(db, rows, isLookup))
}

/**
 * Whether a selection only reads ranges of an index that begins with the status, possibly between days. Then one plan is good for all values, and PostgreSQL needs more time to make it
 * than to run it (19 ranges: 5 and 0.7 ms). Without a status, a plan for all values would expect a third of all orders before any day, and read the table; for amounts in several currencies it
 * would collect the orders of each currency.
 */
export const isOfStatuses = ({ ranges, search, excluded = [], timeZone }: OrderSelection): boolean =>
  !search &&
  excluded.length === 0 &&
  ranges.every(({ values: { status, currency }, filter }) => {
    const { rest } = splitPlaced(filter, timeZone)
    return status !== undefined && (matchesEveryRow(rest) || (currency !== undefined && isAmount(rest)))
  })

/** Whether a filter compares the currency and amounts and nothing else. */
const isAmount = (filter: Filter): boolean =>
  'filters' in filter
    ? filter.filters.every(isAmount)
    : 'field' in filter && (filter.field === 'total_minor' || filter.field === 'currency')

const isEveryOrderNotArchived = ({ ranges: [range, ...others], search, excluded = [] }: OrderSelection): boolean =>
  range !== undefined &&
  others.length === 0 &&
  search === undefined &&
  excluded.length === 0 &&
  matchesEveryRow(range.filter) &&
  range.values.archived === 0 &&
  Object.keys(range.values).length === 1

/** Number of rows that the first page of orders reads. */
const newestCount = pageSize + 1

const readNewest = cacheUntilCommit(async (db): Promise<readonly FoundOrder[]> =>
  toFoundOrders(db, await selectNewest(db, [0, newestCount])),
)

const selectNewest = cachedQuery((db) =>
  db
    .selectFrom('orders')
    .select(rowColumns)
    .where('archived', '=', 0)
    .orderBy('placed_at', 'desc')
    .orderBy('key', 'desc')
    .limit(0)
    .compile(),
)

const selectOlderOrNewer = (direction: OrderSlice['direction']) =>
  cachedQuery((db) =>
    startAfterKey(
      selectFromIndex(db, 'orders_newest').select(rowColumns).where('archived', '=', 0),
      key,
      direction,
      [0, 0],
    )
      .orderBy('placed_at', direction)
      .orderBy('key', direction)
      .limit(0)
      .compile(),
  )

/** The pages after the first one, without conditions. */
const selectAfter = { asc: selectOlderOrNewer('asc'), desc: selectOlderOrNewer('desc') }

/** The key of the order `distance` orders after a key; undefined if the list ends before. */
export async function findKeyAhead(
  db: Db,
  selection: OrderSelection,
  { direction, after }: Pick<OrderSlice, 'direction' | 'after'>,
  distance: number,
): Promise<RowKey | undefined> {
  const ranges = selectSlice(db, selection, { direction, after }).map((range) => range.select(key))
  const merged = mergeRanges(db, ranges, key, { direction, limit: distance })
  if (!merged) return undefined
  const [found] = await runQuery(db, merged.limit(1).offset(distance - 1), isOfStatuses(selection))
  return found && [found.placed_at, found.key]
}

/** When the oldest order of a selection was placed, ms; null without orders. */
export async function findOldest(db: Db, selection: OrderSelection): Promise<number | null> {
  const ranges = selectRanges(db, selection).map((range) => range.select('placed_at'))
  const finding = mergeRanges(db, ranges, ['placed_at'], { direction: 'asc', limit: 1 })
  const [oldest] = finding ? await runQuery(db, finding, isOfStatuses(selection)) : []
  return oldest?.placed_at ?? null
}

/** Whether any order was placed at a time or later, ms. */
export async function hasOrdersFrom(db: Db, time: number): Promise<boolean> {
  const [newest] = await selectNewestTimes(db)
  return [newest?.current, newest?.archived].some((each) => typeof each === 'number' && each >= time)
}

/** The index is named because another one has the times, too: without statistics, SQLite would take that one and read all orders. */
const selectNewestTimes = cachedLookup((db) => {
  const newest = isSqlite(db) ? sql`orders indexed by orders_newest` : sql`orders`
  return sql<{ current: number | null; archived: number | null }>`
    select (select max(placed_at) from ${newest} where archived = 0) as current,
      (select max(placed_at) from ${newest} where archived = 1) as archived`.compile(db)
})

/** Orders by their keys, in the order of the keys. */
export async function loadOrders(db: Db, keys: readonly number[]): Promise<FoundOrder[]> {
  if (keys.length === 0) return []
  const found = await runLookup(db, db.selectFrom('orders').select(rowColumns).where('key', 'in', keys))
  const byKey = new Map(found.map((record) => [record.key, record]))
  return toFoundOrders(
    db,
    keys.flatMap((each) => byKey.get(each) ?? []),
  )
}

export async function toFoundOrders(db: Db, records: readonly RowRecord[]): Promise<FoundOrder[]> {
  const names = await loadNames(db, new Set(records.flatMap(({ assignee_id }) => assignee_id ?? [])))
  return records.map((record) => ({
    key: record.key,
    id: record.id,
    customerNumber: record.customer_number,
    row: toOrderRow(record, names),
  }))
}

/** The orders of each range of a selection. */
export const selectRanges = (db: Db, { ranges, search, excluded = [], timeZone }: OrderSelection) =>
  ranges.map(({ values, filter }) => {
    let query = selectFromIndex(db, indexOf(values)).where(compileOrderFilter(filter, timeZone))
    for (const [column, value] of Object.entries(values))
      query = query.where(column as 'status', '=', value as OrderStatus)
    if (excluded.length > 0) query = query.where(lacksTokens('orders.key', excluded))
    return search ? query.where(hasTokens('orders.key', search)) : query
  })

/** The orders of each range within a slice of the list. Days narrow the slice: with two lower or two upper bounds, SQLite may use the wider one for the index and filter by the other. */
export const selectSlice = (
  db: Db,
  selection: OrderSelection,
  { direction, after, until }: Omit<OrderSlice, 'limit'>,
) =>
  selection.ranges.flatMap((range) => {
    const { placed, rest } = splitPlaced(range.filter, selection.timeZone)
    const { after: start, end } = narrowSlice({ direction, after }, placed)
    const last = until && end && isBefore(end, until, direction) ? end : (until ?? end)
    return selectRanges(db, { ...selection, ranges: [{ ...range, filter: rest }] }).map((query) => {
      const started = startAfterKey(query, key, direction, start)
      return last ? endAtKey(started, key, direction, last) : started
    })
  })

/** The index that begins with the columns of a range and continues with the date. */
const indexOf = ({ currency, status }: OrderRange['values']) =>
  currency !== undefined ? 'orders_by_currency' : status !== undefined ? 'orders_by_status' : 'orders_newest'

/**
 * The index is named because without statistics SQLite expects as few orders between two times as with the leading values of another index, and would read all orders between these times.
 * PostgreSQL always has statistics.
 */
const selectFromIndex = (db: Db, index: ReturnType<typeof indexOf>) =>
  db.selectFrom(isSqlite(db) ? (sql`orders indexed by ${sql.ref(index)}` as unknown as 'orders') : 'orders')
