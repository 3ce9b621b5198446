import { endOfUnit, listUnits, pickTimeUnit, startOfUnit } from '#shared/time-unit.ts'
import { expect, test } from 'bun:test'

test('picks days for two months, then months, quarters and years', () => {
  expect(pickTimeUnit('2026-03-01', '2026-03-01')).toBe('day')
  expect(pickTimeUnit('2026-03-01', '2026-05-01')).toBe('day')
  expect(pickTimeUnit('2026-03-01', '2026-05-02')).toBe('month')
  expect(pickTimeUnit('2024-01-31', '2026-12-01')).toBe('month')
  expect(pickTimeUnit('2024-01-31', '2027-01-01')).toBe('quarter')
  expect(pickTimeUnit('2017-01-01', '2026-12-01')).toBe('quarter')
  expect(pickTimeUnit('2016-12-01', '2026-12-01')).toBe('year')
  expect(pickTimeUnit('1999-01-01', '2026-12-01')).toBe('year')
})

test('knows the first and the last day of each unit', () => {
  expect(startOfUnit('2024-02-10', 'day')).toBe('2024-02-10')
  expect([startOfUnit('2024-02-10', 'month'), endOfUnit('2024-02-10', 'month')]).toEqual(['2024-02-01', '2024-02-29'])
  expect([startOfUnit('2024-11-10', 'quarter'), endOfUnit('2024-11-10', 'quarter')]).toEqual([
    '2024-10-01',
    '2024-12-31',
  ])
  expect(startOfUnit('0999-11-10', 'month')).toBe('0999-11-01')
  expect([startOfUnit('2024-11-10', 'year'), endOfUnit('2024-11-10', 'year')]).toEqual(['2024-01-01', '2024-12-31'])
})

test('lists every unit of a range, with the ones that are partly in it', () => {
  expect(listUnits('2026-02-27', '2026-03-02', 'day')).toEqual(['2026-02-27', '2026-02-28', '2026-03-01', '2026-03-02'])
  expect(listUnits('2025-11-30', '2026-02-01', 'month')).toEqual([
    '2025-11-01',
    '2025-12-01',
    '2026-01-01',
    '2026-02-01',
  ])
  expect(listUnits('2025-11-30', '2026-05-01', 'quarter')).toEqual(['2025-10-01', '2026-01-01', '2026-04-01'])
  expect(listUnits('2024-11-30', '2026-05-01', 'year')).toEqual(['2024-01-01', '2025-01-01', '2026-01-01'])
})

test('ends with the last day that can be written', () => {
  for (const unit of ['day', 'month', 'quarter', 'year'] as const) {
    expect(listUnits('9999-12-31', '9999-12-31', unit)).toEqual([startOfUnit('9999-12-31', unit)])
    expect(endOfUnit('9999-12-31', unit)).toBe('9999-12-31')
  }
})
