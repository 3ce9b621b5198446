import { OrderSections } from '#client/orders/panel/order-sections.tsx'
import { shortcutKeys } from '#client/app/keys.ts'
import { useOrderMessages } from '#client/orders/use-order-messages.ts'
import { EarlierOrder } from '#client/orders/panel/earlier-order.tsx'
import { CustomerDialogs } from '#client/customers/customer-dialogs.tsx'
import { OrderActions } from '#client/orders/panel/order-actions.tsx'
import { OpenOrderDialog } from '#client/orders/dialogs/order-dialogs.tsx'
import { useAnnotations } from '#client/orders/panel/use-annotations.ts'
import { OrderPresence } from '#client/live/order-presence.tsx'
import { usePermission } from '#client/app/page-context.tsx'
import { Empty } from '#client/ui/empty.tsx'
import { PreviousNext } from '#client/ui/previous-next.tsx'
import { Panel } from '#client/ui/panel.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { Tooltip } from '#client/ui/tooltip.tsx'
import { href } from '#shared/routes/pages.ts'
import { useTimeFormat } from '#client/ui/time.tsx'
import { findCredit } from '#shared/customers/find-credit.ts'
import type { OrdersPageQuery } from '#shared/orders/page-query.ts'
import type { MissingOrder, OrdersView } from '#shared/orders/page-views.ts'
import type { OrderView } from '#shared/orders/views.ts'
import { ordersList } from '#shared/orders/list.ts'
import { closedHref, createOpenHref } from '#shared/list/url.ts'
import type { FormOutcome } from '#shared/page-state.ts'

interface OrderPanelProps {
  order: OrderView | MissingOrder
  data: OrdersView
  query: OrdersPageQuery
  form: FormOutcome | null
}

/** The order numbers of the list, in its order, and where each opens. Beyond its borders those of the next pages. */
function listNeighbors({ neighbors, rows, ...page }: OrdersView, query: OrdersPageQuery) {
  const { previous, next } = neighbors
  const hrefOn = (cursor: string | null, number: string): string =>
    createOpenHref(ordersList, { ...query, cursor: cursor ?? undefined })(number)
  return {
    numbers: [previous, ...rows.map(({ number }) => number), next].filter((number) => number !== null),
    hrefOf: (number: string): string => {
      if (number === previous) return hrefOn(page.previous, number)
      return number === next ? hrefOn(page.next, number) : createOpenHref(ordersList, query)(number)
    },
  }
}

/** The panel of one order, of an earlier version of it, or of a number that no order has. */
export function OrderPanel({ order, data, query, form }: OrderPanelProps) {
  const { duplicates, earlier, carriers, openedBySearch, tags, assignees, customers, countryNames } = data
  const { numbers, hrefOf } = listNeighbors(data, query)
  const { orders } = useOrderMessages()
  const annotations = useAnnotations()
  const canPrint = usePermission('orders.print')
  const number = 'missing' in order ? order.missing : order.number
  const next = numbers[numbers.indexOf(number) + 1]
  const nextHref = numbers.includes(number) && next !== undefined ? hrefOf(next) : undefined
  return (
    <Panel
      record={number}
      title={orders.order.label(number)}
      closeHref={closedHref(ordersList, openedBySearch ? { ...query, q: undefined } : query)}
      backLabel={orders.title}
      position={<PreviousNext keys={numbers} current={number} hrefOf={hrefOf} labels={orders.order} />}
      isFull={query.full !== undefined}
      tools={
        'missing' in order ? null : (
          <>
            <OrderPresence number={number} />
            <FullViewLink number={number} query={query} />
          </>
        )
      }
      actions={
        'missing' in order ||
        query.version !== undefined ||
        (order.actions.length + annotations.length === 0 && !canPrint) ? null : (
          <OrderActions order={order} query={query} carriers={carriers} nextHref={nextHref} form={form} />
        )
      }
    >
      {'missing' in order ? (
        <NoOrder {...order} />
      ) : query.version !== undefined ? (
        <EarlierOrder
          order={order}
          earlier={earlier}
          countryNames={countryNames}
          currentHref={createOpenHref(ordersList, query)(number)}
        />
      ) : (
        <>
          <OrderSections
            order={order}
            duplicates={duplicates}
            customers={customers}
            countryNames={countryNames}
            query={query}
            form={form}
          />
          {customers.ofOrder && (
            <CustomerDialogs
              customer={customers.ofOrder}
              customers={customers}
              query={query}
              closeHref={createOpenHref(ordersList, query)(number)}
              form={form}
            />
          )}
          <OpenOrderDialog
            order={order}
            query={query}
            carriers={carriers}
            tags={tags}
            assignees={assignees}
            isErased={customers.ofOrder !== null && customers.ofOrder.erasedAt !== null}
            storeCreditMinor={customers.ofOrder && findCredit(customers.ofOrder, order.currency)}
            closeHref={createOpenHref(ordersList, query)(number)}
            form={form}
          />
        </>
      )}
    </Panel>
  )
}

/** Switches between the panel and the whole page; on phones both are the same. */
function FullViewLink({ number, query: { full, ...query } }: { number: string; query: OrdersPageQuery }) {
  const words = useOrderMessages().orders.order
  const label = full === undefined ? words.fullView : words.panelView
  return (
    <Tooltip label={label} shortcut={shortcutKeys.order.fullView}>
      <a
        className="btn btn--ghost btn--icon hide-sm"
        href={href('orders', { ...query, order: number, ...(full === undefined && { full: '1' }) })}
        data-scroll="keep"
        aria-label={label}
        aria-keyshortcuts={shortcutKeys.order.fullView}
      >
        <Icon name={full === undefined ? 'maximize-2' : 'minimize-2'} />
      </a>
    </Tooltip>
  )
}

/** Shown if no order has the number, or if the order was removed by undoing its import. */
function NoOrder({ missing: number, removal }: MissingOrder) {
  const { order } = useOrderMessages().orders
  const formatTime = useTimeFormat()
  return (
    <Empty icon="search" title={removal ? order.removed(number) : order.missing(number)}>
      {removal
        ? order.removedText(removal.fileName, removal.import, formatTime(removal.at, 'full'), removal.userName)
        : order.missingText}
    </Empty>
  )
}
