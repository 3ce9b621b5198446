/**
 * Throttling of logins and registrations. Attempts are counted before any work is done and stored in the database, so all instances
 * share them.
 */
import { clockSkewMs } from '#shared/constants.ts'

/** The attempts counted against one key. */
export interface Attempts {
  failures: number
  blockedUntil: number
  updatedAt: number
}

/** How many failures a key may have before it is blocked, and after how long one of them is forgotten. */
export interface Limit {
  allowedFailures: number
  forgetMs: number
}

const minuteMs = 60_000
/** How long a key is blocked after too many failures, and after each further one. */
export const blockMs = 15 * minuteMs

/** One account from one network, or from one known device: stricter than for a network, which a whole office may share. */
export const accountLimit: Limit = { allowedFailures: 5, forgetMs: blockMs }
/**
 * One account from all unknown devices. A hundred is the most that NIST SP 800-63B allows in a row, and a network that is blocked by
 * `accountLimit` fails only four times an hour: it takes many networks to keep an account blocked, and known devices are not affected.
 */
export const distributedLimit: Limit = { allowedFailures: 100, forgetMs: minuteMs }
/**
 * Codes of a second factor for one account from all unknown devices. Of a million codes three are right, so that someone who knows the
 * password and uses many networks needs six years for an even chance.
 */
export const codeLimit: Limit = { allowedFailures: 10, forgetMs: blockMs }
export const addressLimit: Limit = { allowedFailures: 20, forgetMs: blockMs }
/** Mails with a reset link to one address. */
export const resetLimit: Limit = { allowedFailures: 3, forgetMs: blockMs }
export const registrationLimit: Limit = { allowedFailures: 30, forgetMs: blockMs }

/** The network that attempts are counted by: the IPv4 address, or the /64 prefix of IPv6, which is usually one household. Expands `::`. */
export function networkOf(ip: string): string {
  if (!ip.includes(':')) return ip
  const [before = '', after] = ip.split('::')
  const groups = (text: string): string[] => (text === '' ? [] : text.split(':'))
  const [head, tail] = [groups(before), groups(after ?? '')]
  const zeros = after === undefined ? [] : Array<string>(Math.max(8 - head.length - tail.length, 0)).fill('0')
  return [...head, ...zeros, ...tail].slice(0, 4).join(':')
}

/** Ignores attempts dated in the future: they come from a clock that was wrong, and their wait could last for years. */
const validAttempts = (attempts: Attempts | undefined, now: number): Attempts | undefined =>
  attempts && attempts.updatedAt <= now + clockSkewMs ? attempts : undefined

/** How long this key is still blocked, in ms; 0 when it is not. */
export const retryAfterMs = (attempts: Attempts | undefined, now: number): number =>
  Math.max(0, (validAttempts(attempts, now)?.blockedUntil ?? 0) - now)

/** The attempts after one more, which counts as a failure until the login succeeds. */
export function addAttempt(before: Attempts | undefined, now: number, { allowedFailures, forgetMs }: Limit): Attempts {
  const attempts = validAttempts(before, now)
  const forgotten = attempts ? Math.max(0, Math.floor((now - attempts.updatedAt) / forgetMs)) : 0
  const failures = Math.max(0, (attempts?.failures ?? 0) - forgotten) + 1
  return { failures, blockedUntil: failures < allowedFailures ? 0 : now + blockMs, updatedAt: now }
}
