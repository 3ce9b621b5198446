import { consumeLink, findLink, issueLink } from '#server/auth/one-time-links.ts'
import * as store from '#server/auth/store.ts'
import type { RequestContext, Kontor } from '#server/context.ts'
import type { Transaction } from '#server/db/database.ts'
import { ProblemError } from '#shared/problem.ts'
import type { RegisterInput } from '#shared/staff/inputs.ts'
import type { RegisterView } from '#shared/staff/views.ts'

/** Creates a one-time link for the first owner and returns its token, or null once any account exists. */
export async function issueSetupLink({ database, now }: Kontor): Promise<string | null> {
  if (await store.hasAccounts(database.read)) return null
  return database.inTransaction((transaction) => issueLink(transaction, { kind: 'setup', now: now() }))
}

/** What the registration page offers: set-up with a valid link, an expired link, or registration as configured. */
export async function registrationState(
  { kontor }: RequestContext,
  setup: string | undefined,
): Promise<RegisterView['state']> {
  const { read } = kontor.database
  const isEmpty = !(await store.hasAccounts(read))
  if (setup !== undefined) return isEmpty && (await findLink(read, 'setup', setup, kontor.now())) ? 'setup' : 'expired'
  // Without an owner there would be no one to approve the account.
  return isEmpty ? 'setup-required' : kontor.config.registration
}

/** The token of a valid setup link, or `undefined` when registration is open without one; throws when it is closed or the link is invalid. */
export async function requireOpenRegistration(
  context: RequestContext,
  { setup, invitation }: RegisterInput,
): Promise<string | undefined> {
  const state = await registrationState(context, setup ?? invitation)
  if (state === 'expired') throw new ProblemError('setup-link-invalid')
  if (state === 'setup-required') throw new ProblemError('registration-closed', { setupRequired: 1 })
  if (state === 'closed') throw new ProblemError('registration-closed')
  return state === 'setup' ? (setup ?? invitation) : undefined
}

/** Whether the installation has no account, so that no login is possible before the owner account is created. */
export const isSetupRequired = async ({ database }: Kontor): Promise<boolean> =>
  !(await store.hasAccounts(database.read))

/** Marks the link as used. Checks again for accounts in the transaction, so that of two concurrent set-ups only one succeeds. */
export async function consumeSetupLink(transaction: Transaction, token: string, now: number): Promise<void> {
  if ((await store.hasAccounts(transaction)) || !(await consumeLink(transaction, 'setup', token, now)))
    throw new ProblemError('setup-link-invalid')
}
