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

/** The e-mail's count; hashed, so that it says nothing and has one length whatever was sent. */
const accountThrottle = (emailKey: string): Throttle => ({
  key: `account:${new Bun.CryptoHasher('sha256').update(emailKey).digest('hex')}`,
  limit: accountLimit,
})

/** The address's count, if the address is known; of IPv6 the network of one household. */
function addressThrottles(kind: 'address' | 'registration', ip: string, limit: Limit): Throttle[] {
  if (ip === '') return []
  return [{ key: `${kind}:${networkOf(ip)}`, limit }]
}

const loginThrottles = (emailKey: string, ip: string): Throttle[] => [
  accountThrottle(emailKey),
  ...addressThrottles('address', ip, addressLimit),
]

/** Counts an attempt to log in before anything is hashed; refuses while the account or the address has to wait. */
export const consumeLoginAttempt = (context: RequestContext, emailKey: string): Promise<void> =>
  consumeAttempts(context, loginThrottles(emailKey, context.ip))

/** Counts a registration from this address; refuses while the address has to wait. */
export const consumeRegistrationAttempt = (context: RequestContext): Promise<void> =>
  consumeAttempts(context, addressThrottles('registration', context.ip, registrationLimit))

/** Writes the same count once more, so that a registration commits something even when the e-mail was taken. */
export async function rewriteRegistrationAttempts(transaction: Transaction, { ip }: RequestContext): Promise<void> {
  for (const { key } of addressThrottles('registration', ip, registrationLimit)) await rewriteAttempts(transaction, key)
}

async function rewriteAttempts(transaction: Transaction, key: string): Promise<void> {
  const attempts = await store.readAttempts(transaction, key)
  if (attempts) await store.writeAttempts(transaction, key, attempts)
}

async function consumeAttempts({ kontor }: RequestContext, throttles: Throttle[]): Promise<void> {
  const now = kontor.now()
  const waitMs = await kontor.database.inTransaction(async (transaction) => {
    const before = await Promise.all(throttles.map(({ key }) => store.readAttempts(transaction, key)))
    const longest = Math.max(0, ...before.map((attempts) => retryAfterMs(attempts, now)))
    if (longest > 0) return longest
    for (const [index, { key, limit }] of throttles.entries())
      await store.writeAttempts(transaction, key, addAttempt(before[index], now, limit))
    return 0
  })
  if (waitMs > 0) throw new ProblemError('too-many-attempts', { seconds: Math.ceil(waitMs / 1000) })
}

/** The password was right: the account's failures are forgotten, the address gets back this one attempt. */
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

/** The log-in failed: told of an account that exists; the count is written again in any case, so that both take one commit. */
export async function recordLoginFailure(
  context: RequestContext,
  emailKey: string,
  account: Pick<store.Account, 'id' | 'name'> | undefined,
): Promise<void> {
  await context.kontor.database.inTransaction(async (transaction) => {
    await rewriteAttempts(transaction, accountThrottle(emailKey).key)
    if (!account) return
    await recordEvents(transaction, context, {
      action: 'user.log_in_refused',
      objectType: 'user',
      objectId: account.id,
      objectLabel: account.name,
    })
  })
}
