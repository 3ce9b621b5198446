import type { Db } from '#server/db/database.ts'
import { concatRanges } from '#server/db/list-query.ts'
import { runQuery } from '#server/db/lookup.ts'
import type { RowKey } from '#server/list/keyset-page.ts'
import { sumRanges } from '#server/orders/list/list-ranges.ts'
import {
  findKeyAhead,
  isOfStatuses,
  type OrderSelection,
  selectRanges,
  selectSlice,
} from '#server/orders/list/list-store.ts'
import { searchLimits } from '#server/orders/list/search-limits.ts'
import { lacksTokens } from '#server/orders/tokens/token-conditions-store.ts'
import { countLimit } from '#shared/constants.ts'
import { matchesEveryRow } from '#shared/list/filter.ts'
import type { Count } from '#shared/list/count.ts'

/**
 * How many orders match: exact where orders are counted as they change (decisions/019), otherwise counted up to `countLimit`. With exclusions, only the first orders are
 * counted if there are many, so that there are at most `maxLookups` lookups.
 */
export async function countOrders(
  db: Db,
  selection: OrderSelection,
  maxLookups = searchLimits.countLookups,
): Promise<Count> {
  const { ranges, excluded = [] } = selection
  const maxOrders = Math.ceil(maxLookups / excluded.length)
  if (sumRanges(ranges) > maxOrders) return countFirstOrders(db, selection, maxOrders)
  return countUpTo(db, selection, countLimit)
}

/** How many orders match: exact where orders are counted as they change, otherwise counted up to `most`. */
export async function countUpTo(db: Db, selection: OrderSelection, most: number): Promise<Count> {
  if (isCounted(selection)) return { exact: sumRanges(selection.ranges) }
  const matching = concatRanges(selectRanges(db, selection).map((range) => range.select('key')))
  if (!matching) return { exact: 0 }
  const counting = db
    .selectFrom(matching.limit(most + 1).as('counted'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
  const [{ count } = { count: 0 }] = await runQuery(db, counting, isOfStatuses(selection))
  return count > most ? { atLeast: most } : { exact: count }
}

const isCounted = ({ ranges, search, excluded = [] }: OrderSelection): boolean =>
  !search && excluded.length === 0 && ranges.every(({ filter }) => matchesEveryRow(filter))

/**
 * Counts a slice of the list: how many of the `distance` orders of `walked` after a key match, and the key at which the slice ends, undefined at the end of the list.
 * `matching` has the ranges of `walked`, with further conditions.
 */
export async function countPart(
  db: Db,
  { walked, matching }: { walked: OrderSelection; matching: OrderSelection },
  after: RowKey | undefined,
  distance: number,
): Promise<{ counted: number; until: RowKey | undefined }> {
  const until = await findKeyAhead(db, walked, { direction: 'desc', after }, distance)
  const slice = selectSlice(db, matching, { direction: 'desc', after, until })
  const orders = concatRanges(slice.map((range) => range.select('key')))
  if (!orders) return { counted: 0, until }
  const { count } = await db
    .selectFrom(orders.as('counted'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return { counted: count, until }
}

/** How many of the first orders of the ranges are not excluded. */
async function countFirstOrders(
  db: Db,
  { excluded = [], ...selection }: OrderSelection,
  maxOrders: number,
): Promise<Count> {
  const orders = concatRanges(selectRanges(db, selection).map((range) => range.select('key')))
  if (!orders) return { exact: 0 }
  const { looked, matching } = await db
    .selectFrom(orders.limit(maxOrders).as('first'))
    .select(({ fn }) => fn.countAll<number>().as('looked'))
    .select(({ fn }) => fn.countAll<number>().filterWhere(lacksTokens('first.key', excluded)).as('matching'))
    .executeTakeFirstOrThrow()
  return looked < maxOrders ? { exact: matching } : { atLeast: matching }
}
