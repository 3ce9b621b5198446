import { purgeAttempts } from '#server/auth/attempts-store.ts'
import { purgeChallenges } from '#server/auth/credential-store.ts'
import * as store from '#server/auth/store.ts'
import type { Kontor } from '#server/context.ts'
import { dayMs } from '#shared/time.ts'

/** Deletes one-time links and sessions that expired more than 30 days ago, and attempts of yesterday, of which every limit has forgotten all. */
export const purgeExpired = ({ database, now }: Kontor): Promise<void> =>
  database.inTransaction(async (transaction) => {
    await purgeAttempts(transaction, now() - dayMs)
    await purgeChallenges(transaction, now() - dayMs)
    await store.purgeExpired(transaction, now() - 30 * dayMs)
  })
