import * as store from '#server/auth/invitation-store.ts'
import { consumeLink, findLink, hashLinkToken } from '#server/auth/one-time-links.ts'
import type { Kontor, RequestContext } from '#server/context.ts'
import type { Db, Transaction } from '#server/db/database.ts'
import { recordEvents } from '#server/events/events.ts'
import { listOwnRoles } from '#server/roles/own-roles.ts'
import { canManageRole, findRole } from '#shared/permissions.ts'
import { ProblemError } from '#shared/problem.ts'
import { invitationStatus } from '#shared/staff/invitations.ts'

/** The invitation of a link that can be used now, for the registration page. */
export async function findInvitation({ database, now }: Kontor, token: string): Promise<store.Invitation | undefined> {
  const link = await findLink(database.read, 'invitation', token, now())
  return link && findOpenInvitation(database.read, link.subjectId, now())
}

/** Uses the link up for an account that was just created with the email and role of the invitation. Throws `invitation-invalid`. */
export async function acceptInvitation(
  transaction: Transaction,
  context: RequestContext,
  token: string,
  user: { id: string; name: string },
): Promise<void> {
  const now = context.kontor.now()
  const link = await consumeLink(transaction, 'invitation', token, now)
  const invitation = link && (await findOpenInvitation(transaction, link.subjectId, now))
  if (!invitation) throw new ProblemError('invitation-invalid')
  await store.acceptInvitation(transaction, invitation.id, user.id, now)
  await recordEvents(transaction, context, {
    action: 'invitation.accepted',
    objectType: 'invitation',
    objectId: invitation.id,
    objectLabel: invitation.email,
    actor: user,
    parameters: { link: hashLinkToken(token) },
    at: now,
  })
}

/** An open invitation whose inviter could still give its role: it ends with the inviter's own access. */
export async function findOpenInvitation(
  db: Db,
  id: string | null,
  now: number,
): Promise<store.Invitation | undefined> {
  const invitation = id === null ? undefined : await store.findInvitation(db, id)
  if (!invitation) return undefined
  const { accepted_at: acceptedAt, revoked_at: revokedAt, expires_at: expiresAt, role } = invitation
  const { inviter_role: inviterRole, inviter_status: inviterStatus } = invitation
  const canInvite = inviterStatus === 'active' && (await canGive(db, inviterRole, role))
  return canInvite && invitationStatus({ acceptedAt, revokedAt, expiresAt }, now) === 'open' ? invitation : undefined
}

async function canGive(db: Db, inviterRoleId: string | null, roleId: string): Promise<boolean> {
  const ownRoles = await listOwnRoles(db)
  const [inviterRole, role] = [findRole(inviterRoleId, ownRoles), findRole(roleId, ownRoles)]
  return inviterRole !== undefined && role !== undefined && canManageRole(inviterRole, role)
}
