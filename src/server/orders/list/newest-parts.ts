import type { Db } from '#server/db/database.ts'
import type { RowKey } from '#server/list/keyset-page.ts'
import type { CountedClause } from '#server/orders/list/count-clauses.ts'
import { listSingleTokens, maxMergedTokens } from '#server/orders/tokens/filter-tokens.ts'
import { loadOrders, type OrderSlice, type OrderSource } from '#server/orders/list/list-store.ts'
import { firstKey, isBefore, narrowSlice } from '#server/orders/tokens/placed-span.ts'
import type { SearchLimits } from '#server/orders/list/search-limits.ts'
import * as store from '#server/orders/list/search-store.ts'
import { countClause, countInPart, listProductTokens } from '#server/orders/tokens/token-sets-store.ts'
import type { TokenSet } from '#server/orders/tokens/search-tokens.ts'
import { exactRange, singleTokenOf } from '#server/orders/tokens/search-words.ts'
import {
  findTimesInTokenOrder,
  findTokenKeyAhead,
  type SingleTokenSelection,
} from '#server/orders/list/token-order-store.ts'
import { placeOf } from '#server/orders/tokens/token-parts.ts'
import { ordersPerPart, type TokenPart } from '#server/orders/tokens/token-parts-store.ts'

/** How the newest matches of frequent clauses are found in the newest parts of the index. */
export interface PartPlan {
  /** The parts that may have matches, the one with the newest orders first. */
  parts: readonly TokenPart[]
  /** Number of parts to search before falling back to another plan. */
  maxParts: number
  /** About how many orders of a part remain after the intersection and have to be looked up for the other conditions. */
  perPart: number
  /** Whether the search stops after `maxParts` instead, because the other plan would stop after fewer orders. */
  stops: () => Promise<boolean>
  selection: store.TokenSelection
  /** Tokens in the shared part that the clause may also mean; their posting lists are merged with what the parts have. */
  tokens: readonly string[]
}

type Conditions = Pick<store.TokenSelection, 'placed' | 'excluded' | 'where'>

/**
 * Plans a search of the newest parts of the index; `parts` are all of them, the one with the newest orders first. All words of an order are in the same part, so clauses can be intersected
 * part by part; and if one of a hundred orders matches, one part fills a page. Returns `walk` where it is faster to walk through the newest orders one by one. Undefined if the rarest clause
 * also means tokens in the shared part whose posting lists cannot be merged in the order of the list.
 */
export async function planParts(
  db: Db,
  { clauses, parts: all }: { clauses: readonly CountedClause[]; parts: readonly TokenPart[] },
  conditions: Conditions,
  limits: SearchLimits,
): Promise<PartPlan | 'walk' | undefined> {
  const { placed } = conditions
  const parts = all.filter(({ placedBefore }) => placed.from === undefined || placed.from < placedBefore)
  if (parts.length === 0) return undefined
  const sampled = parts.slice(0, sampledParts).map(({ part }) => part)
  const sample = async (clause: CountedClause): Promise<Sample> => {
    const sets = clause.sets.filter(isInParts)
    const limit = limits.sampledPostings + 1
    const counts = sets.length === 0 ? [] : sampled.map((part) => countInPart(db, sets, { part, placed, limit }))
    return {
      clause,
      sets,
      isWhole: sets.length === clause.sets.length,
      perPart: Math.max(1, ...(await Promise.all(counts))),
    }
  }
  const samples = await Promise.all(clauses.map(sample))
  const [rarest] = samples.toSorted((a, b) => Number(b.isWhole) - Number(a.isWhole) || a.perPart - b.perPart)
  if (!rarest) return undefined
  if (rarest.perPart > limits.sampledPostings) return 'walk'
  const others = samples.filter((each) => each !== rarest)
  const { intersected, left } = pickIntersected(rarest, others, limits.sampledPostings)
  const selection = {
    ...conditions,
    sets: rarest.sets,
    intersected: intersected.map(({ sets }) => sets),
    others: others.filter((each) => !intersected.includes(each)).map(({ clause }) => clause.sets),
  }
  const tokens = rarest.isWhole ? [] : await listSharedTokens(db, rarest.clause.sets)
  if (!tokens) return undefined
  const lookups = store.countLookups(selection)
  const read = [rarest, ...intersected].reduce((sum, { perPart }) => sum + perPart, 0)
  // The other plan would walk through the newest orders one by one, unless orders have a status or the token of a filter, or few orders match two clauses.
  const isWalk = conditions.where === undefined && intersected.length === 0 && samples.every(({ isWhole }) => isWhole)
  const isLong = lookups * left * parts.length > limits.lookups
  const maxLookups = isWalk && isLong ? limits.partLookups / 2 : limits.partLookups
  const maxParts = Math.min(limits.partPostings / read, maxLookups / (lookups * left))
  // Other parts may have more postings than the newest ones, so what seems short is counted.
  const isReallyLong = async (): Promise<boolean> => {
    const most = Math.floor(limits.lookups / lookups)
    return lookups > 0 && (await countClause(db, rarest.sets, { placed, limit: most + 1 })) > most
  }
  const stops = async (): Promise<boolean> => isWalk && (isLong || isReallyLong())
  return { parts: rarest.sets.length === 0 ? [] : parts, maxParts, perPart: left, stops, selection, tokens }
}

/** A clause with its cardinality in the newest parts. */
interface Sample {
  clause: CountedClause
  /** The sets of the clause that are in parts, and not in the shared part. */
  sets: TokenSet[]
  /** Whether these are all its sets. */
  isWhole: boolean
  /** Postings in the one of the newest parts that has more of them: the other may have just begun. */
  perPart: number
}

/**
 * The clauses whose postings are all read and intersected, because that takes less time than looking them up for each order that matches the rarer clauses, and about how many orders
 * of a part match all of them.
 */
function pickIntersected(
  rarest: Sample,
  others: readonly Sample[],
  maxPerPart: number,
): { intersected: Sample[]; left: number } {
  const intersected: Sample[] = []
  let left = rarest.perPart
  for (const other of others.toSorted((a, b) => a.perPart - b.perPart)) {
    const { isWhole, perPart } = other
    if (!isWhole || perPart > maxPerPart || perPart >= left * postingsPerLookup) continue
    const isOneName = [rarest, ...intersected].some((each) => areNeighbors(each, other))
    intersected.push(other)
    left = Math.min(left, isOneName ? perPart : (left * perPart * likelihood) / ordersPerPart)
  }
  return { intersected, left }
}

/** Two, because the newest part may have just begun and be nearly empty. */
const sampledParts = 2
/** Number of postings that can be read in the time of one lookup. */
const postingsPerLookup = 20
/** How many times more often than by chance an order matches two clauses: names and cities of one country, the first and last name of a customer with many orders. */
const likelihood = 8

/** Whether two clauses are overlapping pairs of characters of one name: most orders with one pair have the other. */
function areNeighbors(one: Sample, other: Sample): boolean {
  const [first, second] = [one, other].map(({ sets }) => {
    const [set, ...others] = sets.map((each) => ('from' in each ? singleTokenOf(each) : undefined))
    return others.length === 0 ? [...(set ?? '')] : []
  })
  if (first?.length !== 2 || second?.length !== 2) return false
  return first[1] === second[0] || second[1] === first[0]
}

const isInParts = (set: TokenSet): boolean => 'from' in set && placeOf(set) === 'parts'

/** The tokens in the shared part that are in some sets; undefined if their posting lists cannot be merged in the order of the list. */
async function listSharedTokens(db: Db, sets: readonly TokenSet[]): Promise<string[] | undefined> {
  const tokens: TokenSet[] = []
  for (const set of sets.filter((each) => !isInParts(each))) {
    const products = 'words' in set ? await listProductTokens(db, set, maxMergedTokens) : undefined
    tokens.push(...(products?.map(exactRange) ?? [set]))
  }
  return listSingleTokens(tokens)
}

/** Plan: read the newest parts, a few at a time, until a page is full. `otherwise` takes over where that is not enough. */
export const findInNewestParts =
  (
    db: Db,
    plan: PartPlan,
    { limits, otherwise }: { limits: SearchLimits; otherwise: () => Promise<OrderSource> },
  ): OrderSource['find'] =>
  async (slice) => {
    const found = slice.direction === 'desc' ? await findKeysInParts(db, plan, slice, limits) : undefined
    if (!found) return (await otherwise()).find(slice)
    const { keys, stoppedAt } = found
    return { rows: await loadOrders(db, keys), ...(stoppedAt && { stoppedAt }) }
  }

/**
 * How many parts the next statement reads. Each statement has a fixed cost, so it reads about as many parts as the page still needs, but not many more than all statements before it read. Also when
 * the page is full, more parts are read, because they may have newer orders.
 */
function pickGroupSize(
  searched: number,
  found: number,
  { limit, perPart, maxParts }: { limit: number; perPart: number; maxParts: number },
): number {
  const most = Math.min(Math.max(mostFirstParts, searched + 1), Math.max(1, Math.ceil(maxParts) - searched))
  if (found >= limit) return Math.min(searched + 1, most)
  const ofPart = searched === 0 ? perPart : found / searched
  return Math.min(Math.max(Math.ceil((limit - found) / Math.max(ofPart, 1)), 1), most)
}

const mostFirstParts = 8

/** The keys of the newest matches, and where the search stopped, if it did. Undefined if the first parts did not fill the page. */
async function findKeysInParts(
  db: Db,
  { parts, maxParts, perPart, stops, selection, tokens }: PartPlan,
  { after, limit }: OrderSlice,
  limits: SearchLimits,
): Promise<{ keys: number[]; stoppedAt?: RowKey } | undefined> {
  let found: store.FoundKey[] | undefined =
    tokens.length === 0 ? [] : await findInSharedPart(db, { ...selection, tokens }, { after, limit }, limits)
  if (!found) return undefined
  for (let from = 0, size = 0; from < parts.length; from += size) {
    size = pickGroupSize(from, found.length, { limit, perPart, maxParts })
    const group = parts.slice(from, from + size)
    if (from > maxParts) {
      // All orders from this time on are in the parts searched so far.
      const end: RowKey = [group[0]?.placedBefore ?? 0, firstKey]
      const start = after ?? [parts[0]?.placedBefore ?? 0, firstKey]
      if (!isBefore(start, end, 'desc') || !(await stops())) return undefined
      const seen = found.filter((each) => !isBefore(end, [each.placed_at, each.key], 'desc'))
      return { keys: seen.map(({ key }) => key), stoppedAt: end }
    }
    const rows = await store.findInParts(db, { ...selection, parts: group.map(({ part }) => part) }, { after, limit })
    const byKey: Map<number, store.FoundKey> = new Map([...found, ...rows].map((row) => [row.key, row]))
    found = [...byKey.values()].toSorted((a, b) => b.placed_at - a.placed_at || b.key - a.key).slice(0, limit)
    const [last, next] = [found[limit - 1], parts[from + size]]
    if (last && next && last.placed_at >= next.placedBefore) break
  }
  return { keys: found.map(({ key }) => key) }
}

/** The newest matches with one of some tokens in the shared part. Undefined if too many orders had to be looked up. */
async function findInSharedPart(
  db: Db,
  selection: SingleTokenSelection,
  { after: start, limit }: { after: RowKey | undefined; limit: number },
  limits: SearchLimits,
): Promise<store.FoundKey[] | undefined> {
  const direction = 'desc'
  const { after, end } = narrowSlice({ direction, after: start }, selection.placed)
  const ahead = store.hasOtherConditions({ ...selection, sets: [] })
    ? await findTokenKeyAhead(db, selection.tokens, { direction, after }, limits.partLookups)
    : undefined
  const until = ahead && end && isBefore(end, ahead, direction) ? undefined : ahead
  const rows = await findTimesInTokenOrder(db, selection, { direction, after, until: until ?? end, limit })
  if (until && rows.length < limit) return undefined
  return rows
}
