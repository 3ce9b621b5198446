import type { RequestContext } from '#server/context.ts'
import type { Transaction } from '#server/db/database.ts'
import * as store from '#server/auth/store.ts'
import {
  accountLimit,
  addressLimit,
  counted,
  type Limit,
  networkOf,
  registrationLimit,
  waitOf,
} from '#server/auth/throttle.ts'
import { record } from '#server/events/verbs.ts'
import { ProblemError } from '#shared/problem.ts'

interface Count {
  key: string
  limit: Limit
}

/** The e-mail's count; hashed, so that it says nothing and has one length whatever was sent. */
const accountCount = (emailKey: string): Count => ({
  key: `account:${new Bun.CryptoHasher('sha256').update(emailKey).digest('hex')}`,
  limit: accountLimit,
})

/** The address's count, if the address is known; of IPv6 the network of one household. */
function addressCounts(kind: 'address' | 'registration', ip: string, limit: Limit): Count[] {
  if (ip === '') return []
  return [{ key: `${kind}:${networkOf(ip)}`, limit }]
}

const loginCounts = (emailKey: string, ip: string): Count[] => [
  accountCount(emailKey),
  ...addressCounts('address', ip, addressLimit),
]

/** Counts an attempt to log in before anything is hashed; refuses while the account or the address has to wait. */
export const takeLogin = (context: RequestContext, emailKey: string): Promise<void> =>
  take(context, loginCounts(emailKey, context.ip))

/** Counts a registration from this address; refuses while the address has to wait. */
export const countRegistration = (context: RequestContext): Promise<void> =>
  take(context, addressCounts('registration', context.ip, registrationLimit))

/** Writes the same count once more, so that a registration commits something even when the e-mail was taken. */
export async function noteRegistration(transaction: Transaction, { ip }: RequestContext): Promise<void> {
  for (const { key } of addressCounts('registration', ip, registrationLimit)) await rewrite(transaction, key)
}

async function rewrite(transaction: Transaction, key: string): Promise<void> {
  const attempts = await store.readAttempts(transaction, key)
  if (attempts) await store.writeAttempts(transaction, key, attempts)
}

async function take({ kontor }: RequestContext, counts: Count[]): Promise<void> {
  const now = kontor.now()
  const waitMs = await kontor.database.inTransaction(async (transaction) => {
    const before = await Promise.all(counts.map(({ key }) => store.readAttempts(transaction, key)))
    const longest = Math.max(0, ...before.map((attempts) => waitOf(attempts, now)))
    if (longest > 0) return longest
    for (const [index, { key, limit }] of counts.entries())
      await store.writeAttempts(transaction, key, counted(before[index], now, limit))
    return 0
  })
  if (waitMs > 0) throw new ProblemError('too-many-attempts', { seconds: Math.ceil(waitMs / 1000) })
}

/** The password was right: the account's failures are forgotten, the address gets back this one attempt. */
export async function forgiveLogin(transaction: Transaction, context: RequestContext, emailKey: string): Promise<void> {
  await store.deleteAttempts(transaction, accountCount(emailKey).key)
  for (const { key } of addressCounts('address', context.ip, addressLimit)) {
    const attempts = await store.readAttempts(transaction, key)
    if (attempts)
      await store.writeAttempts(transaction, key, { ...attempts, failures: attempts.failures - 1, blockedUntil: 0 })
  }
}

/** The log-in failed: told of an account that exists; the count is written again in any case, so that both take one commit. */
export async function noteRefusal(
  context: RequestContext,
  emailKey: string,
  account: Pick<store.Account, 'id' | 'name'> | undefined,
): Promise<void> {
  await context.kontor.database.inTransaction(async (transaction) => {
    await rewrite(transaction, accountCount(emailKey).key)
    if (!account) return
    await record(transaction, context, {
      action: 'user.log_in_refused',
      objectType: 'user',
      objectId: account.id,
      objectLabel: account.name,
    })
  })
}
