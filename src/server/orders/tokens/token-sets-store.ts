import type { Db } from '#server/db/database.ts'
import { isSqlite } from '#server/db/dialect.ts'
import { runLookup } from '#server/db/lookup.ts'
import { concatRanges } from '#server/db/list-query.ts'
import type { Tables } from '#server/db/schema.ts'
import { findUnused } from '#server/orders/tokens/token-beginnings-store.ts'
import { isInPart, sharedPart } from '#server/orders/tokens/token-parts-query.ts'
import type { AmountRange } from '#server/orders/tokens/amount-ranges.ts'
import type { PlacedSpan } from '#server/orders/tokens/placed-span.ts'
import type { ProductRange } from '#server/orders/tokens/product-tokens.ts'
import type { Search, TokenSet } from '#server/orders/tokens/search-tokens.ts'
import { exactRange, singleTokenOf, type TokenRange } from '#server/orders/tokens/search-words.ts'
import { hasWord, joinBy } from '#server/orders/tokens/token-conditions-store.ts'
import { placeOf } from '#server/orders/tokens/token-parts.ts'
import { add } from '#shared/money.ts'
import { type RawBuilder, type SelectQueryBuilder, sql, type SqlBool } from 'kysely'

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
  const countSet = (set: TokenSet, most: number): Promise<number> =>
    shared.has(set) ? counts.getOrInsertComputed(set, () => countAlone(set, limit)) : countAlone(set, most)
  // Two characters of a name are words of their own, but the number and the product that the name may be are the same.
  const all = search.flat()
  const shared = new Set(all.filter((set, index) => all.indexOf(set) < index))
  const counts = new Map<TokenSet, Promise<number>>()
  const unused = await findUnused(
    db,
    [...new Set(all)].filter((set) => 'from' in set),
  )
  const countAlone = async (set: TokenSet, most: number): Promise<number> => {
    if ('words' in set) {
      const words = await countRows(db, selectFirstWord(db, set), maxProductWords + 1)
      if (words === 0) return 0
      if (words > Math.min(maxProductWords, limit)) return limit
    }
    if ('from' in set && unused.has(set)) {
      if (placeOf(set) === 'parts') return 0
      return countRows(db, selectSet(db, set, placed, [sharedPart]), most)
    }
    return countRows(db, selectSet(db, set, placed), most)
  }
  const countSets = async ([first, ...others]: readonly TokenSet[]) => {
    // Beside each other, because each statement is a round trip to PostgreSQL, but after the first set, which often holds as many as are counted. Of
    // several words it matters which has more sets with many tokens.
    const rounds = isSqlite(db) && search.length === 1 ? [first, ...others].map((set) => [set]) : [[first], others]
    const counted: { set: TokenSet; count: number }[] = []
    let left = limit
    for (const round of rounds) {
      // Of more tokens than are counted it only matters whether there are any.
      const most = Math.max(left, 1)
      const sets = round.flatMap((set) => set ?? [])
      const found = await Promise.all(sets.map(async (set) => ({ set, count: await countSet(set, most) })))
      left -= found.reduce((sum, { count }) => sum + count, 0)
      counted.push(...found)
    }
    return counted
  }
  const isAlone = search.length === 1
  return Promise.all(
    search.map((sets) => {
      if (areSingleTokens(sets)) return countTogether(db, sets, { placed, limit })
      return isAlone && areAmounts(sets) ? countFirst(db, sets, limit) : countSets(sets)
    }),
  )
}

/** Spellings of a country or a payment method, of which usually one has all orders, or a few values of a filter. */
const areSingleTokens = (sets: readonly TokenSet[]): sets is readonly TokenRange[] =>
  sets.length > 1 && sets.length <= 8 && sets.every((set) => 'from' in set && singleTokenOf(set) !== undefined)

const areAmounts = (sets: readonly TokenSet[]): sets is readonly AmountRange[] =>
  sets.length > 1 && sets.every((set) => 'currency' in set)

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
  const counting = concatRanges(counts)
  const rows = counting ? await runLookup(db, counting) : []
  return rows
    .toSorted((a, b) => a.place - b.place)
    .flatMap(({ place, count }) => {
      const set = sets[place]
      return set ? [{ set, count }] : []
    })
}

/** Counts one set after the other until the limit in a single statement. Those that it does not reach are taken to have one order. */
async function countFirst(
  db: Db,
  sets: readonly AmountRange[],
  limit: number,
): Promise<{ set: TokenSet; count: number }[]> {
  const orders = concatRanges(sets.map((set, place) => selectAmounts(db, set).select(sql.lit(place).as('place'))))
  if (!orders) return []
  const [counts = {}] = await runLookup(
    db,
    db
      .selectFrom(orders.limit(limit).as('first'))
      .select(sets.map((_, place) => sql<number>`count(*) filter (where place = ${sql.lit(place)})`.as(`of_${place}`))),
  )
  const counted = sets.map((set, place) => ({ set, count: counts[`of_${place}`] ?? 0 }))
  const isWhole = add(...counted.map(({ count }) => count)) < limit
  return counted.map(({ set, count }) => ({ set, count: isWhole ? count : Math.max(count, 1) }))
}

async function countRows<Table extends keyof Tables>(
  db: Db,
  rows: SelectQueryBuilder<Tables, Table, unknown>,
  limit: number,
): Promise<number> {
  const counting = db.selectFrom(rows.limit(limit).as('counted')).select(({ fn }) => fn.countAll<number>().as('count'))
  const [counted] = await runLookup(db, counting)
  return counted?.count ?? 0
}

/** How many orders that were placed within a span have its token, counted up to `limit`; no time is in two of the spans. */
export async function countWithinSpans(
  db: Db,
  spans: readonly (readonly [token: string, placed: PlacedSpan])[],
  limit: number,
): Promise<number> {
  const orders = concatRanges(spans.map(([token, placed]) => selectSet(db, exactRange(token), placed)))
  return orders ? countRows(db, orders, limit) : 0
}

/** How many tokens of these sets are in some parts, counted up to `limit`. */
export async function countInParts(
  db: Db,
  sets: readonly TokenSet[],
  { parts, placed, limit }: { parts: readonly number[]; placed: PlacedSpan; limit: number },
): Promise<number> {
  const counting = db
    .selectFrom(selectWord(db, sets, placed, parts).limit(limit).as('counted'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
  const [counted] = await runLookup(db, counting)
  return counted?.count ?? 0
}

/** The orders of the tokens in any of these ranges; an order that has several of them comes several times. */
export function selectWord(db: Db, sets: readonly TokenSet[], placed: PlacedSpan, parts?: readonly number[]) {
  const tokens = concatRanges(sets.map((set) => selectSet(db, set, placed, parts)))
  if (!tokens) throw new Error('A search has at least one range')
  return db.selectFrom(tokens.as('word')).select(['word.placed_at', 'word.order_key'])
}

/** The orders of a set, one row for each token of the set that an order has. */
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
  const rows = await runLookup(
    db,
    selectProducts(db, set)
      .distinct()
      .limit(limit + 1),
  )
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

/** Whether the time in a column lies within a span. */
export const isPlacedWithin = (column: string, { from, until }: PlacedSpan): RawBuilder<SqlBool> =>
  joinBy(
    ' and ',
    [
      ...(from === undefined ? [] : [sql<SqlBool>`${sql.ref(column)} >= ${from}`]),
      ...(until === undefined ? [] : [sql<SqlBool>`${sql.ref(column)} < ${until}`]),
    ],
    sql`1 = 1`,
  )
