import { resetLoginAttempts } from '#server/auth/attempts.ts'
import * as store from '#server/auth/store.ts'
import type { RequestContext, Kontor, Session } from '#server/context.ts'
import type { Db, Transaction } from '#server/db/database.ts'
import { recordEvents } from '#server/events/events.ts'
import { sessionIdleMs, sessionLifetimeMs } from '#shared/constants.ts'
import { ProblemError } from '#shared/problem.ts'
import type { Role } from '#shared/permissions.ts'
import type { SessionView } from '#shared/staff/views.ts'

/** The session of this id with its person, if it still counts: not ended, not idle, not expired, the account active. */
export async function resolveSession(kontor: Kontor, id: string): Promise<Session | null> {
  const now = kontor.now()
  const found = await findActiveSession(kontor.database.read, id, now)
  if (!found) return null
  const { session, lastSeenAt } = found
  if (now - lastSeenAt >= touchIntervalMs) touchInBackground(kontor, { id, userId: session.user.id }, now)
  return session
}

/** Takes the session out of the context if it has ended since it was proved. */
export async function revalidateSession(context: RequestContext): Promise<void> {
  const { kontor, session } = context
  context.session =
    session && ((await findActiveSession(kontor.database.read, session.id, kontor.now()))?.session ?? null)
}

/** Refuses as `not-logged-in` what somebody does whose session ended before this transaction: of two who suspend each other, one stays. */
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

/** Who was here is written down at most so often. */
const touchIntervalMs = 60_000

/** Nobody waits for this note, and nothing fails with it. */
function touchInBackground(kontor: Kontor, session: { id: string; userId: string }, now: number): void {
  kontor.database
    .inTransaction((transaction) => store.touchSession(transaction, session, now, now - touchIntervalMs + 1))
    .catch((error: unknown) => kontor.log.warn('session not touched', { error: String(error) }))
}

/** Opens a session for somebody whose password was right: forgives their failures, ends the session they came with, tells it. */
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

/** Ends every session of an account, in the transaction that takes its right to one. */
export const endUserSessions = (transaction: Transaction, userId: string, now: number): Promise<void> =>
  store.revokeUserSessions(transaction, userId, now)

/** In how many places somebody is logged in. */
export const countSessions = (db: Db, userId: string, now: number): Promise<number> =>
  store.countSessions(db, userId, now, now - sessionIdleMs)

/** A session as its own browser may know it; nothing at all for nobody. */
export const toSessionView = (session: Session | null): SessionView =>
  session ? { user: session.user, loggedInAt: session.loggedInAt, id: session.id } : {}
