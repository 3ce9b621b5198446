import type { Db } from '#server/db/database.ts'
import type { RowKey } from '#server/keyset-page.ts'
import type { Word } from '#server/orders/list/count-words.ts'
import { listSingleTokens, maxMergedTokens } from '#server/orders/tokens/filter-tokens.ts'
import { loadOrders, type OrderSlice, type OrderSource } from '#server/orders/list/list-store.ts'
import { firstKey, isBefore, narrowSlice } from '#server/orders/tokens/placed-span.ts'
import type { SearchLimits } from '#server/orders/list/search-limits.ts'
import * as store from '#server/orders/list/search-store.ts'
import { countInParts, listProductTokens } from '#server/orders/tokens/token-sets-store.ts'
import type { TokenSet } from '#server/orders/tokens/search-tokens.ts'
import { exactRange, singleTokenOf } from '#server/orders/tokens/search-words.ts'
import {
  findTimesInTokenOrder,
  findTokenKeyAhead,
  type SingleTokenSelection,
} from '#server/orders/list/token-order-store.ts'
import { placeOf } from '#server/orders/tokens/token-parts.ts'
import { listTokenParts, ordersPerPart, type TokenPart } from '#server/orders/tokens/token-parts-store.ts'

/** How the newest orders of frequent words are found in the parts of the index of tokens. */
export interface PartPlan {
  /** Without those of which no order can be part of the search, that with the newest orders first. */
  parts: readonly TokenPart[]
  /** Number of parts to search before falling back to another plan. */
  maxParts: number
  /** About how many orders of a part are found, before their rows and other words are looked at. */
  perPart: number
  /** Whether the search stops there instead, because another way would stop after fewer orders. */
  stops: boolean
  selection: store.TokenSelection
  /** Tokens that all parts share, whose orders are found as well. */
  tokens: readonly string[]
}

type Asked = Pick<store.TokenSelection, 'placed' | 'excluded' | 'where'>

/**
 * Plans to look for words in the newest parts: an order is in one part with all its words, and a page of a word that one of a hundred orders has is full after one part of
 * many. Where it is quicker to walk through the newest orders, it says so. Undefined for words in tokens that all parts share and that are not in the order
 * of the list.
 */
export async function planParts(
  db: Db,
  words: readonly Word[],
  asked: Asked,
  limits: SearchLimits,
): Promise<PartPlan | 'walk' | undefined> {
  const { placed } = asked
  const parts = (await listTokenParts(db)).filter(
    ({ placedBefore }) => placed.from === undefined || placed.from < placedBefore,
  )
  if (parts.length === 0) return undefined
  const sampled = parts.slice(0, sampledParts).map(({ part }) => part)
  const sample = async (word: Word): Promise<Sample> => {
    const sets = word.ranges.filter(isInParts)
    const limit = limits.sampledTokens + 1
    const count = sets.length === 0 ? 0 : await countInParts(db, sets, { parts: sampled, placed, limit })
    return { word, sets, isWhole: sets.length === word.ranges.length, perPart: Math.max(1, count / sampled.length) }
  }
  const samples = await Promise.all(words.map(sample))
  const [rarest] = samples.toSorted((a, b) => Number(b.isWhole) - Number(a.isWhole) || a.perPart - b.perPart)
  if (!rarest) return undefined
  if (rarest.perPart * sampled.length > limits.sampledTokens) return 'walk'
  const others = samples.filter((each) => each !== rarest)
  const { common, left } = pickCommon(rarest, others, limits.sampledTokens / sampled.length)
  const selection = {
    ...asked,
    ranges: rarest.sets,
    common: common.map(({ sets }) => sets),
    others: others.filter((each) => !common.includes(each)).map(({ word }) => word.ranges),
  }
  const tokens = rarest.isWhole ? [] : await listSharedTokens(db, rarest.word.ranges)
  if (!tokens) return undefined
  const lookups =
    selection.others.length + Number(selection.excluded.length > 0) + Number(selection.where !== undefined)
  const read = [rarest, ...common].reduce((sum, { perPart }) => sum + perPart, 0)
  // Another way would walk through the newest orders one by one, unless they have a status or the token of a filter, or few have two words.
  const isWalk = asked.where === undefined && common.length === 0 && samples.every(({ isWhole }) => isWhole)
  const stops = isWalk && lookups * left * parts.length > limits.lookups
  const maxLookups = stops ? limits.partLookups / 2 : limits.partLookups
  const maxParts = Math.min(limits.partTokens / read, maxLookups / (lookups * left))
  return { parts: rarest.sets.length === 0 ? [] : parts, maxParts, perPart: left, stops, selection, tokens }
}

/** A word with its tokens in the newest parts. */
interface Sample {
  word: Word
  /** The ranges of the word that are in parts, and whether these are all of them. */
  sets: TokenSet[]
  isWhole: boolean
  perPart: number
}

/**
 * The words all of whose tokens are read, because that takes less time than to look for them in the orders that have the rarer words, and about how many
 * orders of a part have all of them.
 */
function pickCommon(rarest: Sample, others: readonly Sample[], maxPerPart: number): { common: Sample[]; left: number } {
  const common: Sample[] = []
  let left = rarest.perPart
  for (const other of others.toSorted((a, b) => a.perPart - b.perPart)) {
    const { isWhole, perPart } = other
    if (!isWhole || perPart > maxPerPart || perPart >= left * lookupTokens) continue
    const isOneName = [rarest, ...common].some((each) => areNeighbors(each, other))
    common.push(other)
    left = Math.min(left, isOneName ? perPart : (left * perPart * likelihood) / ordersPerPart)
  }
  return { common, left }
}

/** The newest part may just have begun. */
const sampledParts = 2
/** Number of tokens that can be read in the time of one lookup. */
const lookupTokens = 20
/** How much more often than by chance an order has two words: names and cities of a country, the first and the last name of somebody with many orders. */
const likelihood = 8

/** Whether two words are pairs of characters that follow each other in one name, which most orders with one of them have. */
function areNeighbors(one: Sample, other: Sample): boolean {
  const [first, second] = [one, other].map(({ sets }) => {
    const [set, ...others] = sets.map((each) => ('from' in each ? singleTokenOf(each) : undefined))
    return others.length === 0 ? [...(set ?? '')] : []
  })
  if (first?.length !== 2 || second?.length !== 2) return false
  return first[1] === second[0] || second[1] === first[0]
}

const isInParts = (set: TokenSet): boolean => 'from' in set && placeOf(set) === 'parts'

/** The single tokens of sets that all parts share; undefined if they are not in the order of the list. */
async function listSharedTokens(db: Db, ranges: readonly TokenSet[]): Promise<string[] | undefined> {
  const tokens: TokenSet[] = []
  for (const set of ranges.filter((each) => !isInParts(each))) {
    const products = 'words' in set ? await listProductTokens(db, set, maxMergedTokens) : undefined
    tokens.push(...(products?.map(exactRange) ?? [set]))
  }
  return listSingleTokens(tokens)
}

/** The newest orders of a plan; `otherwise` finds those that the first parts do not have. */
export const findInNewestParts =
  (
    db: Db,
    plan: PartPlan,
    { limits, otherwise }: { limits: SearchLimits; otherwise: () => Promise<OrderSource> },
  ): OrderSource['find'] =>
  async (slice) => {
    const found = slice.direction === 'desc' ? await findKeys(db, plan, slice, limits) : undefined
    if (!found) return (await otherwise()).find(slice)
    const { keys, stoppedAt } = found
    return { rows: await loadOrders(db, keys), ...(stoppedAt && { stoppedAt }) }
  }

/**
 * Each statement takes some time of its own, so it reads about as many parts as a page needs, but not many more than all before it. When the page is full,
 * the next parts may have newer orders.
 */
function pickSize(
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

interface FoundKey {
  key: number
  placed_at: number
}

/** The keys of the newest orders, and where the search stopped, if it did; undefined if the first parts do not have as many. */
async function findKeys(
  db: Db,
  { parts, maxParts, perPart, stops, selection, tokens }: PartPlan,
  { after, limit }: OrderSlice,
  limits: SearchLimits,
): Promise<{ keys: number[]; stoppedAt?: RowKey } | undefined> {
  let found: FoundKey[] | undefined =
    tokens.length === 0 ? [] : await findOfTokens(db, { ...selection, tokens }, { after, limit }, limits)
  if (!found) return undefined
  for (let from = 0, size = 0; from < parts.length; from += size) {
    size = pickSize(from, found.length, { limit, perPart, maxParts })
    const group = parts.slice(from, from + size)
    if (from > maxParts) {
      // The searched parts contain all orders from this time on.
      const end: RowKey = [group[0]?.placedBefore ?? 0, firstKey]
      const start = after ?? [parts[0]?.placedBefore ?? 0, firstKey]
      if (!stops || !isBefore(start, end, 'desc')) return undefined
      const seen = found.filter((each) => !isBefore(end, [each.placed_at, each.key], 'desc'))
      return { keys: seen.map(({ key }) => key), stoppedAt: end }
    }
    const rows = await store.findInParts(db, { ...selection, parts: group.map(({ part }) => part) }, { after, limit })
    const byKey: Map<number, FoundKey> = new Map([...found, ...rows].map((row) => [row.key, row]))
    found = [...byKey.values()].toSorted((a, b) => b.placed_at - a.placed_at || b.key - a.key).slice(0, limit)
    const [last, next] = [found[limit - 1], parts[from + size]]
    if (last && next && last.placed_at >= next.placedBefore) break
  }
  return { keys: found.map(({ key }) => key) }
}

/** The newest orders with one of some tokens that all parts share; undefined if too many of those are looked at. */
async function findOfTokens(
  db: Db,
  selection: SingleTokenSelection,
  { after: start, limit }: { after: RowKey | undefined; limit: number },
  limits: SearchLimits,
): Promise<FoundKey[] | undefined> {
  const direction = 'desc'
  const { after, end } = narrowSlice({ direction, after: start }, selection.placed)
  const ahead = store.isLookedAt({ ...selection, ranges: [] })
    ? await findTokenKeyAhead(db, selection.tokens, { direction, after }, limits.partLookups)
    : undefined
  const until = ahead && end && isBefore(end, ahead, direction) ? undefined : ahead
  const rows = await findTimesInTokenOrder(db, selection, { direction, after, until: until ?? end, limit })
  if (until && rows.length < limit) return undefined
  return rows
}
