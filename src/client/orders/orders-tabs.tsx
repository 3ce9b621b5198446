import { findTab } from '#client/orders/orders-url.ts'
import { useMessages } from '#client/app/page-context.tsx'
import { Tab, Tabs } from '#client/ui/tabs.tsx'
import { orderTabs, type OrderTab } from '#shared/orders/tabs.ts'
import type { OrdersPageQuery } from '#shared/orders/inputs.ts'
import type { OrdersView } from '#shared/orders/views.ts'
import { href } from '#shared/routes/pages.ts'

/** The filters that are asked for every day, each with the number of orders behind it. */
export function OrdersTabs({ query, counts }: { query: OrdersPageQuery; counts: OrdersView['tabs'] }) {
  const { orders, common } = useMessages()
  const current = findTab(query)
  return (
    <Tabs label={orders.tabs.label}>
      {(Object.keys(orderTabs) as OrderTab[]).map((tab) => (
        <Tab
          key={tab}
          href={href('orders', orderTabs[tab])}
          current={tab === current}
          count={common.count(counts[tab])}
        >
          {orders.tabs[tab]}
        </Tab>
      ))}
    </Tabs>
  )
}
