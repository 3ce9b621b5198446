import { cursorHref, filterHref, noFilter } from '#client/orders/orders-address.ts'
import type { FilterInUse } from '#client/orders/orders-filters.ts'
import { useMessages } from '#client/screen.tsx'
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
export function NoMatch({ query, used }: { query: OrdersPageQuery; used: readonly FilterInUse[] }) {
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
          {used.map(({ field, value, without }) => (
            <ButtonLink key={field} href={without}>
              {words.without(words.filter(field, value))}
            </ButtonLink>
          ))}
          {used.length > 1 && (
            <ButtonLink variant="ghost" href={filterHref(query, noFilter)}>
              {words.clear}
            </ButtonLink>
          )}
        </>
      }
    >
      {used.length > 1 ? words.several : words.one}
    </Empty>
  )
}
