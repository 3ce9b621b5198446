import type { Db } from '#server/db/database.ts'
import { type RowKey, toCount } from '#server/keyset-page.ts'
import * as list from '#server/orders/list-store.ts'
import { compileOrderFilter } from '#server/orders/filter-store.ts'
import { hasOneAtMost, listSingleTokens } from '#server/orders/filter-tokens.ts'
import { sumRanges } from '#server/orders/list-ranges.ts'
import { isBefore, narrowSlice, splitPlaced } from '#server/orders/placed-span.ts'
import { type SearchLimits, searchLimits } from '#server/orders/search-limits.ts'
import * as store from '#server/orders/search-store.ts'
import type { TokenFilter } from '#server/orders/token-filters.ts'
import * as tokenOrder from '#server/orders/token-order-store.ts'
import { countCommonWords, countWords, lookAtColumns, pickOrdered } from '#server/orders/count-words.ts'
import type { Search } from '#server/orders/search-tokens.ts'
import { exactRange } from '#server/orders/search-words.ts'
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

interface SearchOptions {
  order?: SortOrder | undefined
  limits?: SearchLimits
  columns?: TokenFilter['columns']
}

/**
 * The orders of a selection that have the tokens of a search. It starts from what is fewest: the orders of the selection, or the tokens of one word.
 * Where both are many it walks through the orders by date: of words that are frequent each by itself the newest orders usually have
 * them all. `filter` is what orders must match apart from the search, `columns` what columns of an order say as well as a word of it.
 */
export async function searchOrders(
  db: Db,
  search: Search,
  selection: list.OrderSelection,
  filter: Filter,
  { order, limits = searchLimits, columns = new Map() }: SearchOptions = {},
): Promise<list.OrderSource> {
  const { placed, rest } = splitPlaced(filter, selection.timeZone)
  const { excluded = [] } = selection
  const where = matchesEveryRow(rest) ? undefined : compileOrderFilter(rest, selection.timeZone)
  // Single tokens alone are read in the order of the list, so it only matters whether more have one than are counted.
  const isAlone = search.length === 1 && !where && excluded.length === 0 && search.every(listSingleTokens)
  const words = await countWords(db, search, {
    placed,
    limit: Math.max(isAlone ? limits.lookups : limits.tokens, countLimit) + 1,
  })
  const [rarest, ...others] = words
  if (!rarest || rarest.count === 0) return noOrders
  const known = { ...selection, search: words.map(({ ranges }) => ranges) }
  if (sumRanges(selection.ranges) <= Math.min(rarest.count, limits.orders)) return listedOrders(db, known, order)
  const byTokens: store.TokenSelection = {
    ranges: rarest.ranges,
    others: others.map(({ ranges }) => ranges),
    placed,
    excluded,
    where,
  }
  const tokens = !store.isLookedAt(byTokens) ? listSingleTokens(rarest.ranges) : undefined
  // Of few tokens all are sorted, by another column, too.
  if (tokens && rarest.count > (order ? limits.lookups : limits.mergedTokens))
    return sortOrders(db, listTokens(db, tokens, byTokens, rarest.count), known, order)
  if (rarest.count <= limits.tokens) {
    const common = countCommonWords(words, limits)
    const rare = { ...byTokens, common: byTokens.others.slice(0, common), others: byTokens.others.slice(common) }
    const lookups = countLookups(rare) + (order ? 1 : 0)
    if (rarest.count * lookups <= limits.lookups) return findByTokens(db, rare, order)
  }
  const ordered = sumRanges(selection.ranges) > limits.rangeOrders ? pickOrdered(words, byTokens) : undefined
  const source = ordered
    ? walkTokens(db, ordered, byTokens, limits)
    : walkOrders(db, selection, lookAtColumns(selection, words, columns), {
        byTokens,
        limits,
        tokenCount: rarest.count,
      })
  return sortOrders(db, source, known, order)
}

/** What is looked up for each token of the rarest word. */
const countLookups = ({ others, excluded, where }: store.TokenSelection): number =>
  others.length + (excluded.length > 0 ? 1 : 0) + (where ? 1 : 0)

/** Looks at all tokens of the rarest word. */
function findByTokens(db: Db, byTokens: store.TokenSelection, order?: SortOrder): list.OrderSource {
  let total: number | undefined
  return {
    find: async (slice) => {
      const after = await toSortKey(db, order?.column, slice)
      const found = await store.findByTokens(db, byTokens, { ...slice, after }, order?.column)
      total = found.total
      return { rows: await list.loadOrders(db, found.keys) }
    },
    count: async () => toCount(total ?? (await store.countByTokens(db, byTokens, {}))),
  }
}

/** The orders with one of some tokens, of which nothing else is asked; `tokenCount` is how many tokens there are, counted up to a limit. */
function listTokens(
  db: Db,
  tokens: readonly string[],
  byTokens: store.TokenSelection,
  tokenCount: number,
): list.OrderSource {
  const { placed } = byTokens
  const selection = { ...byTokens, tokens }
  return {
    find: async (slice) => {
      const { after, end: until } = narrowSlice(slice, placed)
      const keys = await tokenOrder.findInTokenOrder(db, selection, { ...slice, after, until })
      return { rows: await list.loadOrders(db, keys) }
    },
    count: async () => {
      if (tokens.length === 1 || isCounted(byTokens)) return toCount(tokenCount)
      const single = { ...byTokens, ranges: tokens.map(exactRange) }
      return toCount(await store.countByTokens(db, single, { limit: countLimit + 1 }))
    },
  }
}

/** Looks at one order with some tokens after the other, by date, and says where it stopped when it has looked at many. */
function walkTokens(
  db: Db,
  selection: tokenOrder.SingleTokenSelection,
  byTokens: store.TokenSelection,
  limits: SearchLimits,
): list.OrderSource {
  const { tokens, placed } = selection
  let foundCount = 0
  return {
    find: async (slice) => {
      const { after, end } = narrowSlice(slice, placed)
      const ahead = await tokenOrder.findTokenKeyAhead(db, tokens, { ...slice, after }, limits.orders)
      const until = ahead && end && isBefore(end, ahead, slice.direction) ? undefined : ahead
      const keys = await tokenOrder.findInTokenOrder(db, selection, { ...slice, after, until: until ?? end })
      const rows = await list.loadOrders(db, keys)
      foundCount = rows.length
      return until === undefined || rows.length === slice.limit ? { rows } : { rows, stoppedAt: until }
    },
    count: () => countAtLeast(db, byTokens, limits, foundCount),
  }
}

/** Looks at one order of a selection after the other for those that match, and says where it stopped when it has looked at many. */
function walkOrders(
  db: Db,
  { excluded: _excluded, ...selection }: list.OrderSelection,
  matching: list.OrderSelection,
  { byTokens, limits, tokenCount }: { byTokens: store.TokenSelection; limits: SearchLimits; tokenCount: number },
): list.OrderSource {
  let foundCount = 0
  return {
    find: async (slice) => {
      const rows: list.FoundOrder[] = []
      let until: RowKey | undefined
      for (const distance of toSteps(limits.orders)) {
        const part = { ...slice, after: until ?? slice.after, limit: slice.limit - rows.length }
        until = await list.findKeyAhead(db, selection, part, distance)
        rows.push(...(await list.findOrders(db, matching, { ...part, until })))
        foundCount = rows.length
        if (until === undefined || rows.length === slice.limit) return { rows }
      }
      if (await canSortTokens(db, byTokens, limits))
        return { rows: await list.loadOrders(db, await store.findFirstByTokens(db, byTokens, slice)) }
      return until === undefined ? { rows } : { rows, stoppedAt: until }
    },
    count: async () => (isCounted(byTokens) ? toCount(tokenCount) : countAtLeast(db, byTokens, limits, foundCount)),
  }
}

/** Among the newest orders there is usually a page of those with frequent words, so that it is not worth knowing where the last one lies. */
const toSteps = (distance: number): number[] => (distance <= firstStep ? [distance] : [firstStep, distance - firstStep])
const firstStep = 500

/** Whether as many orders match as there are tokens. */
const isCounted = (byTokens: store.TokenSelection): boolean => {
  const { ranges, placed } = byTokens
  const isEveryTime = placed.from === undefined && placed.until === undefined
  return !store.isLookedAt(byTokens) && isEveryTime && ranges.every(hasOneAtMost)
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
async function canSortTokens(db: Db, byTokens: store.TokenSelection, { sortedTokens }: SearchLimits): Promise<boolean> {
  if (store.isLookedAt(byTokens)) return false
  const { ranges, placed } = byTokens
  const counts = await store.countTokens(db, [[...ranges]], { placed, limit: sortedTokens })
  return counts.flat().reduce((sum, { count }) => sum + count, 0) < sortedTokens
}
