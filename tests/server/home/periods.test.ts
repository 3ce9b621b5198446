import { resolvePeriod, type TimeRange } from '#server/home/periods.ts'
import { expect, test } from 'bun:test'

const formatUtc = (time: number | null): string => (time === null ? '-' : new Date(time).toISOString().slice(0, 16))
const formatPeriods = ({ during, before }: { during: TimeRange; before: TimeRange | null }): string[] =>
  [during, before].flatMap((stretch) => (stretch ? [`${formatUtc(stretch.from)} ${formatUtc(stretch.until)}`] : []))
const shanghai = (text: string): number => Date.parse(`${text}+08:00`)

test('today is compared with yesterday up to the same time of the clock', () => {
  expect(formatPeriods(resolvePeriod('today', shanghai('2026-03-15T10:20'), 'Asia/Shanghai'))).toEqual([
    '2026-03-14T16:00 2026-03-15T02:20',
    '2026-03-13T16:00 2026-03-14T02:20',
  ])
})

test('the last seven days begin six days ago and are compared with the seven before', () => {
  expect(formatPeriods(resolvePeriod('7d', shanghai('2026-03-15T10:20'), 'Asia/Shanghai'))).toEqual([
    '2026-03-08T16:00 2026-03-15T02:20',
    '2026-03-01T16:00 2026-03-08T02:20',
  ])
})

test('this month is compared with the one before up to the same day and clock', () => {
  expect(formatPeriods(resolvePeriod('month', shanghai('2026-03-15T10:20'), 'Asia/Shanghai'))).toEqual([
    '2026-02-28T16:00 2026-03-15T02:20',
    '2026-01-31T16:00 2026-02-15T02:20',
  ])
  expect(formatPeriods(resolvePeriod('month', shanghai('2026-01-01T00:00'), 'Asia/Shanghai'))).toEqual([
    '2025-12-31T16:00 2025-12-31T16:00',
    '2025-11-30T16:00 2025-11-30T16:00',
  ])
})

test('where the month before is shorter, all of it is compared', () => {
  for (const date of ['2026-03-29', '2026-03-31'])
    expect(formatPeriods(resolvePeriod('month', shanghai(`${date}T10:20`), 'Asia/Shanghai'))[1]).toBe(
      '2026-01-31T16:00 2026-02-28T16:00',
    )
  expect(formatPeriods(resolvePeriod('month', shanghai('2028-03-29T10:20'), 'Asia/Shanghai'))[1]).toBe(
    '2028-01-31T16:00 2028-02-29T02:20',
  )
})

test('all time has no period before', () => {
  expect(formatPeriods(resolvePeriod('all', shanghai('2026-03-15T10:20'), 'Asia/Shanghai'))).toEqual([
    '- 2026-03-15T02:20',
  ])
})

test('on the day after the clocks changed the same clock is another length of day', () => {
  // Berlin leaves 2026-03-29 at 02:00 for 03:00; noon of the 29th is one hour nearer to midnight than that of the 30th.
  expect(formatPeriods(resolvePeriod('today', Date.parse('2026-03-30T12:00+02:00'), 'Europe/Berlin'))).toEqual([
    '2026-03-29T22:00 2026-03-30T10:00',
    '2026-03-28T23:00 2026-03-29T10:00',
  ])
  // 02:30 does not exist on the 29th.
  expect(formatPeriods(resolvePeriod('today', Date.parse('2026-03-30T02:30+02:00'), 'Europe/Berlin'))[1]).toBe(
    '2026-03-28T23:00 2026-03-29T01:30',
  )
})
