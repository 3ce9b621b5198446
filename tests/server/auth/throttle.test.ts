import {
  accountLimit,
  type Attempts,
  addAttempt,
  blockMs,
  distributedLimit,
  type Limit,
  networkOf,
  retryAfterMs,
} from '#server/auth/throttle.ts'
import { describe, expect, test } from 'bun:test'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** The attempts after a number of failures, each made as soon as it is allowed. */
function attemptsAfter(times: number, limit: Limit = accountLimit): Attempts {
  let attempts: Attempts | undefined
  let now = 0
  for (let time = 0; time < times; time++) {
    now += retryAfterMs(attempts, now)
    attempts = addAttempt(attempts, now, limit)
  }
  return attempts as Attempts
}
const waitMinutesAfter = (times: number): number => {
  const attempts = attemptsAfter(times)
  return retryAfterMs(attempts, attempts.updatedAt) / minuteMs
}

/** The longest wait while `networks` networks fail as often as their own limits allow, for a day. */
function longestWaitMs(networks: number): number {
  const own: (Attempts | undefined)[] = Array.from({ length: networks })
  let together: Attempts | undefined
  let longest = 0
  for (let now = 0; now < 24 * hourMs; now += minuteMs)
    for (const [index, attempts] of own.entries()) {
      if (retryAfterMs(attempts, now) > 0 || retryAfterMs(together, now) > 0) continue
      own[index] = addAttempt(attempts, now, accountLimit)
      together = addAttempt(together, now, distributedLimit)
      longest = Math.max(longest, retryAfterMs(together, now))
    }
  return longest
}

describe('the wait after failures', () => {
  test('is 15 minutes from the fifth failure on, and never longer', () => {
    expect([1, 4, 5, 6, 7, 8, 60].map(waitMinutesAfter)).toEqual([0, 0, 15, 15, 15, 15, 15])
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

  test('forgets one failure in the time of its limit', () => {
    const attempts = attemptsAfter(5)
    const failuresAfter = (ms: number): number => addAttempt(attempts, attempts.updatedAt + ms, accountLimit).failures
    expect([blockMs - 1, blockMs, 3 * blockMs, 5 * blockMs, 500 * blockMs].map(failuresAfter)).toEqual([6, 5, 3, 1, 1])
  })

  test('never comes for the whole account from a few networks, however long they try', () => {
    expect(longestWaitMs(1)).toBe(0)
    expect(longestWaitMs(10)).toBe(0)
    expect(longestWaitMs(40)).toBe(blockMs)
  })
})

test('IPv6 addresses of one /64 network count as one, in every notation', () => {
  const household = ['2001:db8::1', '2001:db8::a:b:c:d', '2001:db8:0:0:1:2:3:4', '2001:db8::']
  expect(new Set(household.map(networkOf))).toEqual(new Set(['2001:db8:0:0']))
  expect(networkOf('2001:db8:0:1::1')).toBe('2001:db8:0:1')
  expect(networkOf('2001:db8:1::1')).toBe('2001:db8:1:0')
  expect(networkOf('2001::1:5:6:7:8')).toBe('2001:0:0:1')
  expect([networkOf('::1'), networkOf('192.0.2.7')]).toEqual(['0:0:0:0', '192.0.2.7'])
})
