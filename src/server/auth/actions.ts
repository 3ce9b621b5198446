import { acceptInvitation } from '#server/auth/accept-invitation.ts'
import { inTransaction } from '#server/auth/access.ts'
import type { Action } from '#server/context.ts'
import { createNameSortKey } from '#server/list/name-sort-key.ts'
import { normalizeEmail } from '#server/auth/normalize-email.ts'
import { hashInTurn, hashPassword, validatePassword } from '#server/auth/password.ts'
import { openSession } from '#server/auth/open-session.ts'
import { provePassword } from '#server/auth/proof.ts'
import { forgetLogin } from '#server/auth/provider-state.ts'
import { toSessionView } from '#server/auth/sessions.ts'
import { requireOpenRegistration, consumeSetupLink } from '#server/auth/setup.ts'
import * as store from '#server/auth/store.ts'
import { consumeRegistrationAttempt, rewriteRegistrationAttempts } from '#server/auth/attempts.ts'
import { createAccount } from '#server/auth/create-account.ts'
import { revokeWhenWritable } from '#server/auth/pending-revocations.ts'
import { isStorageOutage } from '#server/problems/to-problem-error.ts'
import { recordEvents } from '#server/events/events.ts'
import { invalidInput, ProblemError } from '#shared/problem.ts'

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
