/** How often somebody may try: counted before any work is done, kept in the database, so that all instances count together. */

/** The attempts counted against one key. */
export interface Attempts {
  failures: number
  blockedUntil: number
  updatedAt: number
}

/** So many failures in a row, then a wait that doubles with each further one. */
export interface Limit {
  allowedFailures: number
  firstWaitMs: number
}

const minuteMs = 60_000
/** Fewer for one account than for one address, behind which a whole office may sit. */
export const accountLimit: Limit = { allowedFailures: 5, firstWaitMs: 15 * minuteMs }
export const addressLimit: Limit = { allowedFailures: 20, firstWaitMs: 15 * minuteMs }
export const registrationLimit: Limit = { allowedFailures: 30, firstWaitMs: 15 * minuteMs }

const maxWaitMs = 24 * 60 * minuteMs
/** So long after the last failure and the wait for it, all is forgotten. */
export const resetAfterMs = 24 * 60 * minuteMs

/** What is counted as one address: of IPv6 the first four groups, which belong to one household, however the zeros are written. */
export function networkOf(ip: string): string {
  if (!ip.includes(':')) return ip
  const [before = '', after] = ip.split('::')
  const groups = (text: string): string[] => (text === '' ? [] : text.split(':'))
  const [head, tail] = [groups(before), groups(after ?? '')]
  const zeros = after === undefined ? [] : Array<string>(Math.max(8 - head.length - tail.length, 0)).fill('0')
  return [...head, ...zeros, ...tail].slice(0, 4).join(':')
}

/** Clocks of several instances may differ by so much. */
const clockSkewMs = minuteMs

/** What was counted under a clock that was ahead, and has been set back since, counts for nothing: its wait could last for years. */
const validAttempts = (attempts: Attempts | undefined, now: number): Attempts | undefined =>
  attempts && attempts.updatedAt <= now + clockSkewMs ? attempts : undefined

/** How long this key still has to wait, ms; 0 when it may try. */
export const retryAfterMs = (attempts: Attempts | undefined, now: number): number =>
  Math.max(0, (validAttempts(attempts, now)?.blockedUntil ?? 0) - now)

/** The count after one more attempt, taken as a failure until it is known better. */
export function addAttempt(
  before: Attempts | undefined,
  now: number,
  { allowedFailures, firstWaitMs }: Limit,
): Attempts {
  const attempts = validAttempts(before, now)
  const endedAt = Math.max(attempts?.updatedAt ?? 0, attempts?.blockedUntil ?? 0)
  const failures = (now - endedAt < resetAfterMs ? (attempts?.failures ?? 0) : 0) + 1
  const waitMs = failures < allowedFailures ? 0 : Math.min(firstWaitMs * 2 ** (failures - allowedFailures), maxWaitMs)
  return { failures, blockedUntil: waitMs === 0 ? 0 : now + waitMs, updatedAt: now }
}
