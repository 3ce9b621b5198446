import { acceptInvitation } from '#server/auth/accept-invitation.ts'
import { digestCredential, digestEmail } from '#server/auth/credential-digest.ts'
import { insertCredentials, insertPassword, purgeChallenges } from '#server/auth/credential-store.ts'
import { inTransaction } from '#server/auth/access.ts'
import type { RequestContext, Kontor, Action } from '#server/context.ts'
import type { Transaction } from '#server/db/database.ts'
import { newId } from '#server/db/id.ts'
import { createNameSortKey } from '#server/list/name-sort-key.ts'
import type { Identity } from '#server/auth/identity-provider.ts'
import { normalizeEmail } from '#server/auth/normalize-email.ts'
import { hashInTurn, hashPassword, validatePassword } from '#server/auth/password.ts'
import { openSession } from '#server/auth/open-session.ts'
import { provePassword } from '#server/auth/proof.ts'
import { forgetLogin } from '#server/auth/provider-state.ts'
import { toSessionView } from '#server/auth/sessions.ts'
import { requireOpenRegistration, consumeSetupLink } from '#server/auth/setup.ts'
import * as store from '#server/auth/store.ts'
import { purgeAttempts } from '#server/auth/attempts-store.ts'
import { consumeRegistrationAttempt, rewriteRegistrationAttempts } from '#server/auth/attempts.ts'
import { revokeWhenWritable } from '#server/auth/pending-revocations.ts'
import { isStorageOutage } from '#server/problems/to-problem-error.ts'
import { recordEvents } from '#server/events/events.ts'
import { invalidInput, ProblemError } from '#shared/problem.ts'
import type { Locale } from '#shared/locales.ts'

export const getSession: Action<'getSession'> = async ({ session }) => toSessionView(session)

/** Revokes the session and removes it from the context, also when nothing can be written; does nothing without a session. */
export const logout: Action<'logout'> = async (context) => {
  const { kontor, session } = context
  if (session)
    try {
      await inTransaction(context, async (transaction) => {
        const at = kontor.now()
        const { id, name } = session.viewedBy ?? session.user
        if (await store.revokeSession(transaction, session.id, at))
          await recordEvents(transaction, context, {
            action: 'user.logged_out',
            objectType: 'user',
            objectId: id,
            objectLabel: name,
            at,
          })
      })
    } catch (error) {
      if (!isStorageOutage(error)) throw error
      revokeWhenWritable(kontor, session.id)
    }
  context.session = null
  context.providerState = forgetLogin(context.providerState)
  return { loggedOut: true }
}

/**
 * Gives the same answer after the same work whether or not the email is taken, so that it does not reveal accounts. The owner who used
 * the setup link is logged in, and so are people who were invited.
 */
export const register: Action<'register'> = async (context, input) => {
  const { kontor, locale } = context
  const { role, link } = await requireOpenRegistration(context, input)
  // First, because visitors could otherwise make the server ask about any number of passwords.
  await consumeRegistrationAttempt(context)
  const errors = await validatePassword(kontor, input.password, input)
  if (errors.length > 0) throw new ProblemError('invalid-input', {}, errors)
  const passwordHash = await hashInTurn(() => hashPassword(input.password))
  const nameSortKey = createNameSortKey(input.name)
  const { name, email, setup = '', invitation = '' } = input
  const newAccountId = await inTransaction(context, async (transaction) => {
    await rewriteRegistrationAttempts(transaction, context)
    if (link === 'setup') await consumeSetupLink(transaction, setup, kontor.now())
    const isTaken = (await store.findAccount(transaction, normalizeEmail(email))) !== undefined
    // The user with the invitation knows the email, and needs to know why it does not work.
    if (isTaken && link === 'invitation') throw invalidInput({ pointer: '/email', reason: 'email-taken' })
    if (isTaken) return null
    const account = { name, nameSortKey, email, passwordHash, role, locale }
    const id = await createAccount(transaction, context, 'user.registered', account)
    if (link === 'invitation') await acceptInvitation(transaction, context, invitation, { id, name })
    return id
  })
  const status = role === null ? 'pending' : 'active'
  // Only links log in: for other registrations a session would reveal whether the email was free.
  if (link && newAccountId !== null && role !== null) {
    const account = { id: newAccountId, name, email, role, status, locale, password_hash: passwordHash } as const
    await openSession(context, account, [], provePassword(newAccountId))
  }
  return { status }
}

/**
 * Inserts an account, records its event and returns its id: active when it has a role, else pending approval. The email must not be
 * taken. Who registers is the actor of that event.
 */
export async function createAccount(
  transaction: Transaction,
  context: RequestContext,
  action: 'user.registered' | 'user.added' | 'user.provisioned',
  account: {
    name: string
    nameSortKey: string
    email: string
    /** Null for an account that logs in with `identity`. */
    passwordHash: string | null
    identity?: Identity
    role: string | null
    locale: Locale
  },
): Promise<string> {
  const id = newId()
  const { name, role, passwordHash, identity } = account
  const now = context.kontor.now()
  await store.insertAccount(transaction, {
    id,
    email: account.email,
    email_key: normalizeEmail(account.email),
    name,
    name_sort_key: account.nameSortKey,
    role,
    status: role ? 'active' : 'pending',
    locale: account.locale,
    created_at: now,
    approved_by: null,
    approved_at: role ? now : null,
  })
  if (passwordHash !== null) await insertPassword(transaction, { userId: id, hash: passwordHash, now })
  await recordEvents(transaction, context, {
    ...(action !== 'user.added' && { actor: { id, name } }),
    action,
    objectType: 'user',
    objectId: id,
    objectLabel: name,
    parameters: {
      ...(role && { role }),
      emailDigest: digestEmail(id, account.email),
      ...(passwordHash !== null && { credentialDigest: digestCredential(passwordHash) }),
      ...(identity && (await addIdentity(transaction, id, identity, now))),
    },
    at: now,
  })
  return id
}

/** Adds what a user logs in with at the identity provider, and returns what its event records. */
export async function addIdentity(
  transaction: Transaction,
  userId: string,
  { issuer, subject, label }: Identity,
  now: number,
): Promise<Record<'credential' | 'credentialDigest' | 'label', string>> {
  const identity = { userId, kind: 'oidc', secret: '', issuer, subject, label } as const
  const [added] = await insertCredentials(transaction, now, identity)
  if (!added) throw new Error('The credential was not added.')
  return { credential: added.id, credentialDigest: added.digest, label }
}

const dayMs = 86_400_000

/** Deletes one-time links and sessions that expired more than 30 days ago, and attempts of yesterday, of which every limit has forgotten all. */
export const purgeExpired = ({ database, now }: Kontor): Promise<void> =>
  database.inTransaction(async (transaction) => {
    await purgeAttempts(transaction, now() - dayMs)
    await purgeChallenges(transaction, now() - dayMs)
    await store.purgeExpired(transaction, now() - 30 * dayMs)
  })
