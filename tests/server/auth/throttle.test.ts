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
/** The attempts after a number of failures, each made as soon as it is allowed. */
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

describe('the wait after failures', () => {
  test('begins after the fifth failure and doubles up to a day', () => {
    expect([1, 4, 5, 6, 7, 8].map(waitMinutesAfter)).toEqual([0, 0, 15, 30, 60, 120])
    expect([12, 13, 60].map(waitMinutesAfter)).toEqual([24 * 60, 24 * 60, 24 * 60])
  })

  test('is zero without failures', () => expect(retryAfterMs(undefined, 1)).toBe(0))

  test('set by a clock that was ahead ends when the clock is corrected', () => {
    const ahead = Date.parse('2031-01-01T00:00:00Z')
    const now = Date.parse('2026-01-01T00:00:00Z')
    const attempts = addAttempt({ ...attemptsAfter(7), updatedAt: ahead }, ahead, accountLimit)
    expect(retryAfterMs(attempts, ahead)).toBeGreaterThan(0)
    expect(retryAfterMs(attempts, now)).toBe(0)
    expect(addAttempt(attempts, now, accountLimit).failures).toBe(1)
    // A small difference between the clocks of two instances is tolerated.
    expect(retryAfterMs(attempts, ahead - minuteMs / 2)).toBeGreaterThan(0)
  })

  test('starts over after the reset time', () => {
    const attempts = attemptsAfter(6)
    const later = attempts.blockedUntil + resetAfterMs
    expect(addAttempt(attempts, later - 1, accountLimit).failures).toBe(7)
    expect(addAttempt(attempts, later, accountLimit).failures).toBe(1)
  })
})

test('IPv6 addresses of one /64 network count as one, in every notation', () => {
  const household = ['2001:db8::1', '2001:db8::a:b:c:d', '2001:db8:0:0:1:2:3:4', '2001:db8::']
  expect(new Set(household.map(networkOf))).toEqual(new Set(['2001:db8:0:0']))
  expect(networkOf('2001:db8:0:1::1')).toBe('2001:db8:0:1')
  expect(networkOf('2001:db8:1::1')).toBe('2001:db8:1:0')
  expect([networkOf('::1'), networkOf('192.0.2.7')]).toEqual(['0:0:0:0', '192.0.2.7'])
})
