import { add } from '#shared/money.ts'
import type { Address } from '#shared/orders/views.ts'

/** Orders: their three statuses, of which the last two are derived, never set directly, and their amounts. Pure. */

export const orderStatuses = ['draft', 'pending', 'open', 'on_hold', 'completed', 'cancelled'] as const
export type OrderStatus = (typeof orderStatuses)[number]

/** The statuses of orders that count in figures: drafts were not placed, and cancelled ones came to nothing. */
export const countedStatuses = orderStatuses.filter((status) => status !== 'draft' && status !== 'cancelled')

export const paymentStatuses = [
  'unpaid',
  'partially_authorized',
  'authorized',
  'partially_paid',
  'paid',
  'overpaid',
  'partially_refunded',
  'refunded',
  'voided',
] as const
export type PaymentStatus = (typeof paymentStatuses)[number]

export const fulfillmentStatuses = [
  'not_required',
  'unfulfilled',
  'partially_fulfilled',
  'fulfilled',
  'delivered',
  'partially_returned',
  'returned',
] as const
export type FulfillmentStatus = (typeof fulfillmentStatuses)[number]

/** An order's amounts in minor units of its currency, and its status, which decides whether the total is still owed. */
export interface OrderMoney {
  status: OrderStatus
  totalMinor: number
  capturedMinor: number
  refundedMinor: number
  /** The sum of `allowance` refunds, which reduce what the customer owes. */
  grantedMinor: number
  /** What lost disputes took back of money that was owed to the customer: it counts as returned. 0 by default. */
  disputeOffsetMinor?: number
}

/** The quantities of a line: integers, with shippedQuantity ≤ quantity. */
export interface LineQuantities {
  quantity: number
  shippedQuantity: number
  requiresShipping: boolean
  /** Parts of the shipped quantity; 0 if unknown. */
  deliveredQuantity?: number
  returnedQuantity?: number
}

/**
 * The payment status: the first matching rule. It says what was paid and refunded; `balanceOf` says who owes whom, which may be both. An order of which
 * the rest was written off is paid.
 */
export function paymentStatusOf(order: OrderMoney & { authorizedMinor?: number }): PaymentStatus {
  const { status, totalMinor: total, capturedMinor: captured, authorizedMinor = 0 } = order
  const refunded = order.refundedMinor + (order.disputeOffsetMinor ?? 0)
  if (captured > 0 && refunded === captured) return 'refunded'
  if (refunded > 0) return 'partially_refunded'
  if (status === 'cancelled' && captured === 0) return 'voided'
  if (captured > total) return 'overpaid'
  // Nothing was refunded, so what was granted was written off.
  const isSettled = captured === total || (captured > 0 && captured >= total - order.grantedMinor)
  if (isSettled && status !== 'draft') return 'paid'
  if (captured > 0) return 'partially_paid'
  if (authorizedMinor >= total && total > 0) return 'authorized'
  if (authorizedMinor > 0) return 'partially_authorized'
  return 'unpaid'
}

/**
 * The fulfillment status of the lines that require shipping: the first matching rule. What came back counts once nothing is left to ship, so
 * that an order never leaves the list "To ship" before it is done.
 */
export function fulfillmentStatusOf(lines: readonly LineQuantities[]): FulfillmentStatus {
  const shippable = lines.filter((line) => line.requiresShipping)
  const total = (of: (line: LineQuantities) => number): number => add(...shippable.map(of))
  const ordered = total((line) => line.quantity)
  const shipped = total((line) => line.shippedQuantity)
  const delivered = total((line) => line.deliveredQuantity ?? 0)
  const returned = total((line) => line.returnedQuantity ?? 0)
  if (ordered === 0) return 'not_required'
  if (shipped < ordered) return shipped > 0 ? 'partially_fulfilled' : 'unfulfilled'
  if (returned > 0) return returned === ordered ? 'returned' : 'partially_returned'
  return delivered === ordered ? 'delivered' : 'fulfilled'
}

/** Positive: the customer owes; negative: the merchant owes. For a cancelled order nothing is owed, so all remaining money is. */
export function balanceOf(order: OrderMoney): number {
  const { status, totalMinor, grantedMinor, capturedMinor, refundedMinor, disputeOffsetMinor = 0 } = order
  const owed = status === 'cancelled' ? 0 : add(totalMinor, -grantedMinor)
  return add(owed, -capturedMinor, refundedMinor, disputeOffsetMinor)
}

/** An `allowance` reduces what the customer owes; a `balance` refund returns an overpayment. */
export type RefundKind = 'allowance' | 'balance'

/**
 * Where a refund is. Only `succeeded` gave money back: no other status counts as refunded in an order's amounts. `returned`: it had succeeded, and the
 * provider sent the money back, which is owed to the customer.
 */
export const refundStatuses = [
  'requested',
  'withdrawn',
  'rejected',
  'processing',
  'succeeded',
  'failed',
  'returned',
] as const
export type RefundStatus = (typeof refundStatuses)[number]

/**
 * Splits a refund by kind: first `balance`, up to what the merchant owes the customer; the rest is an `allowance`. So allowances never
 * exceed the total.
 */
export function splitRefundByKind(order: OrderMoney, amountMinor: number): { kind: RefundKind; amountMinor: number }[] {
  const balanceMinor = Math.min(amountMinor, Math.max(-balanceOf(order), 0))
  const kinds: { kind: RefundKind; amountMinor: number }[] = [
    { kind: 'balance', amountMinor: balanceMinor },
    { kind: 'allowance', amountMinor: amountMinor - balanceMinor },
  ]
  return kinds.filter((part) => part.amountMinor > 0)
}

/** The quantity of a line that is still to be shipped. */
export const openQuantityOf = ({ quantity, shippedQuantity, requiresShipping }: LineQuantities): number =>
  requiresShipping ? quantity - shippedQuantity : 0

/** City and country of the shipping address, or of the billing address if that has neither. */
export function placeOf({
  shippingAddress,
  billingAddress,
}: Record<`${'shipping' | 'billing'}Address`, Address>): string {
  const { city, country } = shippingAddress.city || shippingAddress.country ? shippingAddress : billingAddress
  return [city, country].filter(Boolean).join(', ')
}
