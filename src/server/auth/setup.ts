import { findInvitation } from '#server/auth/accept-invitation.ts'
import { consumeLink, findLink, issueLink } from '#server/auth/one-time-links.ts'
import * as store from '#server/auth/store.ts'
import type { RequestContext, Kontor } from '#server/context.ts'
import type { Transaction } from '#server/db/database.ts'
import { normalizeEmail } from '#server/auth/normalize-email.ts'
import { invalidInput, ProblemError } from '#shared/problem.ts'
import type { RegisterInput } from '#shared/staff/inputs.ts'
import type { RegisterView } from '#shared/staff/views.ts'

/** Creates a one-time link for the first owner and returns its token, or null once any account exists. */
export async function issueSetupLink({ database, now }: Kontor): Promise<string | null> {
  if (await store.hasAccounts(database.read)) return null
  return database.inTransaction((transaction) => issueLink(transaction, { kind: 'setup', now: now() }))
}

/** What the registration page offers: set-up with a valid link, an invitation, an expired link, or registration as configured. */
export async function loadRegistration(
  { kontor }: RequestContext,
  { setup, invitation: token }: Links,
): Promise<RegisterView> {
  if (token !== undefined) {
    const invitation = await findInvitation(kontor, token)
    if (!invitation) return { state: 'invitation-invalid' }
    const { email, name, role } = invitation
    return { state: 'invitation', invitation: { email, name, role } }
  }
  return { state: await registrationState(kontor, setup) }
}

/** The links that let someone register. */
type Links = Pick<RegisterInput, 'setup' | 'invitation'>

async function registrationState(
  kontor: Kontor,
  setup: string | undefined,
): Promise<Exclude<RegisterView['state'], 'invitation'>> {
  const { read } = kontor.database
  const isEmpty = !(await store.hasAccounts(read))
  if (setup !== undefined) return isEmpty && (await findLink(read, 'setup', setup, kontor.now())) ? 'setup' : 'expired'
  // Without an owner there would be no one to approve the account.
  return isEmpty ? 'setup-required' : kontor.config.registration
}

/** What a registration gives: the role, null if it waits for approval, and the kind of link that it uses up. */
export interface Registration {
  role: string | null
  link?: 'setup' | 'invitation'
}

/** What this registration would give; throws when registration is closed, the link is invalid, or the invitation is for another email. */
export async function requireOpenRegistration(context: RequestContext, input: RegisterInput): Promise<Registration> {
  const view = await loadRegistration(context, input)
  switch (view.state) {
    case 'setup':
      return { role: 'owner', link: 'setup' }
    case 'invitation': {
      const { email, role } = view.invitation
      if (normalizeEmail(input.email) !== normalizeEmail(email))
        throw invalidInput({ pointer: '/email', reason: 'email-of-invitation' })
      return { role, link: 'invitation' }
    }
    case 'approval':
      return { role: null }
    case 'open':
      return { role: 'viewer' }
    case 'expired':
      throw new ProblemError('setup-link-invalid')
    case 'invitation-invalid':
      throw new ProblemError('invitation-invalid')
    case 'setup-required':
      throw new ProblemError('registration-closed', { setupRequired: 1 })
    case 'closed':
      throw new ProblemError('registration-closed')
  }
}

/** Whether the installation has no account, so that no login is possible before the owner account is created. */
export const isSetupRequired = async ({ database }: Kontor): Promise<boolean> =>
  !(await store.hasAccounts(database.read))

/** Marks the link as used. Checks again for accounts in the transaction, so that of two concurrent set-ups only one succeeds. */
export async function consumeSetupLink(transaction: Transaction, token: string, now: number): Promise<void> {
  if ((await store.hasAccounts(transaction)) || !(await consumeLink(transaction, 'setup', token, now)))
    throw new ProblemError('setup-link-invalid')
}
