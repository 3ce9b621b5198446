import type { Db } from '#server/db/database.ts'
import type { FoundRows, RowKey } from '#server/list/keyset-page.ts'
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
import { countByTokens, hasOtherConditions } from '#server/orders/list/search-store.ts'
import { countClause } from '#server/orders/tokens/token-sets-store.ts'
import { earlierOrder } from '#server/orders/tokens/search-tokens.ts'
import { type SortOrder, sortOrders } from '#server/orders/list/sorted-orders.ts'
import { countLimit } from '#shared/constants.ts'
import { type Filter, matchesEveryRow } from '#shared/list/filter.ts'
import type { Count } from '#shared/list/count.ts'

/** No orders at all. */
export const noOrders: OrderSource = { find: async () => ({ rows: [] }), count: async () => ({ exact: 0 }) }

interface ListOptions {
  order?: SortOrder | undefined
  /** The conditions of the selection apart from its exclusions, without those that all orders match; undefined if unknown. */
  filter?: Filter
  limits?: SearchLimits
}

/** Plan: read the index ranges of a selection in the order of the list. Each order is checked for the clauses of the selection, if it has any; with exclusions, only the first orders are walked through. */
export function readRanges(
  db: Db,
  selection: OrderSelection,
  { order, filter, limits = searchLimits }: ListOptions = {},
): OrderSource {
  const { excluded = [], ...unexcluded } = selection
  const find: OrderSource['find'] = async (slice) =>
    // Many orders in a row may be excluded, so the walk is bounded.
    excluded.length > 0
      ? walkInSteps(db, { walked: unexcluded, matching: selection }, slice, limits.walkedOrders)
      : { rows: await findOrders(db, selection, slice) }
  const count: OrderSource['count'] = async () =>
    (filter && (await countNotExcluded(db, selection, filter, limits))) ??
    countOrders(db, selection, limits.countLookups)
  return sortOrders(db, { find, count }, selection, order)
}

/** Finds a page by walking through up to `distance` orders of `walked`. If it stops before the page is full, it says where. */
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

const toSteps = (distance: number): number[] => (distance <= firstStep ? [distance] : [firstStep, distance - firstStep])

/** The first step of a walk. It usually fills the page, so looking for the end of a longer step would be wasted. */
export const firstStep = 500

/** How many orders are not excluded: all matches of the filter minus the excluded ones. Undefined if too many are excluded to count them. */
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
  const selection = { sets, others: [], placed, excluded: [], where }
  const limit = hasOtherConditions(selection) ? countLookups : lookups
  const postingCount = await countClause(db, sets, { placed, limit })
  if (postingCount >= limit) return undefined
  const excludedCount = postingCount === 0 ? 0 : await countByTokens(db, selection, {})
  const count = await countUpTo(db, unexcluded, countLimit + excludedCount)
  return 'exact' in count ? { exact: Math.max(0, count.exact - excludedCount) } : { atLeast: countLimit }
}
