import { movedAmounts, type PostingLine, type OrderBalances, applyPostings } from '#shared/finance/order-balances.ts'
import {
  capturePostings,
  refundPostings,
  exchangeDifferencePostings,
  settlementPostings,
} from '#shared/finance/posting.ts'
import type { OrderAmounts } from '#shared/finance/revenue-postings.ts'
import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'

/** The sample order of the posting rules: goods 10,000 minus 1,000 discount, shipping 800, 6 % tax on top. */
const order: OrderAmounts = {
  subtotalMinor: 9_000,
  discountMinor: 1_000,
  shippingMinor: 800,
  taxMinor: 588,
  taxesIncluded: false,
  totalMinor: 10_388,
}

const amountsByRole = (lines: readonly PostingLine[]): Record<string, number> =>
  Object.fromEntries(lines.map(({ role, amountMinor }) => [role, amountMinor]))

const getBalances = (...entries: PostingLine[][]): OrderBalances => entries.reduce<OrderBalances>(applyPostings, {})

describe('money received', () => {
  test('what the provider paid of a payment itself is a posting of its own', () => {
    const clearing = (subsidyMinor: number) =>
      capturePostings(order, {}, 10_388, {}, subsidyMinor).flatMap(({ role, amountMinor }) =>
        role === 'clearing' ? [amountMinor] : [],
      )
    expect([clearing(1_000), clearing(0), clearing(10_388)]).toEqual([[9_388, 1_000], [10_388], [10_388]])
    expect(() => clearing(10_389)).toThrow(RangeError)
  })

  test('a payment that is settled in another currency, its refund, and what is gained or lost by it', () => {
    // 60 USD at 0.88 is 52.80 EUR, at 0.86 it is 51.60.
    expect(settlementPostings(5280)).toEqual([
      { role: 'clearing', amountMinor: 5280 },
      { role: 'conversion', amountMinor: -5280 },
    ])
    expect(settlementPostings(-5160)).toEqual([
      { role: 'conversion', amountMinor: 5160 },
      { role: 'clearing', amountMinor: -5160 },
    ])
    expect(exchangeDifferencePostings(120)).toEqual([
      { role: 'conversion', amountMinor: 120 },
      { role: 'exchange_gain', amountMinor: -120 },
    ])
    expect(exchangeDifferencePostings(-120)).toEqual([
      { role: 'exchange_loss', amountMinor: 120 },
      { role: 'conversion', amountMinor: -120 },
    ])
  })

  test('included tax is deducted from goods and shipping in proportion', () => {
    const included = { ...order, taxesIncluded: true, taxMinor: 555, totalMinor: 9_800 }
    // 555 × 9000 / 9800 = 509.69…, 555 × 800 / 9800 = 45.30…
    expect(amountsByRole(capturePostings(included, {}, 9_800))).toEqual({
      clearing: 9_800,
      discount: 1_000,
      sales: -(10_000 - 510),
      shipping: -(800 - 45),
      tax: -555,
    })
  })

  test('a partial payment is a deposit until the order is fully paid', () => {
    const first = capturePostings(order, {}, 3_000)
    expect(amountsByRole(first)).toEqual({ clearing: 3_000, deposit: -3_000 })
    const second = capturePostings(order, getBalances(first), 2_000)
    expect(amountsByRole(second)).toEqual({ clearing: 2_000, deposit: -2_000 })
    expect(amountsByRole(capturePostings(order, getBalances(first, second), 5_388))).toEqual({
      clearing: 5_388,
      deposit: 5_000,
      discount: 1_000,
      sales: -10_000,
      shipping: -800,
      tax: -588,
    })
  })

  test('an amount above the total is owed back to the customer', () => {
    expect(amountsByRole(capturePostings(order, {}, 10_400))).toMatchObject({
      clearing: 10_400,
      sales: -10_000,
      refund_due: -12,
    })
    const full = capturePostings(order, {}, 10_388)
    expect(amountsByRole(capturePostings(order, getBalances(full), 10_388))).toEqual({
      clearing: 10_388,
      refund_due: -10_388,
    })
  })

  test('every payment of a free order is owed back', () => {
    const free = { ...order, subtotalMinor: 0, discountMinor: 10_000, shippingMinor: 0, taxMinor: 0, totalMinor: 0 }
    const first = capturePostings(free, {}, 5)
    expect(amountsByRole(first)).toEqual({ clearing: 5, discount: 10_000, sales: -10_000, refund_due: -5 })
    expect(amountsByRole(capturePostings(free, getBalances(first), 5))).toEqual({ clearing: 5, refund_due: -5 })
  })

  test('throws for an order that does not add up and for an invalid amount', () => {
    expect(() => capturePostings({ ...order, totalMinor: 10_389 }, {}, 1)).toThrow(RangeError)
    expect(() => capturePostings({ ...order, subtotalMinor: -1, totalMinor: 1_387 }, {}, 1)).toThrow(RangeError)
    expect(() => capturePostings({ ...order, taxesIncluded: true, taxMinor: 9_801, totalMinor: 9_800 }, {}, 1)).toThrow(
      RangeError,
    )
    for (const amount of [0, -1, 0.5, Number.NaN, 2 ** 53])
      expect(() => capturePostings(order, {}, amount)).toThrow(RangeError)
  })
})

describe('refunds', () => {
  const full = capturePostings(order, {}, 10_388)

  test('an overpayment is refunded before any revenue', () => {
    const over = capturePostings(order, {}, 10_400)
    expect(amountsByRole(refundPostings(getBalances(over), 10))).toEqual({ refund_due: 10, clearing: -10 })
    expect(amountsByRole(refundPostings(getBalances(over), 10_400))).toMatchObject({ refund_due: 12, returns: 9_000 })
  })

  test('a deposit is refunded from the deposit account', () => {
    const part = capturePostings(order, {}, 3_000)
    expect(amountsByRole(refundPostings(getBalances(part), 1_000))).toEqual({ deposit: 1_000, clearing: -1_000 })
  })

  test('a refund never exceeds what the books hold for the order', () => {
    expect(() => refundPostings({}, 1)).toThrow(RangeError)
    expect(() => refundPostings(getBalances(full), 10_389)).toThrow(RangeError)
    expect(() => refundPostings(getBalances(full, refundPostings(getBalances(full), 10_388)), 1)).toThrow(RangeError)
  })
})

test('after any payments and refunds, every entry balances, no role changes its sign, and a full refund leaves all at zero', () => {
  const part = fc.integer({ min: 0, max: 200_000 })
  const orders = fc
    .record({ subtotal: part, discount: part, shipping: part, tax: part, included: fc.boolean() })
    .map(({ subtotal, discount, shipping, tax, included }): OrderAmounts => {
      const taxMinor = included ? Math.min(tax, subtotal + shipping) : tax
      return {
        subtotalMinor: subtotal,
        discountMinor: discount,
        shippingMinor: shipping,
        taxMinor,
        taxesIncluded: included,
        totalMinor: subtotal + shipping + (included ? 0 : taxMinor),
      }
    })
  const movements = fc.array(fc.record({ capture: fc.boolean(), amount: fc.integer({ min: 1, max: 300_000 }) }), {
    maxLength: 12,
  })
  fc.assert(
    fc.property(orders, movements, (anyOrder, steps) => {
      let balances: OrderBalances = {}
      const writeEntry = (lines: PostingLine[]): void => {
        expect(lines.reduce((sum, { amountMinor }) => sum + amountMinor, 0)).toBe(0)
        expect(lines.length).toBeGreaterThanOrEqual(2)
        expect(lines.every(({ amountMinor }) => amountMinor !== 0)).toBe(true)
        balances = applyPostings(balances, lines)
        for (const role of ['deposit', 'refund_due', 'shipping', 'tax'] as const) {
          const { debit = 0, credit = 0 } = balances[role] ?? {}
          expect(credit).toBeGreaterThanOrEqual(debit)
        }
      }
      const getHeldMinor = (): number => movedAmounts(balances).capturedMinor - movedAmounts(balances).refundedMinor
      for (const { capture, amount } of steps) {
        if (capture) writeEntry(capturePostings(anyOrder, balances, amount))
        else if (amount <= getHeldMinor()) writeEntry(refundPostings(balances, amount))
        else expect(() => refundPostings(balances, amount)).toThrow(RangeError)
      }
      if (getHeldMinor() > 0) writeEntry(refundPostings(balances, getHeldMinor()))
      for (const role of ['deposit', 'refund_due', 'shipping', 'tax', 'clearing'] as const) {
        const { debit = 0, credit = 0 } = balances[role] ?? {}
        expect(credit).toBe(debit)
      }
    }),
    { numRuns: 500 },
  )
})
