import { orderTabs, type OrderTab } from '#shared/orders/tabs.ts'
import type { OrdersPageQuery } from '#shared/orders/inputs.ts'
import { href } from '#shared/routes/pages.ts'

type Filter = Pick<OrdersPageQuery, 'q' | 'status' | 'payment' | 'fulfillment' | 'currency' | 'from' | 'to' | 'sort'>

/** What of the address says which orders are listed, and in which order. */
export const pickFilter = ({ q, status, payment, fulfillment, currency, from, to, sort }: OrdersPageQuery): Filter => ({
  q,
  status,
  payment,
  fulfillment,
  currency,
  from,
  to,
  sort: sort === 'placed' ? sort : undefined,
})

/** The list with another filter: from its beginning, nothing open. */
export const filterHref = (query: OrdersPageQuery, change: Partial<Filter>): string =>
  href('orders', { ...pickFilter(query), ...change })

/** The same rows at another place of the list, nothing open. */
export const cursorHref = (query: OrdersPageQuery, cursor: string | undefined): string =>
  href('orders', { ...pickFilter(query), cursor })

/** The same rows with nothing open. */
export const closedHref = (query: OrdersPageQuery): string => cursorHref(query, query.cursor)

/** What stands before an order's number in the address that opens it beside the same rows; relative, as it repeats in every row. */
export function openHrefPrefix(query: OrdersPageQuery): string {
  const search = closedHref(query).slice(href('orders').length)
  return `${search ? `${search}&` : '?'}order=`
}

/** The tab whose filter of statuses this is, if one is. */
export function findTab(query: OrdersPageQuery): OrderTab | undefined {
  const names = Object.keys(orderTabs) as OrderTab[]
  return names.find((name) => {
    const tab = orderTabs[name]
    return (['status', 'payment', 'fulfillment'] as const).every((field) => isSameSet(query[field], tab[field] ?? []))
  })
}

const isSameSet = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((value) => other.includes(value))

/** How many fields of the filter menu are in use; the days are one. */
export const countActiveFilters = ({ status, payment, fulfillment, from, to }: OrdersPageQuery): number =>
  [status.length, payment.length, fulfillment.length, from ?? to].filter(Boolean).length

/** Everything let through again; the direction of the list stays. */
export const emptyFilter = {
  q: undefined,
  status: [],
  payment: [],
  fulfillment: [],
  currency: [],
  from: undefined,
  to: undefined,
} satisfies Partial<OrdersPageQuery>
