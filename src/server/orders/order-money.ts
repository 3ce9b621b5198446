import type { OrderRecord } from '#server/db/schema/orders.ts'
import type { OrderState } from '#shared/finance/posting.ts'
import type { OrderAmounts } from '#shared/finance/revenue-postings.ts'
import type { TaxLine } from '#shared/orders/tax-lines.ts'
import { type OrderFacts, settledStatus } from '#shared/orders/actions.ts'
import { balanceOf, type OrderMoney, type OrderStatus } from '#shared/orders/order.ts'

/** The amounts that decide what is owed. */
export const toMoney = (
  order: Pick<
    OrderRecord,
    'status' | 'total_minor' | 'captured_minor' | 'refunded_minor' | 'granted_minor' | 'dispute_offset_minor'
  >,
): OrderMoney => ({
  status: order.status,
  totalMinor: order.total_minor,
  capturedMinor: order.captured_minor,
  refundedMinor: order.refunded_minor,
  grantedMinor: order.granted_minor,
  disputeOffsetMinor: order.dispute_offset_minor,
})

/** What decides which actions an order allows. */
export const toOrderFacts = (order: OrderRecord): OrderFacts => ({
  ...toMoney(order),
  fulfillmentStatus: order.fulfillment_status,
  authorizedMinor: order.authorized_minor,
  refundPendingMinor: order.refund_pending_minor,
  disputeOpenMinor: order.dispute_open_minor,
  disputeLostMinor: order.dispute_lost_minor,
  isArchived: order.archived === 1,
})

/** The status of an order after its money changed: the same as long as the balance is. */
export const statusAfter = (order: OrderRecord, money: OrderMoney): OrderStatus =>
  balanceOf(money) === balanceOf(toMoney(order))
    ? order.status
    : settledStatus({ ...money, fulfillmentStatus: order.fulfillment_status })

/** An order as the posting rules see it. */
export const toLedgerOrder = (
  order: OrderRecord,
): OrderAmounts &
  OrderState & {
    id: string
    number: string
    currency: string
    taxLines: TaxLine[]
    customerNumber: string | null
  } => ({
  id: order.id,
  number: order.number,
  currency: order.currency,
  subtotalMinor: order.subtotal_minor,
  discountMinor: order.discount_minor,
  shippingMinor: order.shipping_minor,
  taxMinor: order.tax_minor,
  taxesIncluded: order.taxes_included === 1,
  taxLines: JSON.parse(order.tax_lines) as TaxLine[],
  totalMinor: order.total_minor,
  isCancelled: order.status === 'cancelled',
  customerNumber: order.customer_number,
  grantedMinor: order.granted_minor,
})
