import { inTransaction } from '#server/auth/access.ts'
import { resetAccountFailures } from '#server/auth/attempts.ts'
import { createAccount } from '#server/auth/create-account.ts'
import { removeAllFactors } from '#server/auth/factor-actions.ts'
import { normalizeEmail } from '#server/auth/normalize-email.ts'
import { hashPassword, validatePassword } from '#server/auth/password.ts'
import { issueResetLink } from '#server/auth/reset-links.ts'
import { listSecondFactors } from '#server/auth/second-factors.ts'
import { endSessions } from '#server/auth/sessions.ts'
import { endViews } from '#server/auth/view-as.ts'
import { setPassword } from '#server/auth/set-password.ts'
import type { RequestContext } from '#server/context.ts'
import type { Transaction } from '#server/db/database.ts'
import { recordEvents } from '#server/events/events.ts'
import { createNameSortKey } from '#server/list/name-sort-key.ts'
import { isLastOwner } from '#server/staff/policy.ts'
import * as store from '#server/staff/store.ts'
import { invalidInput, ProblemError } from '#shared/problem.ts'
import type { RegisterInput } from '#shared/staff/inputs.ts'

/** What the operator does to accounts with commands. Each throws `not-found` for an email that has no account, except `addUser`. */

/** Every account by name. */
export const listAccounts = ({ kontor }: RequestContext): Promise<store.User[]> =>
  store.listAccounts(kontor.database.read)

/** Adds an active account for the operator. Rejects the same fields as a registration, and an email that is taken. */
export async function addUser(
  context: RequestContext,
  { name, email, password, role }: Pick<RegisterInput, 'name' | 'email' | 'password'> & { role: string },
): Promise<{ id: string }> {
  const errors = await validatePassword(context.kontor, password, { name, email })
  if (errors.length > 0) throw invalidInput(...errors)
  const passwordHash = await hashPassword(password)
  const nameSortKey = createNameSortKey(name)
  return inTransaction(context, async (transaction) => {
    if (await store.findUserByEmail(transaction, normalizeEmail(email)))
      throw invalidInput({ pointer: '/email', reason: 'email-taken' })
    const account = { name, nameSortKey, email, passwordHash, role, locale: context.locale }
    return { id: await createAccount(transaction, context, 'user.added', account) }
  })
}

/** Lets an account log in again at once after too many failed attempts. */
export async function unlockUser(context: RequestContext, email: string): Promise<store.User> {
  return inTransaction(context, async (transaction) => {
    const user = await requireAccount(transaction, email)
    await resetAccountFailures(transaction, normalizeEmail(email))
    await recordEvents(transaction, context, {
      action: 'user.unlocked',
      objectType: 'user',
      objectId: user.id,
      objectLabel: user.name,
    })
    return user
  })
}

/** Sets a new password, ends all sessions and resets failed logins. Second factors stay: returns whether the account has one. */
export async function resetPassword(
  context: RequestContext,
  { email, password }: { email: string; password: string },
): Promise<store.User & { hasSecondFactor: boolean }> {
  const { read } = context.kontor.database
  const account = await requireAccount(read, email)
  const errors = await validatePassword(context.kontor, password, account)
  if (errors.length > 0) throw invalidInput(...errors)
  const hash = await hashPassword(password)
  await inTransaction(context, async (transaction) => {
    const user = await requireAccount(transaction, email)
    await setPassword(transaction, context, { user, hash, now: context.kontor.now(), action: 'user.password_reset' })
    await resetAccountFailures(transaction, normalizeEmail(email))
  })
  return { ...account, hasSecondFactor: (await listSecondFactors(read, account.id)).length > 0 }
}

/** Removes all second factors and recovery codes; returns whether there were any. */
export const removeFactors = (
  context: RequestContext,
  email: string,
): Promise<{ user: store.User; hadFactors: boolean }> =>
  inTransaction(context, async (transaction) => {
    const user = await requireAccount(transaction, email)
    return { user, hadFactors: await removeAllFactors(transaction, context, user) }
  })

/** Makes a link with which the user sets a new password within 30 minutes, and returns its URL. */
export function createResetLink(context: RequestContext, email: string): Promise<{ user: store.User; url: string }> {
  const { origin } = context.kontor.config.origin
  return inTransaction(context, async (transaction) => {
    const user = await requireAccount(transaction, email)
    if (user.status !== 'active') throw new ProblemError('illegal-transition')
    return { user, url: `${origin}/login?reset=${await issueResetLink(transaction, context, user)}` }
  })
}

/** Suspends an account and ends its sessions. Throws `illegal-transition` unless it is active, and `last-owner`. */
export function suspendAccount(context: RequestContext, email: string): Promise<store.User> {
  return inTransaction(context, async (transaction) => {
    const user = await requireAccount(transaction, email)
    if (user.status !== 'active') throw new ProblemError('illegal-transition')
    if (isLastOwner(user, await store.countActiveOwners(transaction))) throw new ProblemError('last-owner')
    const now = context.kontor.now()
    await store.updateUser(transaction, user.id, { status: 'suspended' })
    await endSessions(transaction, { userId: user.id, reason: 'suspended', now })
    await endViews(transaction, user.id)
    await recordEvents(transaction, context, {
      action: 'user.suspended',
      objectType: 'user',
      objectId: user.id,
      objectLabel: user.name,
      at: now,
    })
    return user
  })
}

async function requireAccount(db: Transaction | RequestContext['kontor']['database']['read'], email: string) {
  const user = await store.findUserByEmail(db, normalizeEmail(email))
  if (!user) throw new ProblemError('not-found', { number: email })
  return user
}
