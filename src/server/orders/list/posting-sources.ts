import type { Db } from '#server/db/database.ts'
import { type FoundRows, toCount } from '#server/list/keyset-page.ts'
import { isOnePerOrder, toDisjointSpans } from '#server/orders/tokens/filter-tokens.ts'
import type * as list from '#server/orders/list/list-store.ts'
import { firstStep, walkInSteps } from '#server/orders/list/range-source.ts'
import { isBefore, narrowSlice, type PlacedSpan } from '#server/orders/tokens/placed-span.ts'
import type { SearchLimits } from '#server/orders/list/search-limits.ts'
import * as store from '#server/orders/list/search-store.ts'
import { exactRange } from '#server/orders/tokens/search-words.ts'
import { type SortOrder, toSortKey } from '#server/orders/list/sorted-orders.ts'
import * as tokenOrder from '#server/orders/list/token-order-store.ts'
import { countClause, countWithinSpans } from '#server/orders/tokens/token-sets-store.ts'
import { countLimit } from '#shared/constants.ts'
import type { Count } from '#shared/list/count.ts'

/** How the matches of a walk are counted. */
interface Counting {
  byTokens: store.TokenSelection
  limits: SearchLimits
  /** The number of postings of the rarest clause, and whether these are all: otherwise it was counted up to a limit, or it is Infinity for one that was not counted. */
  postingCount: number
  isWhole: boolean
}

/** Plan: read all postings of the rarest clause, intersect them with those of `intersected`, and check each order for the other conditions. Of a single clause that is not rare (`isFew`), only the first orders are sorted, and the matches are counted separately. */
export function intersectPostings(
  db: Db,
  byTokens: store.TokenSelection,
  { order, postingCount, isFew }: { order?: SortOrder | undefined; postingCount: number; isFew: boolean },
): list.OrderSource {
  if (!order && !isFew && !store.hasOtherConditions(byTokens))
    return {
      find: async (slice) => ({ rows: await store.findFirstByTokens(db, byTokens, slice) }),
      count: async () =>
        toCount(isPostingCountExact(byTokens) ? postingCount : await store.countByTokens(db, byTokens, {})),
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

/** Plan: merge the posting lists of a single clause in the order of the list and stop after a page. `postingCount` is the number of its postings, counted up to a limit. */
export function mergePostings(
  db: Db,
  tokens: readonly string[],
  byTokens: store.TokenSelection,
  { postingCount, timeZone }: { postingCount: number; timeZone: string },
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
      if (isPostingCountExact(byTokens) || byTokens.sets.every((set) => 'from' in set && set.from === only))
        return toCount(postingCount)
      const most = countLimit + 1
      if (only !== undefined) return toCount(await countWithinSpans(db, [[only, placed]], most))
      // An order may have several of these days and months, but most are paid on the day on which they were placed, and shipped on the next one.
      const isEnough = async (spans: [string, PlacedSpan][]) => (await countWithinSpans(db, spans, most)) === most
      const toSpans = (delayDays: number) => toDisjointSpans(tokens, placed, { delayDays, timeZone })
      const hasEnough =
        (await isEnough(toSpans(0))) ||
        ((await isEnough(tokens.map((token) => [token, placed]))) && (await isEnough(toSpans(1))))
      if (hasEnough) return toCount(most)
      // Whole months first: they have the most orders, by date, so fewer postings are read and comparing them is faster.
      const single = { ...byTokens, sets: tokens.toSorted().toReversed().map(exactRange) }
      return toCount(await store.countByTokens(db, single, { limit: most }))
    },
  }
}

/** Plan: walk through merged posting lists by date, check each order for the other conditions, and stop after a limit. */
export function walkPostings(db: Db, selection: tokenOrder.SingleTokenSelection, counting: Counting): list.OrderSource {
  const { tokens, placed } = selection
  const find: list.OrderSource['find'] = async (slice) => {
    const { after, end } = narrowSlice(slice, placed)
    const ahead = await tokenOrder.findTokenKeyAhead(db, tokens, { ...slice, after }, counting.limits.walkedOrders)
    const until = ahead && end && isBefore(end, ahead, slice.direction) ? undefined : ahead
    const rows = await tokenOrder.findInTokenOrder(db, selection, { ...slice, after, until: until ?? end })
    return until === undefined || rows.length === slice.limit ? { rows } : { rows, stoppedAt: until }
  }
  let found: ReturnType<typeof find> | undefined
  return { find: (slice) => (found = find(slice)), count: () => countAtLeast(db, counting, found) }
}

/** Plan: walk through the orders of a selection by date, check each for all clauses, and stop after a limit. */
export function walkRanges(
  db: Db,
  { excluded: _excluded, ...selection }: list.OrderSelection,
  matching: list.OrderSelection,
  counting: Counting,
): list.OrderSource {
  const { byTokens, limits, postingCount } = counting
  const walk = (slice: list.OrderSlice, distance: number) =>
    walkInSteps(db, { walked: selection, matching }, slice, distance)
  const sort = async (slice: list.OrderSlice) => ({ rows: await store.findFirstByTokens(db, byTokens, slice) })
  const nearest = Math.min(firstStep, limits.walkedOrders)
  const search = async (slice: list.OrderSlice): Promise<FoundRows<list.FoundOrder>> => {
    const near = await walk(slice, nearest)
    if (!near.stoppedAt) return near
    // The orders of a single clause may all be old, such as the numbers of a past month: sorting a few postings takes less time than walking on, and sorting many is better than stopping.
    const canSort = !store.hasOtherConditions(byTokens)
    const missing = slice.limit - near.rows.length
    const fillsPage = (near.rows.length / nearest) * (limits.walkedOrders - nearest) >= missing
    if (canSort && !fillsPage && (await hasFewerPostings(db, counting, limits.quicklySortedPostings)))
      return sort(slice)
    const part = { ...slice, after: near.stoppedAt, limit: missing }
    const far = nearest < limits.walkedOrders ? await walk(part, limits.walkedOrders - nearest) : { ...near, rows: [] }
    if (far.stoppedAt && canSort && (await hasFewerPostings(db, counting, limits.sortedPostings))) return sort(slice)
    return { ...far, rows: [...near.rows, ...far.rows] }
  }
  let found: ReturnType<typeof search> | undefined
  return {
    find: (slice) => (found = search(slice)),
    count: async () => (isPostingCountExact(byTokens) ? toCount(postingCount) : countAtLeast(db, counting, found)),
  }
}

/** Whether the number of postings is the number of matching orders. */
const isPostingCountExact = (byTokens: store.TokenSelection): boolean => {
  const { sets, placed } = byTokens
  const isEveryTime = placed.from === undefined && placed.until === undefined
  return !store.hasOtherConditions(byTokens) && isEveryTime && sets.every(isOnePerOrder)
}

/** Counts the matches among the first postings of the rarest clause; exact if these are all its postings. */
async function countAtLeast(
  db: Db,
  counting: Counting,
  found: Promise<FoundRows<unknown>> | undefined,
): Promise<Count> {
  const { byTokens, limits, postingCount } = counting
  const lookupsPerPosting = store.countLookups(byTokens)
  const maxPostings =
    lookupsPerPosting === 0
      ? Math.min(limits.postings, limits.singleClausePostings)
      : Math.ceil(limits.countLookups / lookupsPerPosting)
  const counted = await store.countByTokens(db, byTokens, { maxPostings, limit: countLimit + 1 })
  const mayBeAll = lookupsPerPosting === 0 && counted <= countLimit && postingCount <= maxPostings
  if (mayBeAll && (await hasFewerPostings(db, counting, maxPostings + 1))) return { exact: counted }
  const foundCount = (await found)?.rows.length ?? 0
  return { atLeast: Math.min(Math.max(counted, foundCount), countLimit) }
}

/** Whether the rarest clause has fewer postings than a limit. */
async function hasFewerPostings(
  db: Db,
  { byTokens: { sets, placed }, postingCount, isWhole }: Counting,
  limit: number,
): Promise<boolean> {
  if (isWhole || (postingCount >= limit && postingCount !== Infinity)) return postingCount < limit
  return (await countClause(db, [...sets], { placed, limit })) < limit
}
