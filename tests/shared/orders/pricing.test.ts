import { percentOf, scaleTax, spreadDiscount, sumOrder } from '#shared/orders/pricing.ts'
import { expect, test } from 'bun:test'
import fc from 'fast-check'

test('the sums of an order, with tax on top or included', () => {
  const lines = [
    { quantity: 3, unitPriceMinor: 500, discountMinor: 100 },
    { quantity: 1, unitPriceMinor: 250, discountMinor: 0 },
  ]
  const sums = { itemCount: 4, subtotalMinor: 1650, discountMinor: 100, shippingMinor: 400, taxMinor: 205 }
  const price = { lines, shippingMinor: 400, taxMinor: 205 }
  expect(sumOrder({ ...price, taxesIncluded: false })).toEqual({ ...sums, totalMinor: 2255 })
  expect(sumOrder({ ...price, taxesIncluded: true })).toEqual({ ...sums, totalMinor: 2050 })
  expect(() => sumOrder({ ...price, shippingMinor: Number.MAX_SAFE_INTEGER, taxesIncluded: true })).toThrow(RangeError)
})

test('a discount on all lines adds up, and takes no more off a line than its price', () => {
  const line = fc.record({
    quantity: fc.integer({ min: 1, max: 50 }),
    unitPriceMinor: fc.integer({ min: 0, max: 100_000 }),
    discountMinor: fc.constant(0),
  })
  fc.assert(
    fc.property(
      fc.array(line, { minLength: 1, maxLength: 20 }),
      fc.integer({ min: 0, max: 10_000 }),
      (lines, share) => {
        const gross = lines.reduce((sum, { quantity, unitPriceMinor }) => sum + quantity * unitPriceMinor, 0)
        const discountMinor = Math.floor((gross * share) / 10_000)
        const spread = spreadDiscount(lines, discountMinor)
        expect(spread.reduce((sum, each) => sum + each.discountMinor, 0)).toBe(discountMinor)
        for (const each of spread) expect(each.discountMinor).toBeLessThanOrEqual(each.quantity * each.unitPriceMinor)
      },
    ),
  )
})

test('a percentage is rounded to the nearest minor unit', () => {
  expect(
    ['10', '12.5', '33.33', '0', '100', '101', '-1', '1.005', 'x', ''].map((text) => percentOf(text, 1001)),
  ).toEqual([100, 125, 334, 0, 1001, undefined, undefined, undefined, undefined, undefined])
})

test('the tax keeps its share of the amount', () => {
  expect(scaleTax(160, 2000, 3000)).toBe(240)
  expect(scaleTax(160, 2000, 2000)).toBe(160)
  expect(scaleTax(1, 3, 2)).toBe(1)
  expect(scaleTax(0, 0, 500)).toBe(0)
  expect(scaleTax(50, 0, 500)).toBe(0)
})
