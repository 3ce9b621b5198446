import { CachedMarkup } from '#client/app/cached-markup.tsx'
import { useMessages } from '#client/app/page-context.tsx'
import { ListTabs } from '#client/list/list-tabs.tsx'
import { dialogHref } from '#shared/list/url.ts'
import type { OrdersPageQuery } from '#shared/orders/page-query.ts'
import type { OrdersView } from '#shared/orders/page-views.ts'
import { ordersList } from '#shared/orders/list.ts'

interface OrdersTabsProps extends Pick<OrdersView, 'tabs' | 'views'> {
  query: OrdersPageQuery
}

/** The tabs of the list of orders, and the views that are saved of it. */
export const OrdersTabs = (props: OrdersTabsProps) => (
  <CachedMarkup
    as="nav"
    className="tabs"
    aria-label={useMessages().orders.tabs.label}
    part={OrdersTabItems}
    props={props}
  />
)

function OrdersTabItems({ query, tabs, views }: OrdersTabsProps) {
  const { orders } = useMessages()
  return (
    <ListTabs
      list={ordersList}
      query={query}
      counts={tabs}
      labels={orders.tabs}
      views={{ list: 'orders', views, dialogHref: (view) => dialogHref(ordersList, query, { view }) }}
    />
  )
}
