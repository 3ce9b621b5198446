import type { Db } from '#server/db/database.ts'
import { isSqlite } from '#server/db/dialect.ts'
import { startAfterKey } from '#server/db/list-query.ts'
import { runLookup } from '#server/db/lookup.ts'
import type { Tables } from '#server/db/schema.ts'
import type { RowKey } from '#server/keyset-page.ts'
import { type FoundOrder, loadOrders, toFoundOrders } from '#server/orders/list/list-store.ts'
import { rowColumns } from '#server/orders/store.ts'
import type { PlacedSpan } from '#server/orders/tokens/placed-span.ts'
import type { SortColumn } from '#server/orders/list/sort-store.ts'
import type { Exclusion, Search, TokenSet } from '#server/orders/tokens/search-tokens.ts'
import { hasOneAtMost } from '#server/orders/tokens/filter-tokens.ts'
import { hasTokens, lacksTokens } from '#server/orders/tokens/token-conditions-store.ts'
import { isPlacedWithin, selectWord } from '#server/orders/tokens/token-sets-query.ts'
import { type Expression, type ExpressionBuilder, sql, type SqlBool } from 'kysely'

/** Orders with a token in one of `ranges` that also have the other tokens and match the condition. */
export interface TokenSelection {
  /** The parts to look into; all, if not given. In given ones, `ranges` and `common` are only looked for as far as they are not shared by all parts. */
  parts?: readonly number[]
  ranges: readonly TokenSet[]
  /** Other words whose tokens are all read. */
  common?: Search
  /** Other words that each order must have. */
  others: Search
  /** When the orders were placed. */
  placed: PlacedSpan
  /** Values that the orders must not have. */
  excluded: readonly Exclusion[]
  /** Further conditions, for which the rows of the orders are read. */
  where: ((eb: ExpressionBuilder<Tables, 'orders'>) => Expression<SqlBool>) | undefined
}

/** A part of the matching orders in the order of a column, and how many match in all, from one look at the tokens. */
export async function findByTokens(
  db: Db,
  selection: TokenSelection,
  { direction, after, limit }: { direction: 'asc' | 'desc'; after: RowKey | undefined; limit: number },
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

/** Tokens of a word that one order has: usually no more than these. */
const tokensPerOrder = 4

/** A part of the orders that have one word, of which nothing else is asked. All tokens are read, but only those that come first are sorted. */
export async function findFirstByTokens(
  db: Db,
  selection: TokenSelection,
  { direction, after, limit }: { direction: 'asc' | 'desc'; after: RowKey | undefined; limit: number },
): Promise<FoundOrder[]> {
  const { ranges, placed } = selection
  const tokens = db
    .selectFrom(selectWord(db, ranges, placed).as('found'))
    .selectAll()
    .where(isPlacedWithin('found.placed_at', placed))
  const rows = await startAfterKey(tokens, ['found.placed_at', 'found.order_key'], direction, after)
    .orderBy('found.placed_at', direction)
    .orderBy('found.order_key', direction)
    .limit(limit * tokensPerOrder)
    .execute()
  const keys = [...new Set(rows.map(({ order_key }) => order_key))].slice(0, limit)
  if (keys.length === limit || rows.length < limit * tokensPerOrder) return loadOrders(db, keys)
  return (await findByTokens(db, selection, { direction, after, limit })).rows
}

/** The orders of some parts that come first, with their times. */
export const findInParts = (
  db: Db,
  selection: TokenSelection,
  { after, limit }: { after: RowKey | undefined; limit: number },
): Promise<{ key: number; placed_at: number }[]> =>
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

/** How many orders match, up to `limit`, of those with one of the first `maxTokens` tokens. */
export async function countByTokens(
  db: Db,
  selection: TokenSelection,
  { maxTokens, limit }: { maxTokens?: number; limit?: number },
): Promise<number> {
  // PostgreSQL reads all tokens before it leaves out those of the same order; usually there are few.
  const enough = limit === undefined || isSqlite(db) ? undefined : Math.ceil(limit * 1.2)
  if (limit !== undefined && enough !== undefined && enough < (maxTokens ?? Infinity) && !isLookedAt(selection)) {
    const { count, isWhole } = await countFirstTokens(db, selection, enough)
    if (isWhole || count >= limit) return Math.min(count, limit)
  }
  return countFirst(db, selection, { maxTokens, limit })
}

/** Whether rows must be read, because the selection has conditions besides its tokens. */
export const isLookedAt = ({ common = [], others, excluded, where }: TokenSelection): boolean =>
  common.length + others.length + excluded.length > 0 || where !== undefined

/** How many orders have the first `maxTokens` tokens, and whether these are all. */
async function countFirstTokens(db: Db, { ranges, placed }: TokenSelection, maxTokens: number) {
  const counting = db
    .selectFrom(selectWord(db, ranges, placed).limit(maxTokens).as('found'))
    .select(({ fn }) => [
      fn.countAll<number>().as('tokens'),
      fn.count<number>('found.order_key').distinct().filterWhere(isPlacedWithin('found.placed_at', placed)).as('count'),
    ])
  const [{ count, tokens } = { count: 0, tokens: 0 }] = await runLookup(db, counting)
  return { count, isWhole: tokens < maxTokens }
}

async function countFirst(
  db: Db,
  selection: TokenSelection,
  { maxTokens, limit }: { maxTokens: number | undefined; limit: number | undefined },
): Promise<number> {
  const matching = selectMatching(db, selection, maxTokens)
  const { count } = await db
    .selectFrom((limit === undefined ? matching : matching.limit(limit)).as('counted'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** The keys and times of the matching orders, each once. */
function selectMatching(
  db: Db,
  { parts, ranges, common = [], others, placed, excluded, where }: TokenSelection,
  maxTokens: number | undefined,
) {
  const tokens = common.reduce(
    (found, word) => found.intersect(selectWord(db, word, placed, parts)),
    selectWord(db, ranges, placed, parts),
  )
  const found = db
    .selectFrom((maxTokens === undefined ? tokens : tokens.limit(maxTokens)).as('found'))
    // A sum, because SQLite would look for the words in one order after the other, to find each once.
    .select([sql<number>`found.order_key + 0`.as('key'), 'found.placed_at'])
    .$if(!ranges.every(hasOneAtMost), (query) => query.distinct())
    .where(isPlacedWithin('found.placed_at', placed))
    .where(hasTokens('found.order_key', others))
    .$if(excluded.length > 0, (query) => query.where(lacksTokens('found.order_key', excluded)))
  if (!where) return found
  // A cross join because SQLite keeps its order: for each order found it looks at the row, not for each row at the orders found.
  return db
    .selectFrom(found.as('found'))
    .crossJoin('orders')
    .select(['orders.key', 'orders.placed_at'])
    .whereRef('orders.key', '=', 'found.key')
    .where(where as never)
}
