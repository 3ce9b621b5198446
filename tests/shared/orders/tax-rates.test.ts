import { editTaxes } from '#shared/orders/edit-taxes.ts'
import { assignTaxes, receiveTaxes, type TaxedPart, toTaxLines } from '#shared/orders/part-taxes.ts'
import { parseTaxRate } from '#shared/orders/tax-lines.ts'
import { taxOf } from '#shared/orders/tax-rates.ts'
import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'

const ratesOf = (taxes: readonly { taxRate: string; taxMinor: number }[]) =>
  taxes.map(({ taxRate, taxMinor }) => [taxRate, taxMinor])

describe('stated rates', () => {
  test('the tax of a rate is calculated from the sum of its amounts, rounded once and split', () => {
    const taxes = assignTaxes(
      [
        { amountMinor: 333, rate: '13' },
        { amountMinor: 333, rate: '13.0' },
        { amountMinor: 1000, rate: '6' },
        { amountMinor: 500, rate: '0' },
        { amountMinor: 500, rate: '' },
      ],
      false,
    )
    expect(ratesOf(taxes)).toEqual([
      ['13', 44],
      ['13', 43],
      ['6', 60],
      ['0', 0],
      ['0', 0],
    ])
  })

  test('prices that include the tax have it in them', () => {
    expect(ratesOf(assignTaxes([{ amountMinor: 11_300, rate: '13' }], true))).toEqual([['13', 1300]])
    expect(ratesOf(assignTaxes([{ amountMinor: 10_887, rate: '8.875' }], true))).toEqual([['8.875', 887]])
  })
})

describe('received taxes', () => {
  const receive = (
    parts: Parameters<typeof receiveTaxes>[0]['parts'],
    taxMinor: number,
    named: readonly [rate: string, amountMinor: number][] = [],
    taxesIncluded = false,
  ) =>
    receiveTaxes({
      parts,
      taxMinor,
      taxesIncluded,
      taxLines: named.map(([rate, amountMinor]) => ({ name: `VAT ${rate}%`, rate, amountMinor })),
    })

  test('one rate is that of all parts, or of all but shipping', () => {
    const parts = [{ amountMinor: 10_000 }, { amountMinor: 2000 }, { amountMinor: 500 }]
    expect(ratesOf(receive(parts, 2375, [['19', 2375]]))).toEqual([
      ['19', 1900],
      ['19', 380],
      ['19', 95],
    ])
    expect(ratesOf(receive(parts, 2280, [['19', 2280]]))).toEqual([
      ['19', 1900],
      ['19', 380],
      ['0', 0],
    ])
  })

  test('several rates are those of the only parts that make them', () => {
    const parts = [{ amountMinor: 10_000 }, { amountMinor: 3300 }, { amountMinor: 500 }]
    const taxes = receive(parts, 2226, [
      ['19', 1995],
      ['7', 231],
    ])
    expect(ratesOf(taxes)).toEqual([
      ['19', 1900],
      ['7', 231],
      ['19', 95],
    ])
    expect(taxes.every(({ isTaxDerived }) => isTaxDerived)).toBe(true)
  })

  test('the rates of many parts are found, or stay unknown where none make the taxes', () => {
    const parts = Array.from({ length: 10 }, (_, index) => ({ amountMinor: 1999 + 137 * index }))
    const taxes = receive(parts, 27_000, [
      ['19', 9000],
      ['7', 9000],
      ['5', 9000],
    ])
    expect(new Set(ratesOf(taxes).map(([rate]) => rate))).toEqual(new Set(['']))
    const amounts = [11_844, 8749, 551, 13_994, 28_037, 12_705, 15_680, 29_336]
    const found = receive(
      amounts.map((amountMinor) => ({ amountMinor })),
      12_206,
      [
        ['13', 7223],
        ['9', 3190],
        ['6', 1793],
      ],
    )
    expect(ratesOf(found).every(([rate]) => ['13', '9', '6'].includes(String(rate)))).toBe(true)
    expect(taxes.reduce((sum, { taxMinor }) => sum + taxMinor, 0)).toBe(27_000)
  })

  test('two parts of the same amount could each have either rate: both stay unknown', () => {
    const parts = [{ amountMinor: 1000 }, { amountMinor: 1000 }, { amountMinor: 0 }]
    expect(
      ratesOf(
        receive(parts, 260, [
          ['19', 190],
          ['7', 70],
        ]),
      ),
    ).toEqual([
      ['', 130],
      ['', 130],
      ['', 0],
    ])
  })

  test('taxes of the same goods count as one rate', () => {
    const taxes = receive([{ amountMinor: 10_000 }, { amountMinor: 0 }], 825, [
      ['6.25', 625],
      ['2', 200],
    ])
    expect(ratesOf(taxes)).toEqual([
      ['8.25', 825],
      ['8.25', 0],
    ])
  })

  test('what a file says of a line is kept; the rest is derived', () => {
    const parts = [{ amountMinor: 10_000, taxRate: '19' }, { amountMinor: 5000, taxMinor: 350 }, { amountMinor: 500 }]
    expect(receive(parts, 2345)).toEqual([
      { taxRate: '19', taxMinor: 1900, isTaxDerived: false },
      { taxRate: '7', taxMinor: 350, isTaxDerived: true },
      { taxRate: '', taxMinor: 95, isTaxDerived: true },
    ])
  })

  test('rates that do not make the tax are not believed', () => {
    const parts = [
      { amountMinor: 10_000, taxRate: '19' },
      { amountMinor: 0, taxRate: '19' },
    ]
    expect(ratesOf(receive(parts, 700))).toEqual([
      ['', 700],
      ['', 0],
    ])
  })

  test('whatever is given, the parts add up to the tax, and their tax lines to both', () => {
    const part = fc.record(
      {
        amountMinor: fc.nat(1_000_000),
        taxRate: fc.constantFrom('0', '7', '19', '8.875'),
        taxMinor: fc.nat(100_000),
      },
      { requiredKeys: ['amountMinor'] },
    )
    const named = fc.array(fc.tuple(fc.constantFrom('7', '19', ''), fc.nat(100_000)), { maxLength: 3 })
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 6 }), fc.nat(2_000_000), named, fc.boolean(), (...all) => {
        const [parts, taxMinor, lines, taxesIncluded] = all
        const taxes = receive(parts, taxMinor, lines, taxesIncluded)
        expect(taxes.every((tax) => tax.taxMinor >= 0)).toBe(true)
        expect(taxes.reduce((sum, tax) => sum + tax.taxMinor, 0)).toBe(taxMinor)
        const taxed = taxes.map((tax, index) => ({ ...tax, amountMinor: parts[index]?.amountMinor ?? 0 }))
        const taxLines = toTaxLines(taxed, [], taxesIncluded)
        if (taxLines.length > 0) expect(taxLines.reduce((sum, line) => sum + line.amountMinor, 0)).toBe(taxMinor)
      }),
    )
  })
})

describe('an edit', () => {
  const part = (amountMinor: number, taxRate: string, taxMinor: number): TaxedPart => ({
    ...{ amountMinor, taxRate, taxMinor },
    isTaxDerived: false,
  })
  const before = [part(10_000, '19', 1900), part(3333, '7', 233), part(500, '19', 95)]
  const edit = (amounts: readonly number[], rates: readonly (string | undefined)[] = []) =>
    ratesOf(
      editTaxes(
        amounts.map((amountMinor, index) => ({ amountMinor, before: before[index], rate: rates[index] })),
        before,
        false,
      ),
    )

  test('changes the tax of the lines that change, and of no other', () => {
    expect(edit([10_000, 6666, 500])).toEqual([
      ['19', 1900],
      ['7', 467],
      ['19', 95],
    ])
    expect(edit([5000, 3333, 500])).toEqual([
      ['19', 950],
      ['7', 233],
      ['19', 95],
    ])
  })

  test('gives a line another rate', () => {
    expect(edit([10_000, 3333, 500], [undefined, '0'])).toEqual([
      ['19', 1900],
      ['0', 0],
      ['19', 95],
    ])
  })

  test('that is taken back gives the tax that was there before, or one minor unit else where the other parts had more than the sum', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(1_000_000), fc.constantFrom('0', '7', '19', '8.875')), { minLength: 1, maxLength: 8 }),
        fc.nat(1_000_000),
        fc.nat(7),
        fc.boolean(),
        (priced, amountMinor, at, taxesIncluded) => {
          const taxes = assignTaxes(
            priced.map(([amount, rate]) => ({ amountMinor: amount, rate })),
            taxesIncluded,
          )
          const first = taxes.map((tax, index) => ({ ...tax, amountMinor: priced[index]?.[0] ?? 0 }))
          const index = at % priced.length
          const change = (parts: readonly TaxedPart[], amount: number): TaxedPart[] => {
            const amounts = parts.map((each, position) => (position === index ? amount : each.amountMinor))
            const edited = amounts.map((each, position) => ({ amountMinor: each, before: parts[position] }))
            return editTaxes(edited, parts, taxesIncluded).map((tax, position) => ({
              ...tax,
              amountMinor: amounts[position] ?? 0,
            }))
          }
          const changed = change(first, amountMinor)
          for (const [position, tax] of changed.entries())
            if (position !== index) expect(tax).toEqual(first[position] as TaxedPart)
          const [rate] = [changed[index]?.taxRate ?? '']
          const atRate = changed.filter((tax) => tax.taxRate === rate)
          const sumMinor = atRate.reduce((sum, tax) => sum + tax.taxMinor, 0)
          const amountAtRate = atRate.reduce((sum, tax) => sum + tax.amountMinor, 0)
          const differenceMinor = sumMinor - taxOf(amountAtRate, parseTaxRate(rate), taxesIncluded)
          expect(Math.abs(differenceMinor)).toBeLessThanOrEqual(1)
          const takenBack = change(changed, first[index]?.amountMinor ?? 0)
          if (differenceMinor === 0) expect(takenBack).toEqual(first)
          else for (const [position, tax] of takenBack.entries()) expectWithinOne(tax, first[position])
        },
      ),
      // Without the second part, the others have 0.01 more than the tax of their sum.
      {
        examples: [
          [
            [
              [627_197, '7'],
              [879_869, '7'],
              [199_305, '7'],
            ],
            0,
            1,
            true,
          ],
        ],
      },
    )
  })
})

function expectWithinOne(tax: TaxedPart, before: TaxedPart | undefined): void {
  expect({ ...tax, taxMinor: 0 }).toEqual({ ...(before as TaxedPart), taxMinor: 0 })
  expect(Math.abs(tax.taxMinor - (before?.taxMinor ?? 0))).toBeLessThanOrEqual(1)
}
