import { filterCount, filterHref, noFilter } from '#client/orders/orders-address.ts'
import { useMessages } from '#client/screen.tsx'
import { Choices, DaysField, FilterMenu } from '#client/ui/filter-menu.tsx'
import { fulfillmentStatuses, orderStatuses, paymentStatuses } from '#shared/orders/order.ts'
import type { OrdersPageQuery } from '#shared/orders/inputs.ts'

/** The three statuses and the days to choose from. */
export function OrdersFilterMenu({ query }: { query: OrdersPageQuery }) {
  const { orders, common } = useMessages()
  const { filter: words } = orders
  const { statuses } = common
  return (
    <FilterMenu
      address={filterHref(query, {})}
      inUse={filterCount(query)}
      clearHref={filterHref(query, { ...noFilter, q: query.q })}
    >
      <div className="filter__cols">
        <Choices
          name="status"
          label={words.status}
          values={orderStatuses}
          words={statuses.order}
          chosen={query.status}
        />
        <Choices
          name="payment"
          label={words.payment}
          values={paymentStatuses}
          words={statuses.payment}
          chosen={query.payment}
        />
        <Choices
          name="fulfillment"
          label={words.fulfillment}
          values={fulfillmentStatuses}
          words={statuses.fulfillment}
          chosen={query.fulfillment}
        />
      </div>
      <DaysField label={words.placed} from={query.from} to={query.to} />
    </FilterMenu>
  )
}
