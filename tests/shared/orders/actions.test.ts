import { availableActions, findBlocker, type OrderFacts, orderActions } from '#shared/orders/actions.ts'
import { lifecycle } from '#shared/orders/lifecycle.ts'
import { type FulfillmentStatus, fulfillmentStatuses, orderStatuses } from '#shared/orders/order.ts'
import { expect, test } from 'bun:test'

const order = (change: Partial<OrderFacts> = {}): OrderFacts => ({
  status: 'open',
  fulfillmentStatus: 'unfulfilled',
  totalMinor: 100,
  capturedMinor: 0,
  refundedMinor: 0,
  grantedMinor: 0,
  authorizedMinor: 0,
  refundPendingMinor: 0,
  disputeOpenMinor: 0,
  disputeLostMinor: 0,
  isArchived: false,
  ...change,
})

test('the table of actions by status', () => {
  const unpaid = orderStatuses.map((status) => [status, ...availableActions(order({ status }))])
  expect(unpaid).toEqual([
    ['draft', 'confirm', 'edit', 'discard'],
    ['pending', 'confirm', 'edit', 'recordPayment', 'cancel'],
    ['open', 'ship', 'edit', 'recordPayment', 'hold', 'writeOff', 'cancel'],
    ['on_hold', 'edit', 'recordPayment', 'release', 'cancel'],
    ['completed', 'recordPayment', 'writeOff'],
    ['cancelled', 'recordPayment', 'archive'],
  ])
})

test('an action that the status does not allow has no other reason', () => {
  for (const status of orderStatuses)
    for (const action of orderActions)
      if (lifecycle[status][action] === undefined)
        expect(findBlocker(order({ status }), action)).toBe(action === 'archive' ? 'not-finished' : 'status')
})

test('only what is left can be shipped, only what is out can come back, and an order of which something is out cannot be cancelled', () => {
  const decide = (fulfillmentStatus: FulfillmentStatus) => [
    fulfillmentStatus,
    findBlocker(order({ fulfillmentStatus }), 'ship'),
    findBlocker(order({ fulfillmentStatus }), 'cancel'),
    findBlocker(order({ fulfillmentStatus }), 'requestReturn'),
  ]
  expect(fulfillmentStatuses.map(decide)).toEqual([
    ['not_required', 'nothing-to-ship', undefined, 'nothing-to-return'],
    ['unfulfilled', undefined, undefined, 'nothing-to-return'],
    ['partially_fulfilled', undefined, 'has-shipped', undefined],
    ['fulfilled', 'nothing-to-ship', 'has-shipped', undefined],
    ['delivered', 'nothing-to-ship', 'has-shipped', undefined],
    ['partially_returned', 'nothing-to-ship', 'has-shipped', undefined],
    ['returned', 'nothing-to-ship', undefined, 'nothing-to-return'],
  ])
})

test('only a finished order with nothing owed, authorized or reserved is archived, and only an archived one comes back', () => {
  const finished = { status: 'completed', capturedMinor: 100 } as const
  const decide = (change: Partial<OrderFacts>) => findBlocker(order({ ...finished, ...change }), 'archive')
  expect(decide({})).toBeUndefined()
  expect(decide({ status: 'cancelled', capturedMinor: 0 })).toBeUndefined()
  expect(decide({ status: 'cancelled' })).toBe('not-settled')
  expect(decide({ capturedMinor: 99 })).toBe('not-settled')
  expect(decide({ capturedMinor: 101 })).toBe('not-settled')
  expect(decide({ authorizedMinor: 1 })).toBe('not-settled')
  expect(decide({ refundPendingMinor: 1 })).toBe('not-settled')
  expect(decide({ disputeOpenMinor: 1 })).toBe('not-settled')
  expect(decide({ isArchived: true })).toBe('archived')
  expect(findBlocker(order(finished), 'unarchive')).toBe('not-archived')
  expect(findBlocker(order({ ...finished, isArchived: true }), 'unarchive')).toBeUndefined()
})

test('an order whose customer has paid can be cancelled', () => {
  expect(findBlocker(order({ capturedMinor: 100 }), 'cancel')).toBeUndefined()
})

test('only money that is captured and not reserved is refunded or disputed, and only an open amount is written off', () => {
  const paid = { capturedMinor: 100, refundedMinor: 40 }
  for (const reserved of ['refundPendingMinor', 'disputeOpenMinor', 'disputeLostMinor'])
    for (const [action, blocker] of [
      ['refund', 'nothing-to-refund'],
      ['recordDispute', 'nothing-to-dispute'],
    ] as const) {
      expect(findBlocker(order({ ...paid, [reserved]: 59 }), action)).toBeUndefined()
      expect(findBlocker(order({ ...paid, [reserved]: 60 }), action)).toBe(blocker)
    }
  expect(findBlocker(order({ capturedMinor: 99 }), 'writeOff')).toBeUndefined()
  expect(findBlocker(order({ capturedMinor: 100 }), 'writeOff')).toBe('nothing-owed')
})

test('only an authorization is captured and voided, and never on hold', () => {
  for (const action of ['capture', 'void'] as const) {
    expect(findBlocker(order({ authorizedMinor: 1 }), action)).toBeUndefined()
    expect(findBlocker(order(), action)).toBe('nothing-authorized')
  }
  expect(findBlocker(order({ status: 'on_hold', authorizedMinor: 1 }), 'capture')).toBe('status')
})
