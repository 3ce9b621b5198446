import { availableActions, findBlocker, lifecycle, type OrderFacts, orderActions } from '#shared/orders/actions.ts'
import { type FulfillmentStatus, fulfillmentStatuses, orderStatuses } from '#shared/orders/order.ts'
import { expect, test } from 'bun:test'

const order = (change: Partial<OrderFacts> = {}): OrderFacts => ({
  status: 'open',
  fulfillmentStatus: 'unfulfilled',
  totalMinor: 100,
  capturedMinor: 0,
  refundedMinor: 0,
  ...change,
})

test('the table of actions by status', () => {
  const unpaid = orderStatuses.map((status) => [status, ...availableActions(order({ status }))])
  expect(unpaid).toEqual([
    ['draft'],
    ['pending'],
    ['open', 'ship', 'edit', 'hold', 'cancel'],
    ['on_hold', 'edit', 'release', 'cancel'],
    ['completed'],
    ['cancelled'],
  ])
})

test('an action that the status does not allow has no other reason', () => {
  for (const status of orderStatuses)
    for (const action of orderActions)
      if (lifecycle[status][action] === undefined) expect(findBlocker(order({ status }), action)).toBe('status')
})

test('only what is left can be shipped, and an order of which something is out cannot be cancelled', () => {
  const decide = (fulfillmentStatus: FulfillmentStatus) => [
    fulfillmentStatus,
    findBlocker(order({ fulfillmentStatus }), 'ship'),
    findBlocker(order({ fulfillmentStatus }), 'cancel'),
  ]
  expect(fulfillmentStatuses.map(decide)).toEqual([
    ['not_required', 'nothing-to-ship', undefined],
    ['unfulfilled', undefined, undefined],
    ['partially_fulfilled', undefined, 'has-shipped'],
    ['fulfilled', 'nothing-to-ship', 'has-shipped'],
    ['delivered', 'nothing-to-ship', 'has-shipped'],
    ['partially_returned', 'nothing-to-ship', 'has-shipped'],
    ['returned', 'nothing-to-ship', undefined],
  ])
})

test('an order whose customer has paid can be cancelled once everything is refunded', () => {
  expect(findBlocker(order({ capturedMinor: 100 }), 'cancel')).toBe('has-payments')
  expect(findBlocker(order({ capturedMinor: 100, refundedMinor: 99 }), 'cancel')).toBe('has-payments')
  expect(findBlocker(order({ capturedMinor: 100, refundedMinor: 100 }), 'cancel')).toBeUndefined()
})
