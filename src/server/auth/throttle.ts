/** Throttling of logins and registrations. Attempts are counted before any work is done and stored in the database, so all instances share them. */

/** The attempts counted against one key. */
export interface Attempts {
  failures: number
  blockedUntil: number
  updatedAt: number
}

/** After `allowedFailures` in a row comes a wait that doubles with each further failure. */
export interface Limit {
  allowedFailures: number
  firstWaitMs: number
}

const minuteMs = 60_000
/** Stricter for an account than for an IP address, which a whole office may share. */
export const accountLimit: Limit = { allowedFailures: 5, firstWaitMs: 15 * minuteMs }
export const addressLimit: Limit = { allowedFailures: 20, firstWaitMs: 15 * minuteMs }
export const registrationLimit: Limit = { allowedFailures: 30, firstWaitMs: 15 * minuteMs }

const maxWaitMs = 24 * 60 * minuteMs
/** The count resets this long after the last failure and its wait. */
export const resetAfterMs = 24 * 60 * minuteMs

/** The network that attempts are counted by: the IPv4 address, or the /64 prefix of IPv6, which is usually one household. Expands `::`. */
export function networkOf(ip: string): string {
  if (!ip.includes(':')) return ip
  const [before = '', after] = ip.split('::')
  const groups = (text: string): string[] => (text === '' ? [] : text.split(':'))
  const [head, tail] = [groups(before), groups(after ?? '')]
  const zeros = after === undefined ? [] : Array<string>(Math.max(8 - head.length - tail.length, 0)).fill('0')
  return [...head, ...zeros, ...tail].slice(0, 4).join(':')
}

/** Tolerated difference between the clocks of several instances. */
const clockSkewMs = minuteMs

/** Ignores attempts dated in the future: they come from a clock that was wrong, and their wait could last for years. */
const validAttempts = (attempts: Attempts | undefined, now: number): Attempts | undefined =>
  attempts && attempts.updatedAt <= now + clockSkewMs ? attempts : undefined

/** How long this key is still blocked, in ms; 0 when it is not. */
export const retryAfterMs = (attempts: Attempts | undefined, now: number): number =>
  Math.max(0, (validAttempts(attempts, now)?.blockedUntil ?? 0) - now)

/** The attempts after one more, which counts as a failure until the login succeeds. */
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
