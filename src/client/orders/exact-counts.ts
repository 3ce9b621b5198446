import { createListeners } from '#client/browser/listeners.ts'
import { filterHref } from '#shared/list/url.ts'
import type { OrdersPageQuery } from '#shared/orders/page-query.ts'
import type { OrdersView } from '#shared/orders/page-views.ts'
import { ordersList } from '#shared/orders/list.ts'
import type { Count } from '#shared/list/count.ts'
import { useSyncExternalStore } from 'react'

/** What was counted of a long list. */
export interface CountedOrders {
  count: number
  isWhole: boolean
}

interface KeptCount extends CountedOrders {
  /** The URL of the list by its filter. */
  href: string
  /** The numbers of the tabs, which change when orders come in or get another status, and the time, in ms. */
  tabs: string
  at: number
}

/** How long a count is shown although orders have come in since: long enough to use it. */
const validMs = 60_000

/** The count of the last list that was counted. */
let kept: KeptCount | undefined
const { subscribe, notify } = createListeners()

/** The URL of the list by its filter, without sort, open panel or dialog. */
export const toCountedHref = (query: OrdersPageQuery): string =>
  filterHref(ordersList, { ...query, order: undefined, sort: undefined }, {})

/** Keeps what was counted of a list with these tabs; `undefined` forgets it. */
export function keepCount(href: string, tabs: OrdersView['tabs'], count: CountedOrders | undefined): void {
  kept = count && { href, tabs: JSON.stringify(tabs), at: performance.now(), ...count }
  notify()
}

/** Forgets what was counted of a list that is not counted to its end. */
export function forgetPart(href: string): void {
  if (kept?.href !== href || kept.isWhole) return
  kept = undefined
  notify()
}

/** What was counted of the list of a query; undefined if it was not, or if orders have come in long since. */
export function useCounted(query: OrdersPageQuery, tabs: OrdersView['tabs']): CountedOrders | undefined {
  const href = toCountedHref(query)
  const current = JSON.stringify(tabs)
  return useSyncExternalStore(
    subscribe,
    () => readKept(href, current),
    () => undefined,
  )
}

function readKept(href: string, tabs: string): KeptCount | undefined {
  if (kept?.href !== href) return undefined
  return !kept.isWhole || kept.tabs === tabs || performance.now() - kept.at < validMs ? kept : undefined
}

/** The number of orders shown on a page; exact if all were counted. */
export function useExactCount(query: OrdersPageQuery, { tabs, count }: Pick<OrdersView, 'tabs' | 'count'>): Count {
  const found = useCounted(query, tabs)
  return 'atLeast' in count && found?.isWhole ? { exact: found.count } : count
}
