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
