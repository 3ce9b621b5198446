import type { Db } from '#server/db/database.ts'
import { isPacked, isPackedExactly, unpackKeys } from '#server/orders/tokens/packed-postings.ts'
import { findNewestPacked, findPacked, findUnpacked } from '#server/orders/tokens/packed-postings-store.ts'
import type { Clause, Search, TokenSet } from '#server/orders/tokens/search-tokens.ts'
import { prefixRange, singleTokenOf, splitSigma, type TokenRange } from '#server/orders/tokens/search-words.ts'
import { findUnused } from '#server/orders/tokens/token-beginnings-store.ts'
import { listTokenParts } from '#server/orders/tokens/token-parts-store.ts'
import { countPostings } from '#server/orders/tokens/token-sets-store.ts'

/** The orders that match some clauses of a search, which are few. */
export interface IntersectedOrders {
  keys: number[]
  /** The other clauses of the search. */
  others: Search
}

/** A clause with its meanings that are words which are packed where they are frequent. */
interface PackedClause {
  clause: Clause
  words: TokenRange[]
}

/** The sorted keys of orders by word and part. */
type KeysByWord = Map<string, Map<number, number[]>>

/**
 * Intersects the frequent words of a search, if hardly any order has all of them. Undefined if at most one word is frequent, if they mean something else, too, such as a product, or if so many orders have all of them that the newest
 * parts fill a page.
 */
export async function intersectPacked(
  db: Db,
  search: Search,
  { maxPackedOrders, maxFound } = packedLimits,
): Promise<IntersectedOrders | undefined> {
  const candidates = search.map(toPackedClause).filter(({ words }) => words.length > 0)
  if (candidates.length < 2) return undefined
  const [packed, all] = await Promise.all([findNewestPacked(db, listTokens(candidates)), listTokenParts(db)])
  const newest = unpack(packed)
  const parts = all.map(({ part }) => part)
  const frequent = pickFrequent(candidates, newest, maxPackedOrders / parts.length)
  if (frequent.length < 2 || intersectParts(frequent, newest, parts).length * parts.length > maxFound) return undefined
  const clauses = await pickPackedClauses(db, frequent)
  if (clauses.length < 2) return undefined
  const orders = unpack(await findPacked(db, listTokens(clauses)))
  for (const word of clauses.flatMap(({ words }) => words))
    if (!(await addUnpacked(db, word, parts, orders))) return undefined
  const keys = intersectParts(clauses, orders, parts)
  const used = new Set(clauses.map(({ clause }) => clause))
  return keys.length > maxFound ? undefined : { keys, others: search.filter((clause) => !used.has(clause)) }
}

/** How much a search may read. */
export const packedLimits = {
  /** Packed orders of all words and parts, in some milliseconds. */
  maxPackedOrders: 200_000,
  /** Orders that are all read and sorted for each page: of more, the newest parts have a page sooner. */
  maxFound: 200,
}
/** Postings of one word that are read because they are not packed. */
const maxUnpacked = 2_000

/** Whether a set is a word that is searched as it is packed. */
const isPackedWord = (set: TokenSet): set is TokenRange =>
  'from' in set &&
  isPacked(set.from) &&
  (isPackedExactly(set.from) ? singleTokenOf(set) !== undefined : set.to === prefixRange(set.from).to)

const toPackedClause = (clause: Clause): PackedClause => ({
  clause,
  words: clause.filter(isPackedWord).flatMap(splitSigma),
})

const listTokens = (clauses: readonly PackedClause[]): string[] =>
  clauses.flatMap(({ words }) => words.map(({ from }) => from))

function unpack(rows: Awaited<ReturnType<typeof findPacked>>): KeysByWord {
  const keys: KeysByWord = new Map()
  for (const { token, part, order_keys: packed } of rows)
    keys.getOrInsertComputed(token, () => new Map()).set(part, unpackKeys(packed))
  return keys
}

/** The clauses with words that are packed in the newest part, the rarest first, as long as they have at most this many orders there together. */
function pickFrequent(clauses: readonly PackedClause[], newest: KeysByWord, maxOrders: number): PackedClause[] {
  const counted = clauses.map((clause) => {
    const orders = clause.words.flatMap(({ from }) => [...(newest.get(from)?.values() ?? [])])
    return { clause, count: orders.reduce((sum, keys) => sum + keys.length, 0) }
  })
  let sum = 0
  return counted
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => a.count - b.count)
    .filter(({ count }) => (sum += count) <= maxOrders)
    .map(({ clause }) => clause)
}

/** The clauses that mean nothing but words, with those that some order has. */
async function pickPackedClauses(db: Db, clauses: readonly PackedClause[]): Promise<PackedClause[]> {
  const unused = await findUnused(
    db,
    clauses.flatMap(({ words }) => words),
  )
  const meanings = await countPostings(
    db,
    clauses.map(({ clause }) => clause.filter((set) => !isPackedWord(set))),
    { placed: {}, limit: 1 },
  )
  return clauses
    .filter((_, index) => meanings[index]?.every(({ count }) => count === 0))
    .map(({ clause, words }) => ({ clause, words: words.filter((word) => !unused.has(word)) }))
}

/** Adds the orders of the parts in which a word is not packed: it is rare there, or the part is too new. Says whether they are few. */
async function addUnpacked(db: Db, word: TokenRange, parts: readonly number[], keys: KeysByWord): Promise<boolean> {
  const byPart = keys.getOrInsertComputed(word.from, () => new Map())
  const unpacked = parts.filter((part) => !byPart.has(part))
  const found = await findUnpacked(db, unpacked, word, maxUnpacked + 1)
  for (const [part, orders] of Map.groupBy(found, (order) => order.part))
    byPart.set(
      part,
      orders.map((order) => order.order_key).sort((a, b) => a - b),
    )
  return found.length <= maxUnpacked
}

/** The keys of the orders of some parts that match all clauses. */
const intersectParts = (clauses: readonly PackedClause[], keys: KeysByWord, parts: readonly number[]): number[] =>
  parts.flatMap((part) =>
    clauses.map(({ words }) => unite(words.map(({ from }) => keys.get(from)?.get(part) ?? []))).reduce(intersect),
  )

/** The keys that are in at least one list, sorted; a key may come several times. */
function unite(lists: readonly number[][]): number[] {
  const [first = [], ...others] = lists.filter(({ length }) => length > 0)
  return others.length === 0 ? first : [first, ...others].flat().sort((a, b) => a - b)
}

/** The keys that are in both sorted lists, each once. */
function intersect(one: readonly number[], other: readonly number[]): number[] {
  const both: number[] = []
  let [i, j] = [0, 0]
  while (i < one.length && j < other.length) {
    const a = one[i] ?? 0
    const b = other[j] ?? 0
    if (a === b && both.at(-1) !== a) both.push(a)
    if (a <= b) i++
    if (b <= a) j++
  }
  return both
}
