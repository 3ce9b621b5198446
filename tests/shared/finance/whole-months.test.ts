import { splitWholeMonths } from '#shared/finance/whole-months.ts'
import { addDays } from '#shared/time.ts'
import { describe, expect, test } from 'bun:test'

describe('splitWholeMonths', () => {
  test('covers days with whole months where there are any', () => {
    expect(splitWholeMonths({ from: '2024-01-31', to: '2024-03-01' })).toEqual([
      { unit: 'day', from: '2024-01-31', to: '2024-01-31' },
      { unit: 'month', from: '2024-02-01', to: '2024-02-29' },
      { unit: 'day', from: '2024-03-01', to: '2024-03-01' },
    ])
    expect(splitWholeMonths({ from: '2024-02-01', to: '2024-02-29' })).toEqual([
      { unit: 'month', from: '2024-02-01', to: '2024-02-29' },
    ])
    expect(splitWholeMonths({ from: '2024-02-01', to: '2024-02-28' })).toEqual([
      { unit: 'day', from: '2024-02-01', to: '2024-02-28' },
    ])
    expect(splitWholeMonths({})).toEqual([{ unit: 'month', from: '', to: '9999-12-31' }])
    expect(splitWholeMonths({ from: '9999-12-15' })).toEqual([{ unit: 'day', from: '9999-12-15', to: '9999-12-31' }])
    expect(splitWholeMonths({ to: '2024-02-10' })).toEqual([
      { unit: 'month', from: '', to: '2024-01-31' },
      { unit: 'day', from: '2024-02-01', to: '2024-02-10' },
    ])
  })

  test('covers every range without gaps, and nothing else', () => {
    const first = '2023-12-28'
    for (let start = 0; start < 40; start += 3)
      for (let length = -2; length < 100; length += 1) {
        const [from, to] = [addDays(first, start), addDays(first, start + length)]
        const parts = splitWholeMonths({ from, to })
        expect([parts[0]?.from, parts.at(-1)?.to]).toEqual([from, to])
        for (const [index, part] of parts.slice(1).entries()) expect(part.from).toBe(addDays(parts[index]?.to ?? '', 1))
        for (const part of parts.filter(({ unit }) => unit === 'month'))
          expect([part.from.slice(8), addDays(part.to, 1).slice(8)]).toEqual(['01', '01'])
      }
  })
})
