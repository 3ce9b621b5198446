import { laterOf } from '#server/db/later-of.ts'
import { type Credential, type CredentialDetails, parseDetails } from '#server/auth/credential.ts'
import { digestFactor } from '#server/auth/credential-digest.ts'
import type { Db, Transaction } from '#server/db/database.ts'
import { newId } from '#server/db/id.ts'
import type { CredentialKind, CredentialsTable } from '#server/db/schema/staff.ts'
import { sql } from 'kysely'

/** Whether the user of a query has a second factor: SQL that expects the table `users`. Recovery codes alone are none. */
const hasSecondFactor = sql<number>`case when exists (
  select 1 from credentials where credentials.user_id = users.id and credentials.kind in ('totp', 'passkey')
) then 1 else 0 end`

/** `UserColumns.has_required_factor`: SQL that expects the tables `users` and `roles`. */
export const hasRequiredFactor = sql<number>`case when roles.second_factor_since is null then 1 else ${hasSecondFactor} end`

/** What a new credential needs; kinds without a subject leave it out. */
type NewCredential = Pick<CredentialsTable, 'kind' | 'secret'> &
  Partial<Pick<CredentialsTable, 'issuer' | 'subject' | 'label'>> & { userId: string; details?: CredentialDetails }

/** Adds credentials and returns their ids with the digests of what proves them. */
export async function insertCredentials(
  transaction: Transaction,
  now: number,
  ...credentials: NewCredential[]
): Promise<{ id: string; digest: string }[]> {
  const rows = credentials.map(({ userId, details = {}, issuer = '', subject = null, label = '', ...rest }) => ({
    ...rest,
    id: newId(),
    user_id: userId,
    issuer,
    subject,
    label,
    details: JSON.stringify(details),
    created_at: now,
    last_used_at: null,
  }))
  await transaction.insertInto('credentials').values(rows).execute()
  return rows.map((row) => ({ id: row.id, digest: digestFactor(parseDetails(row)) }))
}

/** Adds a password to an account that has none. */
export async function insertPassword(
  transaction: Transaction,
  { userId, hash, now }: { userId: string; hash: string; now: number },
): Promise<void> {
  await insertCredentials(transaction, now, { userId, kind: 'password', secret: hash })
}

/** The credentials of a user of these kinds, in the order in which they were added. */
export async function listCredentials(db: Db, userId: string, kinds: readonly CredentialKind[]): Promise<Credential[]> {
  const rows = await db
    .selectFrom('credentials')
    .selectAll()
    .where('user_id', '=', userId)
    .where('kind', 'in', kinds)
    .orderBy('id')
    .execute()
  return rows.map(parseDetails)
}

/** The credential with this subject of an issuer: a passkey, or a person at an identity provider. */
export async function findCredential(
  db: Db,
  kind: 'passkey' | 'oidc',
  issuer: string,
  subject: string,
): Promise<Credential | undefined> {
  const row = await db
    .selectFrom('credentials')
    .selectAll()
    .where('kind', '=', kind)
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
  return row && parseDetails(row)
}

/** Notes that a credential was used, with its new counter. */
export async function touchCredential(
  transaction: Transaction,
  { id, details }: Credential,
  now: number,
  counter?: number,
): Promise<void> {
  await transaction
    .updateTable('credentials')
    .set({
      last_used_at: laterOf('last_used_at', now),
      ...(counter !== undefined && { details: JSON.stringify({ ...details, counter }) }),
    })
    .where('id', '=', id)
    .execute()
}

/** Notes that a user proved their identity with their password. */
export async function touchPassword(transaction: Transaction, userId: string, now: number): Promise<void> {
  await transaction
    .updateTable('credentials')
    .set({ last_used_at: laterOf('last_used_at', now) })
    .where('user_id', '=', userId)
    .where('kind', '=', 'password')
    .execute()
}

/** Replaces the password of an account, or adds one if it has none. */
export async function replacePassword(
  transaction: Transaction,
  password: { userId: string; hash: string; now: number },
): Promise<void> {
  await transaction
    .deleteFrom('credentials')
    .where('user_id', '=', password.userId)
    .where('kind', '=', 'password')
    .execute()
  await insertPassword(transaction, password)
}

/** Notes that a challenge was signed; false if it was before. */
export async function insertUsedChallenge(transaction: Transaction, hash: string, expiresAt: number): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto('used_challenges')
    .values({ hash, expires_at: expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return Number(numInsertedOrUpdatedRows) === 1
}

/** Deletes challenges that expired before `before`. */
export async function purgeChallenges(transaction: Transaction, before: number): Promise<void> {
  await transaction.deleteFrom('used_challenges').where('expires_at', '<', before).execute()
}

export async function renameCredential(transaction: Transaction, id: string, label: string): Promise<void> {
  await transaction.updateTable('credentials').set({ label }).where('id', '=', id).execute()
}

export async function deleteCredentials(transaction: Transaction, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await transaction.deleteFrom('credentials').where('id', 'in', ids).execute()
}
