import type { Db } from '#server/db/database.ts'
import { isSqlite } from '#server/db/dialect.ts'
import { startAfterKey } from '#server/db/list-query.ts'
import { runLookup } from '#server/db/lookup.ts'
import type { Tables } from '#server/db/schema.ts'
import { type FoundOrder, loadOrders, type OrderSlice, toFoundOrders } from '#server/orders/list/list-store.ts'
import { rowColumns } from '#server/orders/store.ts'
import type { PlacedSpan } from '#server/orders/tokens/placed-span.ts'
import type { SortColumn } from '#server/orders/list/sort-store.ts'
import type { Exclusion, Search, TokenSet } from '#server/orders/tokens/search-tokens.ts'
import { isOnePerOrder } from '#server/orders/tokens/filter-tokens.ts'
import { hasTokens, lacksTokens } from '#server/orders/tokens/token-conditions-store.ts'
import { isPlacedWithin, selectPostings } from '#server/orders/tokens/token-sets-query.ts'
import { type Expression, type ExpressionBuilder, sql, type SqlBool } from 'kysely'

/** The orders that a plan finds by starting from the postings of one clause. */
export interface TokenSelection {
  /** The parts of the index to read, by default all. If given, no postings in the shared part are read for `sets` and `intersected`. */
  parts?: readonly number[]
  /** The orders to start from instead of a clause, if these are known. */
  keys?: readonly number[]
  /** The clause to start from: its postings are read. */
  sets: readonly TokenSet[]
  /** Clauses whose postings are read, too, and intersected with those of `sets`. */
  intersected?: Search
  /** Clauses that are looked up for each order. */
  others: Search
  /** When the orders were placed. */
  placed: PlacedSpan
  /** What the orders must not have, looked up for each order. */
  excluded: readonly Exclusion[]
  /** Conditions on columns, for which the row of each order is read. */
  where: ((eb: ExpressionBuilder<Tables, 'orders'>) => Expression<SqlBool>) | undefined
}

/** The key of an order that was found, before its row is read. */
export interface FoundKey {
  key: number
  placed_at: number
}

/** A page of the matching orders in the order of a column, and how many match in total. The postings are read once for both. */
export async function findByTokens(
  db: Db,
  selection: TokenSelection,
  { direction, after, limit }: Omit<OrderSlice, 'until'>,
  column: 'placed_at' | SortColumn = 'placed_at',
): Promise<{ rows: FoundOrder[]; total: number }> {
  const matching = db
    .with(
      (cte) => cte('matching').materialized(),
      () => selectMatching(db, selection, undefined),
    )
    .selectFrom('matching')
    .select(({ selectFrom }) =>
      selectFrom('matching')
        .select(({ fn }) => fn.countAll<number>().as('total'))
        .as('total'),
    )
  const sorted =
    column === 'placed_at'
      ? matching.select(['matching.key', 'matching.placed_at as sort_value'])
      : matching
          .crossJoin('orders')
          .whereRef('orders.key', '=', 'matching.key')
          .select(['orders.key', `orders.${column} as sort_value`])
  const found = startAfterKey(db.selectFrom(sorted.as('sorted')).selectAll(), ['sort_value', 'key'], direction, after)
    .orderBy('sort_value', direction)
    .orderBy('key', direction)
    .limit(limit)
  const records = await db
    .selectFrom(found.as('found'))
    .crossJoin('orders')
    .whereRef('orders.key', '=', 'found.key')
    .select('found.total')
    .select(rowColumns.map((each) => `orders.${each}` as const))
    .orderBy('found.sort_value', direction)
    .orderBy('found.key', direction)
    .execute()
  const total = records[0]?.total ?? (after ? await countByTokens(db, selection, {}) : 0)
  return { rows: await toFoundOrders(db, records), total: Number(total) }
}

/** An order rarely has more postings of one clause. */
const postingsPerOrder = 4

/** A page of the orders that match one clause without other conditions. All its postings are read, but only the first ones are sorted. */
export async function findFirstByTokens(
  db: Db,
  selection: TokenSelection,
  { direction, after, limit }: Omit<OrderSlice, 'until'>,
): Promise<FoundOrder[]> {
  const { sets, placed } = selection
  const postings = db
    .selectFrom(selectPostings(db, sets, placed, { isFromLast: direction === 'desc' }).as('found'))
    .selectAll()
    .where(isPlacedWithin('found.placed_at', placed))
  const rows = await startAfterKey(postings, ['found.placed_at', 'found.order_key'], direction, after)
    .orderBy('found.placed_at', direction)
    .orderBy('found.order_key', direction)
    .limit(limit * postingsPerOrder)
    .execute()
  const keys = [...new Set(rows.map(({ order_key }) => order_key))].slice(0, limit)
  if (keys.length === limit || rows.length < limit * postingsPerOrder) return loadOrders(db, keys)
  return (await findByTokens(db, selection, { direction, after, limit })).rows
}

/** The newest matching orders of some parts, with their times. */
export const findInParts = (
  db: Db,
  selection: TokenSelection,
  { after, limit }: Pick<OrderSlice, 'after' | 'limit'>,
): Promise<FoundKey[]> =>
  startAfterKey(
    db.selectFrom(selectMatching(db, selection, undefined).as('matching')).selectAll(),
    ['placed_at', 'key'],
    'desc',
    after,
  )
    .orderBy('placed_at', 'desc')
    .orderBy('key', 'desc')
    .limit(limit)
    .execute()

/** How many orders match, up to `limit`, of the orders of the first `maxPostings` postings. */
export async function countByTokens(
  db: Db,
  selection: TokenSelection,
  { maxPostings, limit }: { maxPostings?: number; limit?: number },
): Promise<number> {
  // PostgreSQL reads all postings before it removes those of the same order; usually these are few.
  const enough = limit === undefined || isSqlite(db) ? undefined : Math.ceil(limit * 1.2)
  if (
    limit !== undefined &&
    enough !== undefined &&
    enough < (maxPostings ?? Infinity) &&
    !hasOtherConditions(selection)
  ) {
    const { count, isWhole } = await countFirstPostings(db, selection, enough)
    if (isWhole || count >= limit) return Math.min(count, limit)
  }
  return countFirst(db, selection, { maxPostings, limit })
}

/** Whether each order must be checked, because the selection is more than one clause. */
export const hasOtherConditions = ({ intersected = [], others, excluded, where }: TokenSelection): boolean =>
  intersected.length + others.length + excluded.length > 0 || where !== undefined

/** How many conditions are looked up for each posting. */
export const countLookups = ({ others, excluded, where }: TokenSelection): number =>
  others.length + (excluded.length > 0 ? 1 : 0) + (where ? 1 : 0)

/** How many orders the first `maxPostings` postings belong to, and whether these are all postings. */
async function countFirstPostings(db: Db, { sets, placed }: TokenSelection, maxPostings: number) {
  const counting = db
    .selectFrom(selectPostings(db, sets, placed).limit(maxPostings).as('found'))
    .select(({ fn }) => [
      fn.countAll<number>().as('postings'),
      fn.count<number>('found.order_key').distinct().filterWhere(isPlacedWithin('found.placed_at', placed)).as('count'),
    ])
  const [{ count, postings } = { count: 0, postings: 0 }] = await runLookup(db, counting)
  return { count, isWhole: postings < maxPostings }
}

async function countFirst(
  db: Db,
  selection: TokenSelection,
  { maxPostings, limit }: { maxPostings: number | undefined; limit: number | undefined },
): Promise<number> {
  const matching = selectMatching(db, selection, maxPostings)
  const { count } = await db
    .selectFrom((limit === undefined ? matching : matching.limit(limit)).as('counted'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** The keys and times of the matching orders, each once. */
function selectMatching(
  db: Db,
  { keys, parts, sets, intersected = [], others, placed, excluded, where }: TokenSelection,
  maxPostings: number | undefined,
) {
  const postings = intersected.reduce(
    (found, clause) => found.intersect(selectPostings(db, clause, placed, { parts })),
    keys ? selectKeys(db, keys) : selectPostings(db, sets, placed, { parts }),
  )
  const found = db
    .selectFrom((maxPostings === undefined ? postings : postings.limit(maxPostings)).as('found'))
    // A sum, because otherwise SQLite would search the postings of one order after the other to return each order once.
    .select([sql<number>`found.order_key + 0`.as('key'), 'found.placed_at'])
    .$if(!sets.every(isOnePerOrder), (query) => query.distinct())
    .where(isPlacedWithin('found.placed_at', placed))
    .where(hasTokens('found.order_key', others))
    .$if(excluded.length > 0, (query) => query.where(lacksTokens('found.order_key', excluded)))
  if (!where) return found
  // A cross join, because SQLite keeps its order: it looks up the row of each order found and does not scan all rows.
  return db
    .selectFrom(found.as('found'))
    .crossJoin('orders')
    .select(['orders.key', 'orders.placed_at'])
    .whereRef('orders.key', '=', 'found.key')
    .where(where as never)
}

/** Orders with these keys, in the form of their postings. */
function selectKeys(db: Db, keys: readonly number[]): ReturnType<typeof selectPostings> {
  const json = JSON.stringify(keys)
  const list = isSqlite(db)
    ? sql`select value from json_each(${json})`
    : sql`select value::bigint from json_array_elements_text(${json}::text::json)`
  return db
    .selectFrom(
      sql<{
        placed_at: number
        order_key: number
      }>`(select placed_at, key as order_key from orders where key in (${list}))`.as('posting'),
    )
    .select(['posting.placed_at', 'posting.order_key'])
}
