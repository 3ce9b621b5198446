import { addShares, moveShares, splitByRate, type TaxShare } from '#shared/finance/taxes.ts'
import { findTaxRate, formatTaxRate, parseTaxRate } from '#shared/orders/tax-lines.ts'
import { describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'

const lines = (...taxes: [rate: string, amountMinor: number][]) =>
  taxes.map(([rate, amountMinor]) => ({ name: `VAT ${rate}%`, rate, amountMinor }))
const shares = (...parts: [rate: string, netMinor: number, taxMinor: number][]): TaxShare[] =>
  parts.map(([rate, netMinor, taxMinor]) => ({ rate, netMinor, taxMinor }))

describe('a rate', () => {
  test('is found in the name of a tax', () => {
    const names = ['DE VAT 19%', 'TVA 5,5 %', 'New York City 4.875%', '增值税 6％', 'GST 05%', 'Sales tax', 'Tax 120%']
    expect(names.map(findTaxRate)).toEqual(['19', '5.5', '4.875', '6', '5', '', ''])
  })

  test('is written as it is read', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 999_999 }), (ppm) => {
        expect(parseTaxRate(formatTaxRate(ppm))).toBe(ppm)
      }),
    )
  })
})

describe('revenue and tax by rate', () => {
  test('is all of an order with one rate, however its lines were rounded', () => {
    expect(splitByRate({ netMinor: 10_000, taxMinor: 1_898 }, lines(['19', 1_898]))).toEqual(
      shares(['19', 10_000, 1_898]),
    )
  })

  test('divides what is taxed at two rates from what is not taxed', () => {
    expect(splitByRate({ netMinor: 15_500, taxMinor: 2_250 }, lines(['19', 1_900], ['7', 350]))).toEqual(
      shares(['19', 10_000, 1_900], ['7', 5_000, 350], ['0', 500, 0]),
    )
  })

  test('takes taxes of the same goods for one rate', () => {
    expect(splitByRate({ netMinor: 10_000, taxMinor: 888 }, lines(['4', 400], ['4.5', 450], ['0.375', 38]))).toEqual(
      shares(['8.875', 10_000, 888]),
    )
  })

  test('has no rate where none is known or none fits', () => {
    expect(splitByRate({ netMinor: 9_800, taxMinor: 588 }, [])).toEqual(shares(['', 9_800, 588]))
    expect(splitByRate({ netMinor: 1_000, taxMinor: 900 }, lines(['5', 900]))).toEqual(shares(['', 1_000, 900]))
    expect(splitByRate({ netMinor: 10_000, taxMinor: 2_000 }, lines(['19', 950], ['', 1_050]))).toEqual(
      shares(['', 5_000, 1_050], ['19', 5_000, 950]),
    )
    expect(splitByRate({ netMinor: 9_800, taxMinor: 0 }, [])).toEqual(shares(['0', 9_800, 0]))
  })

  const taxLine = fc.record({
    name: fc.constant('VAT'),
    rate: fc.constantFrom('', '19', '7', '8.875', '0.375'),
    amountMinor: fc.nat(5_000),
  })
  const amount = fc.nat(1_000_000)

  test('always adds up to revenue and tax, and no part is below zero', () => {
    fc.assert(
      fc.property(amount, amount, fc.array(taxLine, { maxLength: 4 }), (netMinor, taxMinor, taxLines) => {
        const split = splitByRate({ netMinor, taxMinor }, taxLines)
        expect(sumOf(split)).toEqual({ netMinor, taxMinor })
        expect(split.every((share) => share.netMinor >= 0 && share.taxMinor >= 0)).toBe(true)
        expect(new Set(split.map(({ rate }) => rate)).size).toBe(split.length)
      }),
    )
  })

  test('of any sequence of refunds and edits is what is left, and a last refund empties every rate', () => {
    const partOfRefund = fc.record({ rate: fc.constantFrom('0', '7', '19'), netMinor: amount, taxMinor: amount })
    const step = fc.record({
      netMinor: amount,
      taxMinor: amount,
      isPriced: fc.boolean(),
      returned: fc.array(partOfRefund, { maxLength: 2 }),
    })
    const last = { netMinor: 0, taxMinor: 0, isPriced: false, returned: [] }
    fc.assert(
      fc.property(fc.array(taxLine, { maxLength: 3 }), fc.array(step, { maxLength: 8 }), (taxLines, steps) => {
        let held: TaxShare[] = []
        for (const { isPriced, returned, ...after } of [...steps, last]) {
          held = addShares(held, moveShares(held, after, taxLines, { isPriced, returned }))
          expect(sumOf(held)).toEqual(after)
          expect(held.every((share) => share.netMinor >= 0 && share.taxMinor >= 0)).toBe(true)
        }
        expect(held).toEqual([])
      }),
    )
  })
})

test('a refund of a line gives its tax back at its rate, and the rest of all that is left', () => {
  const held = [
    { rate: '19', netMinor: 10_000, taxMinor: 1900 },
    { rate: '7', netMinor: 5000, taxMinor: 350 },
  ]
  const book = { rate: '7', netMinor: 5000, taxMinor: 350 }
  const after = { netMinor: 9000, taxMinor: 1710 }
  expect(moveShares(held, after, [], { returned: [book] })).toEqual([
    { rate: '7', netMinor: -5000, taxMinor: -350 },
    { rate: '19', netMinor: -1000, taxMinor: -190 },
  ])
})

const sumOf = (parts: readonly TaxShare[]) => ({
  netMinor: parts.reduce((sum, { netMinor }) => sum + netMinor, 0),
  taxMinor: parts.reduce((sum, { taxMinor }) => sum + taxMinor, 0),
})
