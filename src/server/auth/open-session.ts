import { touchPassword } from '#server/auth/credential-store.ts'
import { inTransaction } from '#server/auth/access.ts'
import { type Attempt, forgiveAttempt } from '#server/auth/attempts.ts'
import { rememberDevice } from '#server/auth/known-devices.ts'
import * as store from '#server/auth/store.ts'
import type { RequestContext, Session } from '#server/context.ts'
import { recordEvents } from '#server/events/events.ts'
import { sessionLifetimeMs } from '#shared/constants.ts'
import { toGrants } from '#server/roles/stored-role.ts'

/**
 * Opens a session after a correct password and puts it in the context: forgives the attempt, ends the previous session of this browser,
 * records the login, and makes this browser a known device of the account.
 */
export async function openSession(
  context: RequestContext,
  account: store.Account & { role: string },
  attempt: Attempt,
): Promise<Session> {
  const { kontor, ip, userAgent, session: previousSession } = context
  const { id: userId, name, email, role, locale } = account
  const now = kontor.now()
  const columns = await store.findRoleColumns(kontor.database.read, role)
  const session: Session = {
    id: crypto.randomUUID(),
    user: { id: userId, name, email, role, locale, ...toGrants(role, columns) },
    loggedInAt: now,
  }
  await inTransaction(context, async (transaction) => {
    await forgiveAttempt(transaction, attempt)
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
  context.session = session
  context.knownDevices = rememberDevice(context.knownDevices, account)
  return session
}
