import { inTransaction } from '#server/auth/access.ts'
import { normalizeEmail } from '#server/auth/normalize-email.ts'
import { hashLinkToken, issueLink, revokeLinks } from '#server/auth/one-time-links.ts'
import type { Action, AuthenticatedContext, CurrentUser, Kontor } from '#server/context.ts'
import type { Transaction } from '#server/db/database.ts'
import { newId } from '#server/db/id.ts'
import { recordEvents } from '#server/events/events.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import { listOwnRoles, toRoleParameters } from '#server/roles/own-roles.ts'
import * as store from '#server/staff/invitation-store.ts'
import { canGrant } from '#server/staff/policy.ts'
import { allowedStatuses, getStatus, readInvitations, toInvitationRow } from '#server/staff/invitations.ts'
import { findUserByEmail } from '#server/staff/store.ts'
import { linkLifetimeMs } from '#shared/constants.ts'
import { findRole } from '#shared/permissions.ts'
import { invalidInput, ProblemError } from '#shared/problem.ts'
import { href } from '#shared/routes/pages.ts'
import type { InvitationRow } from '#shared/staff/views.ts'

export const listInvitations: Action<'listInvitations'> = async (context, query) => {
  const { rows, next, count } = await readInvitations(context, query)
  return { rows, next, count }
}

/** Invites someone with a role below the actor's own. The link is in the answer and nowhere else; the mail has one of its own. */
export const inviteUser: Action<'inviteUser'> = (context, { email, role, name = '' }) =>
  inTransaction(context, async (transaction, actor) => {
    const ownRoles = await listOwnRoles(transaction)
    if (!findRole(role, ownRoles)) throw invalidInput({ pointer: '/role', reason: 'choice' })
    if (!canGrant(actor, role, ownRoles))
      throw new ProblemError('above-your-rank', {}, [{ pointer: '/role', reason: 'role-above-own' }])
    const now = context.kontor.now()
    const emailKey = normalizeEmail(email)
    if (await findUserByEmail(transaction, emailKey)) throw invalidInput({ pointer: '/email', reason: 'email-taken' })
    if (await store.hasOpenInvitation(transaction, emailKey, now))
      throw invalidInput({ pointer: '/email', reason: 'email-invited' })
    const id = newId()
    const invitation = { id, email, email_key: emailKey, name, role, created_at: now, created_by: actor.id }
    await store.insertInvitation(transaction, { ...invitation, expires_at: now + linkLifetimeMs.invitation })
    const token = await issueLink(transaction, { kind: 'invitation', subjectId: id, createdBy: actor.id, now })
    await recordEvents(transaction, context, {
      ...toInvitationEvent('invitation.created', invitation),
      parameters: { ...toRoleParameters(role, ownRoles), ...(name && { name }), link: hashLinkToken(token) },
      at: now,
    })
    return {
      invitation: await loadRow(transaction, context.kontor, actor, id),
      url: await send(transaction, context, id, token),
    }
  })

/** Makes a new link, valid for as long as the first one; the old one no longer works. */
export const resendInvitation: Action<'resendInvitation'> = (context, { id }) =>
  runInvitationAction(context, 'resend', id, async (transaction, actor, invitation) => {
    const now = context.kontor.now()
    await revokeLinks(transaction, 'invitation', id, now)
    await store.updateInvitation(transaction, id, { expires_at: now + linkLifetimeMs.invitation })
    const token = await issueLink(transaction, { kind: 'invitation', subjectId: id, createdBy: actor.id, now })
    await recordEvents(transaction, context, {
      ...toInvitationEvent('invitation.resent', invitation),
      parameters: { link: hashLinkToken(token) },
      at: now,
    })
    return {
      invitation: await loadRow(transaction, context.kontor, actor, id),
      url: await send(transaction, context, id, token),
    }
  })

export const revokeInvitation: Action<'revokeInvitation'> = (context, { id }) =>
  runInvitationAction(context, 'revoke', id, async (transaction, actor, invitation) => {
    const now = context.kontor.now()
    await revokeLinks(transaction, 'invitation', id, now)
    await store.updateInvitation(transaction, id, { revoked_at: now })
    await recordEvents(transaction, context, { ...toInvitationEvent('invitation.revoked', invitation), at: now })
    return loadRow(transaction, context.kontor, actor, id)
  })

/** Returns the URL of an invitation's link; also sends one by mail if there is a mail server. */
async function send(
  transaction: Transaction,
  context: AuthenticatedContext,
  id: string,
  token: string,
): Promise<string> {
  const { kontor, locale, session } = context
  const invitation = await store.findInvitation(transaction, id)
  if (!invitation) throw new Error('The invitation is gone.')
  const { email, name } = invitation
  await queueMail(transaction, kontor, {
    kind: 'invitation',
    email,
    locale,
    linkSubjectId: id,
    parameters: { name, by: session.user.name },
  })
  return kontor.config.origin.origin + href('register', { invitation: token })
}

async function loadRow(
  transaction: Transaction,
  kontor: Kontor,
  actor: CurrentUser,
  id: string,
): Promise<InvitationRow> {
  const invitation = await store.findInvitation(transaction, id)
  if (!invitation) throw new Error('The invitation is gone.')
  return toInvitationRow(actor, invitation, await listOwnRoles(transaction), kontor.now())
}

const toInvitationEvent = (
  action: `invitation.${'created' | 'resent' | 'revoked'}`,
  { id, email }: Pick<store.Invitation, 'id' | 'email'>,
) => ({ action, objectType: 'invitation', objectId: id, objectLabel: email }) as const

/** The steps that the actions on an invitation share: load → decide → `apply`. */
function runInvitationAction<Result>(
  context: AuthenticatedContext,
  action: keyof typeof allowedStatuses,
  id: string,
  apply: (transaction: Transaction, actor: CurrentUser, invitation: store.Invitation) => Promise<Result>,
): Promise<Result> {
  return inTransaction(context, async (transaction, actor) => {
    const invitation = await store.findInvitation(transaction, id)
    if (!invitation) throw new ProblemError('not-found')
    if (!canGrant(actor, invitation.role, await listOwnRoles(transaction))) throw new ProblemError('above-your-rank')
    if (!allowedStatuses[action].includes(getStatus(invitation, context.kontor.now())))
      throw new ProblemError('illegal-transition')
    return apply(transaction, actor, invitation)
  })
}
