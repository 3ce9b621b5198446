import { acceptInvitation, findInvitation } from '#server/auth/accept-invitation.ts'
import { addIdentity, createAccount } from '#server/auth/create-account.ts'
import { inTransaction } from '#server/auth/access.ts'
import type { Credential } from '#server/auth/credential.ts'
import { deleteCredentials, findCredential, listCredentials } from '#server/auth/credential-store.ts'
import { recordFactorEvent } from '#server/auth/factor-actions.ts'
import type { Identity, LoggedInIdentity } from '#server/auth/identity-provider.ts'
import { countLoginMethods } from '#server/auth/login-methods.ts'
import { createNameSortKey } from '#server/list/name-sort-key.ts'
import { normalizeEmail } from '#server/auth/normalize-email.ts'
import * as store from '#server/auth/store.ts'
import type { OidcSettings } from '#server/config/oidc.ts'
import type { Action, RequestContext } from '#server/context.ts'
import type { Db } from '#server/db/database.ts'
import { listOwnRoles } from '#server/roles/own-roles.ts'
import { findRole } from '#shared/permissions.ts'
import { ProblemError } from '#shared/problem.ts'
import { registerInput } from '#shared/staff/inputs.ts'

/** The credential of a person logged in by the identity provider, if a user has linked it. */
export const findIdentity = (db: Db, { issuer, subject }: Identity): Promise<Credential | undefined> =>
  findCredential(db, 'oidc', issuer, subject)

/** What a person gets with the first login; a role of null waits for approval. */
interface NewAccount {
  email: string
  name: string
  role: string | null
}

/**
 * Creates an account for a person who logs in for the first time: that of the invitation, whose link says who may use it, or one as far as the
 * settings allow it. `undefined` if they do not, and if the email has an account already: its user links it after a login there. Throws
 * `invitation-invalid`.
 */
export async function provisionAccount(
  context: RequestContext,
  settings: OidcSettings,
  identity: LoggedInIdentity,
  invitation?: string,
): Promise<Credential | undefined> {
  const allowed =
    invitation === undefined
      ? await findAllowedAccount(context, settings, identity)
      : await findInvitedAccount(context, identity, invitation)
  if (!allowed) return undefined
  const { email, name, role } = allowed
  const nameSortKey = createNameSortKey(name)
  return inTransaction(context, async (transaction) => {
    // Without an owner there would be no one to manage the account.
    if (!(await store.hasAccounts(transaction))) return undefined
    const linked = await findIdentity(transaction, identity)
    if (linked) return linked
    if (await store.findAccount(transaction, normalizeEmail(email))) return undefined
    const account = { name, nameSortKey, email, role, locale: context.locale, passwordHash: null, identity }
    const id = await createAccount(transaction, context, 'user.provisioned', account)
    if (invitation !== undefined) await acceptInvitation(transaction, context, invitation, { id, name })
    return findIdentity(transaction, identity)
  })
}

async function findInvitedAccount(
  { kontor }: RequestContext,
  identity: LoggedInIdentity,
  token: string,
): Promise<NewAccount> {
  const invitation = await findInvitation(kontor, token)
  if (!invitation) throw new ProblemError('invitation-invalid')
  const { email, name, role } = invitation
  return { email, name: name || identity.name, role }
}

async function findAllowedAccount(
  { kontor }: RequestContext,
  settings: OidcSettings,
  { email: claimed, isEmailVerified, name, roleValues }: LoggedInIdentity,
): Promise<NewAccount | undefined> {
  const email = registerInput.shape.email.safeParse(claimed).data
  if (email === undefined || !isProvisioned(settings, email, isEmailVerified)) return undefined
  const ownRoles = await listOwnRoles(kontor.database.read)
  return { email, name, role: findRole(chooseRole(settings, roleValues), ownRoles)?.id ?? null }
}

/** Whether someone with this email gets an account. A domain only counts when the provider has verified the email. */
function isProvisioned(
  { provisioning }: OidcSettings,
  email: string,
  isVerified: LoggedInIdentity['isEmailVerified'],
): boolean {
  if (provisioning === 'off' || isVerified === false) return false
  if (provisioning === 'on') return true
  return isVerified === true && provisioning.includes(normalizeEmail(email).split('@').at(-1) ?? '')
}

/** The role of the first entry that applies; null if none does, and the account waits for approval. */
const chooseRole = ({ roles }: OidcSettings, values: readonly string[]): string | null =>
  roles.find(([value]) => value === '*' || values.includes(value))?.[1] ?? null

/** Links the person who has logged in at the identity provider in this browser with the account of the user. */
export const linkIdentity: Action<'linkIdentity'> = async (context) => {
  const { identity } = context.providerState ?? {}
  if (!identity) throw new ProblemError('login-expired')
  const now = context.kontor.now()
  await inTransaction(context, async (transaction, { id: userId }) => {
    const linked = await findIdentity(transaction, identity)
    if (linked && linked.user_id !== userId) throw new ProblemError('identity-in-use')
    if (linked) return
    const parameters = await addIdentity(transaction, userId, identity, now)
    await recordFactorEvent(transaction, context, now, 'user.identity_linked', parameters)
  })
  context.providerState = { canLogOut: context.providerState?.canLogOut ?? false }
  return { linked: true as const }
}

/** Throws `last-login-method` for the only thing that the user can log in with. */
export const unlinkIdentity: Action<'unlinkIdentity'> = (context, { identityId }) =>
  inTransaction(context, async (transaction, actor) => {
    const identities = await listCredentials(transaction, actor.id, ['oidc'])
    const identity = identities.find(({ id }) => id === identityId)
    if (!identity) throw new ProblemError('not-found')
    if ((await countLoginMethods(transaction, context.kontor, actor.id, identity.id)) === 0)
      throw new ProblemError('last-login-method')
    await deleteCredentials(transaction, [identity.id])
    const { id, label } = identity
    await recordFactorEvent(transaction, context, context.kontor.now(), 'user.identity_unlinked', {
      credential: id,
      label,
    })
    return { unlinked: true as const }
  })
