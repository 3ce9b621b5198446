import { movedAmounts, type PostingLine, type OrderBalances, applyPostings } from '#shared/finance/order-balances.ts'
import {
  capturePostings,
  refundCancelledPostings,
  refundPostings,
  refundReturnedPostings,
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
    for (const negative of [
      { discountMinor: -1 },
      { shippingMinor: -1, totalMinor: 9_587 },
      { taxMinor: -1, totalMinor: 9_799 },
    ])
      expect(() => capturePostings({ ...order, ...negative }, {}, 1)).toThrow(RangeError)
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

  test('what it is for is taken first, with the tax that it says or else its part of the tax, then all in proportion', () => {
    const take = (amountMinor: number, linesMinor: number, shippingMinor: number, taxes = {}) => {
      const purpose = { linesMinor, shippingMinor, ...taxes }
      const {
        returns = 0,
        shipping = 0,
        tax = 0,
      } = amountsByRole(refundPostings(getBalances(full), amountMinor, purpose))
      return [returns, shipping, tax]
    }
    const taxes = (linesTaxMinor: number, shippingTaxMinor = 0) => ({ linesTaxMinor, shippingTaxMinor })
    // Goods 9,000 with 540 of the tax, shipping 800 with 48.
    expect(take(954, 954, 0)).toEqual([900, 0, 54])
    expect(take(848, 0, 848)).toEqual([0, 800, 48])
    expect(take(1_802, 954, 848)).toEqual([900, 800, 102])
    expect(take(1_954, 954, 0)).toEqual([900 + 858, 85, 54 + 57])
    expect(take(100, 954, 0)).toEqual([94, 0, 6])
    expect(take(2_000, 0, 2_000)).toEqual([1_087, 800, 48 + 65])
    expect(take(954, 954, 0, taxes(200))).toEqual([754, 0, 200])
    expect(take(9_010, 9_010, 0, taxes(10))).toEqual([9_000, 0, 10])
    expect(take(810, 0, 810, taxes(0, 10))).toEqual([0, 800, 10])
    expect(take(1_800, 1_000, 800, taxes(580, 8))).toEqual([420, 792, 588])
    // More than is left of goods, of shipping or of tax, or than the refund, and a tax of which only a part is known.
    expect(take(9_100, 9_100, 0, taxes(0))).toEqual([8_585, 0, 515])
    expect(take(801, 0, 801, taxes(0))).toEqual([0, 756, 45])
    expect(take(1_000, 1_000, 0, taxes(589))).toEqual([943, 0, 57])
    expect(take(953, 954, 0, taxes(200))).toEqual([899, 0, 54])
    expect(take(954, 954, 0, { linesTaxMinor: 200 })).toEqual([900, 0, 54])
  })

  test('a refund never exceeds what the books hold for the order', () => {
    expect(() => refundPostings({}, 1)).toThrow(RangeError)
    expect(() => refundPostings(getBalances(full), 10_389)).toThrow(RangeError)
    expect(() => refundPostings(getBalances(full, refundPostings(getBalances(full), 10_388)), 1)).toThrow(RangeError)
  })
})

test('a refund that came back and is given up is sold again; a part that it granted of a deposit in proportion', () => {
  const full = capturePostings(order, {}, 10_388)
  const refund = refundPostings(getBalances(full), 1_000)
  const returned = refundReturnedPostings(order, getBalances(full, refund), 1_000)
  const balances = getBalances(full, refund, returned)
  const taken = refund.filter(({ role }) => role !== 'clearing')
  expect(amountsByRole(returned)).toEqual({ clearing: 1_000, refund_due: -1_000 })
  // Of 1,000 goods and shipping are 9,800 / 10,388.
  expect(amountsByRole(refundCancelledPostings(balances, 1_000, taken))).toEqual({
    refund_due: 1_000,
    returns: -866,
    shipping: -77,
    tax: -57,
  })
  expect(amountsByRole(refundCancelledPostings(balances, 1_000, []))).toEqual({
    refund_due: 1_000,
    returns: -943,
    tax: -57,
  })
  expect(refundCancelledPostings(balances, 0, taken)).toEqual([])
  expect(refundCancelledPostings(balances, 1_000, taken, { isCancelled: true })).toEqual([])
  const deposit = capturePostings(order, {}, 3_000)
  expect(refundCancelledPostings(getBalances(deposit), 1_000, [])).toEqual([])
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
