import { CachedMarkup } from '#client/app/cached-markup.tsx'
import { useMessages } from '#client/app/page-context.tsx'
import type { FilterOptions } from '#client/list/list-filter-menu.tsx'
import { ToolbarItems } from '#client/list/list-toolbar.tsx'
import type { ActiveFilter } from '#client/list/use-active-filters.ts'
import { ButtonLink } from '#client/ui/button.tsx'
import { dialogHref } from '#shared/list/url.ts'
import type { OrdersPageQuery } from '#shared/orders/page-query.ts'
import { ordersList } from '#shared/orders/list.ts'
import type { FieldError } from '#shared/problem.ts'

interface OrdersToolbarProps {
  query: OrdersPageQuery
  activeFilters: readonly ActiveFilter[]
  currencies: readonly string[]
  options: FilterOptions
  errors: readonly FieldError[]
  hasSearchError: boolean
  hasRows: boolean
  /** How many orders the filter has, in words. */
  count: string | undefined
  /** The filter menu is about to open. */
  onMenu: () => void
}

/** Search, filter menu and chips of the list of orders, and the link to its columns. */
export const OrdersToolbar = (props: OrdersToolbarProps) => (
  <CachedMarkup
    as="form"
    className="toolbar"
    method="get"
    action={ordersList.path}
    role="search"
    aria-label={useMessages().orders.filter.label}
    part={OrdersToolbarItems}
    props={props}
    // The fields of the open menu have ids, which only the document can give.
    isCached={props.query.menu === undefined && props.errors.length === 0}
  />
)

function OrdersToolbarItems(props: OrdersToolbarProps) {
  const { orders, lists } = useMessages()
  const { label: search, placeholder } = orders.search
  return (
    <>
      <ToolbarItems list={ordersList} counted="orders" labels={{ search, placeholder }} {...props} />
      {props.hasRows && (
        <ButtonLink
          variant="ghost"
          className="toolbar__end hide-sm"
          href={dialogHref(ordersList, props.query, { columns: '1' })}
          data-scroll="keep"
        >
          {lists.columns}
        </ButtonLink>
      )}
    </>
  )
}
