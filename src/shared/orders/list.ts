import { choice, currency, exclusions, option, search } from '#shared/list/filter-fields.ts'
import { defineList, type TabId } from '#shared/list/list.ts'
import { amount, days, daysBetween } from '#shared/list/range-fields.ts'
import { fulfillmentStatuses, orderStatuses, paymentStatuses } from '#shared/orders/order.ts'

/** Values of the filter by whether orders are archived; both together list all orders. */
export const archivedValues = ['no', 'yes'] as const

/** What is left to settle: the customer owes something, or something is owed to the customer. */
export const balanceValues = ['due', 'owed'] as const

/** What an order may have on it: a note of staff or of the customer, a refund that was paid or is on its way. */
export const hasValues = ['note', 'customer_note', 'refund', 'dispute', 'open_dispute'] as const

/** The list of orders: on `/orders` and `GET /api/orders`. */
export const ordersList = defineList({
  path: '/orders',
  permission: 'orders.view',
  openParameter: 'order',
  panelParameters: ['full'],
  filters: [
    search('search', { label: ({ orders }) => orders.filter.search }),
    choice('status', {
      values: orderStatuses,
      multiple: true,
      label: ({ orders }) => orders.filter.status,
      valueLabels: ({ common }) => common.statuses.order,
    }),
    choice('payment', {
      key: 'pay',
      values: paymentStatuses,
      multiple: true,
      label: ({ orders }) => orders.filter.payment,
      valueLabels: ({ common }) => common.statuses.payment,
    }),
    choice('fulfillment', {
      key: 'ship',
      values: fulfillmentStatuses,
      multiple: true,
      label: ({ orders }) => orders.filter.fulfillment,
      valueLabels: ({ common }) => common.statuses.fulfillment,
    }),
    currency('currency', { multiple: true, label: ({ orders }) => orders.filter.currency }),
    choice('balance', {
      values: balanceValues,
      multiple: true,
      label: ({ orders }) => orders.filter.balance,
      valueLabels: ({ orders }) => orders.filter.balanceValues,
    }),
    /** Orders that are the first of their customer which was not cancelled. */
    choice('buyer', {
      values: ['new'],
      multiple: false,
      label: ({ orders }) => orders.filter.customer,
      valueLabels: ({ orders }) => orders.filter.buyerValues,
    }),
    choice('has', {
      values: hasValues,
      multiple: true,
      label: ({ orders }) => orders.filter.has,
      valueLabels: ({ orders }) => orders.filter.hasValues,
    }),
    option('source', { label: ({ orders }) => orders.filter.source }),
    option('importNumber', { key: 'import', label: ({ orders }) => orders.filter.import }),
    option('method', { label: ({ orders }) => orders.filter.method }),
    option('country', { label: ({ orders }) => orders.filter.country }),
    option('assignee', { label: ({ orders }) => orders.filter.assignee }),
    option('tag', { label: ({ orders }) => orders.filter.tag }),
    // A search finds archived orders, too, as do a customer and an import, whose orders are counted with them.
    choice('archived', {
      values: archivedValues,
      multiple: true,
      label: ({ orders }) => orders.filter.archived,
      valueLabels: ({ orders }) => orders.filter.archivedValues,
      defaultValues: ({ q, customer, importNumber }) => ([q, customer, importNumber].some(Boolean) ? [] : ['no']),
    }),
    option('sku', { label: ({ orders }) => orders.filter.sku }),
    option('product', { label: ({ orders }) => orders.filter.product }),
    option('customer', { label: ({ orders }) => orders.filter.customer }),
    amount('amount', { label: ({ orders }) => orders.filter.amount }),
    days('placed', { label: ({ orders }) => orders.filter.placed, hasTimes: true }),
    daysBetween('paid', ['paidFrom', 'paidTo'], { label: ({ orders }) => orders.filter.paid }),
    daysBetween('shipped', ['shippedFrom', 'shippedTo'], {
      label: ({ orders }) => orders.filter.shipped,
    }),
    daysBetween('refunded', ['refundedFrom', 'refundedTo'], {
      label: ({ orders }) => orders.filter.refunded,
    }),
    daysBetween('changed', ['changedFrom', 'changedTo'], {
      label: ({ orders }) => orders.filter.changed,
    }),
    exclusions('not', { label: ({ orders }) => orders.filter.not }),
  ],
  columns: [
    { id: 'select', fixed: true },
    { id: 'number', fixed: true, sort: 'number' },
    { id: 'shopNumber', priority: 3, card: false },
    { id: 'placed', sort: 'placed' },
    { id: 'customer', sort: 'customer' },
    { id: 'items', align: 'end', priority: 3, card: false },
    { id: 'status', priority: 1 },
    { id: 'payment' },
    { id: 'fulfillment' },
    { id: 'total', align: 'end', sort: 'total' },
    { id: 'source', optional: true, priority: 3, card: false },
    { id: 'place', optional: true, priority: 3, card: false },
    { id: 'assignee', optional: true, priority: 2, card: false },
  ],
  sorts: ['-placed', 'placed', '-number', 'number', 'customer', '-customer', '-total', 'total'],
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

/** The value of the filter by assignee that means orders without one. */
export const noAssignee = 'none'

export type OrderTab = TabId<typeof ordersList>

/** Orders that can be shipped and were placed on a day or before it. */
export const lateOrders = (to: string) => ({ ...ordersList.tabs.toShip, to })

/** Orders with an authorization that waits to be captured, placed on a day or before it. */
export const expiringOrders = (to: string) => ({
  status: ['pending', 'open', 'on_hold'] as const,
  payment: ['authorized', 'partially_authorized'] as const,
  to,
})

/** Orders of which money is still owed to the customer: cancelled or overpaid, and not refunded in full. Archived ones owe nothing, so a token alone counts them. */
export const refundDueOrders = { balance: ['owed'], archived: archivedValues } as const
