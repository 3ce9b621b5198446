import { touchPassword } from '#server/auth/credential-store.ts'
import { inTransaction } from '#server/auth/access.ts'
import { resetLoginAttempts } from '#server/auth/attempts.ts'
import * as store from '#server/auth/store.ts'
import type { RequestContext, Session } from '#server/context.ts'
import { recordEvents } from '#server/events/events.ts'
import { sessionLifetimeMs } from '#shared/constants.ts'
import type { Role } from '#shared/permissions.ts'

/** Opens a session after a correct password: resets the failed attempts, ends the previous session of this browser, records the login. */
export async function openSession(
  context: RequestContext,
  account: store.Account & { role: Role },
  emailKey: string,
): Promise<Session> {
  const { kontor, ip, userAgent, session: previousSession } = context
  const { id: userId, name, email, role, locale } = account
  const now = kontor.now()
  const session: Session = {
    id: crypto.randomUUID(),
    user: { id: userId, name, email, role, locale },
    loggedInAt: now,
  }
  await inTransaction(context, async (transaction) => {
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
    await touchPassword(transaction, userId, now)
    await recordEvents(
      transaction,
      { ...context, session },
      { action: 'user.logged_in', objectType: 'user', objectId: userId, objectLabel: name, at: now },
    )
  })
  return session
}
