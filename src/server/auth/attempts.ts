import { inTransaction } from '#server/auth/access.ts'
import type { RequestContext } from '#server/context.ts'
import type { Transaction } from '#server/db/database.ts'
import * as store from '#server/auth/store.ts'
import {
  accountLimit,
  addressLimit,
  addAttempt,
  type Limit,
  networkOf,
  registrationLimit,
  retryAfterMs,
} from '#server/auth/throttle.ts'
import { recordEvents } from '#server/events/events.ts'
import { ProblemError } from '#shared/problem.ts'

interface Throttle {
  key: string
  limit: Limit
}

/** The throttle of an email; hashed, so that the key reveals nothing and has a fixed length. */
const accountThrottle = (emailKey: string): Throttle => ({
  key: `account:${new Bun.CryptoHasher('sha256').update(emailKey).digest('hex')}`,
  limit: accountLimit,
})

/** The throttle of an IP address, if it is known; an IPv6 address counts by its /64 network. */
function addressThrottles(kind: 'address' | 'registration', ip: string, limit: Limit): Throttle[] {
  if (ip === '') return []
  return [{ key: `${kind}:${networkOf(ip)}`, limit }]
}

const loginThrottles = (emailKey: string, ip: string): Throttle[] => [
  accountThrottle(emailKey),
  ...addressThrottles('address', ip, addressLimit),
]

/** Counts a login attempt before any password is hashed; throws `too-many-attempts` while the account or IP is blocked. */
export const consumeLoginAttempt = (context: RequestContext, emailKey: string): Promise<void> =>
  consumeAttempts(context, loginThrottles(emailKey, context.ip))

/** Counts a registration from this IP; throws `too-many-attempts` while it is blocked. */
export const consumeRegistrationAttempt = (context: RequestContext): Promise<void> =>
  consumeAttempts(context, addressThrottles('registration', context.ip, registrationLimit))

/** Writes the unchanged attempts again, so that a registration takes one commit whether or not the email is taken. */
export async function rewriteRegistrationAttempts(transaction: Transaction, { ip }: RequestContext): Promise<void> {
  for (const { key } of addressThrottles('registration', ip, registrationLimit)) await rewriteAttempts(transaction, key)
}

async function rewriteAttempts(transaction: Transaction, key: string): Promise<void> {
  const attempts = await store.readAttempts(transaction, key)
  if (attempts) await store.writeAttempts(transaction, key, attempts)
}

async function consumeAttempts(context: RequestContext, throttles: Throttle[]): Promise<void> {
  const now = context.kontor.now()
  const waitMs = await inTransaction(context, async (transaction) => {
    const before = await Promise.all(throttles.map(({ key }) => store.readAttempts(transaction, key)))
    const longest = Math.max(0, ...before.map((attempts) => retryAfterMs(attempts, now)))
    if (longest > 0) return longest
    for (const [index, { key, limit }] of throttles.entries())
      await store.writeAttempts(transaction, key, addAttempt(before[index], now, limit))
    return 0
  })
  if (waitMs > 0) throw new ProblemError('too-many-attempts', { seconds: Math.ceil(waitMs / 1000) })
}

/** After a correct password: clears the account's failures and gives the IP this one attempt back. */
export async function resetLoginAttempts(
  transaction: Transaction,
  context: RequestContext,
  emailKey: string,
): Promise<void> {
  await store.deleteAttempts(transaction, accountThrottle(emailKey).key)
  for (const { key } of addressThrottles('address', context.ip, addressLimit)) {
    const attempts = await store.readAttempts(transaction, key)
    if (attempts)
      await store.writeAttempts(transaction, key, { ...attempts, failures: attempts.failures - 1, blockedUntil: 0 })
  }
}

/** Records a failed login as an event of the account, if it exists; always writes, so that both cases take one commit. */
export async function recordLoginFailure(
  context: RequestContext,
  emailKey: string,
  account: Pick<store.Account, 'id' | 'name'> | undefined,
): Promise<void> {
  await inTransaction(context, async (transaction) => {
    await rewriteAttempts(transaction, accountThrottle(emailKey).key)
    if (!account) return
    await recordEvents(transaction, context, {
      action: 'user.login_failed',
      objectType: 'user',
      objectId: account.id,
      objectLabel: account.name,
    })
  })
}
