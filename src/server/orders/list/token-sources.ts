import type { Db } from '#server/db/database.ts'
import { type FoundRows, toCount } from '#server/keyset-page.ts'
import { hasOneAtMost, splitByMonth } from '#server/orders/tokens/filter-tokens.ts'
import type * as list from '#server/orders/list/list-store.ts'
import { newestOrders, walkInSteps } from '#server/orders/list/listed-orders.ts'
import { isBefore, narrowSlice } from '#server/orders/tokens/placed-span.ts'
import type { SearchLimits } from '#server/orders/list/search-limits.ts'
import * as store from '#server/orders/list/search-store.ts'
import { exactRange } from '#server/orders/tokens/search-words.ts'
import { type SortOrder, toSortKey } from '#server/orders/list/sorted-orders.ts'
import * as tokenOrder from '#server/orders/list/token-order-store.ts'
import { countTokens, countWithinSpans } from '#server/orders/tokens/token-sets-store.ts'
import { countLimit } from '#shared/constants.ts'
import type { Count } from '#shared/list/count.ts'

/** What orders are counted by while they are walked through; `tokenCount` is how many tokens the rarest word has, counted up to a limit. */
interface Counting {
  byTokens: store.TokenSelection
  limits: SearchLimits
  tokenCount: number
}

/** The conditions that are checked for each token of the rarest word. */
export const countLookups = ({ others, excluded, where }: store.TokenSelection): number =>
  others.length + (excluded.length > 0 ? 1 : 0) + (where ? 1 : 0)

/** Looks at all tokens of the rarest word. Unless they are few, only the first orders are sorted, and counted apart from that. */
export function findByTokens(
  db: Db,
  byTokens: store.TokenSelection,
  { order, tokenCount, isFew }: { order?: SortOrder | undefined; tokenCount: number; isFew: boolean },
): list.OrderSource {
  if (!order && !isFew && !store.isLookedAt(byTokens))
    return {
      find: async (slice) => ({ rows: await store.findFirstByTokens(db, byTokens, slice) }),
      count: async () => toCount(isCounted(byTokens) ? tokenCount : await store.countByTokens(db, byTokens, {})),
    }
  const find = async (slice: list.OrderSlice) => {
    const after = await toSortKey(db, order?.column, slice)
    return store.findByTokens(db, byTokens, { ...slice, after }, order?.column)
  }
  let found: ReturnType<typeof find> | undefined
  return {
    find: (slice) => (found = find(slice)),
    count: async () => toCount((await found)?.total ?? (await store.countByTokens(db, byTokens, {}))),
  }
}

/** The orders with one of some tokens, of which nothing else is asked; `tokenCount` is how many tokens there are, counted up to a limit. */
export function listTokens(
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
      return { rows: await tokenOrder.findInTokenOrder(db, selection, { ...slice, after, until }) }
    },
    count: async () => {
      const only = tokens.length === 1 ? tokens[0] : undefined
      if (isCounted(byTokens) || byTokens.ranges.every((set) => 'from' in set && set.from === only))
        return toCount(tokenCount)
      const most = countLimit + 1
      if (only !== undefined) return toCount(await countWithinSpans(db, [[only, placed]], most))
      // An order may have several days and months. Most have that in which they were placed, and no order was placed in two.
      const countedOnce = await countWithinSpans(db, splitByMonth(tokens, placed), most)
      if (countedOnce === most) return toCount(most)
      // Whole months first: they hold the most orders, by date, so that fewer tokens are read and are compared faster.
      const single = { ...byTokens, ranges: tokens.toSorted().toReversed().map(exactRange) }
      return toCount(await store.countByTokens(db, single, { limit: most }))
    },
  }
}

/** Looks at one order with some tokens after the other, by date, and says where it stopped when it has looked at many. */
export function walkTokens(db: Db, selection: tokenOrder.SingleTokenSelection, counting: Counting): list.OrderSource {
  const { tokens, placed } = selection
  const find: list.OrderSource['find'] = async (slice) => {
    const { after, end } = narrowSlice(slice, placed)
    const ahead = await tokenOrder.findTokenKeyAhead(db, tokens, { ...slice, after }, counting.limits.orders)
    const until = ahead && end && isBefore(end, ahead, slice.direction) ? undefined : ahead
    const rows = await tokenOrder.findInTokenOrder(db, selection, { ...slice, after, until: until ?? end })
    return until === undefined || rows.length === slice.limit ? { rows } : { rows, stoppedAt: until }
  }
  let found: ReturnType<typeof find> | undefined
  return { find: (slice) => (found = find(slice)), count: () => countAtLeast(db, counting, found) }
}

/** Looks at one order of a selection after the other for those that match, and says where it stopped when it has looked at many. */
export function walkOrders(
  db: Db,
  { excluded: _excluded, ...selection }: list.OrderSelection,
  matching: list.OrderSelection,
  counting: Counting,
): list.OrderSource {
  const { byTokens, limits, tokenCount } = counting
  const walk = (slice: list.OrderSlice, distance: number) =>
    walkInSteps(db, { walked: selection, matching }, slice, distance)
  const sort = async (slice: list.OrderSlice) => ({ rows: await store.findFirstByTokens(db, byTokens, slice) })
  const nearest = Math.min(newestOrders, limits.orders)
  const search = async (slice: list.OrderSlice): Promise<FoundRows<list.FoundOrder>> => {
    const near = await walk(slice, nearest)
    if (!near.stoppedAt) return near
    // One word whose orders are all old, such as the number of a month: sorting a few tokens takes less time than walking on, and sorting many is better than stopping.
    const canSort = !store.isLookedAt(byTokens)
    if (canSort && (await hasFewerTokens(db, byTokens, limits.quicklySortedTokens))) return sort(slice)
    const part = { ...slice, after: near.stoppedAt, limit: slice.limit - near.rows.length }
    const far = nearest < limits.orders ? await walk(part, limits.orders - nearest) : { ...near, rows: [] }
    if (far.stoppedAt && canSort && (await hasFewerTokens(db, byTokens, limits.sortedTokens))) return sort(slice)
    return { ...far, rows: [...near.rows, ...far.rows] }
  }
  let found: ReturnType<typeof search> | undefined
  return {
    find: (slice) => (found = search(slice)),
    count: async () => (isCounted(byTokens) ? toCount(tokenCount) : countAtLeast(db, counting, found)),
  }
}

/** Whether as many orders match as there are tokens. */
const isCounted = (byTokens: store.TokenSelection): boolean => {
  const { ranges, placed } = byTokens
  const isEveryTime = placed.from === undefined && placed.until === undefined
  return !store.isLookedAt(byTokens) && isEveryTime && ranges.every(hasOneAtMost)
}

/** Counts the orders with some of the tokens of the rarest word, and exactly if all tokens are read. */
async function countAtLeast(
  db: Db,
  { byTokens, limits, tokenCount }: Counting,
  found: Promise<FoundRows<unknown>> | undefined,
): Promise<Count> {
  const lookupsPerToken = countLookups(byTokens)
  const maxTokens =
    lookupsPerToken === 0
      ? Math.min(limits.tokens, limits.singleWordTokens)
      : Math.ceil(limits.countLookups / lookupsPerToken)
  const counted = await store.countByTokens(db, byTokens, { maxTokens, limit: countLimit + 1 })
  const mayBeAll = lookupsPerToken === 0 && counted <= countLimit && tokenCount <= maxTokens
  if (mayBeAll && (await hasFewerTokens(db, byTokens, maxTokens + 1))) return { exact: counted }
  const foundCount = (await found)?.rows.length ?? 0
  return { atLeast: Math.min(Math.max(counted, foundCount), countLimit) }
}

/** Whether the rarest word has fewer tokens than these. */
async function hasFewerTokens(db: Db, { ranges, placed }: store.TokenSelection, limit: number): Promise<boolean> {
  const counts = await countTokens(db, [[...ranges]], { placed, limit })
  return counts.flat().reduce((sum, { count }) => sum + count, 0) < limit
}
