import type { OrderCountsTable } from '#server/db/schema/orders.ts'
import type { tokenFields } from '#server/orders/tokens/token-filters.ts'
import {
  type Comparison,
  type Filter,
  type FilterValue,
  listComparisons,
  matchesFilter,
  matchesNoRow,
  reduceFilter,
} from '#shared/list/filter.ts'
import { type TabFilterId, toFilter } from '#shared/list/list.ts'
import { type archivedValues, ordersList, type OrderTab } from '#shared/orders/list.ts'

type CountedField = Exclude<TabFilterId<typeof ordersList>, (typeof tokenFields)[number] | 'buyer'>
type CountedColumn = Exclude<keyof OrderCountsTable, 'order_count'>

/** The columns of the filters by which orders are counted and indexed. */
const columns: Record<CountedField, CountedColumn> = {
  currency: 'currency',
  status: 'status',
  payment: 'payment_status',
  fulfillment: 'fulfillment_status',
  archived: 'archived',
}

/** A range of an index: the orders with these values in its leading columns, sorted by date. */
export interface OrderRange {
  /** The values of the leading columns. */
  values: Partial<Pick<OrderCountsTable, CountedColumn>>
  /** Further conditions for the orders of the range. */
  filter: Filter
  /** Totals in minor units that the orders of the range must have. */
  totals?: { first: number; last: number }
  /** How many orders the range holds. */
  orderCount: number
}

/**
 * The index ranges that contain all orders of a filter: one for each combination of statuses that the filter allows and that orders have, so
 * that a list reads no other orders. `counts` are the counts of all combinations.
 */
export function toRanges(filter: Filter, counts: readonly OrderCountsTable[]): OrderRange[] {
  const fields = new Set(listComparisons(filter).map(({ field }) => field))
  // Of the three indexes, each begins with whether orders are archived; two continue with the statuses, one of them after the currency.
  const indexed: CountedColumn[] = ['archived']
  if (fields.has('currency')) indexed.push('currency')
  if (['currency', 'status', 'payment', 'fulfillment'].some((field) => fields.has(field)))
    indexed.push('status', 'payment_status', 'fulfillment_status')
  const ranges = new Map<string, OrderRange>()
  for (const count of counts) {
    const rest = reduceToCount(filter, count)
    if (matchesNoRow(rest)) continue
    const range = ranges.getOrInsertComputed(indexed.map((column) => count[column]).join(), () => ({
      values: Object.fromEntries(indexed.map((column) => [column, count[column]])),
      filter: rest,
      orderCount: 0,
    }))
    range.orderCount += count.order_count
  }
  return [...ranges.values()]
}

/** Counted columns that lead an index in the order of a sort. */
export type SortedWithin = Extract<CountedColumn, 'archived' | 'currency'>

/** The ranges of an index with these leading columns, followed by the column of a sort. They contain all orders of a filter, and others, too. */
export function toSortedRanges(
  filter: Filter,
  counts: readonly OrderCountsTable[],
  within: readonly SortedWithin[],
): OrderRange[] {
  const ranges = new Map<string, OrderRange>()
  for (const count of counts) {
    if (matchesNoRow(reduceToCount(filter, count))) continue
    ranges.getOrInsertComputed(within.map((column) => count[column]).join(), () => ({
      values: Object.fromEntries(within.map((column) => [column, count[column]])),
      filter: reduceFilter(filter, (comparison) =>
        within.some((column) => columns[comparison.field as CountedField] === column)
          ? matchesCount(comparison, count)
          : undefined,
      ),
      orderCount: sumCounts(counts, (other) => within.every((column) => other[column] === count[column])),
    }))
  }
  return [...ranges.values()]
}

/** A filter without the comparisons that all orders match or none: where no order is archived, the comparison with `archived` is not needed. */
export function reduceByCounts(filter: Filter, counts: readonly OrderCountsTable[]): Filter {
  const total = sumCounts(counts)
  return reduceFilter(filter, (comparison) => {
    const matching = sumCounts(counts, (count) => matchesCount(comparison, count) === true)
    if (matching === total) return true
    return matching === 0 && counts.some((count) => matchesCount(comparison, count) === false) ? false : undefined
  })
}

/** How many orders each tab holds. */
export function countTabs(counts: readonly OrderCountsTable[]): Record<OrderTab, { exact: number }> {
  return Object.fromEntries(tabIds.map((tab) => [tab, { exact: countTab(tab, counts) }])) as Record<
    OrderTab,
    { exact: number }
  >
}

/** How many orders a tab holds. */
export function countTab(tab: OrderTab, counts: readonly OrderCountsTable[]): number {
  // Tabs set only filters by which orders are counted.
  const isCounted = (comparison: Comparison, count: OrderCountsTable) => matchesCount(comparison, count) === true
  return sumCounts(counts, (count) => matchesFilter(tabFilters[tab], (part) => isCounted(part, count)))
}

const tabIds = Object.keys(ordersList.tabs) as OrderTab[]
const tabFilters = Object.fromEntries(tabIds.map((tab) => [tab, toFilter(ordersList, ordersList.tabs[tab])])) as Record<
  OrderTab,
  Filter
>

/** The index ranges of a tab. */
export const toTabRanges = (tab: OrderTab, counts: readonly OrderCountsTable[]): OrderRange[] =>
  toRanges(tabFilters[tab], counts)

/** How many orders the ranges hold, before their further conditions. */
export const sumRanges = (ranges: readonly OrderRange[]): number =>
  ranges.reduce((sum, { orderCount }) => sum + orderCount, 0)

/** The sum of the counts of some combinations. */
export const sumCounts = (
  counts: readonly OrderCountsTable[],
  isCounted: (count: OrderCountsTable) => boolean = () => true,
): number => counts.reduce((sum, count) => (isCounted(count) ? sum + count.order_count : sum), 0)

/** The currencies of all orders, by code. A currency whose orders are gone may still have counts, which add up to zero. */
export const toCurrencies = (counts: readonly OrderCountsTable[]): string[] =>
  [...Map.groupBy(counts, ({ currency }) => currency)]
    .flatMap(([currency, ofCurrency]) => (sumCounts(ofCurrency) > 0 ? [currency] : []))
    .toSorted()

/** The currencies that the orders of a filter may have. */
export const listMatchingCurrencies = (filter: Filter, counts: readonly OrderCountsTable[]): string[] =>
  toCurrencies(counts.filter((count) => !matchesNoRow(reduceToCount(filter, count))))

/** A filter without the comparisons that a combination decides. */
const reduceToCount = (filter: Filter, count: OrderCountsTable): Filter =>
  reduceFilter(filter, (comparison) => matchesCount(comparison, count))

/** Whether the orders of a combination match a comparison; undefined if orders are not counted by its field. */
function matchesCount(comparison: Comparison, count: OrderCountsTable): boolean | undefined {
  if (comparison.op !== 'in' || !(comparison.field in columns)) return undefined
  return comparison.values.includes(toFilterValue(comparison.field as CountedField, count))
}

/** The value of a filter field for the orders of a combination. */
const toFilterValue = (field: CountedField, count: OrderCountsTable): FilterValue =>
  field === 'archived' ? toArchivedValue(count.archived) : count[columns[field]]

const toArchivedValue = (archived: number): (typeof archivedValues)[number] => (archived === 1 ? 'yes' : 'no')
