import { endOfGroup, isoWeek, monthAfter, previousPeriod, startOfGroup } from '#shared/finance/flow-groups.ts'
import { addDays } from '#shared/time.ts'
import { expect, test } from 'bun:test'
import * as fc from 'fast-check'

const day = fc.integer({ min: 0, max: 40_000 }).map((days) => addDays('1970-01-01', days))

test('weeks begin on Monday and belong to the year of their Thursday', () => {
  for (const [date, year, week] of [
    ['2026-01-01', 2026, 1],
    ['2024-12-30', 2025, 1],
    ['2027-01-03', 2026, 53],
    ['2021-01-04', 2021, 1],
    ['2026-07-27', 2026, 31],
  ] as const)
    expect(isoWeek(date)).toEqual({ year, week })
  expect([startOfGroup('2026-08-02', 'week'), endOfGroup('2026-07-27', 'week')]).toEqual(['2026-07-27', '2026-08-02'])
})

test('every day is in exactly one group of each unit', () => {
  fc.assert(
    fc.property(day, fc.constantFrom('day', 'week', 'month', 'quarter', 'year'), (date, unit) => {
      const start = startOfGroup(date, unit)
      const end = endOfGroup(start, unit)
      expect(start <= date && date <= end).toBe(true)
      expect(startOfGroup(addDays(end, 1), unit)).toBe(addDays(end, 1))
      expect(startOfGroup(end, unit)).toBe(start)
    }),
  )
})

test('the period before a month is the month before, of part of it the same part, else as many days', () => {
  for (const [from, to, before] of [
    ['2026-11-01', '2026-11-22', '2026-10-01 2026-10-22'],
    ['2026-11-01', '2026-11-30', '2026-10-01 2026-10-31'],
    ['2026-03-01', '2026-03-30', '2026-02-01 2026-02-28'],
    ['2026-01-01', '2026-01-31', '2025-12-01 2025-12-31'],
    ['2026-01-01', '2026-11-22', '2025-01-01 2025-11-22'],
    ['2024-01-01', '2024-02-29', '2023-01-01 2023-02-28'],
    ['2026-11-10', '2026-11-16', '2026-11-03 2026-11-09'],
    ['2026-11-22', '2026-11-22', '2026-11-21 2026-11-21'],
  ] as const)
    expect(Object.values(previousPeriod({ from, to })).join(' ')).toBe(before)
})

test('a period and the one before never overlap', () => {
  fc.assert(
    fc.property(day, fc.nat(800), (from, length) => {
      const before = previousPeriod({ from, to: addDays(from, length) })
      expect(before.from <= before.to && before.to < from).toBe(true)
    }),
  )
})

test('months are stepped through whole', () => {
  expect(monthAfter('2026-01-31', 1)).toEqual({ from: '2026-02-01', to: '2026-02-28' })
  expect(monthAfter('2026-01-05', -1)).toEqual({ from: '2025-12-01', to: '2025-12-31' })
})
