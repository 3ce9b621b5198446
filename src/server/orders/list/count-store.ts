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
import { splitPlaced } from '#server/orders/tokens/placed-span.ts'
import { lacksTokens } from '#server/orders/tokens/token-conditions-store.ts'
import { countLimit } from '#shared/constants.ts'
import { everyRow, matchesEveryRow } from '#shared/list/filter.ts'
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
  const later = await countLater(db, selection)
  if (later !== undefined) return { exact: Math.max(0, sumRanges(selection.ranges) - later) }
  const count = await countRanges(db, selection, selectRanges(db, selection), most + 1)
  return count > most ? { atLeast: most } : { exact: count }
}

/** How many orders the ranges of a selection have, counted up to `limit`. */
async function countRanges(
  db: Db,
  selection: OrderSelection,
  ranges: ReturnType<typeof selectRanges>,
  limit: number,
): Promise<number> {
  const orders = concatRanges(ranges.map((range) => range.select('key')))
  if (!orders) return 0
  const counting = db
    .selectFrom(orders.limit(limit).as('counted'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
  const [counted] = await runQuery(db, counting, isOfStatuses(selection))
  return counted?.count ?? 0
}

/** Maximum number of orders that are counted because they are too new to match. */
const maxLater = 5_000

/**
 * How many orders of the ranges were placed after their last day, if that is all that they must meet: usually few, where the matching ones may be hundreds of thousands, such as
 * all that should have been shipped by yesterday. Undefined if there are other conditions, or too many.
 */
async function countLater(db: Db, selection: OrderSelection): Promise<number | undefined> {
  const { ranges, search, excluded = [], timeZone } = selection
  const spans = ranges.map(({ filter }) => splitPlaced(filter, timeZone))
  const end = spans[0]?.placed.until
  const isOfLastDay = spans.every(
    ({ placed, rest }) => placed.from === undefined && placed.until === end && matchesEveryRow(rest),
  )
  if (search || excluded.length > 0 || end === undefined || !isOfLastDay) return undefined
  const whole = { ranges: ranges.map((range) => ({ ...range, filter: everyRow })), timeZone }
  const later = selectRanges(db, whole).map((range) => range.where('placed_at', '>=', end))
  const count = await countRanges(db, selection, later, maxLater + 1)
  return count > maxLater ? undefined : count
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
