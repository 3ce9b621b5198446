import { formatAxisAmount, computeFlowScale, pickLabeledUnits } from '#client/ui/chart-scale.ts'
import { listUnits } from '#shared/time-unit.ts'
import { addDays } from '#shared/time.ts'
import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'

const amount = fc.integer({ min: 0, max: 9_007_199_254_740 })
const daysFrom = (first: string, length: number) => Array.from({ length }, (_, index) => addDays(first, index))

describe('the scale of the chart', () => {
  test('fits every amount in at most four steps of 1, 2 or 5', () => {
    fc.assert(
      fc.property(amount, amount, (highestIn, highestOut) => {
        const { step, above, below } = computeFlowScale(highestIn, highestOut)
        expect(above * step).toBeGreaterThanOrEqual(highestIn)
        expect(below * step).toBeGreaterThanOrEqual(highestOut)
        expect(above + below).toBeLessThanOrEqual(4)
        expect(above + below).toBeGreaterThanOrEqual(1)
        expect(String(step)).toMatch(/^[125]0*$/)
      }),
    )
  })

  test('is the finest that fits', () => {
    expect(computeFlowScale(7_500_000, 300_000)).toEqual({ step: 5_000_000, above: 2, below: 1 })
    expect(computeFlowScale(6_000_000, 0)).toEqual({ step: 2_000_000, above: 3, below: 0 })
  })
})

describe('the amounts of an axis', () => {
  test('are short in each language and use the decimals of the currency', () => {
    expect(formatAxisAmount(8_000_000, 'CNY', 'en')).toBe('80k')
    expect(formatAxisAmount(-8_000_000, 'CNY', 'zh')).toBe('8万')
    expect(formatAxisAmount(130_000_000, 'USD', 'en')).toBe('1.3M')
    expect(formatAxisAmount(130_000_000, 'USD', 'zh')).toBe('130万')
    expect(formatAxisAmount(20_000, 'JPY', 'en')).toBe('20k')
    expect(formatAxisAmount(100_000_000_000_000, 'CNY', 'en')).toBe('1T')
    expect(formatAxisAmount(100_000_000_000_000, 'CNY', 'zh')).toBe('1万亿')
    expect(formatAxisAmount(50, 'USD', 'en')).toBe('0.5')
    expect(formatAxisAmount(0, 'USD', 'en')).toBe('0')
  })
})

describe('the labels of months, quarters and years', () => {
  const labeled = (from: string, to: string, unit: 'month' | 'quarter' | 'year') => {
    const starts = listUnits(from, to, unit)
    return pickLabeledUnits(starts, unit).map((index) => starts[index]?.slice(0, 7))
  }

  test('are at most six or so, on round months and years', () => {
    expect(labeled('2026-01-01', '2026-05-01', 'month')).toHaveLength(5)
    expect(labeled('2025-02-01', '2026-05-01', 'month')).toEqual([
      '2025-04',
      '2025-07',
      '2025-10',
      '2026-01',
      '2026-04',
    ])
    expect(labeled('2020-05-01', '2024-01-01', 'quarter')).toEqual(['2021-01', '2022-01', '2023-01', '2024-01'])
    expect(labeled('1998-01-01', '2026-01-01', 'year')).toEqual([
      '2000-01',
      '2005-01',
      '2010-01',
      '2015-01',
      '2020-01',
      '2025-01',
    ])
  })
})

describe('the labels of days', () => {
  test('are the round days of a month', () => {
    expect(pickLabeledUnits(daysFrom('2026-09-01', 30), 'day')).toEqual([0, 4, 9, 14, 19, 24])
  })

  test('are all days of a week', () => {
    expect(pickLabeledUnits(daysFrom('2026-09-28', 7), 'day')).toHaveLength(7)
  })

  test('do not overlap in any range', () => {
    fc.assert(
      fc.property(fc.integer({ min: 9, max: 62 }), fc.integer({ min: 0, max: 400 }), (length, offset) => {
        const labelled = pickLabeledUnits(daysFrom(addDays('2026-01-01', offset), length), 'day')
        expect(labelled[0]).toBe(0)
        const gaps = labelled.slice(1).map((index, before) => index - (labelled[before] ?? 0))
        for (const gap of gaps) expect(gap / length).toBeGreaterThanOrEqual(1 / 12)
      }),
    )
  })
})
