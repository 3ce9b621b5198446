import type { Db } from '#server/db/database.ts'
import type { RowKey } from '#server/list/keyset-page.ts'
import { type OrderRange, sumRanges } from '#server/orders/list/list-ranges.ts'
import { countOrders } from '#server/orders/list/count-store.ts'
import { type OrderSelection, type OrderSlice, type OrderSource } from '#server/orders/list/list-store.ts'
import type { IndexedColumn, SortColumn } from '#server/orders/list/sort-store.ts'
import { firstKey, lastKey } from '#server/orders/tokens/placed-span.ts'
import * as store from '#server/orders/list/sort-store.ts'
import { matchesEveryRow } from '#shared/list/filter.ts'
import { addDays, dayOf, startOfDay } from '#shared/time.ts'

/** An order of the list other than by time. `ranges` are index ranges in this order; numbers need none. */
export interface SortOrder {
  column: SortColumn
  ranges: readonly OrderRange[]
  limits?: SortLimits
}

/** How much one page may look at. */
export interface SortLimits {
  /** Up to this many orders are all sorted for each page; if there are more, a page reads an index in the order of the column. */
  collected: number
  /** Minimum and maximum number of orders that are checked at once. */
  least: number
  most: number
  /** Maximum number of these steps for a page; then it ends where it stopped. */
  times: number
}

const listLimits: SortLimits = { collected: 5_000, least: 500, most: 20_000, times: 4 }
/** With clauses and exclusions, each order is looked up. */
const lookupLimits: SortLimits = { collected: 5_000, least: 5_000, most: 5_000, times: 4 }

/** A source of a selection in another order; `source` has it by time. */
export function sortOrders(
  db: Db,
  source: OrderSource,
  selection: OrderSelection,
  order: SortOrder | undefined,
): OrderSource {
  if (!order) return source
  const { column, ranges, limits = isLookedUp(selection) ? lookupLimits : listLimits } = order
  if (column === 'number') return sortByNumber(db, source, selection)
  return sortByColumn(db, source.count, selection, { column, inOrder: { ...selection, ranges }, limits })
}

interface ColumnOrder {
  column: IndexedColumn
  /** The selection with the ranges of the column. */
  inOrder: OrderSelection
  limits: SortLimits
}

function sortByColumn(
  db: Db,
  count: OrderSource['count'],
  selection: OrderSelection,
  { column, inOrder, limits }: ColumnOrder,
): OrderSource {
  const find: OrderSource['find'] = async ({ direction, after: start, limit }) => {
    const slice = { direction, after: await toSortKey(db, column, { direction, after: start }), limit }
    const { matching, isExact } = await countCandidates(db, selection)
    if (isExact && matching <= limits.collected)
      return { rows: await store.collectOrders(db, selection, column, slice) }
    if (isEveryOrder(inOrder))
      return { rows: await store.findInOrder(db, inOrder, column, { ...slice, until: undefined }) }
    const distance = Math.ceil((4 * limit * sumRanges(inOrder.ranges)) / matching)
    const step = Math.min(Math.max(distance, limits.least), limits.most)
    const rows = []
    let { after } = slice
    for (let time = 0; time < limits.times; time++) {
      const until = await store.findSortKeyAhead(db, inOrder, column, { direction, after }, step)
      const part: Parameters<typeof store.findInOrder>[3] = { direction, after, until, limit: limit - rows.length }
      rows.push(...(await store.findInOrder(db, inOrder, column, part)))
      if (until === undefined || rows.length === limit) return { rows }
      after = until
    }
    return { rows, stoppedAt: toCursorKey(column, after) }
  }
  return { find, count }
}

const isEveryOrder = ({ ranges, search, excluded = [] }: OrderSelection): boolean =>
  !search && excluded.length === 0 && ranges.every(({ filter, totals }) => matchesEveryRow(filter) && !totals)

/** Whether the tokens of each order are looked up. */
const isLookedUp = ({ search, excluded = [] }: OrderSelection): boolean => search !== undefined || excluded.length > 0

/** How many orders may match. With clauses this is an exact upper bound, all orders of the ranges, because matches are not counted; otherwise the count, which may be a lower bound. */
async function countCandidates(db: Db, selection: OrderSelection): Promise<{ matching: number; isExact: boolean }> {
  if (selection.search) return { matching: sumRanges(selection.ranges), isExact: true }
  const count = await countOrders(db, selection)
  return 'exact' in count ? { matching: count.exact, isExact: true } : { matching: count.atLeast, isExact: false }
}

/**
 * The key `[value of the column, key]` after which a slice begins. The cursor of a list by customer has only the key of the order, because cursors are in
 * URLs, which must not contain names.
 */
export async function toSortKey(
  db: Db,
  column: SortColumn | undefined,
  { direction, after }: Pick<OrderSlice, 'direction' | 'after'>,
): Promise<RowKey | undefined> {
  if (!after || column === undefined || column === 'total_minor') return after
  if (column === 'number') return [String(after[1]), direction === 'asc' ? lastKey : firstKey]
  const key = Number(after[0])
  return [(await store.findCustomerSortKey(db, key)) ?? '', key]
}

const toCursorKey = (column: IndexedColumn, key: RowKey | undefined): RowKey =>
  column === 'customer_sort_key' ? (key ?? []).slice(1) : (key ?? [])

/**
 * Sorts by number: a number begins with the day on which its order was placed, so days are in the same order as by time, and only the orders
 * within a day have to be sorted. The keys are `[placedAt, number]`.
 */
function sortByNumber(db: Db, source: OrderSource, selection: OrderSelection): OrderSource {
  const find = async ({ direction, after, limit }: OrderSlice) => {
    const toEdges = (time: number) => edgesOf(time, selection.timeZone, direction)
    const collect = (start: string, placed: { after: RowKey | undefined; until: RowKey }, missing: number) => {
      const slice = { direction, after: [start, direction === 'asc' ? lastKey : firstKey], limit: missing }
      return store.collectOrders(db, selection, 'number', slice, placed)
    }
    const [beforeAll, afterAll] = direction === 'asc' ? ['', last] : [last, '']
    const day = after && toEdges(Number(after[0]))
    const rows = day ? await collect(String(after[1]), { after: day.before, until: day.after }, limit) : []
    if (rows.length === limit) return { rows }
    const { rows: ahead, stoppedAt } = await source.find({ direction, after: day?.after, limit: limit - rows.length })
    const [start, end] = [ahead[0]?.row.placedAt, ahead.at(-1)?.row.placedAt]
    if (start !== undefined && end !== undefined) {
      const days = { after: toEdges(start).before, until: toEdges(end).after }
      rows.push(...(await collect(beforeAll, days, limit - rows.length)))
    }
    if (!stoppedAt || rows.length === limit) return { rows }
    const [time] = stoppedAt
    // The day of the last order found is complete, another day on which it stopped is not.
    const isComplete = end !== undefined && toEdges(end).after[0] === toEdges(Number(time)).after[0]
    return { rows, stoppedAt: [Number(time), isComplete ? afterAll : beforeAll] }
  }
  return { find, count: source.count }
}

/** After every number. */
const last = '~'

const latestTime = Date.UTC(9999, 0)

/** The keys `[placedAt, key]` before and after all orders of the day of a time, in a direction. */
function edgesOf(time: number, timeZone: string, direction: 'asc' | 'desc'): { before: RowKey; after: RowKey } {
  const day = dayOf(Math.min(Math.max(time, 0), latestTime), timeZone)
  const [start, end] = [startOfDay(day, timeZone), startOfDay(addDays(day, 1), timeZone)]
  return direction === 'asc'
    ? { before: [start - 1, lastKey], after: [end - 1, lastKey] }
    : { before: [end, firstKey], after: [start, firstKey] }
}
