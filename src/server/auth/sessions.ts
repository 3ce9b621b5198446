import { resetLoginAttempts } from '#server/auth/attempts.ts'
import * as store from '#server/auth/store.ts'
import type { RequestContext, Kontor, Session } from '#server/context.ts'
import type { Db, Transaction } from '#server/db/database.ts'
import { recordEvents } from '#server/events/events.ts'
import { sessionIdleMs, sessionLifetimeMs } from '#shared/constants.ts'
import { ProblemError } from '#shared/problem.ts'
import type { Role } from '#shared/permissions.ts'
import type { SessionView } from '#shared/staff/views.ts'

/** The session with its user, or null when it is revoked, idle or expired, or the account is not active. */
export async function resolveSession(kontor: Kontor, id: string): Promise<Session | null> {
  const now = kontor.now()
  const found = await findActiveSession(kontor.database.read, id, now)
  if (!found) return null
  const { session, lastSeenAt } = found
  if (now - lastSeenAt >= touchIntervalMs) touchInBackground(kontor, { id, userId: session.user.id }, now)
  return session
}

/** Sets the context's session to null if it has ended since the request began. */
export async function revalidateSession(context: RequestContext): Promise<void> {
  const { kontor, session } = context
  context.session =
    session && ((await findActiveSession(kontor.database.read, session.id, kontor.now()))?.session ?? null)
}

/** Throws `not-logged-in` if the session ended before this transaction: when two users suspend each other at once, only one succeeds. */
export async function requireActiveSession(
  transaction: Transaction,
  { kontor, session }: RequestContext,
): Promise<void> {
  if (session && !(await findActiveSession(transaction, session.id, kontor.now())))
    throw new ProblemError('not-logged-in')
}

async function findActiveSession(
  db: Db,
  id: string,
  now: number,
): Promise<{ session: Session; lastSeenAt: number } | undefined> {
  const row = await store.findSession(db, id)
  if (!row || row.revoked_at !== null || row.status !== 'active' || row.role === null) return undefined
  if (now >= row.expires_at || now - row.last_seen_at >= sessionIdleMs) return undefined
  const user = { id: row.user_id, name: row.name, email: row.email, role: row.role, locale: row.locale }
  return { session: { id, user, loggedInAt: row.created_at }, lastSeenAt: row.last_seen_at }
}

/** `last_seen_at` is written at most this often. */
const touchIntervalMs = 60_000

/** Updates `last_seen_at` without delaying the request; an error is only logged. */
function touchInBackground(kontor: Kontor, session: { id: string; userId: string }, now: number): void {
  kontor.database
    .inTransaction((transaction) => store.touchSession(transaction, session, now, now - touchIntervalMs + 1))
    .catch((error: unknown) => kontor.log.warn('session not touched', { error: String(error) }))
}

/** Creates a session after a correct password: resets the attempts, revokes the previous session of the browser, records the login. */
export async function openSession(
  context: RequestContext,
  account: store.Account & { role: Role },
  emailKey: string,
): Promise<Session> {
  const { kontor, session: previousSession, ip, userAgent } = context
  const { id: userId, name, email, role, locale } = account
  const now = kontor.now()
  const session: Session = {
    id: crypto.randomUUID(),
    user: { id: userId, name, email, role, locale },
    loggedInAt: now,
  }
  await kontor.database.inTransaction(async (transaction) => {
    await resetLoginAttempts(transaction, context, emailKey)
    if (previousSession) await store.revokeSession(transaction, previousSession.id, now)
    await store.insertSession(transaction, {
      id: session.id,
      user_id: userId,
      created_at: now,
      last_seen_at: now,
      expires_at: now + sessionLifetimeMs,
      ip,
      user_agent: userAgent,
    })
    await store.touchUser(transaction, userId, now)
    await store.touchPassword(transaction, userId, now)
    await recordEvents(
      transaction,
      { ...context, session },
      {
        action: 'user.logged_in',
        objectType: 'user',
        objectId: userId,
        objectLabel: name,
      },
    )
  })
  return session
}

/** Revokes every session of an account, in the transaction that suspends it. */
export const endUserSessions = (transaction: Transaction, userId: string, now: number): Promise<void> =>
  store.revokeUserSessions(transaction, userId, now)

/** How many sessions of a user are active. */
export const countSessions = (db: Db, userId: string, now: number): Promise<number> =>
  store.countSessions(db, userId, now, now - sessionIdleMs)

/** The session as its own browser sees it; empty for a guest. */
export const toSessionView = (session: Session | null): SessionView =>
  session ? { user: session.user, loggedInAt: session.loggedInAt, id: session.id } : {}
