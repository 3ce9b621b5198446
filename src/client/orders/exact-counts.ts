import { filterHref } from '#shared/list/url.ts'
import type { OrdersPageQuery } from '#shared/orders/page-query.ts'
import type { OrdersView } from '#shared/orders/page-views.ts'
import { ordersList } from '#shared/orders/list.ts'
import type { Count } from '#shared/orders/views.ts'
import { useSyncExternalStore } from 'react'

/** What was counted of a long list. */
export interface CountedOrders {
  count: number
  isWhole: boolean
}

/** Of the last list that was counted. */
let counted: ({ list: string } & CountedOrders) | undefined
const listeners = new Set<() => void>()

/**
 * Which orders are counted: the URL of the list by its filter, without sort, open panel or dialog, and the numbers of its tabs, which change when orders come in or get another status.
 */
export const identifyList = (query: OrdersPageQuery, tabs: OrdersView['tabs']): string =>
  filterHref(ordersList, { ...query, order: undefined, sort: undefined }, {}) + JSON.stringify(tabs)

export function keepCount(list: string, count: CountedOrders | undefined): void {
  counted = count && { list, ...count }
  for (const listener of listeners) listener()
}

/** Forgets what was counted of a list that is not counted to its end. */
export function forgetPart(list: string): void {
  if (counted?.list === list && !counted.isWhole) keepCount(list, undefined)
}

/** What was counted of a list; undefined if it was not. */
export function useCounted(list: string): CountedOrders | undefined {
  const current = useSyncExternalStore(
    subscribe,
    () => counted,
    () => undefined,
  )
  return current?.list === list ? current : undefined
}

/** The number of orders shown on a page; exact if all were counted. */
export function useExactCount(query: OrdersPageQuery, { tabs, count }: Pick<OrdersView, 'tabs' | 'count'>): Count {
  const found = useCounted(identifyList(query, tabs))
  return 'atLeast' in count && found?.isWhole ? { exact: found.count } : count
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
