import { useMessages, usePageContext } from '#client/app/page-context.tsx'
import { SearchErrorNote } from '#client/list/search-error-note.tsx'
import { NoMatch } from '#client/list/no-match.tsx'
import type { ActiveFilter } from '#client/list/use-active-filters.ts'
import { ButtonLink } from '#client/ui/button.tsx'
import { Empty } from '#client/ui/empty.tsx'
import { cursorHref } from '#shared/list/url.ts'
import { ordersEmpty as en } from '#shared/messages/en/orders-empty.ts'
import { ordersEmpty as zh } from '#shared/messages/zh/orders-empty.ts'
import type { OrdersPageQuery } from '#shared/orders/page-query.ts'
import { ordersList } from '#shared/orders/list.ts'
import type { OrdersView } from '#shared/orders/page-views.ts'
import { href } from '#shared/routes/pages.ts'

const messages = { en, zh }

interface OrdersEmptyProps {
  data: OrdersView
  query: OrdersPageQuery
  activeFilters: readonly ActiveFilter[]
}

/** In place of the list of orders: what is wrong with the search, how to find more, or how to begin. */
export function OrdersEmpty({ data, query, activeFilters }: OrdersEmptyProps) {
  const { common } = useMessages()
  const words = messages[usePageContext().locale]
  if (data.searchError) return <SearchErrorNote error={data.searchError} />
  if (data.next !== null)
    return (
      <Empty
        icon="search"
        title={words.stopped}
        actions={<ButtonLink href={cursorHref(ordersList, query, data.next)}>{words.continue}</ButtonLink>}
      >
        {words.stoppedNote}
      </Empty>
    )
  if (data.similar.length > 0)
    return (
      <Empty
        icon="search"
        title={words.noNumber(query.q ?? '')}
        actions={data.similar.map(({ number, written }) => (
          <ButtonLink key={number} href={href('orders', { order: number })}>
            {written}
          </ButtonLink>
        ))}
      >
        {words.similar}
      </Empty>
    )
  if (data.customers.ofList?.orderCount === 0) return <Empty icon="package" title={words.noOrders} />
  if (activeFilters.length > 0 || query.cursor)
    return <NoMatch list={ordersList} query={query} activeFilters={activeFilters} counted="orders" />
  return (
    <Empty
      icon="package"
      title={common.noData}
      actions={
        data.canImport && (
          <ButtonLink variant="primary" icon="upload" href={href('orders', { import: '1' })}>
            {words.importOrders}
          </ButtonLink>
        )
      }
    >
      {words.text}
    </Empty>
  )
}
