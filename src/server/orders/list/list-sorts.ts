import { hasPermission } from '#server/auth/access.ts'
import type { RequestContext } from '#server/context.ts'
import type { OrderCountsTable } from '#server/db/schema/orders.ts'
import type { RowKey } from '#server/list/keyset-page.ts'
import { toAmountBounds } from '#server/orders/tokens/amount-ranges.ts'
import type { RangeComparison } from '#server/orders/tokens/filter-tokens.ts'
import { toSortedRanges } from '#server/orders/list/list-ranges.ts'
import type { FoundOrder } from '#server/orders/list/list-store.ts'
import type { SortOrder } from '#server/orders/list/sorted-orders.ts'
import { type Filter, listConditions } from '#shared/list/filter.ts'
import type { OrdersQuery } from '#shared/orders/inputs.ts'
import { ordersList } from '#shared/orders/list.ts'

type Sort = (typeof ordersList.sorts)[number]
export type SortName = Sort extends infer One ? (One extends `-${infer Name}` ? Name : One) : never

/** The sort of a list: its name in URLs, and what it sorts by. */
interface PickedSort {
  name: Sort
  by: SortName
}

/** The sort of a query. Users who may not see the names of customers cannot sort by them: the order would reveal them. */
export function pickSort(
  context: RequestContext,
  { sort = ordersList.sorts[0] }: Pick<OrdersQuery, 'sort'>,
): PickedSort {
  const by = sort.replace('-', '') as SortName
  if (by === 'customer' && !hasPermission(context, 'customers.view_personal'))
    return { name: ordersList.sorts[0], by: 'placed' }
  return { name: sort, by }
}

/** `reversed` reads the list from its end to its beginning. */
export const directionOf = ({ name }: PickedSort, reversed: boolean): 'asc' | 'desc' =>
  name.startsWith('-') === reversed ? 'asc' : 'desc'

/** The keys of cursors. */
export const orderKeys: Readonly<Record<SortName, { keyOf: (order: FoundOrder) => RowKey; exampleKey: RowKey }>> = {
  placed: { keyOf: ({ key, row }) => [row.placedAt, key], exampleKey: [0, 0] },
  number: { keyOf: ({ row }) => [row.placedAt, row.number], exampleKey: [0, ''] },
  total: { keyOf: ({ key, row }) => [row.totalMinor, key], exampleKey: [0, 0] },
  customer: { keyOf: ({ key }) => [key], exampleKey: [0] },
}

/**
 * How orders are read in the order of a sort; undefined by time. Totals of several currencies are compared by their minor units. `rest` is
 * the part of the filter that columns decide.
 */
export function toSortOrder(
  by: SortName,
  filter: Filter,
  rest: Filter,
  counts: readonly OrderCountsTable[],
): SortOrder | undefined {
  if (by === 'placed') return undefined
  if (by === 'number') return { column: 'number', ranges: [] }
  if (by === 'customer') return { column: 'customer_sort_key', ranges: toSortedRanges(rest, counts, ['archived']) }
  const amounts = listConditions(filter).filter(isAmountComparison)
  const ranges = toSortedRanges(rest, counts, ['archived', 'currency'])
  if (amounts.length === 0) return { column: 'total_minor', ranges }
  return {
    column: 'total_minor',
    ranges: ranges.map((range) => ({ ...range, totals: toAmountBounds(range.values.currency ?? '', amounts) })),
  }
}

const isAmountComparison = (condition: Filter): condition is RangeComparison =>
  'value' in condition && condition.field === 'amount'
