import {
  balanceOf,
  fulfillmentStatusOf,
  type LineQuantities,
  openQuantityOf,
  type OrderStatus,
  orderStatuses,
  paymentStatusOf,
  splitRefundByKind,
  paymentStatuses,
} from '#shared/orders/order.ts'
import { settledStatus } from '#shared/orders/actions.ts'
import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'

const money = (
  total: number,
  captured = 0,
  refunded = 0,
  authorized = 0,
  status: OrderStatus = 'open',
  grantedMinor = 0,
) => ({
  status,
  totalMinor: total,
  capturedMinor: captured,
  refundedMinor: refunded,
  authorizedMinor: authorized,
  grantedMinor,
})

describe('the payment status is the first matching row', () => {
  test.each([
    ['refunded', money(100, 100, 100, 0, 'open', 100)],
    ['refunded', money(100, 40, 40, 0, 'cancelled')],
    ['partially_refunded', money(100, 100, 1, 0, 'open', 1)],
    ['partially_refunded', money(100, 100, 60, 0, 'cancelled')],
    // The balance says that the customer still owes something.
    ['partially_refunded', money(100, 50, 20, 0, 'open', 20)],
    ['refunded', money(100, 50, 50, 50, 'open', 50)],
    // The rest was written off.
    ['paid', money(100, 98, 0, 0, 'open', 2)],
    ['partially_paid', money(100, 98, 0, 0, 'draft', 2)],
    ['unpaid', money(100, 0, 0, 0, 'open', 100)],
    ['partially_refunded', money(100, 98, 8, 0, 'open', 10)],
    ['partially_refunded', money(100, 150, 50)],
    ['voided', money(100, 0, 0, 0, 'cancelled')],
    ['voided', money(0, 0, 0, 0, 'cancelled')],
    ['overpaid', money(100, 101)],
    ['overpaid', money(0, 1)],
    ['paid', money(100, 100)],
    ['paid', money(0)],
    ['paid', money(100, 100, 0, 0, 'cancelled')],
    ['partially_paid', money(100, 99)],
    ['partially_paid', money(100, 1, 0, 99)],
    ['authorized', money(100, 0, 0, 100)],
    ['authorized', money(100, 0, 0, 120)],
    ['partially_authorized', money(100, 0, 0, 99)],
    ['unpaid', money(100)],
    ['unpaid', money(0, 0, 0, 0, 'draft')],
  ] as const)('%s: %o', (expected, order) => {
    expect(paymentStatusOf(order)).toBe(expected)
  })

  test('every status is reachable', () => {
    const reached = new Set<string>()
    const amount = fc.integer({ min: 0, max: 3 })
    const order = fc.tuple(amount, amount, amount, amount, fc.constantFrom(...orderStatuses))
    for (const [total, captured, refunded, authorized, status] of fc.sample(order, { numRuns: 3000, seed: 1 }))
      reached.add(paymentStatusOf(money(total, captured, Math.min(refunded, captured), authorized, status)))
    expect([...reached].sort()).toEqual([...paymentStatuses].sort())
  })
})

const line = (quantity: number, shipped = 0, delivered = 0, returned = 0, requiresShipping = true): LineQuantities => ({
  quantity,
  shippedQuantity: shipped,
  requiresShipping,
  deliveredQuantity: delivered,
  returnedQuantity: returned,
})

describe('the fulfillment status is the first matching row', () => {
  test.each([
    ['not_required', []],
    ['not_required', [line(3, 0, 0, 0, false)]],
    ['returned', [line(2, 2, 2, 2), line(1, 1, 0, 1)]],
    ['partially_returned', [line(2, 2, 2, 1)]],
    ['partially_returned', [line(2, 2, 0, 1)]],
    ['delivered', [line(2, 2, 2), line(5, 0, 0, 0, false)]],
    ['fulfilled', [line(2, 2, 1), line(1, 1)]],
    ['partially_fulfilled', [line(2, 2), line(1)]],
    ['partially_fulfilled', [line(2, 1)]],
    ['partially_fulfilled', [line(2, 1, 1, 1)]],
    ['unfulfilled', [line(2), line(1)]],
  ] as const)('%s: %o', (expected, lines) => {
    expect(fulfillmentStatusOf(lines)).toBe(expected)
  })

  test('nothing is left to ship exactly when every line that requires shipping is shipped', () => {
    const anyLine = fc
      .tuple(fc.integer({ min: 1, max: 5 }), fc.nat(), fc.boolean())
      .map(([quantity, shipped, requires]) => line(quantity, requires ? shipped % (quantity + 1) : 0, 0, 0, requires))
    fc.assert(
      fc.property(fc.array(anyLine, { maxLength: 6 }), (lines) => {
        const left = lines.reduce((sum, each) => sum + openQuantityOf(each), 0)
        expect(['fulfilled', 'not_required'].includes(fulfillmentStatusOf(lines))).toBe(left === 0)
      }),
    )
  })
})

describe('the balance', () => {
  test.each([
    [100, money(100), 0],
    [0, money(100, 100), 0],
    [-100, money(100, 200), 0],
    // An allowance: owed until it is refunded, settled afterwards.
    [-30, money(100, 100), 30],
    [0, money(100, 100, 30), 30],
    // A refunded double payment.
    [0, money(100, 200, 100), 0],
    [0, money(100, 0, 0, 0, 'cancelled'), 0],
    [-60, money(100, 100, 40, 0, 'cancelled'), 0],
  ])('is %i of %o with %i granted', (expected, order, grantedMinor) => {
    expect(balanceOf({ ...order, grantedMinor })).toBe(expected)
  })

  test('is always zero for an order that is fully paid and refunded by allowances', () => {
    const amount = fc.integer({ min: 1, max: 9_000_000_000_000 })
    fc.assert(
      fc.property(amount, fc.double({ min: 0, max: 1, noNaN: true }), (total, part) => {
        const refunded = Math.floor(total * part)
        expect(balanceOf({ ...money(total, total, refunded), grantedMinor: refunded })).toBe(0)
      }),
    )
  })
})

describe('automatic completion', () => {
  test.each([
    ['completed', money(100, 100), 'fulfilled'],
    ['completed', money(0), 'not_required'],
    ['open', money(100, 100), 'partially_fulfilled'],
    ['open', money(100, 99), 'fulfilled'],
    ['open', money(100, 101), 'fulfilled'],
    ['on_hold', money(100, 100, 0, 0, 'on_hold'), 'fulfilled'],
    ['cancelled', money(100, 0, 0, 0, 'cancelled'), 'fulfilled'],
  ] as const)('to %s: %o, %s', (expected, order, fulfillmentStatus) => {
    expect(settledStatus({ ...order, grantedMinor: 0, fulfillmentStatus })).toBe(expected)
  })
})

describe('a refund', () => {
  test('first returns the overpayment, then reduces what is owed', () => {
    expect(splitRefundByKind({ ...money(100, 100), grantedMinor: 0 }, 30)).toEqual([
      { kind: 'allowance', amountMinor: 30 },
    ])
    expect(splitRefundByKind({ ...money(100, 200), grantedMinor: 0 }, 100)).toEqual([
      { kind: 'balance', amountMinor: 100 },
    ])
    expect(splitRefundByKind({ ...money(100, 200), grantedMinor: 0 }, 130)).toEqual([
      { kind: 'balance', amountMinor: 100 },
      { kind: 'allowance', amountMinor: 30 },
    ])
    expect(splitRefundByKind({ ...money(100, 100, 0, 0, 'cancelled'), grantedMinor: 0 }, 100)).toEqual([
      { kind: 'balance', amountMinor: 100 },
    ])
  })

  test('successive refunds never exceed the total, and the last one settles the balance', () => {
    const amount = fc.integer({ min: 0, max: 1000 })
    fc.assert(
      fc.property(amount, amount, fc.array(amount), (totalMinor, capturedMinor, refunds) => {
        const order = { status: 'open' as const, totalMinor, capturedMinor, refundedMinor: 0, grantedMinor: 0 }
        for (const wanted of refunds) {
          const amountMinor = Math.min(wanted, capturedMinor - order.refundedMinor)
          const parts = splitRefundByKind(order, amountMinor)
          expect(parts.reduce((sum, part) => sum + part.amountMinor, 0)).toBe(amountMinor)
          for (const part of parts) if (part.kind === 'allowance') order.grantedMinor += part.amountMinor
          order.refundedMinor += amountMinor
          expect(order.grantedMinor).toBeLessThanOrEqual(totalMinor)
          const paidTooMuch = Math.max(capturedMinor - totalMinor - order.refundedMinor, 0)
          expect(Math.max(-balanceOf(order), 0)).toBe(paidTooMuch)
        }
      }),
    )
  })
})
