import { findRates } from '#shared/orders/find-rates.ts'
import { parseTaxRate } from '#shared/orders/tax-lines.ts'
import { taxOf } from '#shared/orders/tax-rates.ts'
import { expect, test } from 'bun:test'
import fc from 'fast-check'

interface Named {
  ppm: number
  taxMinor: number
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0)

/** What `findRates` finds, by trying everything: one rate for all or for all but the last, or the only combination of rates. */
function tryAll(amounts: readonly number[], named: readonly Named[], taxesIncluded: boolean): number[] | undefined {
  const isTax = (of: readonly number[], { ppm, taxMinor }: Named): boolean =>
    Math.abs(taxOf(sum(of), ppm, taxesIncluded) - taxMinor) <= Math.min(of.length, 5)
  const together = { ppm: sum(named.map(({ ppm }) => ppm)), taxMinor: sum(named.map(({ taxMinor }) => taxMinor)) }
  const combine = (parts: readonly number[]): number[] | undefined => {
    const choices = parts.reduce<number[][]>(
      (all, part) => all.flatMap((choice) => (part === 0 ? [0] : named.keys().toArray()).map((at) => [...choice, at])),
      [[]],
    )
    const fitting = choices.filter((choice) =>
      named.every((rate, at) =>
        isTax(
          parts.filter((part, index) => part > 0 && choice[index] === at),
          rate,
        ),
      ),
    )
    return fitting.length === 1 ? fitting[0]?.map((at) => named[at]?.ppm ?? 0) : undefined
  }
  const goods = amounts.slice(0, -1)
  if (isTax(amounts, together)) return amounts.map(() => together.ppm)
  if (goods.length > 0 && isTax(goods, together)) return [...goods.map(() => together.ppm), 0]
  const untaxedShipping = combine(goods)
  return combine(amounts) ?? (untaxedShipping && [...untaxedShipping, 0])
}

const amount = fc.oneof(fc.nat(60), fc.nat(30_000))
/** Amounts with the rate that each has, and by how much the tax of each rate is rounded. */
const orders = fc.record({
  parts: fc.array(fc.tuple(amount, fc.nat(2)), { minLength: 1, maxLength: 5 }),
  rates: fc.uniqueArray(fc.constantFrom('19', '7', '5.5', '8.875'), { minLength: 2, maxLength: 3 }),
  rounding: fc.array(fc.integer({ min: -6, max: 6 }), { minLength: 3, maxLength: 3 }),
  isRounded: fc.boolean(),
  isShippingTaxed: fc.boolean(),
  taxesIncluded: fc.boolean(),
})

test('the only combination of rates that makes the taxes is the one that trying all of them finds', () => {
  const found = { some: 0, none: 0 }
  fc.assert(
    fc.property(orders, ({ parts, rates, rounding, isRounded, isShippingTaxed, taxesIncluded }) => {
      const taxed = isShippingTaxed ? parts : parts.slice(0, -1)
      const taxLines = rates.map((rate, at) => {
        const atRate = taxed.flatMap(([amountMinor, choice]) => (choice % rates.length === at ? [amountMinor] : []))
        const exact = taxOf(sum(atRate), parseTaxRate(rate), taxesIncluded)
        return { name: 'VAT', rate, amountMinor: Math.max(exact + (isRounded ? (rounding[at] ?? 0) : 0), 0) }
      })
      const named = taxLines.map(({ rate, amountMinor }) => ({ ppm: parseTaxRate(rate), taxMinor: amountMinor }))
      const amounts = parts.map(([amountMinor]) => amountMinor)
      const taxMinor = sum(taxLines.map(({ amountMinor }) => amountMinor))
      const ppms = findRates(amounts, { taxMinor, taxesIncluded, taxLines })?.ppms
      expect(ppms).toEqual(tryAll(amounts, named, taxesIncluded))
      found[ppms ? 'some' : 'none'] += 1
    }),
    { numRuns: 300 },
  )
  expect(Math.min(found.some, found.none)).toBeGreaterThan(50)
})

test('none is found for a tax that its lines do not add up to, without a rate, and for more rates or amounts than it tries', () => {
  /** For taxes of amounts that have the rates in turn. */
  const find = (amounts: readonly number[], rates: readonly string[], differenceMinor = 0) => {
    const taxLines = rates.map((rate, at) => {
      const atRate = amounts.filter((_, index) => index % rates.length === at)
      return { name: 'VAT', rate, amountMinor: taxOf(sum(atRate), parseTaxRate(rate), false) }
    })
    const taxMinor = sum(taxLines.map(({ amountMinor }) => amountMinor)) + differenceMinor
    return findRates(amounts, { taxMinor, taxesIncluded: false, taxLines })?.ppms
  }
  expect(find([10_000, 3300, 0], ['19', '7'])).toEqual([190_000, 70_000, 190_000])
  expect(find([10_000, 3300, 0], ['19', '7'], 1)).toBeUndefined()
  expect(find([10_000, 3300, 0], ['19', ''])).toBeUndefined()
  expect(find([10_000, 3300, 0], [])).toBeUndefined()
  expect(find([10_000, 3300, 770], ['19', '7', '5'])).toEqual([190_000, 70_000, 50_000])
  expect(find([10_000, 3300, 770, 55], ['19', '7', '5', '99'])).toBeUndefined()
  const many = Array.from({ length: 11 }, (_, index) => 1000 * 2 ** index)
  expect(find(many.slice(0, 10), ['19', '7'])).toHaveLength(10)
  expect(find(many, ['19', '7'])).toBeUndefined()
})
