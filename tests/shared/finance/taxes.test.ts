import { addShares, moveShares, negateShare, splitByRate, type TaxShare } from '#shared/finance/taxes.ts'
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

  test('takes up to 0.05 of tax for rounding, at the lowest of several rates', () => {
    const split = (netMinor: number) => splitByRate({ netMinor, taxMinor: 2_250 }, lines(['19', 1_900], ['7', 350]))
    expect(split(15_075)).toEqual(shares(['19', 10_075, 1_900], ['7', 5_000, 350]))
    expect(split(15_080)).toEqual(shares(['19', 10_000, 1_900], ['7', 5_000, 350], ['0', 80, 0]))
    const combine = (taxMinor: number) =>
      splitByRate({ netMinor: 10_000, taxMinor }, lines(['4', 402], ['4.5', taxMinor - 402]))
    expect(combine(855)).toEqual(shares(['8.5', 10_000, 855]))
    expect(combine(856)).toEqual(shares(['', 10_000, 856]))
  })

  test('has no rate where none is known or none fits', () => {
    expect(splitByRate({ netMinor: 9_800, taxMinor: 588 }, [])).toEqual(shares(['', 9_800, 588]))
    expect(splitByRate({ netMinor: 1_000, taxMinor: 900 }, lines(['5', 900]))).toEqual(shares(['', 1_000, 900]))
    expect(splitByRate({ netMinor: 10_000, taxMinor: 2_000 }, lines(['19', 950], ['', 1_050]))).toEqual(
      shares(['', 5_000, 1_050], ['19', 5_000, 950]),
    )
    expect(splitByRate({ netMinor: 9_800, taxMinor: 0 }, [])).toEqual(shares(['0', 9_800, 0]))
    // A tax without a rate adds to no other.
    expect(splitByRate({ netMinor: 10_000, taxMinor: 1_904 }, lines(['19', 1_901], ['', 3]))).toEqual(
      shares(['', 10_000, 1_904]),
    )
    expect(splitByRate({ netMinor: -100, taxMinor: 19 }, lines(['19', 19]))).toEqual(shares(['', -100, 19]))
    expect(splitByRate({ netMinor: 100, taxMinor: -19 }, lines(['19', 19]))).toEqual(shares(['', 100, -19]))
    const priced = { name: 'VAT', rate: '19', netMinor: 10_000, amountMinor: 1_900 }
    expect(splitByRate({ netMinor: 100, taxMinor: 40 }, [priced])).toEqual(shares(['19', 100, 40]))
    for (const [netMinor, taxMinor] of [
      [-100, 19],
      [100, -19],
    ] as const)
      expect(splitByRate({ netMinor, taxMinor }, [priced])).toEqual(shares(['', netMinor, taxMinor]))
    // Lines of which only some have their revenue do not say how it is split.
    expect(splitByRate({ netMinor: 15_000, taxMinor: 2_250 }, [priced, ...lines(['7', 350])])).toEqual(
      shares(['19', 10_000, 1_900], ['7', 5_000, 350]),
    )
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
  // What lines give back beyond the refund is taken from all rates.
  const afterSome = { netMinor: 12_000, taxMinor: 2040 }
  const ofSome = (netMinor: number, taxMinor: number) =>
    moveShares(held, afterSome, [], { returned: shares(['7', netMinor, taxMinor]) })
  expect(ofSome(3000, 210)).toEqual(shares(['7', -3000, -210]))
  for (const beyond of [ofSome(3001, 210), ofSome(3000, 211)]) expect(beyond).toEqual(moveShares(held, afterSome, []))
  // The same of what they give back beyond what is held at their rate, or at another rate.
  const fromAll = moveShares(held, after, [])
  for (const returned of [
    ['7', 6001, 350],
    ['7', 5000, 541],
    ['7', 5001, 350],
    ['7', 5000, 351],
    ['5', 5000, 250],
  ] as const)
    expect(moveShares(held, after, [], { returned: shares([...returned]) })).toEqual(fromAll)
  expect(moveShares(held, after, [], { returned: [book, ...shares(['5', 100, 5])] })).toEqual(fromAll)
})

test('what comes back, or is more or less than the rates hold, is split again', () => {
  const taxLines = lines(['19', 1900], ['7', 350])
  const held = shares(['19', 10_000, 1900], ['5', 400, 20])
  for (const [before, netMinor, taxMinor] of [
    [held, 10_401, 1920],
    [held, 10_400, 1921],
    [held, -1, 1920],
    [held, 10_400, -1],
    [shares(['19', 10_000, 1900], ['5', -400, 20]), 9000, 1800],
    [shares(['19', 10_000, 1900], ['5', 400, -20]), 9000, 1800],
    [[], 9000, 1800],
  ] as const) {
    const after = { netMinor, taxMinor }
    expect(moveShares(before, after, taxLines)).toEqual(
      addShares(splitByRate(after, taxLines), before.map(negateShare)),
    )
  }
})

test('an edit of tax lines with their revenue changes each rate by their difference, unless that does not make the rest', () => {
  const withNet = (...parts: [rate: string, netMinor: number, amountMinor: number][]) =>
    parts.map(([rate, netMinor, amountMinor]) => ({ name: 'VAT', rate, netMinor, amountMinor }))
  const replaced = withNet(['19', 10_000, 1900], ['7', 5000, 350])
  // 3,000 at 7 % are given back already.
  const held = shares(['19', 10_000, 1900], ['7', 2000, 140])
  const edited = withNet(['19', 8000, 1520], ['7', 5000, 350])
  const after = { netMinor: 10_000, taxMinor: 1660 }
  expect(moveShares(held, after, edited, { isPriced: true, replaced })).toEqual(shares(['19', -2000, -380]))
  const splitAgain = (sums: typeof after) => moveShares(held, sums, edited, { isPriced: true })
  for (const sums of [
    { netMinor: 10_001, taxMinor: 1660 },
    { netMinor: 10_000, taxMinor: 1661 },
  ])
    expect(moveShares(held, sums, edited, { isPriced: true, replaced })).toEqual(splitAgain(sums))
  const unpriced = replaced.map(({ name, rate, amountMinor }) => ({ name, rate, amountMinor }))
  expect(moveShares(held, after, edited, { isPriced: true, replaced: unpriced })).toEqual(splitAgain(after))
  // No rate ends below zero.
  const fewer = withNet(['19', 10_000, 1900], ['7', 2000, 140])
  const less = { netMinor: 9000, taxMinor: 1830 }
  const heldLess = shares(['19', 10_000, 1900], ['7', 2000, 140])
  expect(moveShares(heldLess, less, fewer, { isPriced: true, replaced })).toEqual(
    moveShares(heldLess, less, fewer, { isPriced: true }),
  )
})

const sumOf = (parts: readonly TaxShare[]) => ({
  netMinor: parts.reduce((sum, { netMinor }) => sum + netMinor, 0),
  taxMinor: parts.reduce((sum, { taxMinor }) => sum + taxMinor, 0),
})
