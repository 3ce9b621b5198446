import { filterHref, emptyFilter } from '#client/orders/orders-url.ts'
import { OrdersFilterMenu } from '#client/orders/orders-filter-menu.tsx'
import type { ActiveFilter } from '#client/orders/use-active-filters.ts'
import { useMessages } from '#client/app/page-context.tsx'
import { Chip, Chips } from '#client/ui/chips.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { Toolbar } from '#client/ui/toolbar.tsx'
import type { OrdersPageQuery } from '#shared/orders/inputs.ts'
import { href } from '#shared/routes/pages.ts'

interface OrdersToolbarProps {
  query: OrdersPageQuery
  activeFilters: readonly ActiveFilter[]
}

/** The search field, the filter and what of it is in use: one GET form, so it works without script too. */
export function OrdersToolbar({ query, activeFilters }: OrdersToolbarProps) {
  const words = useMessages().orders
  return (
    <Toolbar action={href('orders')} label={words.filter.label}>
      <label className="input search">
        <Icon name="search" />
        <span className="sr-only">{words.search.label}</span>
        <input
          type="search"
          name="q"
          defaultValue={query.q ?? ''}
          placeholder={words.search.placeholder}
          maxLength={200}
          autoComplete="off"
          aria-keyshortcuts="/"
        />
        <kbd className="kbd hide-sm needs-script" aria-hidden="true">
          /
        </kbd>
      </label>
      <OrdersFilterMenu query={query} />
      {query.currency.map((currency) => (
        <input key={currency} type="hidden" name="currency" value={currency} />
      ))}
      {query.sort === 'placed' && <input type="hidden" name="sort" value="placed" />}
      {activeFilters.length > 0 && (
        <Chips clearHref={filterHref(query, emptyFilter)}>
          {activeFilters.map(({ field, value, removeHref }) => (
            <Chip key={field} field={field} value={value} removeHref={removeHref} />
          ))}
        </Chips>
      )}
    </Toolbar>
  )
}
