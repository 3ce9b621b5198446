import { inTransaction } from '#server/auth/access.ts'
import { type Attempt, resetFailures } from '#server/auth/attempts.ts'
import { forgetProblem } from '#server/auth/provider-state.ts'
import { rememberDevice } from '#server/auth/known-devices.ts'
import type { Proof, Prove } from '#server/auth/proof.ts'
import * as store from '#server/auth/store.ts'
import type { RequestContext, Session } from '#server/context.ts'
import type { Transaction } from '#server/db/database.ts'
import { recordEvents } from '#server/events/events.ts'
import { notifyUser } from '#server/mail/notify-user.ts'
import { describeDevice } from '#shared/account/device.ts'
import { sessionLifetimeMs } from '#shared/constants.ts'
import { toGrants } from '#server/roles/stored-role.ts'

/**
 * Opens a session for a user who has proved their identity and puts it in the context: resets the failed attempts, ends the previous session of
 * this browser, records the login, and makes this browser a known device of the account. `proves`: the last one is the second factor, if
 * there are two. Throws what they throw.
 */
export async function openSession(
  context: RequestContext,
  account: store.Account & { role: string },
  attempt: Attempt,
  ...proves: Prove[]
): Promise<Session> {
  const { kontor, ip, userAgent, session: previousSession } = context
  const { id: userId, name, email, role, locale } = account
  const now = kontor.now()
  const columns = await store.findRoleColumns(kontor.database.read, role)
  const session: Session = {
    id: crypto.randomUUID(),
    user: { id: userId, name, email, role, locale, ...toGrants(role, columns) },
    loggedInAt: now,
    verifiedAt: now,
  }
  await inTransaction(context, async (transaction) => {
    const proof = await proveAll(transaction, proves, now)
    await resetFailures(transaction, attempt)
    if (previousSession) await store.revokeSession(transaction, previousSession.id, now)
    await store.insertSession(transaction, {
      id: session.id,
      user_id: userId,
      created_at: now,
      verified_at: now,
      last_seen_at: now,
      expires_at: now + sessionLifetimeMs,
      ip,
      user_agent: userAgent,
    })
    const newDevice = await findNewDevice(transaction, context, userId)
    await store.touchUser(transaction, userId, now)
    await recordEvents(
      transaction,
      { ...context, session },
      {
        action: 'user.logged_in',
        objectType: 'user',
        objectId: userId,
        objectLabel: name,
        parameters: { ...proof, ...(newDevice !== undefined && { newDevice }) },
        at: now,
      },
    )
    if (newDevice !== undefined)
      await notifyUser(transaction, kontor, userId, { kind: 'new-device', at: now, ip, device: newDevice })
  })
  context.session = session
  context.providerState = forgetProblem(context.providerState)
  context.knownDevices = rememberDevice(context.knownDevices, account)
  return session
}

/** Two proofs are recorded as one, like `password+totp`. */
async function proveAll(
  transaction: Transaction,
  proves: readonly Prove[],
  now: number,
): Promise<Record<string, string | number>> {
  const proofs: Proof[] = []
  for (const prove of proves) proofs.push(await prove(transaction, now))
  return { ...Object.assign({}, ...proofs), factor: proofs.map(({ factor }) => factor).join('+') }
}

/** What the browser is, as far as known, if the user logs in with it for the first time; `undefined` at their very first login. */
async function findNewDevice(
  transaction: Transaction,
  { knownDevices, userAgent }: RequestContext,
  userId: string,
): Promise<string | undefined> {
  if (knownDevices.some((device) => device.userId === userId)) return undefined
  return (await store.hasLoggedIn(transaction, userId)) ? describeDevice(userAgent) : undefined
}
