import { cursorHref } from '#client/orders/orders-url.ts'
import { useMessages, usePageContext } from '#client/app/page-context.tsx'
import { Pager } from '#client/ui/table.tsx'
import type { OrdersPageQuery } from '#shared/orders/inputs.ts'
import type { OrdersView } from '#shared/orders/views.ts'

interface OrdersPagerProps {
  list: Pick<OrdersView, 'count' | 'next' | 'previous'>
  query: OrdersPageQuery
}

/** How many orders there are, and the way to newer and older ones. */
export function OrdersPager({ list: { count, next, previous }, query }: OrdersPagerProps) {
  const { orders, common } = useMessages()
  const { book } = usePageContext()
  const cursorPageHref = (cursor: string | null) => cursor && cursorHref(query, cursor)
  const [newer, older] = query.sort === 'placed' ? [next, previous] : [previous, next]
  return (
    <Pager newerHref={cursorPageHref(newer)} olderHref={cursorPageHref(older)}>
      {orders.count(common.count(count), 'exact' in count && count.exact === 1)}
      <span className="dimmed hide-sm"> · {orders.timesIn(book.timeZone)}</span>
    </Pager>
  )
}
