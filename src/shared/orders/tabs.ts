import type { OrdersQuery } from '#shared/orders/inputs.ts'

export type OrderTab = 'all' | 'toShip' | 'unpaid'

/** What each tab of `/orders` holds: the filter that its link sets and that its count counts. */
export const orderTabs: Record<OrderTab, Partial<Pick<OrdersQuery, 'status' | 'payment' | 'fulfillment'>>> = {
  all: {},
  /** What may leave the house now: held, cancelled and unconfirmed orders may not. */
  toShip: { status: ['open'], fulfillment: ['unfulfilled', 'partially_fulfilled'] },
  unpaid: { status: ['pending', 'open', 'on_hold'], payment: ['unpaid', 'partially_paid'] },
}
