import { laterOf } from '#server/db/later-of.ts'
import { roleColumns, type UserColumns, userColumns } from '#server/auth/user-columns.ts'
import type { RoleColumns } from '#server/roles/stored-role.ts'
import { cachedLookup } from '#server/db/cached-query.ts'
import type { Db, Transaction } from '#server/db/database.ts'
import type { RevokeReason, SessionsTable, UsersTable } from '#server/db/schema/staff.ts'

/** What a login needs to know about an account. The hash is null when the account has no password. */
export interface Account extends Pick<UsersTable, 'id' | 'name' | 'email' | 'role' | 'status' | 'locale'> {
  password_hash: string | null
}

export const findAccount = (db: Db, emailKey: string): Promise<Account | undefined> =>
  selectAccounts(db).where('email_key', '=', emailKey).executeTakeFirst()

export const findAccountById = (db: Db, id: string): Promise<Account | undefined> =>
  selectAccounts(db).where('users.id', '=', id).executeTakeFirst()

const selectAccounts = (db: Db) =>
  db
    .selectFrom('users')
    .leftJoin('credentials', (join) =>
      join.onRef('credentials.user_id', '=', 'users.id').on('credentials.kind', '=', 'password'),
    )
    .select(['users.id', 'name', 'email', 'role', 'status', 'locale', 'credentials.secret as password_hash'])

export async function hasAccounts(db: Db): Promise<boolean> {
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined
}

export async function insertAccount(
  transaction: Transaction,
  account: Omit<UsersTable, 'version' | 'last_seen_at' | 'muted_mails' | 'time_zone'>,
): Promise<void> {
  await transaction
    .insertInto('users')
    .values({ ...account, last_seen_at: null })
    .execute()
}

/** A session with its user and their role, whether or not it is still active. */
export interface SessionRow
  extends
    Pick<
      SessionsTable,
      | 'id'
      | 'created_at'
      | 'verified_at'
      | 'last_seen_at'
      | 'expires_at'
      | 'revoked_at'
      | 'viewed_user_id'
      | 'viewed_until'
    >,
    UserColumns {}

export const findSession = async (db: Db, id: string): Promise<SessionRow | undefined> =>
  (await selectSessionWithUser(db, [id]))[0]

// Cached because every authenticated request runs it.
const selectSessionWithUser = cachedLookup<SessionRow>((db) =>
  selectSessions(db).where('sessions.id', '=', '').compile(),
)

export const findSessions = (db: Db, ids: readonly string[]): Promise<SessionRow[]> =>
  selectSessions(db).where('sessions.id', 'in', ids).execute()

const selectSessions = (db: Db) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .leftJoin('roles', 'roles.id', 'users.role')
    .select(['sessions.id', 'sessions.created_at', 'sessions.verified_at'])
    .select(['sessions.last_seen_at', 'sessions.expires_at', 'sessions.revoked_at'])
    .select(['sessions.viewed_user_id', 'sessions.viewed_until'])
    .select(userColumns)

/** A user and their role, whether or not the account is active. */
export const findUserColumns = (db: Db, id: string): Promise<UserColumns | undefined> =>
  db
    .selectFrom('users')
    .leftJoin('roles', 'roles.id', 'users.role')
    .select(userColumns)
    .where('users.id', '=', id)
    .executeTakeFirst()

/** What the role of an account that logs in allows; `undefined` without a row. */
export const findRoleColumns = (db: Db, roleId: string): Promise<RoleColumns | undefined> =>
  db.selectFrom('roles').select(roleColumns).where('id', '=', roleId).executeTakeFirst()

export async function insertSession(
  transaction: Transaction,
  session: Omit<SessionsTable, 'revoked_at' | 'revoke_reason' | 'viewed_user_id' | 'viewed_until'>,
): Promise<void> {
  await transaction
    .insertInto('sessions')
    .values({ ...session, revoked_at: null, revoke_reason: null, viewed_user_id: null, viewed_until: null })
    .execute()
}

/** Sets `last_seen_at` of the session (only if it is older than `before`) and of its user. */
export async function touchSession(
  transaction: Transaction,
  session: { id: string; userId: string },
  now: number,
  before: number,
): Promise<void> {
  await transaction
    .updateTable('sessions')
    .set({ last_seen_at: now })
    .where('id', '=', session.id)
    .where('last_seen_at', '<', before)
    .execute()
  await touchUser(transaction, session.userId, now)
}

/** Whether the user has ever logged in. */
export async function hasLoggedIn(db: Db, id: string): Promise<boolean> {
  const user = await db.selectFrom('users').select('last_seen_at').where('id', '=', id).executeTakeFirst()
  return typeof user?.last_seen_at === 'number'
}

export async function touchUser(transaction: Transaction, id: string, now: number): Promise<void> {
  await transaction
    .updateTable('users')
    .set({ last_seen_at: laterOf('last_seen_at', now) })
    .where('id', '=', id)
    .execute()
}

/** Records that the user of a session has confirmed their identity. */
export async function setVerifiedAt(transaction: Transaction, id: string, now: number): Promise<void> {
  await transaction.updateTable('sessions').set({ verified_at: now }).where('id', '=', id).execute()
}

/** Returns whether the session was still active. */
export async function revokeSession(transaction: Transaction, id: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('sessions')
    .set({ revoked_at: now, revoke_reason: 'logout' })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Which sessions of a user end, and why: all of them, all but `exceptId`, or `onlyId` alone. */
export interface EndedSessions {
  userId: string
  reason: Exclude<RevokeReason, 'logout'>
  now: number
  exceptId?: string | undefined
  onlyId?: string | undefined
}

/** Ends sessions that are not over, and returns how many. */
export async function endSessions(
  transaction: Transaction,
  { userId, reason, now, exceptId, onlyId }: EndedSessions,
): Promise<number> {
  const { numUpdatedRows } = await transaction
    .updateTable('sessions')
    .set({ revoked_at: now, revoke_reason: reason })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .$if(exceptId !== undefined, (query) => query.where('id', '<>', exceptId ?? ''))
    .$if(onlyId !== undefined, (query) => query.where('id', '=', onlyId ?? ''))
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** The active sessions of a user, the one used last first; of those used at the same time, the one that began last. */
export const listActiveSessions = (db: Db, userId: string, now: number, idleSince: number) =>
  db
    .selectFrom('sessions')
    .select(['id', 'created_at', 'last_seen_at', 'ip', 'user_agent'])
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .where('last_seen_at', '>', idleSince)
    .orderBy('last_seen_at', 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()

/** Deletes what gives access or sends mail without a new login: sessions, one-time links and waiting mails. */
export async function deleteOpenAccess(transaction: Transaction): Promise<void> {
  for (const table of ['sessions', 'api_tokens', 'one_time_links', 'outgoing_mails'] as const)
    await transaction.deleteFrom(table).execute()
  // Receivers have what was sent after the backup: what happens to them is for a person to decide.
  await transaction.deleteFrom('webhook_deliveries').execute()
  await transaction.updateTable('webhooks').set({ state: 'paused' }).where('state', '=', 'active').execute()
}

/** Deletes one-time links and sessions that expired before `before`. */
export async function purgeExpired(transaction: Transaction, before: number): Promise<void> {
  await transaction.deleteFrom('one_time_links').where('expires_at', '<', before).execute()
  await transaction.deleteFrom('sessions').where('expires_at', '<', before).execute()
}
