import type { Credential } from '#server/auth/credential.ts'
import { listCredentials } from '#server/auth/credential-store.ts'
import type { Kontor } from '#server/context.ts'
import type { Db } from '#server/db/database.ts'
import type { Factor, SecondFactor } from '#shared/account/factor-views.ts'

/** What a user can prove their identity with. */
export async function listFactors(
  { config, database }: Pick<Kontor, 'config' | 'database'>,
  userId: string,
): Promise<Factor[]> {
  const identities = await listCredentials(database.read, userId, ['oidc'])
  const canUseProvider = identities.some(({ issuer }) => issuer === config.oidc?.issuer)
  const ownFactors = await listOwnFactors(database.read, userId)
  return [...ownFactors, ...(canUseProvider ? ['provider' as const] : [])]
}

async function listOwnFactors(db: Db, userId: string): Promise<('password' | SecondFactor)[]> {
  const credentials = await listCredentials(db, userId, ['password', 'totp', 'passkey', 'recovery'])
  const has = (kind: Credential['kind']): boolean => credentials.some((each) => each.kind === kind && isUsable(each))
  return [
    ...(has('password') ? ['password' as const] : []),
    ...(has('totp') || has('recovery') ? ['code' as const] : []),
    ...(has('passkey') ? ['passkey' as const] : []),
  ]
}

/** What the second step of a login can be for a user; empty for those who have no second factor. */
export const listSecondFactors = async (db: Db, userId: string): Promise<SecondFactor[]> =>
  (await listOwnFactors(db, userId)).filter((factor) => factor !== 'password')

/** Recovery codes work once. They are made with the first second factor and deleted with the last. */
const isUsable = ({ kind, last_used_at: usedAt }: Credential): boolean => kind !== 'recovery' || usedAt === null
