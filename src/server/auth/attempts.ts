import { inTransaction } from '#server/auth/access.ts'
import type { KnownDevice } from '#server/auth/known-devices.ts'
import type { RequestContext } from '#server/context.ts'
import type { Transaction } from '#server/db/database.ts'
import * as store from '#server/auth/store.ts'
import * as attemptsStore from '#server/auth/attempts-store.ts'
import {
  accountLimit,
  addressLimit,
  addAttempt,
  codeLimit,
  distributedLimit,
  type Limit,
  networkOf,
  registrationLimit,
  resetLimit,
  retryAfterMs,
} from '#server/auth/throttle.ts'
import { recordEvents } from '#server/events/events.ts'
import { ProblemError } from '#shared/problem.ts'

/** Counts attempts under `key`. A success deletes the count, or with `isShared` only takes its own attempt back. */
interface Throttle {
  key: string
  limit: Limit
  isShared: boolean
}

/** A counted attempt, by the throttles that it counts for. */
export type Attempt = readonly Throttle[]

/** Starts the keys of an account; hashed, so that a key reveals nothing and has a fixed length. */
const accountKey = (emailKey: string): string =>
  `account:${new Bun.CryptoHasher('sha256').update(emailKey).digest('hex')}`

/** The throttle of an IP address, if it is known; an IPv6 address counts by its /64 network. */
function addressThrottles(kind: 'address' | 'registration' | 'reset', ip: string, limit: Limit): Throttle[] {
  if (ip === '') return []
  return [{ key: `${kind}:${networkOf(ip)}`, limit, isShared: true }]
}

/**
 * Attempts from a device that has logged in to the account before count for this device alone, so that others cannot block it from
 * anywhere. All others count for the account on their network, for the account, and for their network.
 */
function loginThrottles(emailKey: string, ip: string, device: KnownDevice | undefined): Throttle[] {
  const account = accountKey(emailKey)
  if (device) return [{ key: `${account}:device:${device.id}`, limit: accountLimit, isShared: false }]
  return [
    { key: `${account}:network:${networkOf(ip)}`, limit: accountLimit, isShared: false },
    { key: account, limit: distributedLimit, isShared: true },
    ...addressThrottles('address', ip, addressLimit),
  ]
}

/** Counts a login attempt before any password is hashed; throws `too-many-attempts` while one of its throttles is blocked. */
export async function consumeLoginAttempt(
  context: RequestContext,
  emailKey: string,
  device: KnownDevice | undefined,
): Promise<Attempt> {
  const attempt = loginThrottles(emailKey, context.ip, device)
  await consumeAttempt(context, attempt)
  return attempt
}

/** Counts the code of a second factor from an unknown device; throws `too-many-attempts` while the account takes no codes. */
export async function consumeCodeAttempt(
  context: RequestContext,
  emailKey: string,
  device: KnownDevice | undefined,
): Promise<Attempt> {
  if (device) return []
  const attempt = [{ key: `${accountKey(emailKey)}:code`, limit: codeLimit, isShared: false }]
  await consumeAttempt(context, attempt)
  return attempt
}

/** Counts the signature of a passkey, or a login at the identity provider, from this IP; throws `too-many-attempts` while it is blocked. */
export async function consumeAddressAttempt(context: RequestContext): Promise<Attempt> {
  const attempt = addressThrottles('address', context.ip, addressLimit)
  await consumeAttempt(context, attempt)
  return attempt
}

/** Counts a registration from this IP; throws `too-many-attempts` while it is blocked. */
export const consumeRegistrationAttempt = (context: RequestContext): Promise<void> =>
  consumeAttempt(context, addressThrottles('registration', context.ip, registrationLimit))

/**
 * Counts a request for a reset link; throws `too-many-attempts` while this IP is blocked. Returns false when enough mails were sent to this email,
 * whether or not it has an account: the visitor gets the same answer, so that others cannot block the owner of the email from asking.
 */
export async function consumeResetAttempt(context: RequestContext, emailKey: string): Promise<boolean> {
  await consumeAttempt(context, addressThrottles('reset', context.ip, registrationLimit))
  const now = context.kontor.now()
  const key = `reset:${accountKey(emailKey)}`
  return inTransaction(context, async (transaction) => {
    const before = await attemptsStore.readAttempts(transaction, key)
    if (retryAfterMs(before, now) > 0) return false
    await attemptsStore.writeAttempts(transaction, key, addAttempt(before, now, resetLimit))
    return true
  })
}

/** Writes the unchanged attempts again, so that a registration takes one commit whether or not the email is taken. */
export const rewriteRegistrationAttempts = (transaction: Transaction, { ip }: RequestContext): Promise<void> =>
  rewriteAttempt(transaction, addressThrottles('registration', ip, registrationLimit))

async function rewriteAttempt(transaction: Transaction, attempt: Attempt): Promise<void> {
  for (const { key } of attempt) {
    const attempts = await attemptsStore.readAttempts(transaction, key)
    if (attempts) await attemptsStore.writeAttempts(transaction, key, attempts)
  }
}

async function consumeAttempt(context: RequestContext, attempt: Attempt): Promise<void> {
  const now = context.kontor.now()
  const waitMs = await inTransaction(context, async (transaction) => {
    const before = await Promise.all(attempt.map(({ key }) => attemptsStore.readAttempts(transaction, key)))
    const longest = Math.max(0, ...before.map((attempts) => retryAfterMs(attempts, now)))
    if (longest > 0) return longest
    for (const [index, { key, limit }] of attempt.entries())
      await attemptsStore.writeAttempts(transaction, key, addAttempt(before[index], now, limit))
    return 0
  })
  if (waitMs > 0) throw new ProblemError('too-many-attempts', { seconds: Math.ceil(waitMs / 1000) })
}

/** After a correct password: uncounts the attempt, and resets the failures of the account on this device or network. */
export async function resetFailures(transaction: Transaction, attempt: Attempt): Promise<void> {
  for (const { key, isShared } of attempt) {
    const attempts = isShared ? await attemptsStore.readAttempts(transaction, key) : undefined
    if (!attempts) await attemptsStore.deleteAttempts(transaction, key)
    else
      await attemptsStore.writeAttempts(transaction, key, {
        ...attempts,
        failures: Math.max(0, attempts.failures - 1),
        blockedUntil: 0,
      })
  }
}

/** After a correct password, before the second factor: uncounts the attempt, but keeps earlier failures. */
export const releaseAttempt = (transaction: Transaction, attempt: Attempt): Promise<void> =>
  resetFailures(
    transaction,
    attempt.map((throttle) => ({ ...throttle, isShared: true })),
  )

/** Resets all failures of an account, on every device and network; the limits of whole networks stay. */
export const resetAccountFailures = (transaction: Transaction, emailKey: string): Promise<void> =>
  attemptsStore.deleteAttemptsBelow(transaction, accountKey(emailKey))

/** Records a failed login as an event of the account, if it exists; always writes, so that both cases take one commit. */
export async function recordLoginFailure(
  context: RequestContext,
  attempt: Attempt,
  account: Pick<store.Account, 'id' | 'name'> | undefined,
  factor: 'password' | 'code' | 'passkey' = 'password',
): Promise<void> {
  await inTransaction(context, async (transaction) => {
    await rewriteAttempt(transaction, attempt.slice(0, 1))
    if (!account) return
    await recordEvents(transaction, context, {
      action: 'user.login_failed',
      objectType: 'user',
      objectId: account.id,
      objectLabel: account.name,
      parameters: { factor },
    })
  })
}
