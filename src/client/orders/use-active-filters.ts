import { filterHref } from '#client/orders/orders-url.ts'
import { useMessages } from '#client/app/page-context.tsx'
import { useDayRangeFormat } from '#client/ui/day-range.ts'
import type { OrdersPageQuery } from '#shared/orders/inputs.ts'

/** One filter in use, in words, and the address of the list without it. */
export interface ActiveFilter {
  field: string
  value: string
  removeHref: string
}

/** The filters in use, in the order of the toolbar. */
export function useActiveFilters(query: OrdersPageQuery): ActiveFilter[] {
  const { orders, common } = useMessages()
  const formatDays = useDayRangeFormat()
  const { filter } = orders
  const { q, status, payment, fulfillment, currency, from, to } = query
  const { statuses, list } = common
  const activeFilters: ActiveFilter[] = []
  const addFilter = (field: string, value: string, change: Parameters<typeof filterHref>[1]) =>
    activeFilters.push({ field, value, removeHref: filterHref(query, change) })
  if (q) addFilter(filter.search, q, { q: undefined })
  if (status.length > 0) addFilter(filter.status, list(status.map((value) => statuses.order[value])), { status: [] })
  if (payment.length > 0)
    addFilter(filter.payment, list(payment.map((value) => statuses.payment[value])), { payment: [] })
  if (fulfillment.length > 0)
    addFilter(filter.fulfillment, list(fulfillment.map((value) => statuses.fulfillment[value])), { fulfillment: [] })
  if (currency.length > 0) addFilter(filter.currency, list(currency), { currency: [] })
  if (from ?? to) addFilter(filter.placed, formatDays({ from, to }), { from: undefined, to: undefined })
  return activeFilters
}
