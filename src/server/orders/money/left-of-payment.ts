import type { OrderRecord } from '#server/db/schema/orders.ts'
import type { PaymentRecord, RefundRecord } from '#server/orders/money/money-store.ts'
import { toMoney } from '#server/orders/order-money.ts'
import { balanceOf } from '#shared/orders/order.ts'

/** The part of a payment that is not refunded, reserved for a refund or disputed. */
export const leftOf = (
  payment: Pick<PaymentRecord, 'captured_minor' | 'refunded_minor' | 'refund_pending_minor' | 'disputed_minor'>,
): number => payment.captured_minor - payment.refunded_minor - payment.refund_pending_minor - payment.disputed_minor

/** The most that a refund can pay after it failed or came back: what is left of its payment; after it came back, no more than is owed to the customer. */
export const payableOf = (
  { status }: Pick<RefundRecord, 'status'>,
  payment: Parameters<typeof leftOf>[0],
  order: OrderRecord,
): number => (status === 'returned' ? Math.min(leftOf(payment), -balanceOf(toMoney(order))) : leftOf(payment))
