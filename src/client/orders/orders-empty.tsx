import { cursorHref, filterHref, emptyFilter } from '#client/orders/orders-url.ts'
import type { ActiveFilter } from '#client/orders/use-active-filters.ts'
import { useMessages } from '#client/app/page-context.tsx'
import { ButtonLink } from '#client/ui/button.tsx'
import { Empty } from '#client/ui/empty.tsx'
import type { OrdersPageQuery } from '#shared/orders/inputs.ts'
import { href } from '#shared/routes/pages.ts'

/** The shop is new: what comes here, and how. */
export function NoOrders({ canImport }: { canImport: boolean }) {
  const { orders, common } = useMessages()
  return (
    <Empty
      icon="package"
      title={common.noData}
      actions={
        canImport && (
          <ButtonLink variant="primary" icon="upload" href={href('orders', { import: '1' })}>
            {orders.import.title}
          </ButtonLink>
        )
      }
    >
      {orders.empty.text}
    </Empty>
  )
}

/** Which filter to drop; or, behind the end of the list, the way back. */
export function NoMatch({ query, activeFilters }: { query: OrdersPageQuery; activeFilters: readonly ActiveFilter[] }) {
  const { orders, common } = useMessages()
  const words = orders.noMatch
  if (query.cursor)
    return (
      <Empty
        icon="search"
        title={common.noMatchingData}
        actions={<ButtonLink href={cursorHref(query, undefined)}>{words.toNewest}</ButtonLink>}
      >
        {words.endOfList}
      </Empty>
    )
  return (
    <Empty
      icon="search"
      title={common.noMatchingData}
      actions={
        <>
          {activeFilters.map(({ field, value, removeHref }) => (
            <ButtonLink key={field} href={removeHref}>
              {words.without(words.filter(field, value))}
            </ButtonLink>
          ))}
          {activeFilters.length > 1 && (
            <ButtonLink variant="ghost" href={filterHref(query, emptyFilter)}>
              {words.clear}
            </ButtonLink>
          )}
        </>
      }
    >
      {activeFilters.length > 1 ? words.several : words.one}
    </Empty>
  )
}
