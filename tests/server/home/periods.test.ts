import { type PeriodRanges, resolveDays, resolvePeriod } from '#server/home/periods.ts'
import { expect, test } from 'bun:test'

const formatUtc = (time: number | null): string => (time === null ? '-' : new Date(time).toISOString().slice(0, 16))
const formatPeriods = ({ during, before }: PeriodRanges): string[] =>
  [during, before].flatMap((stretch) => (stretch ? [`${formatUtc(stretch.from)} ${formatUtc(stretch.until)}`] : []))
const shanghai = (text: string): number => Date.parse(`${text}+08:00`)

test('compares today with yesterday up to the same time of day', () => {
  expect(formatPeriods(resolvePeriod('today', shanghai('2026-03-15T10:20'), 'Asia/Shanghai'))).toEqual([
    '2026-03-14T16:00 2026-03-15T02:20',
    '2026-03-13T16:00 2026-03-14T02:20',
  ])
})

test('the last seven days begin six days ago and are compared with the seven days before', () => {
  expect(formatPeriods(resolvePeriod('7d', shanghai('2026-03-15T10:20'), 'Asia/Shanghai'))).toEqual([
    '2026-03-08T16:00 2026-03-15T02:20',
    '2026-03-01T16:00 2026-03-08T02:20',
  ])
})

test('compares this month with the previous one up to the same day and time', () => {
  expect(formatPeriods(resolvePeriod('month', shanghai('2026-03-15T10:20'), 'Asia/Shanghai'))).toEqual([
    '2026-02-28T16:00 2026-03-15T02:20',
    '2026-01-31T16:00 2026-02-15T02:20',
  ])
  expect(formatPeriods(resolvePeriod('month', shanghai('2026-01-01T00:00'), 'Asia/Shanghai'))).toEqual([
    '2025-12-31T16:00 2025-12-31T16:00',
    '2025-11-30T16:00 2025-11-30T16:00',
  ])
})

test('compares with the whole previous month if it is shorter', () => {
  for (const date of ['2026-03-29', '2026-03-31'])
    expect(formatPeriods(resolvePeriod('month', shanghai(`${date}T10:20`), 'Asia/Shanghai'))[1]).toBe(
      '2026-01-31T16:00 2026-02-28T16:00',
    )
  expect(formatPeriods(resolvePeriod('month', shanghai('2028-03-29T10:20'), 'Asia/Shanghai'))[1]).toBe(
    '2028-01-31T16:00 2028-02-29T02:20',
  )
})

test('all time has no previous period', () => {
  expect(formatPeriods(resolvePeriod('all', shanghai('2026-03-15T10:20'), 'Asia/Shanghai'))).toEqual([
    '- 2026-03-15T02:20',
  ])
})

test('days of a mistyped year are compared with days that exist', () => {
  const days = { from: '0026-01-01', to: '2026-01-01' }
  expect(resolveDays(days, shanghai('2026-03-15T10:20'), 'Asia/Shanghai').before?.days).toEqual({
    from: '0001-01-01',
    to: '0025-12-31',
  })
})

test('after a clock change, the same time of day is a different distance from midnight', () => {
  // In Berlin the clock goes from 02:00 to 03:00 on 2026-03-29, so noon is one hour closer to midnight than on the 30th.
  expect(formatPeriods(resolvePeriod('today', Date.parse('2026-03-30T12:00+02:00'), 'Europe/Berlin'))).toEqual([
    '2026-03-29T22:00 2026-03-30T10:00',
    '2026-03-28T23:00 2026-03-29T10:00',
  ])
  // 02:30 does not exist on the 29th.
  expect(formatPeriods(resolvePeriod('today', Date.parse('2026-03-30T02:30+02:00'), 'Europe/Berlin'))[1]).toBe(
    '2026-03-28T23:00 2026-03-29T01:30',
  )
})
