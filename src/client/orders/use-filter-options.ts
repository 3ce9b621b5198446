import { useMessages, useSession } from '#client/app/page-context.tsx'
import type { FilterOptions } from '#client/list/list-filter-menu.tsx'
import { fetchPayload } from '#client/navigation/payload-requests.ts'
import { labelOf } from '#client/ui/label-of.ts'
import { ownValue } from '#shared/list/filter-fields.ts'
import { dialogHref } from '#shared/list/url.ts'
import { noAssignee, ordersList } from '#shared/orders/list.ts'
import type { OrdersPageQuery } from '#shared/orders/page-query.ts'
import type { OrdersView } from '#shared/orders/page-views.ts'
import { useState } from 'react'

/**
 * What the filters by source, country, assignee, tag and so on offer. The page has it while the filter menu is open or such a filter is set; else
 * `loadOptions` asks for it, when the menu is about to open.
 */
export function useFilterOptions(
  data: OrdersView,
  query: OrdersPageQuery,
): { options: FilterOptions; loadOptions: () => void } {
  const { orders } = useMessages()
  const { user } = useSession()
  const [loaded, setLoaded] = useState<OrdersView | null>(null)
  const { facets, tags, assignees } = data.facets ? data : (loaded ?? data)
  const { customer } = query
  const { ofList } = data.customers
  const others = assignees.filter(({ id }) => id !== user?.id).map(({ id, name }) => ({ value: id, label: name }))
  const options: FilterOptions = {
    source: toOptions(facets?.sources, (source) => labelOf(orders.sources, source)),
    method: facets?.methods.length ? facets.methods : undefined,
    country: facets?.countries.length ? facets.countries : undefined,
    // Any SKU and product can be typed into the search, also of many products.
    sku: toOptions(facets?.skus),
    product: toOptions(facets?.products),
    // The user's own orders come first, under a URL that is the same for everyone.
    assignee:
      facets === null || assignees.length === 0
        ? undefined
        : [
            { value: ownValue, label: orders.filter.mine },
            { value: noAssignee, label: orders.filter.unassigned },
            ...others,
          ],
    // One customer at a time: their page leads here, not the menu.
    customer: customer && ofList ? [{ value: customer, label: ofList.name || ofList.number }] : undefined,
    tag: facets === null ? undefined : toOptions(tags),
  }
  const loadOptions = (): void => {
    if (data.facets) return
    const url = new URL(dialogHref(ordersList, query, { menu: 'filter' }), location.href)
    fetchPayload(url).then(
      ({ body }) => {
        if (body && 'pageState' in body && body.pageState.kind === 'page' && body.pageState.page === 'orders')
          setLoaded(body.pageState.data)
      },
      // The menu has its other filters.
      () => undefined,
    )
  }
  return { options, loadOptions }
}

const toOptions = (values: readonly string[] = [], label = (value: string) => value) =>
  values.length === 0 ? undefined : values.map((value) => ({ value, label: label(value) }))
