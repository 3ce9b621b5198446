import type { Db } from '#server/db/database.ts'
import type { FoundRows, RowKey } from '#server/keyset-page.ts'
import { compileOrderFilter } from '#server/orders/list/filter-store.ts'
import { countOrders, countUpTo } from '#server/orders/list/count-store.ts'
import {
  findKeyAhead,
  findOrders,
  type FoundOrder,
  type OrderSelection,
  type OrderSlice,
  type OrderSource,
} from '#server/orders/list/list-store.ts'
import { splitPlaced } from '#server/orders/tokens/placed-span.ts'
import { type SearchLimits, searchLimits } from '#server/orders/list/search-limits.ts'
import { countByTokens, isLookedAt } from '#server/orders/list/search-store.ts'
import { countTokens } from '#server/orders/tokens/token-sets-store.ts'
import { earlierOrder } from '#server/orders/tokens/search-tokens.ts'
import { type SortOrder, sortOrders } from '#server/orders/list/sorted-orders.ts'
import { countLimit } from '#shared/constants.ts'
import { type Filter, matchesEveryRow } from '#shared/list/filter.ts'
import type { Count } from '#shared/list/count.ts'

/** No orders at all. */
export const noOrders: OrderSource = { find: async () => ({ rows: [] }), count: async () => ({ exact: 0 }) }

interface ListOptions {
  order?: SortOrder | undefined
  /** What the orders of the selection must match apart from its exclusions, without what all orders match; none if that is not known. */
  filter?: Filter
  limits?: SearchLimits
}

/** The orders that match a filter without words. */
export function listedOrders(
  db: Db,
  selection: OrderSelection,
  { order, filter, limits = searchLimits }: ListOptions = {},
): OrderSource {
  const { excluded = [], ...unexcluded } = selection
  const find: OrderSource['find'] = async (slice) =>
    // Orders with an excluded token do not match.
    excluded.length > 0
      ? walkInSteps(db, { walked: unexcluded, matching: selection }, slice, limits.orders)
      : { rows: await findOrders(db, selection, slice) }
  const count: OrderSource['count'] = async () =>
    (filter && (await countNotExcluded(db, selection, filter, limits))) ??
    countOrders(db, selection, limits.countLookups)
  return sortOrders(db, { find, count }, selection, order)
}

/** The orders of a part of the list among `distance` orders that are walked through, and where it stopped if it did not find enough. */
export async function walkInSteps(
  db: Db,
  { walked, matching }: { walked: OrderSelection; matching: OrderSelection },
  slice: OrderSlice,
  distance: number,
): Promise<FoundRows<FoundOrder>> {
  const rows: FoundOrder[] = []
  let until: RowKey | undefined
  for (const step of toSteps(distance)) {
    const part = { ...slice, after: until ?? slice.after, limit: slice.limit - rows.length }
    until = await findKeyAhead(db, walked, part, step)
    rows.push(...(await findOrders(db, matching, { ...part, until })))
    if (until === undefined || rows.length === slice.limit) return { rows }
  }
  return until === undefined ? { rows } : { rows, stoppedAt: until }
}

const toSteps = (distance: number): number[] =>
  distance <= newestOrders ? [distance] : [newestOrders, distance - newestOrders]

/** Among the newest orders there is usually a page of those that match, so that it is not worth knowing where the last one lies. */
export const newestOrders = 500

/** How many orders are left without the excluded ones; undefined if these are too many to be counted. */
async function countNotExcluded(
  db: Db,
  { excluded = [], ...unexcluded }: OrderSelection,
  filter: Filter,
  { lookups, countLookups }: SearchLimits,
): Promise<Count | undefined> {
  const sets = excluded.filter((each) => each !== earlierOrder)
  if (sets.length === 0 || unexcluded.search || sets.length < excluded.length) return undefined
  const { placed, rest } = splitPlaced(filter, unexcluded.timeZone)
  const where = matchesEveryRow(rest) ? undefined : compileOrderFilter(rest, unexcluded.timeZone)
  const selection = { ranges: sets, others: [], placed, excluded: [], where }
  const limit = isLookedAt(selection) ? countLookups : lookups
  const counts = await countTokens(db, [sets], { placed, limit })
  const tokenCount = counts.flat().reduce((sum, { count }) => sum + count, 0)
  if (tokenCount >= limit) return undefined
  const excludedCount = tokenCount === 0 ? 0 : await countByTokens(db, selection, {})
  const count = await countUpTo(db, unexcluded, countLimit + excludedCount)
  return 'exact' in count ? { exact: Math.max(0, count.exact - excludedCount) } : { atLeast: countLimit }
}
