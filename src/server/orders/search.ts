import type { Db } from '#server/db/database.ts'
import { toCount } from '#server/keyset-page.ts'
import * as list from '#server/orders/list-store.ts'
import { compileOrderFilter } from '#server/orders/filter-store.ts'
import { listSingleTokens } from '#server/orders/filter-tokens.ts'
import { sumRanges } from '#server/orders/list-ranges.ts'
import { type SearchLimits, searchLimits } from '#server/orders/search-limits.ts'
import * as store from '#server/orders/search-store.ts'
import * as tokenOrder from '#server/orders/token-order-store.ts'
import type { Search, TokenSet } from '#server/orders/search-tokens.ts'
import { type SortOrder, sortOrders, toSortKey } from '#server/orders/sorted-orders.ts'
import { countLimit } from '#shared/constants.ts'
import { type Filter, matchesEveryRow } from '#shared/list/filter.ts'
import type { Count } from '#shared/orders/views.ts'

/** No orders at all. */
export const noOrders: list.OrderSource = { find: async () => ({ rows: [] }), count: async () => ({ exact: 0 }) }

/** The orders that match a filter without words. */
export function listedOrders(
  db: Db,
  selection: list.OrderSelection,
  order?: SortOrder,
  limits: SearchLimits = searchLimits,
): list.OrderSource {
  const { excluded = [], ...unexcluded } = selection
  const find: list.OrderSource['find'] = async (slice) => {
    // Orders with an excluded token are looked at in vain.
    const until = excluded.length > 0 ? await list.findKeyAhead(db, unexcluded, slice, limits.orders) : undefined
    const rows = await list.findOrders(db, selection, until === undefined ? slice : { ...slice, until })
    return until === undefined || rows.length === slice.limit ? { rows } : { rows, stoppedAt: until }
  }
  return sortOrders(db, { find, count: () => list.countOrders(db, selection) }, selection, order)
}

/**
 * The orders of a selection that have the tokens of a search. It starts from what is fewest: the orders of the selection, or the tokens of one word.
 * Where both are many it walks through the orders by date: of words that are frequent each by itself the newest orders usually have
 * them all.
 */
export async function searchOrders(
  db: Db,
  search: Search,
  selection: list.OrderSelection,
  filter: Filter,
  { order, limits = searchLimits }: { order?: SortOrder | undefined; limits?: SearchLimits } = {},
): Promise<list.OrderSource> {
  const words = await countWords(db, search, limits.tokens + 1)
  const [rarest, ...others] = words
  if (!rarest || rarest.count === 0) return noOrders
  const known = { ...selection, search: words.map(({ ranges }) => ranges) }
  if (sumRanges(selection.ranges) <= Math.min(rarest.count, limits.orders)) return listedOrders(db, known, order)
  const byTokens: store.TokenSelection = {
    ranges: rarest.ranges,
    others: others.map(({ ranges }) => ranges),
    where: toCondition(filter, selection),
  }
  if (rarest.count <= limits.tokens) {
    const common = countCommonWords(words, limits)
    const rare = { ...byTokens, common: byTokens.others.slice(0, common), others: byTokens.others.slice(common) }
    if (rarest.count * countLookups(rare) <= limits.lookups) return findByTokens(db, rare, order)
  }
  const ordered = sumRanges(selection.ranges) > limits.rangeOrders ? pickOrdered(words, byTokens.where) : undefined
  const source = ordered ? walkTokens(db, ordered, byTokens, limits) : walkOrders(db, known, byTokens, limits)
  return sortOrders(db, source, known, order)
}

type Word = Awaited<ReturnType<typeof countWords>>[number]

/** How many words after the rarest one have so few tokens that the orders they have in common are read at once. */
function countCommonWords(words: readonly Word[], { tokens, commonTokens }: SearchLimits): number {
  let sum = 0
  const end = words.findIndex(({ count }) => (sum += count) > commonTokens || count > tokens)
  return Math.max(0, (end === -1 ? words.length : end) - 1)
}

/** What is looked up for each token of the rarest word. */
const countLookups = ({ others, where }: store.TokenSelection): number => others.length + (where ? 1 : 0)

/** A word whose tokens are in the order of the list, if there is one: days before others, because orders far from each other have them. */
function pickOrdered(
  words: readonly Word[],
  where: store.TokenSelection['where'],
): tokenOrder.SingleTokenSelection | undefined {
  const candidates = words.flatMap((word) => {
    const tokens = listSingleTokens(word.ranges)
    const others = words.filter((each) => each !== word).map(({ ranges }) => ranges)
    return tokens ? [{ tokens, others, where }] : []
  })
  return candidates.toSorted((a, b) => b.tokens.length - a.tokens.length)[0]
}

/** What the orders of a selection must match apart from its search; undefined for nothing. */
function toCondition(filter: Filter, { excluded = [], timeZone }: list.OrderSelection): store.TokenSelection['where'] {
  const matches = matchesEveryRow(filter) ? undefined : compileOrderFilter(filter, timeZone)
  if (excluded.length === 0) return matches
  const lacks = store.lacksTokens('orders.id', excluded)
  return matches ? (eb) => eb.and([matches(eb), lacks]) : () => lacks
}

/** The words of a search, the rarest first, with those of their ranges that hold tokens, the fullest first. */
async function countWords(db: Db, search: Search, limit: number): Promise<{ ranges: TokenSet[]; count: number }[]> {
  const counted = await store.countTokens(db, search, limit)
  const words = counted.map((sets) => {
    const used = sets.filter(({ count }) => count > 0).toSorted((a, b) => b.count - a.count)
    return { ranges: used.map(({ set }) => set), count: used.reduce((sum, { count }) => sum + count, 0) }
  })
  return words.toSorted((a, b) => a.count - b.count)
}

/** Looks at all tokens of the rarest word. */
function findByTokens(db: Db, byTokens: store.TokenSelection, order?: SortOrder): list.OrderSource {
  let total: number | undefined
  return {
    find: async (slice) => {
      const after = await toSortKey(db, order?.column, slice)
      const found = await store.findByTokens(db, byTokens, { ...slice, after }, order?.column)
      total = found.total
      return { rows: await list.loadOrders(db, found.ids) }
    },
    count: async () => toCount(total ?? (await store.countByTokens(db, byTokens, {}))),
  }
}

/** Looks at one order with some tokens after the other, by date, and says where it stopped when it has looked at many. */
function walkTokens(
  db: Db,
  selection: tokenOrder.SingleTokenSelection,
  byTokens: store.TokenSelection,
  limits: SearchLimits,
): list.OrderSource {
  const isFiltered = selection.others.length > 0 || selection.where !== undefined
  let foundCount = 0
  return {
    find: async (slice) => {
      const until = isFiltered
        ? await tokenOrder.findTokenKeyAhead(db, selection.tokens, slice, limits.orders)
        : undefined
      const rows = await list.loadOrders(db, await tokenOrder.findInTokenOrder(db, selection, { ...slice, until }))
      foundCount = rows.length
      return until === undefined || rows.length === slice.limit ? { rows } : { rows, stoppedAt: until }
    },
    count: () => countAtLeast(db, byTokens, limits, foundCount),
  }
}

/** Looks at one order after the other, and says where it stopped when it has looked at many. */
function walkOrders(
  db: Db,
  selection: list.OrderSelection,
  byTokens: store.TokenSelection,
  limits: SearchLimits,
): list.OrderSource {
  let foundCount = 0
  const { search: _search, excluded: _excluded, ...unsearched } = selection
  return {
    find: async (slice) => {
      const until = await list.findKeyAhead(db, unsearched, slice, limits.orders)
      const rows = await list.findOrders(db, selection, { ...slice, until })
      foundCount = rows.length
      if (until === undefined || rows.length === slice.limit) return { rows }
      if (await canSortTokens(db, byTokens, limits)) return findByTokens(db, byTokens).find(slice)
      return { rows, stoppedAt: until }
    },
    count: () => countAtLeast(db, byTokens, limits, foundCount),
  }
}

/** Counts the orders with some of the tokens of the rarest word. */
async function countAtLeast(
  db: Db,
  byTokens: store.TokenSelection,
  limits: SearchLimits,
  foundCount: number,
): Promise<Count> {
  const lookupsPerToken = countLookups(byTokens)
  const maxTokens = lookupsPerToken === 0 ? limits.tokens : Math.ceil(limits.countLookups / lookupsPerToken)
  const counted = await store.countByTokens(db, byTokens, { maxTokens, limit: countLimit + 1 })
  return { atLeast: Math.min(Math.max(counted, foundCount), countLimit) }
}

/** One word whose orders are all old, such as the number of a month: sorting its tokens is faster than walking there. */
async function canSortTokens(
  db: Db,
  { ranges, others, where }: store.TokenSelection,
  { sortedTokens }: SearchLimits,
): Promise<boolean> {
  if (others.length > 0 || where) return false
  const counts = await store.countTokens(db, [[...ranges]], sortedTokens)
  return counts.flat().reduce((sum, { count }) => sum + count, 0) < sortedTokens
}
