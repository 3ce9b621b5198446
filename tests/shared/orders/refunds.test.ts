import { allocate } from '#shared/money.ts'
import {
  calculateRefund,
  refundableParts,
  type RefundableOrder,
  type RefundParts,
  taxOfRefund,
} from '#shared/orders/refunds.ts'
import { expect, test } from 'bun:test'
import fc from 'fast-check'

const amount = fc.integer({ min: 0, max: 30_000 })
const orders = fc
  .record({
    lines: fc.array(fc.record({ quantity: fc.integer({ min: 1, max: 7 }), totalMinor: amount }), {
      minLength: 1,
      maxLength: 5,
    }),
    shippingMinor: amount,
    taxOnTop: amount,
  })
  .map(({ lines, shippingMinor, taxOnTop }): RefundableOrder => {
    const subtotalMinor = lines.reduce((sum, line) => sum + line.totalMinor, 0)
    const taxes = allocate(taxOnTop, [...lines.map((line) => line.totalMinor), shippingMinor])
    return {
      subtotalMinor,
      shippingMinor,
      shippingTaxMinor: taxes.at(-1) ?? 0,
      totalMinor: subtotalMinor + shippingMinor + taxOnTop,
      shippingRefundedMinor: 0,
      lines: lines.map((line, index) => ({
        ...line,
        id: `line-${index}`,
        taxMinor: taxes[index] ?? 0,
        refundedQuantity: 0,
        refundedMinor: 0,
      })),
    }
  })

/** The order after a refund. */
const applyRefund = (order: RefundableOrder, { lines, shippingMinor }: RefundParts): RefundableOrder => ({
  ...order,
  shippingRefundedMinor: order.shippingRefundedMinor + shippingMinor,
  lines: order.lines.map((line) => {
    const refunded = lines.find(({ id }) => id === line.id)
    return {
      ...line,
      refundedQuantity: line.refundedQuantity + (refunded?.quantity ?? 0),
      refundedMinor: line.refundedMinor + (refunded?.amountMinor ?? 0),
    }
  }),
})

test('the parts of lines and shipping add up to the order, and refunding it piece by piece gives back all of it', () => {
  fc.assert(
    fc.property(orders, fc.array(fc.nat(), { maxLength: 60 }), (start, picks) => {
      const parts = refundableParts(start)
      expect(parts.lines.reduce((sum, line) => sum + line.amountMinor, parts.shippingMinor)).toBe(start.totalMinor)
      let order = start
      let refunded = 0
      const refund = (lines: { id: string; quantity: number }[], shippingMinor = 0): void => {
        const calculated = calculateRefund(order, { lines, shippingMinor, otherMinor: 0 }, start.totalMinor)
        expect(calculated.lines.every(({ amountMinor }) => amountMinor >= 0)).toBe(true)
        refunded += calculated.amountMinor
        order = applyRefund(order, calculated)
      }
      for (const pick of picks) {
        const line = order.lines[pick % order.lines.length]
        if (line && line.refundedQuantity < line.quantity) refund([{ id: line.id, quantity: 1 }])
      }
      const left = refundableParts(order)
      refund(
        left.lines.map(({ id, quantity }) => ({ id, quantity })),
        left.shippingMinor,
      )
      expect(refunded).toBe(start.totalMinor)
      expect(refundableParts(order)).toMatchObject({ shippingMinor: 0 })
      expect(refundableParts(order).lines.every((line) => line.quantity === 0 && line.amountMinor === 0)).toBe(true)
    }),
    { numRuns: 1000 },
  )
})

test('everything is what is left to the last minor unit, whatever was paid and refunded before', () => {
  fc.assert(
    fc.property(orders, fc.integer({ min: 1, max: 200_000 }), fc.nat(), (order, availableMinor, pick) => {
      const line = order.lines[pick % order.lines.length]
      const before = calculateRefund(
        order,
        { lines: line ? [{ id: line.id, quantity: 1 }] : [], shippingMinor: 0, otherMinor: 0 },
        availableMinor,
      )
      const { lines, shippingMinor, otherMinor, amountMinor } = calculateRefund(
        applyRefund(order, before),
        'everything',
        availableMinor,
      )
      expect(amountMinor).toBe(availableMinor)
      expect(lines.reduce((sum, part) => sum + part.amountMinor, shippingMinor + otherMinor)).toBe(availableMinor)
      expect(Math.min(shippingMinor, otherMinor, ...lines.map((part) => part.amountMinor))).toBeGreaterThanOrEqual(0)
    }),
    { numRuns: 1000 },
  )
})

test('the tax in refunds of the pieces of a line adds up to the tax of the line', () => {
  fc.assert(
    fc.property(amount, amount, fc.array(fc.nat(1000), { maxLength: 6 }), (netMinor, taxMinor, weights) => {
      const grossMinor = netMinor + taxMinor
      const before = { amountMinor: 0, taxMinor: 0 }
      for (const amountMinor of allocate(grossMinor, [...weights, 1])) {
        const part = taxOfRefund(amountMinor, { grossMinor, taxMinor }, before)
        expect(part >= 0 && part <= amountMinor).toBe(true)
        before.amountMinor += amountMinor
        before.taxMinor += part
      }
      expect(before).toEqual({ amountMinor: grossMinor, taxMinor })
    }),
  )
  const part = { grossMinor: 11_300, taxMinor: 1_300 }
  expect(taxOfRefund(5_650, part, { amountMinor: 0, taxMinor: 0 })).toBe(650)
  // Of what is left 400 is tax.
  expect(taxOfRefund(5_650, part, { amountMinor: 5_650, taxMinor: 900 })).toBe(400)
  expect(taxOfRefund(2_825, part, { amountMinor: 5_650, taxMinor: 900 })).toBe(200)
})

test('a piece of a line gets its share with the tax that is added on top', () => {
  const order: RefundableOrder = {
    subtotalMinor: 9_001,
    shippingMinor: 700,
    shippingTaxMinor: 40,
    totalMinor: 10_251,
    shippingRefundedMinor: 0,
    lines: [
      { id: 'tea', quantity: 2, totalMinor: 6_000, taxMinor: 340, refundedQuantity: 0, refundedMinor: 0 },
      { id: 'cup', quantity: 1, totalMinor: 3_001, taxMinor: 170, refundedQuantity: 0, refundedMinor: 0 },
    ],
  }
  // Of the line 6,340 for two.
  expect(refundableParts(order)).toEqual({
    lines: [
      { id: 'tea', quantity: 2, amountMinor: 6_340 },
      { id: 'cup', quantity: 1, amountMinor: 3_171 },
    ],
    shippingMinor: 740,
  })
  const request = {
    lines: [
      { id: 'tea', quantity: 1 },
      { id: 'cup', quantity: 0 },
    ],
    ...{ shippingMinor: 740, otherMinor: 5 },
  }
  expect(calculateRefund(order, request, 10_251)).toEqual({
    lines: [{ id: 'tea', quantity: 1, amountMinor: 3_170 }],
    shippingMinor: 740,
    otherMinor: 5,
    amountMinor: 3_915,
  })
  // Prices that include the tax have it in them.
  expect(refundableParts({ ...order, totalMinor: 9_701 })).toMatchObject({
    lines: [{ amountMinor: 6_000 }, { amountMinor: 3_001 }],
    shippingMinor: 700,
  })
})

test('everything that is left has no lines without pieces, and of less money its share of each', () => {
  const line = { totalMinor: 4_000, taxMinor: 0, refundedQuantity: 0, refundedMinor: 0 }
  const order: RefundableOrder = {
    ...{ subtotalMinor: 8_000, shippingMinor: 1_000, shippingTaxMinor: 0, totalMinor: 9_000, shippingRefundedMinor: 0 },
    lines: [
      { id: 'tea', quantity: 2, ...line, refundedQuantity: 2, refundedMinor: 4_000 },
      { id: 'cup', quantity: 1, ...line },
    ],
  }
  const everythingOf = (availableMinor: number) => calculateRefund(order, 'everything', availableMinor)
  const cup = { id: 'cup', quantity: 1 }
  const whole = { lines: [{ ...cup, amountMinor: 4_000 }], shippingMinor: 1_000 }
  expect(everythingOf(5_000)).toEqual({ ...whole, otherMinor: 0, amountMinor: 5_000 })
  expect(everythingOf(5_300)).toEqual({ ...whole, otherMinor: 300, amountMinor: 5_300 })
  expect(everythingOf(500)).toEqual({
    ...{ lines: [{ ...cup, amountMinor: 400 }], shippingMinor: 100 },
    ...{ otherMinor: 0, amountMinor: 500 },
  })
})
