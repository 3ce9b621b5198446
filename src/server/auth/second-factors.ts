import { listCredentials } from '#server/auth/credential-store.ts'
import type { Db } from '#server/db/database.ts'
import type { SecondFactor } from '#shared/account/factor-views.ts'

/**
 * What the second step of a login can be for a user; empty without a second factor. Recovery codes only replace one: they are made with the
 * first and deleted with the last.
 */
export async function listSecondFactors(db: Db, userId: string): Promise<SecondFactor[]> {
  const credentials = await listCredentials(db, userId, ['totp', 'passkey', 'recovery'])
  const has = (kind: string): boolean => credentials.some((each) => each.kind === kind && isUsable(each))
  if (!has('totp') && !has('passkey')) return []
  return [...(has('totp') || has('recovery') ? ['code' as const] : []), ...(has('passkey') ? ['passkey' as const] : [])]
}

/** Recovery codes work once. */
const isUsable = ({ kind, last_used_at: usedAt }: { kind: string; last_used_at: number | null }): boolean =>
  kind !== 'recovery' || usedAt === null
