import {
  accountLimit,
  type Attempts,
  addAttempt,
  resetAfterMs,
  networkOf,
  retryAfterMs,
} from '#server/auth/throttle.ts'
import { describe, expect, test } from 'bun:test'

const minuteMs = 60_000
/** The counts after so many failures, each as soon as it may be. */
function attemptsAfter(times: number): Attempts {
  let attempts: Attempts | undefined
  let now = 0
  for (let time = 0; time < times; time++) {
    now += retryAfterMs(attempts, now)
    attempts = addAttempt(attempts, now, accountLimit)
  }
  return attempts as Attempts
}
const waitMinutesAfter = (times: number): number => {
  const attempts = attemptsAfter(times)
  return retryAfterMs(attempts, attempts.updatedAt) / minuteMs
}

describe('the wait', () => {
  test('begins after the fifth failure and doubles up to a day', () => {
    expect([1, 4, 5, 6, 7, 8].map(waitMinutesAfter)).toEqual([0, 0, 15, 30, 60, 120])
    expect([12, 13, 60].map(waitMinutesAfter)).toEqual([24 * 60, 24 * 60, 24 * 60])
  })

  test('is nothing for whoever never failed', () => expect(retryAfterMs(undefined, 1)).toBe(0))

  test('of a clock that was ahead ends when the clock is set back', () => {
    const ahead = Date.parse('2031-01-01T00:00:00Z')
    const now = Date.parse('2026-01-01T00:00:00Z')
    const attempts = addAttempt({ ...attemptsAfter(7), updatedAt: ahead }, ahead, accountLimit)
    expect(retryAfterMs(attempts, ahead)).toBeGreaterThan(0)
    expect(retryAfterMs(attempts, now)).toBe(0)
    expect(addAttempt(attempts, now, accountLimit).failures).toBe(1)
    // The clocks of two instances differ a little.
    expect(retryAfterMs(attempts, ahead - minuteMs / 2)).toBeGreaterThan(0)
  })

  test('begins anew when all has been forgotten', () => {
    const attempts = attemptsAfter(6)
    const later = attempts.blockedUntil + resetAfterMs
    expect(addAttempt(attempts, later - 1, accountLimit).failures).toBe(7)
    expect(addAttempt(attempts, later, accountLimit).failures).toBe(1)
  })
})

test('addresses of one household count as one, however they are written', () => {
  const household = ['2001:db8::1', '2001:db8::a:b:c:d', '2001:db8:0:0:1:2:3:4', '2001:db8::']
  expect(new Set(household.map(networkOf))).toEqual(new Set(['2001:db8:0:0']))
  expect(networkOf('2001:db8:0:1::1')).toBe('2001:db8:0:1')
  expect(networkOf('2001:db8:1::1')).toBe('2001:db8:1:0')
  expect([networkOf('::1'), networkOf('192.0.2.7')]).toEqual(['0:0:0:0', '192.0.2.7'])
})
