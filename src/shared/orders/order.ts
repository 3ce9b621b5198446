import { add } from '#shared/money.ts'
import { allowedActions, type StateMachine, nextState } from '#shared/state-machine.ts'

/** Orders: their three statuses and what may be done with them. Pure. Statuses of payment and fulfilment are derived, never typed in. */

export const orderStatuses = ['draft', 'pending', 'open', 'on_hold', 'completed', 'cancelled'] as const
export type OrderStatus = (typeof orderStatuses)[number]

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

/** What staff may do with an order, and `complete`, which happens by itself once nothing is left to pay and to ship. */
type LifecycleAction = 'ship' | 'complete'

/** The lifecycle as far as Kontor moves orders. An order that is not open does not ship. */
export const lifecycle: StateMachine<OrderStatus, LifecycleAction> = {
  draft: {},
  pending: {},
  open: { ship: 'open', complete: 'completed' },
  on_hold: {},
  completed: {},
  cancelled: {},
}

/** What staff do with an order. */
export type OrderAction = 'ship'

/** An order's money in minor units of its currency, and the status that says whether it is still owed. */
export interface OrderMoney {
  status: OrderStatus
  totalMinor: number
  capturedMinor: number
  refundedMinor: number
  /** Taken off what the customer owes by refunds of kind allowance. */
  grantedMinor: number
}

/** One line as far as shipping goes; quantities are whole and shipped ≤ quantity. */
export interface LineQuantities {
  quantity: number
  shippedQuantity: number
  requiresShipping: boolean
  /** Of those shipped; 0 when nobody told. */
  deliveredQuantity?: number
  returnedQuantity?: number
}

/** Whether an order's money has come in, gone back, or neither: the first row of the table that fits. */
export function paymentStatusOf(order: Omit<OrderMoney, 'grantedMinor'> & { authorizedMinor?: number }): PaymentStatus {
  const { status, totalMinor: total, capturedMinor: captured, refundedMinor: refunded, authorizedMinor = 0 } = order
  if (captured > 0 && refunded === captured) return 'refunded'
  if (refunded > 0) return 'partially_refunded'
  if (status === 'cancelled' && captured === 0) return 'voided'
  if (captured > total) return 'overpaid'
  if (captured === total && status !== 'draft') return 'paid'
  if (captured > 0) return 'partially_paid'
  if (authorizedMinor >= total && total > 0) return 'authorized'
  if (authorizedMinor > 0) return 'partially_authorized'
  return 'unpaid'
}

/** How far the goods that ship have gone: the first row of the table that fits. */
export function fulfillmentStatusOf(lines: readonly LineQuantities[]): FulfillmentStatus {
  const shippable = lines.filter((line) => line.requiresShipping)
  const total = (of: (line: LineQuantities) => number): number => add(...shippable.map(of))
  const ordered = total((line) => line.quantity)
  const shipped = total((line) => line.shippedQuantity)
  const delivered = total((line) => line.deliveredQuantity ?? 0)
  const returned = total((line) => line.returnedQuantity ?? 0)
  if (ordered === 0) return 'not_required'
  if (returned === ordered && shipped === ordered) return 'returned'
  if (returned > 0) return 'partially_returned'
  if (delivered === ordered) return 'delivered'
  if (shipped === ordered) return 'fulfilled'
  return shipped > 0 ? 'partially_fulfilled' : 'unfulfilled'
}

/** Above zero the customer owes, below zero we owe. A cancelled order is owed nothing, so whatever is kept of its money we owe. */
export function balanceOf({ status, totalMinor, grantedMinor, capturedMinor, refundedMinor }: OrderMoney): number {
  const owed = status === 'cancelled' ? 0 : add(totalMinor, -grantedMinor)
  return add(owed, -capturedMinor, refundedMinor)
}

/** An `allowance` lowers what the customer owes; a `balance` refund gives back what was paid above it. */
export type RefundKind = 'allowance' | 'balance'

/** Where a refund is. Only `succeeded` moved money: no other status counts in an order's amounts or in the ledger. */
export type RefundStatus = 'requested' | 'approved' | 'rejected' | 'processing' | 'succeeded' | 'failed' | 'cancelled'

/**
 * What a refund of this order's money is: what we owe the customer already goes back as `balance`, first; only the rest lowers what is
 * owed, as `allowance`. So what was granted never exceeds the total.
 */
export function splitRefundByKind(order: OrderMoney, amountMinor: number): { kind: RefundKind; amountMinor: number }[] {
  const balanceMinor = Math.min(amountMinor, Math.max(-balanceOf(order), 0))
  const kinds: { kind: RefundKind; amountMinor: number }[] = [
    { kind: 'balance', amountMinor: balanceMinor },
    { kind: 'allowance', amountMinor: amountMinor - balanceMinor },
  ]
  return kinds.filter((part) => part.amountMinor > 0)
}

/** What is left to ship of a line. */
export const openQuantityOf = ({ quantity, shippedQuantity, requiresShipping }: LineQuantities): number =>
  requiresShipping ? quantity - shippedQuantity : 0

/** What the state of an order allows now, whoever asks. */
export function availableActions(order: { status: OrderStatus; fulfillmentStatus: FulfillmentStatus }): OrderAction[] {
  const unshipped: readonly FulfillmentStatus[] = ['unfulfilled', 'partially_fulfilled']
  return allowedActions(lifecycle, order.status).filter(
    (action): action is OrderAction => action !== 'complete' && unshipped.includes(order.fulfillmentStatus),
  )
}

/** The status of an order after everything that happens by itself: an open one with nothing left to pay and to ship is completed. */
export function settledStatus(order: OrderMoney & { fulfillmentStatus: FulfillmentStatus }): OrderStatus {
  const done: readonly FulfillmentStatus[] = ['not_required', 'fulfilled', 'delivered']
  const complete = balanceOf(order) === 0 && done.includes(order.fulfillmentStatus)
  return (complete ? nextState(lifecycle, order.status, 'complete') : undefined) ?? order.status
}
