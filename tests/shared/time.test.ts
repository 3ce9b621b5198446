import { addDays, timeOfDayMs, dayOf, offsetAt, startOfDay, timeAt, zonedTime } from '#shared/time.ts'
import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'

const hour = 3_600_000
const utc = (text: string): number => Date.parse(`${text}Z`)
const iso = (time: number): string => new Date(time).toISOString().slice(0, 19)
/** Zones with and without daylight saving, with half and quarter hours, with a change at midnight, and with a skipped day. */
const zones = [
  'UTC',
  'Asia/Shanghai',
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'America/Sao_Paulo',
  'Pacific/Apia',
  'America/St_Johns',
]

test('converts an instant to the date and time of a zone', () => {
  expect(zonedTime(utc('2026-09-23T02:42:07'), 'Asia/Shanghai')).toEqual({
    year: 2026,
    month: 9,
    day: 23,
    hour: 10,
    minute: 42,
    second: 7,
  })
  expect(zonedTime(utc('2026-12-31T18:15:00'), 'Asia/Kathmandu')).toMatchObject({
    year: 2027,
    month: 1,
    day: 1,
    hour: 0,
    minute: 0,
  })
  expect(zonedTime(utc('1996-07-04T09:00:00'), 'America/New_York')).toMatchObject({ hour: 5 })
})

test('a day begins at midnight in the zone', () => {
  expect(dayOf(utc('2026-03-14T15:59:59'), 'Asia/Shanghai')).toBe('2026-03-14')
  expect(dayOf(utc('2026-03-14T16:00:00'), 'Asia/Shanghai')).toBe('2026-03-15')
})

test('the offset cache does not mix up zones with similar names', () => {
  const time = utc('2005-03-18T00:00:00')
  expect(offsetAt(time, 'Etc/GMT+1')).toBe(-hour)
  expect(offsetAt(time, 'Etc/GMT+11')).toBe(-11 * hour)
  expect(offsetAt(time, 'Etc/GMT+1')).toBe(-hour)
})

test('the offset is the old one until the very moment of the change', () => {
  expect(offsetAt(utc('2026-10-25T00:59:59'), 'Europe/Berlin')).toBe(2 * hour)
  expect(offsetAt(utc('2026-10-25T01:00:00'), 'Europe/Berlin')).toBe(hour)
})

describe('startOfDay', () => {
  test.each([
    ['Asia/Shanghai', '2026-03-15', '2026-03-14T16:00:00'],
    ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00'],
    ['Europe/Berlin', '2026-03-30', '2026-03-29T22:00:00'],
    ['Europe/Berlin', '2026-10-25', '2026-10-24T22:00:00'],
    // Midnight was skipped: the day began at 01:00.
    ['America/Sao_Paulo', '2018-11-04', '2018-11-04T03:00:00'],
    // The clock went back at midnight: the day began after the second 23:00 hour.
    ['America/Sao_Paulo', '2019-02-17', '2019-02-17T03:00:00'],
    // Samoa skipped December 30, 2011.
    ['Pacific/Apia', '2011-12-31', '2011-12-30T10:00:00'],
  ])('in %s of %s is %s', (zone, day, start) => {
    expect(iso(startOfDay(day, zone))).toBe(start)
  })

  test('is the first instant of the day', () => {
    const days = fc.integer({ min: 0, max: 25_000 }).map((number) => addDays('1975-01-01', number))
    fc.assert(
      fc.property(days, fc.constantFrom(...zones), (day, zone) => {
        const start = startOfDay(day, zone)
        if (zone === 'Pacific/Apia' && day === '2011-12-30') return
        expect(dayOf(start, zone)).toBe(day)
        expect(dayOf(start - 1, zone) < day).toBe(true)
      }),
      { numRuns: 2_000 },
    )
  })
})

describe('timeAt', () => {
  test('finds a clock time: the first of two when it repeats, an equally later time when it is skipped', () => {
    expect(iso(timeAt('2026-03-15', 10 * hour, 'Asia/Shanghai'))).toBe('2026-03-15T02:00:00')
    expect(iso(timeAt('2026-10-25', 2.5 * hour, 'Europe/Berlin'))).toBe('2026-10-25T00:30:00')
    expect(iso(timeAt('2026-03-29', 2.5 * hour, 'Europe/Berlin'))).toBe('2026-03-29T01:30:00')
  })

  test('inverts zonedTime, up to repeated clock times', () => {
    const instants = fc.integer({ min: utc('1975-01-01T00:00:00'), max: utc('2040-01-01T00:00:00') })
    fc.assert(
      fc.property(instants, fc.constantFrom(...zones), (time, zone) => {
        const back = timeAt(dayOf(time, zone), timeOfDayMs(time, zone), zone)
        expect(back).toBeLessThanOrEqual(time)
        expect(zonedTime(back, zone)).toEqual(zonedTime(time, zone))
        expect(timeOfDayMs(back, zone)).toBe(timeOfDayMs(time, zone))
      }),
      { numRuns: 2_000 },
    )
  })
})

test('adds days across months, years and leap days', () => {
  expect(addDays('2026-02-28', 1)).toBe('2026-03-01')
  expect(addDays('2028-02-28', 1)).toBe('2028-02-29')
  expect(addDays('2026-01-01', -1)).toBe('2025-12-31')
  expect(addDays('2026-03-15', 0)).toBe('2026-03-15')
})
