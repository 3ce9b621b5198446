import { isRevocationPending } from '#server/auth/pending-revocations.ts'
import * as store from '#server/auth/store.ts'
import type { UserColumns } from '#server/auth/user-columns.ts'
import { canViewAs } from '#server/auth/view-as.ts'
import type { CurrentUser, Kontor, Session } from '#server/context.ts'
import type { Database, Db, Transaction } from '#server/db/database.ts'
import { toGrants } from '#server/roles/stored-role.ts'
import { secondFactorGraceMs, sessionIdleMs } from '#shared/constants.ts'
import { describeDevice } from '#shared/account/device.ts'
import type { OwnSession } from '#shared/account/views.ts'
import type { SessionUser, SessionView } from '#shared/staff/views.ts'

/** The active session of a cookie, or null; notes at most once a minute that it is used. */
export async function resolveSession(kontor: Kontor, id: string): Promise<Session | null> {
  const now = kontor.now()
  const found = await readActiveSession(kontor.database.read, id, now)
  if (!found) return null
  const { session, lastSeenAt, ownerId } = found
  if (now - lastSeenAt >= touchIntervalMs) touchInBackground(kontor, { id, userId: ownerId }, now)
  return session
}

/** The session of this id as it is now, or null when it was ended, is idle or expired, or its account is not active. */
export async function findActiveSession(db: Db, id: string, now: number): Promise<Session | null> {
  return (await readActiveSession(db, id, now))?.session ?? null
}

/** Which of these sessions are active, by id. */
export async function findActiveSessions(db: Db, ids: readonly string[], now: number): Promise<Map<string, Session>> {
  const rows = await store.findSessions(db, ids)
  const active = await Promise.all(rows.map((row) => toActiveSession(db, row, now)))
  return new Map(active.flatMap((each) => (each ? [[each.session.id, each.session]] : [])))
}

async function readActiveSession(db: Db, id: string, now: number): Promise<ActiveSession | undefined> {
  const row = await store.findSession(db, id)
  return row && toActiveSession(db, row, now)
}

interface ActiveSession {
  session: Session
  lastSeenAt: number
  /** Whose session it is, also while they view as someone else. */
  ownerId: string
}

async function toActiveSession(db: Db, row: store.SessionRow, now: number): Promise<ActiveSession | undefined> {
  const { id } = row
  if (isRevocationPending(id) || row.revoked_at !== null) return undefined
  if (now >= row.expires_at || now - row.last_seen_at >= sessionIdleMs) return undefined
  const user = toCurrentUser(row, now)
  if (!user) return undefined
  const { created_at: loggedInAt, verified_at: verifiedAt } = row
  const session = { id, user, loggedInAt, verifiedAt }
  const viewed = await findViewedUser(db, user, row, now)
  const until = row.viewed_until ?? 0
  return {
    session: viewed ? { ...session, user: viewed, viewedBy: { id: user.id, name: user.name, until } } : session,
    lastSeenAt: row.last_seen_at,
    ownerId: user.id,
  }
}

/** The user that the session views the program as, while its own user may do so; `undefined` without one. */
async function findViewedUser(
  db: Db,
  user: CurrentUser,
  { viewed_user_id, viewed_until }: store.SessionRow,
  now: number,
): Promise<CurrentUser | undefined> {
  if (viewed_user_id === null || now >= (viewed_until ?? 0)) return undefined
  const row = await store.findUserColumns(db, viewed_user_id)
  const viewed = row && toCurrentUser(row, now)
  return viewed && canViewAs(user, viewed) ? viewed : undefined
}

/** A user who can act, with what their role allows; `undefined` when the account is not active. */
export function toCurrentUser(row: UserColumns, now: number): CurrentUser | undefined {
  const { user_id, name, email, role, status, locale, time_zone: timeZone } = row
  if (status !== 'active' || role === null) return undefined
  const user = { id: user_id, name, email, role, locale, ...(timeZone !== '' && { timeZone }) }
  return withoutDueFactor({ ...user, ...toGrants(role, row) }, row, now)
}

/**
 * A role that needs a second factor allows nothing to users who have none, a week after it began to need it or they got their account: they
 * can set one up, and log out.
 */
function withoutDueFactor(user: CurrentUser, row: UserColumns, now: number): CurrentUser {
  const { second_factor_since: since, has_required_factor: hasFactor, approved_at: approvedAt } = row
  if (since === null || hasFactor === 1) return user
  const secondFactorDueAt = Math.max(since, approvedAt ?? 0) + secondFactorGraceMs
  return { ...user, secondFactorDueAt, ...(now >= secondFactorDueAt && { permissions: [] }) }
}

/** `last_seen_at` is written at most this often. */
const touchIntervalMs = 60_000

/** Runs without being awaited: a failure is logged and the request continues. */
function touchInBackground(kontor: Kontor, session: { id: string; userId: string }, now: number): void {
  kontor.database
    .inTransaction((transaction) => store.touchSession(transaction, session, now, now - touchIntervalMs + 1))
    .catch((error: unknown) => kontor.log.warn('session touch failed', { error: String(error) }))
}

/** Ends sessions of a user that are not over, in the transaction of the event that says why, and returns how many. */
export const endSessions = (transaction: Transaction, ended: store.EndedSessions): Promise<number> =>
  store.endSessions(transaction, ended)

/** The active sessions of a user, the one used last first. */
export async function listActiveSessions(
  db: Db,
  userId: string,
  now: number,
): Promise<Pick<OwnSession, 'id' | 'createdAt' | 'lastSeenAt' | 'ip' | 'device'>[]> {
  const rows = await store.listActiveSessions(db, userId, now, now - sessionIdleMs)
  return rows.map(({ id, created_at, last_seen_at, ip, user_agent }) => ({
    id,
    createdAt: created_at,
    lastSeenAt: last_seen_at,
    ip,
    device: describeDevice(user_agent),
  }))
}

/** Deletes the sessions, API tokens, one-time links and waiting mails of restored books: they may have ended, been used or sent after the backup. */
export const deleteOpenAccess = (database: Database): Promise<void> =>
  database.inTransaction((transaction) => store.deleteOpenAccess(transaction))

/** A session as its own browser may see it; an empty object for guests. */
export const toSessionView = (session: Session | null): SessionView =>
  session
    ? {
        user: toSessionUser(session.user),
        loggedInAt: session.loggedInAt,
        id: session.id,
        ...(session.viewedBy && { viewedBy: { name: session.viewedBy.name, until: session.viewedBy.until } }),
        ...(session.user.secondFactorDueAt !== undefined && { secondFactorDueAt: session.user.secondFactorDueAt }),
      }
    : {}

/** A user as their own browser may see them. */
export const toSessionUser = ({ id, name, email, role, locale, timeZone }: SessionUser): SessionUser => ({
  id,
  name,
  email,
  role,
  locale,
  ...(timeZone !== undefined && { timeZone }),
})
