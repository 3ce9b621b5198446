import { useOrderMessages } from '#client/orders/use-order-messages.ts'
import { PossibleDuplicates } from '#client/orders/dialogs/possible-duplicates.tsx'
import { StatusReason } from '#client/orders/panel/status-reason.tsx'
import { OrderAttention } from '#client/orders/panel/order-attention.tsx'
import { OrderCustomer } from '#client/orders/panel/order-customer.tsx'
import { LineProgress, OrderLines } from '#client/orders/panel/order-lines.tsx'
import { OrderAttachments } from '#client/orders/panel/order-attachments.tsx'
import { OrderMarks } from '#client/orders/panel/order-marks.tsx'
import { OrderNotes } from '#client/orders/panel/order-notes.tsx'
import { OrderMoney } from '#client/orders/panel/order-money.tsx'
import { OrderReturns } from '#client/orders/panel/order-returns.tsx'
import { OrderShipments } from '#client/orders/panel/order-shipments.tsx'
import { OrderTimeline } from '#client/orders/panel/order-timeline.tsx'
import { UnavailableActions } from '#client/orders/panel/unavailable-actions.tsx'
import { labelOf } from '#client/ui/label-of.ts'
import { CopyButton } from '#client/ui/copy-button.tsx'
import { PanelColumns, PanelHead, PanelSection } from '#client/ui/panel.tsx'
import { Status } from '#client/ui/status.tsx'
import { Time } from '#client/ui/time.tsx'
import { findCredit } from '#shared/customers/find-credit.ts'
import type { OrdersView } from '#shared/orders/page-views.ts'
import type { OrderView } from '#shared/orders/views.ts'
import { ordersList } from '#shared/orders/list.ts'
import { createOpenHref } from '#shared/list/url.ts'
import type { OrdersPageQuery } from '#shared/orders/page-query.ts'
import type { FormOutcome } from '#shared/page-state.ts'

interface OrderSectionsProps extends Pick<OrdersView, 'duplicates' | 'customers' | 'countryNames'> {
  order: OrderView
  query: OrdersPageQuery
  form: FormOutcome | null
}

/** The content of the panel, with its sections by how often they are needed. */
export function OrderSections({ order, duplicates, customers, countryNames, query, form }: OrderSectionsProps) {
  const words = useOrderMessages().orders
  return (
    <>
      <PanelHead
        title={order.number}
        tools={<CopyButton text={order.number} label={words.order.copyNumber} />}
        note={
          <>
            {order.externalNumber !== '' && `${words.order.shopNumber(order.externalNumber)} · `}
            {`${labelOf(words.sources, order.source)} · `}
            <Time event={words.order.placed} at={order.placedAt} style="long" />
          </>
        }
        badges={
          <>
            <Status kind="order" value={order.status} badge />
            <Status kind="payment" value={order.paymentStatus} badge />
            <Status kind="fulfillment" value={order.fulfillmentStatus} badge />
          </>
        }
      />
      <OrderMarks order={order} query={query} form={form} />
      <StatusReason order={order} />
      {duplicates.length > 0 && (
        <PanelSection>
          <PossibleDuplicates duplicates={duplicates} hrefOf={createOpenHref(ordersList, query)} />
        </PanelSection>
      )}
      <PanelColumns
        main={
          <>
            <OrderAttention order={order} query={query} form={form} />
            <OrderNotes order={order} form={form} />
            {order.note && (
              <PanelSection title={words.order.note}>
                <p className="sm note__text">{order.note}</p>
              </PanelSection>
            )}
            <OrderLines order={order} progressOf={(line) => <LineProgress line={line} order={order} />} />
            <OrderMoney
              order={order}
              creditMinor={customers.ofOrder ? findCredit(customers.ofOrder, order.currency) : 0}
              query={query}
              form={form}
            />
            <OrderShipments order={order} query={query} />
            <OrderReturns order={order} query={query} form={form} />
          </>
        }
        side={
          <>
            <OrderCustomer
              order={order}
              customer={customers.ofOrder}
              countryNames={countryNames}
              query={query}
              form={form}
            />
            <OrderAttachments order={order} form={form} />
            <OrderTimeline order={order} query={query} />
            <UnavailableActions order={order} />
          </>
        }
      />
    </>
  )
}
