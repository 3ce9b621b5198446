import { addDays, timeOfDayMs, dayOf, offsetAt, startOfDay, timeAt, zonedTime } from '#shared/time.ts'
import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'

const hour = 3_600_000
const utc = (text: string): number => Date.parse(`${text}Z`)
const iso = (time: number): string => new Date(time).toISOString().slice(0, 19)
/** A zone without summer time, the usual ones, half and quarter hours, a change at midnight, a day that never was. */
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

test('an instant has the zone’s calendar and clock', () => {
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

test('an accounting day changes at the zone’s midnight', () => {
  expect(dayOf(utc('2026-03-14T15:59:59'), 'Asia/Shanghai')).toBe('2026-03-14')
  expect(dayOf(utc('2026-03-14T16:00:00'), 'Asia/Shanghai')).toBe('2026-03-15')
})

test('zones whose names run into their numbers are kept apart', () => {
  const time = utc('2005-03-18T00:00:00')
  expect(offsetAt(time, 'Etc/GMT+1')).toBe(-hour)
  expect(offsetAt(time, 'Etc/GMT+11')).toBe(-11 * hour)
  expect(offsetAt(time, 'Etc/GMT+1')).toBe(-hour)
})

describe('the start of a day', () => {
  test.each([
    ['Asia/Shanghai', '2026-03-15', '2026-03-14T16:00:00'],
    ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00'],
    ['Europe/Berlin', '2026-03-30', '2026-03-29T22:00:00'],
    ['Europe/Berlin', '2026-10-25', '2026-10-24T22:00:00'],
    // Midnight was skipped: the day began at one.
    ['America/Sao_Paulo', '2018-11-04', '2018-11-04T03:00:00'],
    // Midnight came twice: the day began with the second 23:00 over.
    ['America/Sao_Paulo', '2019-02-17', '2019-02-17T03:00:00'],
    // The 30th never was: the islands went from the 29th to the 31st.
    ['Pacific/Apia', '2011-12-31', '2011-12-30T10:00:00'],
  ])('in %s of %s is %s', (zone, day, start) => {
    expect(iso(startOfDay(day, zone))).toBe(start)
  })

  test('is on that day, and a moment before it is not', () => {
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

describe('a clock on a day', () => {
  test('is found where it is shown once, the first time where twice, after the change where never', () => {
    expect(iso(timeAt('2026-03-15', 10 * hour, 'Asia/Shanghai'))).toBe('2026-03-15T02:00:00')
    expect(iso(timeAt('2026-10-25', 2.5 * hour, 'Europe/Berlin'))).toBe('2026-10-25T00:30:00')
    expect(iso(timeAt('2026-03-29', 2.5 * hour, 'Europe/Berlin'))).toBe('2026-03-29T01:30:00')
  })

  test('leads back from any instant to itself, or to the first instant that shows the same', () => {
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

test('days are counted over months, years and leap days', () => {
  expect(addDays('2026-02-28', 1)).toBe('2026-03-01')
  expect(addDays('2028-02-28', 1)).toBe('2028-02-29')
  expect(addDays('2026-01-01', -1)).toBe('2025-12-31')
  expect(addDays('2026-03-15', 0)).toBe('2026-03-15')
})
