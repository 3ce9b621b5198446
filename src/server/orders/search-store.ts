import type { Db } from '#server/db/database.ts'
import { isSqlite } from '#server/db/dialect.ts'
import { concatRanges, startAfterKey } from '#server/db/list-query.ts'
import type { Tables } from '#server/db/schema.ts'
import { isInPart } from '#server/orders/token-parts-query.ts'
import type { RowKey } from '#server/keyset-page.ts'
import { type FoundOrder, loadOrders, toFoundOrders } from '#server/orders/list-store.ts'
import { rowColumns } from '#server/orders/store.ts'
import type { PlacedSpan } from '#server/orders/placed-span.ts'
import type { SortColumn } from '#server/orders/sort-columns.ts'
import type { ProductRange } from '#server/orders/product-tokens.ts'
import type { Exclusion, Search, TokenSet } from '#server/orders/search-tokens.ts'
import { singleTokenOf, type TokenRange } from '#server/orders/search-words.ts'
import { hasOneAtMost } from '#server/orders/filter-tokens.ts'
import type { AmountRange } from '#server/orders/amount-ranges.ts'
import { placeOf } from '#server/orders/token-parts.ts'
import { hasTokens, hasWord, joinBy, lacksTokens } from '#server/orders/token-conditions-store.ts'
import {
  type Expression,
  type ExpressionBuilder,
  type RawBuilder,
  type SelectQueryBuilder,
  sql,
  type SqlBool,
} from 'kysely'

/**
 * How many tokens lie in each set of a search, counted up to `limit`: of a single token those of orders that were placed within a span, of several
 * tokens all of them; of more products than are read, as many as the limit. The limit is that of the first set of a word and another one, but each set with a token
 * has one at least.
 */
export async function countTokens(
  db: Db,
  search: Search,
  { placed, limit }: { placed: PlacedSpan; limit: number },
): Promise<{ set: TokenSet; count: number }[][]> {
  const countSet = async (set: TokenSet, most: number): Promise<number> => {
    if ('words' in set) {
      const words = await countRows(db, selectFirstWord(db, set), maxProductWords + 1)
      if (words === 0) return 0
      if (words > Math.min(maxProductWords, limit)) return limit
    }
    return countRows(db, selectSet(db, set, placed), most)
  }
  // Beside each other, because each statement is a round trip to PostgreSQL, but after the first set, which often holds as many as are counted.
  const countSets = async ([first, ...others]: readonly TokenSet[]) => {
    if (!first) return []
    const count = await countSet(first, limit)
    // Of more tokens than are counted it only matters whether there are any.
    const left = Math.max(limit - count, 1)
    return [{ set: first, count }, ...(await Promise.all(others.map((set) => countWithin(set, left))))]
  }
  const countWithin = async (set: TokenSet, most: number) => ({ set, count: await countSet(set, most) })
  return Promise.all(
    search.map((sets) => (areCountedTogether(sets) ? countTogether(db, sets, { placed, limit }) : countSets(sets))),
  )
}

/** Spellings of a country or a payment method, of which usually one has all orders, or a few values of a filter. */
const areCountedTogether = (sets: readonly TokenSet[]): sets is readonly TokenRange[] =>
  sets.length > 1 && sets.length <= 8 && sets.every((set) => 'from' in set && singleTokenOf(set) !== undefined)

async function countTogether(
  db: Db,
  sets: readonly TokenRange[],
  { placed, limit }: { placed: PlacedSpan; limit: number },
): Promise<{ set: TokenSet; count: number }[]> {
  const counts = sets.map((set, place) =>
    db
      .selectFrom(selectSet(db, set, placed).limit(limit).as('counted'))
      .select(({ fn }) => [sql.lit(place).as('place'), fn.countAll<number>().as('count')]),
  )
  const rows = (await concatRanges(counts)?.execute()) ?? []
  return rows
    .toSorted((a, b) => a.place - b.place)
    .flatMap(({ place, count }) => {
      const set = sets[place]
      return set ? [{ set, count }] : []
    })
}

async function countRows<Table extends keyof Tables>(
  db: Db,
  rows: SelectQueryBuilder<Tables, Table, unknown>,
  limit: number,
): Promise<number> {
  const { count } = await db
    .selectFrom(rows.limit(limit).as('counted'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Orders with a token in one of `ranges` that also have the other tokens and match the condition. */
export interface TokenSelection {
  /** The parts to look into; all, if not given. In given ones, `ranges` and `common` are only looked for as far as they are not shared by all parts. */
  parts?: readonly number[]
  ranges: readonly TokenSet[]
  /** Other words whose tokens are all read. */
  common?: Search
  /** Other words that are looked for in each order. */
  others: Search
  /** When the orders were placed. */
  placed: PlacedSpan
  /** What the orders must not have. */
  excluded: readonly Exclusion[]
  /** What else the orders must match, for which their rows are read. */
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

/** How many tokens of these sets are in some parts, counted up to `limit`. */
export async function countInParts(
  db: Db,
  sets: readonly TokenSet[],
  { parts, placed, limit }: { parts: readonly number[]; placed: PlacedSpan; limit: number },
): Promise<number> {
  const { count } = await db
    .selectFrom(selectWord(db, sets, placed, parts).limit(limit).as('counted'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

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

/** Whether anything is asked of an order but its token. */
export const isLookedAt = ({ common = [], others, excluded, where }: TokenSelection): boolean =>
  common.length + others.length + excluded.length > 0 || where !== undefined

/** How many orders have the first `maxTokens` tokens, and whether these are all. */
async function countFirstTokens(db: Db, { ranges, placed }: TokenSelection, maxTokens: number) {
  const { count, tokens } = await db
    .selectFrom(selectWord(db, ranges, placed).limit(maxTokens).as('found'))
    .select(({ fn }) => [
      fn.countAll<number>().as('tokens'),
      fn.count<number>('found.order_key').distinct().filterWhere(isPlacedWithin('found.placed_at', placed)).as('count'),
    ])
    .executeTakeFirstOrThrow()
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

/** The orders of the tokens in any of these ranges; an order that has several of them comes several times. */
function selectWord(db: Db, sets: readonly TokenSet[], placed: PlacedSpan, parts?: readonly number[]) {
  const tokens = concatRanges(sets.map((set) => selectSet(db, set, placed, parts)))
  if (!tokens) throw new Error('A search has at least one range')
  return db.selectFrom(tokens.as('word')).select(['word.placed_at', 'word.order_key'])
}

/** The orders of a set, each as often as it has one of its tokens. */
const selectSet = (db: Db, set: TokenSet, placed: PlacedSpan, parts?: readonly number[]): FoundOrders =>
  'currency' in set ? selectAmounts(db, set) : selectTokens(db, set, placed, parts).select(['placed_at', 'order_key'])

type FoundOrders = SelectQueryBuilder<Tables, 'order_tokens', { placed_at: number; order_key: number }>

/** Without their rows, because the index of totals has the times. */
const selectAmounts = (db: Db, { currency, first, last }: AmountRange): FoundOrders =>
  db
    .selectFrom(isSqlite(db) ? (sql`orders indexed by orders_by_total` as unknown as 'orders') : 'orders')
    .select(['placed_at', 'key as order_key'])
    .where('archived', 'in', [sql.lit(0), sql.lit(1)])
    .where('currency', '=', currency)
    .where('total_minor', '>=', first)
    .where('total_minor', '<=', last) as unknown as FoundOrders

/** The tokens of a set; of a single token only those of orders of a span, which lie together in each part. */
function selectTokens(
  db: Db,
  set: TokenRange | ProductRange,
  placed: PlacedSpan,
  parts: readonly number[] | undefined,
) {
  const all = selectFromIndex(db)
  if ('words' in set) return all.where(isInPart(db, 'shared')).where('token', 'in', selectProducts(db, set))
  const tokens = parts ? all.where('part', 'in', parts) : all.where(isInPart(db, placeOf(set)))
  const token = singleTokenOf(set)
  return token === undefined
    ? tokens.where('token', '>=', set.from).where('token', '<', set.to)
    : tokens.where('token', '=', token).where(isPlacedWithin('placed_at', placed))
}

/** To leave out those of the same order, SQLite may read the tokens of all orders by order while there are few parts. */
const selectFromIndex = (db: Db) =>
  db.selectFrom(
    isSqlite(db) ? (sql`order_tokens indexed by order_tokens_by_token` as unknown as 'order_tokens') : 'order_tokens',
  )

/** Words that are read to find products; a search for more of them looks at the products of the newest orders. */
const maxProductWords = 20_000

/** The tokens of the products of a set; undefined if they are more than `limit`. */
export async function listProductTokens(db: Db, set: ProductRange, limit: number): Promise<string[] | undefined> {
  const words = await countRows(db, selectFirstWord(db, set), maxProductWords + 1)
  if (words > maxProductWords) return undefined
  const rows = await selectProducts(db, set)
    .distinct()
    .limit(limit + 1)
    .execute()
  return rows.length > limit ? undefined : rows.map(({ token }) => token)
}

/** The products that have the first of some words and the others. */
const selectProducts = (db: Db, set: ProductRange) =>
  db
    .selectFrom(selectFirstWord(db, set).limit(maxProductWords).as('product'))
    .select('product.token')
    .where(joinBy(' and ', sortWords(set).slice(1).map(hasWord('product.token')), sql`1 = 1`))

function selectFirstWord(db: Db, set: ProductRange) {
  const [first] = sortWords(set)
  if (!first) throw new Error('Products are found by at least one word')
  return db.selectFrom('product_words').select('token').where('word', '>=', first.from).where('word', '<', first.to)
}

/** The longest word first, which usually the fewest products have. */
const sortWords = ({ words }: ProductRange): TokenRange[] => words.toSorted((a, b) => b.from.length - a.from.length)

const isPlacedWithin = (column: string, { from, until }: PlacedSpan): RawBuilder<SqlBool> =>
  joinBy(
    ' and ',
    [
      ...(from === undefined ? [] : [sql<SqlBool>`${sql.ref(column)} >= ${from}`]),
      ...(until === undefined ? [] : [sql<SqlBool>`${sql.ref(column)} < ${until}`]),
    ],
    sql`1 = 1`,
  )
