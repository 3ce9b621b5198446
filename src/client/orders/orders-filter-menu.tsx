import { countActiveFilters, filterHref, emptyFilter } from '#client/orders/orders-url.ts'
import { useMessages } from '#client/app/page-context.tsx'
import { CheckboxGroup, DateRangeField, FilterMenu } from '#client/ui/filter-menu.tsx'
import { fulfillmentStatuses, orderStatuses, paymentStatuses } from '#shared/orders/order.ts'
import type { OrdersPageQuery } from '#shared/orders/inputs.ts'

/** The three statuses and the days to choose from. */
export function OrdersFilterMenu({ query }: { query: OrdersPageQuery }) {
  const { orders, common } = useMessages()
  const { filter: words } = orders
  const { statuses } = common
  return (
    <FilterMenu
      listUrl={filterHref(query, {})}
      activeCount={countActiveFilters(query)}
      clearHref={filterHref(query, { ...emptyFilter, q: query.q })}
    >
      <div className="filter__cols">
        <CheckboxGroup
          name="status"
          label={words.status}
          values={orderStatuses}
          words={statuses.order}
          selected={query.status}
        />
        <CheckboxGroup
          name="payment"
          label={words.payment}
          values={paymentStatuses}
          words={statuses.payment}
          selected={query.payment}
        />
        <CheckboxGroup
          name="fulfillment"
          label={words.fulfillment}
          values={fulfillmentStatuses}
          words={statuses.fulfillment}
          selected={query.fulfillment}
        />
      </div>
      <DateRangeField label={words.placed} from={query.from} to={query.to} />
    </FilterMenu>
  )
}
