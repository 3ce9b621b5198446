import { DisputeItem } from '#client/orders/panel/dispute-item.tsx'
import { isWaitingDispute, isWaitingRefund, isWaitingReturn } from '#client/orders/panel/needs-attention.ts'
import { ReturnItem } from '#client/orders/panel/order-returns.tsx'
import { RefundItem } from '#client/orders/panel/refund-item.tsx'
import { useOrderMessages } from '#client/orders/use-order-messages.ts'
import { PanelSection } from '#client/ui/panel.tsx'
import type { OrdersPageQuery } from '#shared/orders/page-query.ts'
import type { OrderView } from '#shared/orders/views.ts'
import type { FormOutcome } from '#shared/page-state.ts'

interface OrderAttentionProps {
  order: OrderView
  query: OrdersPageQuery
  form: FormOutcome | null
}

/** The refunds, disputes and returns that wait for the user; renders nothing if there are none. */
export function OrderAttention({ order, query, form }: OrderAttentionProps) {
  const words = useOrderMessages().orders.order
  const refunds = order.refunds.filter(isWaitingRefund)
  const disputes = order.disputes.filter(isWaitingDispute)
  const returns = order.returns.filter(isWaitingReturn)
  if (refunds.length + disputes.length + returns.length === 0) return null
  return (
    <PanelSection title={words.attention}>
      {refunds.map((refund) => (
        <RefundItem key={refund.number} refund={refund} order={order} form={form} />
      ))}
      {disputes.map((dispute) => (
        <DisputeItem key={dispute.number} dispute={dispute} order={order} query={query} />
      ))}
      {returns.map((record) => (
        <ReturnItem key={record.number} record={record} order={order} query={query} form={form} />
      ))}
    </PanelSection>
  )
}
