import { filterHref } from '#client/orders/orders-address.ts'
import { useMessages } from '#client/screen.tsx'
import { useDaysInWords } from '#client/ui/day-range.ts'
import type { OrdersPageQuery } from '#shared/orders/inputs.ts'

/** One filter in use, in words, and the address of the list without it. */
export interface FilterInUse {
  field: string
  value: string
  without: string
}

/** The filters in use, in the order of the toolbar. */
export function useFiltersInUse(query: OrdersPageQuery): FilterInUse[] {
  const { orders, common } = useMessages()
  const daysInWords = useDaysInWords()
  const { filter } = orders
  const { q, status, payment, fulfillment, from, to } = query
  const { statuses, list } = common
  const used: FilterInUse[] = []
  const use = (field: string, value: string, change: Parameters<typeof filterHref>[1]) =>
    used.push({ field, value, without: filterHref(query, change) })
  if (q) use(filter.word, q, { q: undefined })
  if (status.length > 0) use(filter.status, list(status.map((value) => statuses.order[value])), { status: [] })
  if (payment.length > 0) use(filter.payment, list(payment.map((value) => statuses.payment[value])), { payment: [] })
  if (fulfillment.length > 0)
    use(filter.fulfillment, list(fulfillment.map((value) => statuses.fulfillment[value])), { fulfillment: [] })
  if (from ?? to) use(filter.placed, daysInWords({ from, to }), { from: undefined, to: undefined })
  return used
}
