import type { OrdersQuery } from '#shared/orders/inputs.ts'

export type OrderTab = 'all' | 'toShip' | 'unpaid'

/** What each tab of `/orders` holds: the filter that its link sets and that its count counts. */
export const orderTabs: Record<OrderTab, Partial<Pick<OrdersQuery, 'status' | 'payment' | 'fulfillment'>>> = {
  all: {},
  /** What may leave the house now: its money is there or promised, and no one holds, cancelled or has yet to confirm it. */
  toShip: {
    status: ['open'],
    payment: ['paid', 'overpaid', 'partially_refunded', 'authorized'],
    fulfillment: ['unfulfilled', 'partially_fulfilled'],
  },
  unpaid: { status: ['pending', 'open', 'on_hold'], payment: ['unpaid', 'partially_paid'] },
}
