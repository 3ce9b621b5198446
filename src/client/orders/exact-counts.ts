import { filterHref } from '#shared/list/url.ts'
import type { OrdersPageQuery } from '#shared/orders/page-query.ts'
import { ordersList } from '#shared/orders/list.ts'
import type { Count } from '#shared/orders/views.ts'
import { useSyncExternalStore } from 'react'

/** What was counted of a long list. */
export interface CountedOrders {
  count: number
  isWhole: boolean
}

/** Of the last list that was counted, by its URL. */
let counted: ({ href: string } & CountedOrders) | undefined
const listeners = new Set<() => void>()

/** The URL of the list by its filter, without sort, open panel or dialog. */
export const toCountedHref = (query: OrdersPageQuery): string =>
  filterHref(ordersList, { ...query, order: undefined, sort: undefined }, {})

export function keepCount(href: string, count: CountedOrders | undefined): void {
  counted = count && { href, ...count }
  for (const listener of listeners) listener()
}

/** What was counted of the list of a query; undefined if it was not. */
export function useCounted(query: OrdersPageQuery): CountedOrders | undefined {
  const href = toCountedHref(query)
  const current = useSyncExternalStore(
    subscribe,
    () => counted,
    () => undefined,
  )
  return current?.href === href ? current : undefined
}

/** The number of orders shown on a page; exact if all were counted. */
export function useExactCount(query: OrdersPageQuery, count: Count): Count {
  const found = useCounted(query)
  return 'atLeast' in count && found?.isWhole ? { exact: found.count } : count
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
