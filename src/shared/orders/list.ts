import { choices, currencies, days, search } from '#shared/list/filter-fields.ts'
import { defineList, type TabId } from '#shared/list/list.ts'
import { fulfillmentStatuses, orderStatuses, paymentStatuses } from '#shared/orders/order.ts'

/** The list of orders: on `/orders` and `GET /api/orders`. */
export const ordersList = defineList({
  path: '/orders',
  permission: 'orders.view',
  openParameter: 'order',
  filters: [
    search('search', ({ orders }) => orders.filter.search),
    choices(
      'status',
      orderStatuses,
      ({ orders }) => orders.filter.status,
      ({ common }) => common.statuses.order,
    ),
    choices(
      'payment',
      paymentStatuses,
      ({ orders }) => orders.filter.payment,
      ({ common }) => common.statuses.payment,
    ),
    choices(
      'fulfillment',
      fulfillmentStatuses,
      ({ orders }) => orders.filter.fulfillment,
      ({ common }) => common.statuses.fulfillment,
    ),
    currencies('currency', ({ orders }) => orders.filter.currency),
    days('placed', ({ orders }) => orders.filter.placed),
  ],
  columns: [
    { id: 'number' },
    { id: 'shopNumber', priority: 3, card: false },
    { id: 'placed', sort: 'placed' },
    { id: 'customer' },
    { id: 'items', align: 'end', priority: 3, card: false },
    { id: 'status', priority: 1 },
    { id: 'payment' },
    { id: 'fulfillment' },
    { id: 'total', align: 'end' },
  ],
  sorts: ['-placed', 'placed'],
  paged: true,
  tabs: {
    all: {},
    /** Ready to ship: paid or authorized, and neither on hold, cancelled nor waiting for confirmation. */
    toShip: {
      status: ['open'],
      payment: ['paid', 'overpaid', 'partially_refunded', 'authorized'],
      fulfillment: ['unfulfilled', 'partially_fulfilled'],
    },
    unpaid: { status: ['pending', 'open', 'on_hold'], payment: ['unpaid', 'partially_paid'] },
  },
})

export type OrderTab = TabId<typeof ordersList>
