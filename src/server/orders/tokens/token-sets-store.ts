import type { Db } from '#server/db/database.ts'
import { isSqlite } from '#server/db/dialect.ts'
import { runLookup } from '#server/db/lookup.ts'
import type { AmountRange } from '#server/orders/tokens/amount-ranges.ts'
import type { PlacedSpan } from '#server/orders/tokens/placed-span.ts'
import type { ProductRange } from '#server/orders/tokens/product-tokens.ts'
import type { Clause, Search, TokenSet } from '#server/orders/tokens/search-tokens.ts'
import { singleTokenOf, type TokenRange } from '#server/orders/tokens/search-words.ts'
import { findUnused } from '#server/orders/tokens/token-beginnings-store.ts'
import { placeOf, sharedPart } from '#server/orders/tokens/token-parts.ts'
import {
  maxProductWords,
  orderTokensByToken,
  type Rows,
  selectAmounts,
  selectFirstWord,
  selectProducts,
  selectSet,
  selectPostings,
  unionAll,
} from '#server/orders/tokens/token-sets-query.ts'
import { add } from '#shared/money.ts'
import { sql } from 'kysely'

interface CountOptions {
  placed: PlacedSpan
  limit: number
  /** Whether all sets are known to have postings. */
  areUsed?: boolean
}

/**
 * Estimates the cardinality of each set of a search: how many postings it has. They are counted up to `limit` for the first set of a clause, and for one that other clauses have, too, and up to what remains of it for its other
 * sets; a set with postings counts at least 1. Of an exact range only postings within the span `placed` are counted, of a prefix range all. A set of more products than are read counts as
 * `limit`.
 */
export async function countPostings(
  db: Db,
  search: Search,
  { placed, limit, areUsed = false }: CountOptions,
): Promise<{ set: TokenSet; count: number }[][]> {
  const countSet = (set: TokenSet, most: number): Promise<number> =>
    shared.has(set) ? counts.getOrInsertComputed(set, () => countAlone(set, limit)) : countAlone(set, most)
  // The bigrams of one name are different clauses, but have the sets for the number and the product that the name may be in common, and so have the words of an SKU.
  const all = search.flat()
  const shared = new Set(all.filter((set, index) => all.indexOf(set) < index))
  const counts = new Map<TokenSet, Promise<number>>()
  const unused = await findUnused(
    db,
    [...new Set(all)].filter((set) => 'from' in set),
  )
  const countAlone = async (set: TokenSet, most: number): Promise<number> => {
    if ('words' in set) {
      const maxWords = Math.min(maxProductWords, limit)
      const words = await countRows(db, selectFirstWord(set), maxWords + 1)
      if (words === 0) return 0
      if (words > maxWords) return limit
    }
    if ('from' in set && unused.has(set)) {
      if (placeOf(set) === 'parts') return 0
      return countRows(db, selectSet(db, set, placed, { parts: [sharedPart] }), most)
    }
    return countRows(db, selectSet(db, set, placed), most)
  }
  const countSets = async (clause: readonly TokenSet[]) => {
    // What clauses have in common first, because it is counted once: an SKU with spaces or hyphens reaches the limit for each of its words.
    const [first, ...others] = clause.toSorted((a, b) => Number(shared.has(b)) - Number(shared.has(a)))
    // In parallel, because each statement is a round trip to PostgreSQL, but after the first set, which often reaches the limit. If there are
    // several clauses, it matters which has more sets with many postings.
    const rounds = isSqlite(db) && search.length === 1 ? [first, ...others].map((set) => [set]) : [[first], others]
    const counted: { set: TokenSet; count: number }[] = []
    let left = limit
    for (const round of rounds) {
      // When the limit is reached, it only matters whether a set has any postings.
      const most = Math.max(left, 1)
      const sets = round.flatMap((set) => set ?? [])
      const isKnown = areUsed && left <= 0
      const found = await Promise.all(
        sets.map(async (set) => ({ set, count: isKnown ? 1 : await countSet(set, most) })),
      )
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

/** How many postings the sets of a clause have together, counted as by `countPostings`. */
export async function countClause(
  db: Db,
  clause: Clause,
  options: { placed: PlacedSpan; limit: number },
): Promise<number> {
  const counts = await countPostings(db, [clause], options)
  return add(...counts.flat().map(({ count }) => count))
}

/** Whether a clause is a few values of a filter, or spellings of a country or a payment method, of which usually one has all orders. */
const areSingleTokens = (sets: readonly TokenSet[]): sets is readonly TokenRange[] =>
  sets.length > 1 && sets.length <= 8 && sets.every((set) => 'from' in set && singleTokenOf(set) !== undefined)

const areAmounts = (sets: readonly TokenSet[]): sets is readonly AmountRange[] =>
  sets.length > 1 && sets.every((set) => 'currency' in set)

async function countTogether(
  db: Db,
  sets: readonly TokenRange[],
  { placed, limit }: { placed: PlacedSpan; limit: number },
): Promise<{ set: TokenSet; count: number }[]> {
  const counts = sets.map(
    (set, place) =>
      sql`select ${sql.lit(place)} as place, count(*) as count from (${selectSet(db, set, placed)} limit ${limit}) as counted`,
  )
  const counting = sql<{ place: number; count: number }>`(${sql.join(counts, unionAll)})`.as('counts')
  const rows = await runLookup(db, db.selectFrom(counting).selectAll())
  return rows
    .toSorted((a, b) => a.place - b.place)
    .flatMap(({ place, count }) => {
      const set = sets[place]
      return set ? [{ set, count }] : []
    })
}

/** Counts the sets one after the other in a single statement, until the limit. Sets after that count as 1. */
async function countFirst(
  db: Db,
  sets: readonly AmountRange[],
  limit: number,
): Promise<{ set: TokenSet; count: number }[]> {
  const orders = sets.map((set, place) => selectAmounts(db, set, sql`, ${sql.lit(place)} as place`))
  const [counts = {}] = await runLookup(
    db,
    db
      .selectFrom(sql`(${sql.join(orders, unionAll)} limit ${limit})`.as('first'))
      .select(sets.map((_, place) => sql<number>`count(*) filter (where place = ${sql.lit(place)})`.as(`of_${place}`))),
  )
  const counted = sets.map((set, place) => ({ set, count: counts[`of_${place}`] ?? 0 }))
  const isWhole = add(...counted.map(({ count }) => count)) < limit
  return counted.map(({ set, count }) => ({ set, count: isWhole ? count : Math.max(count, 1) }))
}

async function countRows(db: Db, rows: Rows, limit: number): Promise<number> {
  const counting = db
    .selectFrom(sql`(${rows} limit ${limit})`.as('counted'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
  const [counted] = await runLookup(db, counting)
  return counted?.count ?? 0
}

/** How many postings these tokens in the shared part have, each within its span, counted up to `limit`. */
export async function countWithinSpans(
  db: Db,
  spans: readonly (readonly [token: string, placed: PlacedSpan])[],
  limit: number,
): Promise<number> {
  if (spans.length === 0) return 0
  const rows = spans.map(
    ([token, { from = Number.MIN_SAFE_INTEGER, until = Number.MAX_SAFE_INTEGER }]) =>
      sql`(${token}, cast(${from} as bigint), cast(${until} as bigint))`,
  )
  const postings = sql`
    select 1 as found from (values ${sql.join(rows)}) as span cross join ${orderTokensByToken(db)}
    where part = ${sql.lit(sharedPart)} and token = column1 and placed_at >= column2 and placed_at < column3`
  return countRows(db, postings, limit)
}

/** How many postings these sets have in a part, counted up to `limit`. */
export async function countInPart(
  db: Db,
  sets: readonly TokenSet[],
  { part, placed, limit }: { part: number; placed: PlacedSpan; limit: number },
): Promise<number> {
  const counting = db
    .selectFrom(
      selectPostings(db, sets, placed, { parts: [part] })
        .limit(limit)
        .as('counted'),
    )
    .select(({ fn }) => fn.countAll<number>().as('count'))
  const [counted] = await runLookup(db, counting)
  return counted?.count ?? 0
}

/** The tokens of the products of a set; undefined if there are more than `limit`. */
export async function listProductTokens(db: Db, set: ProductRange, limit: number): Promise<string[] | undefined> {
  const products = sql<{ token: string }>`(${selectProducts(set)})`.as('product')
  const selecting = db.selectFrom(products).selectAll().distinct()
  const [words, rows] = await Promise.all([
    countRows(db, selectFirstWord(set), maxProductWords + 1),
    runLookup(db, selecting.limit(limit + 1)),
  ])
  return words > maxProductWords || rows.length > limit ? undefined : rows.map(({ token }) => token)
}
