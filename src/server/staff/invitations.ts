import type { AuthenticatedContext, CurrentUser } from '#server/context.ts'
import { readKeysetPage, toCount } from '#server/list/keyset-page.ts'
import * as store from '#server/staff/invitation-store.ts'
import { toFilter } from '#shared/list/list.ts'
import { canGrant } from '#server/staff/policy.ts'
import { listOwnRoles } from '#server/roles/own-roles.ts'
import type { Role } from '#shared/permissions.ts'
import type { ListInvitationsQuery } from '#shared/staff/inputs.ts'
import { invitationsList, invitationStatus, type InvitationStatus } from '#shared/staff/invitations.ts'
import type { InvitationRow } from '#shared/staff/views.ts'
import type { InvitationsTabView } from '#shared/staff/page-views.ts'

/** One page of invitations, newest first. Throws `invalid-input` for a wrong cursor. */
export async function readInvitations(
  { kontor, session }: AuthenticatedContext,
  query: ListInvitationsQuery,
): Promise<Pick<InvitationsTabView, 'rows' | 'next' | 'previous' | 'count'>> {
  const { read } = kontor.database
  const now = kontor.now()
  const selection = { filter: toFilter(invitationsList, query), now }
  const ownRoles = await listOwnRoles(read)
  const page = await readKeysetPage<store.Invitation>({
    cursor: query.cursor,
    sort: '-created',
    keyOf: ({ created_at, id }) => [created_at, id],
    exampleKey: [0, ''],
    find: async (reversed, after, limit) => ({
      rows: await store.findInvitations(read, selection, { direction: reversed ? 'asc' : 'desc', after, limit }),
    }),
  })
  return {
    ...page,
    rows: page.rows.map((invitation) => toInvitationRow(session.user, invitation, ownRoles, now)),
    count: toCount(await store.countInvitations(read, selection)),
  }
}

/** One invitation; undefined if there is none with this id. */
export async function readInvitation(
  { kontor, session }: AuthenticatedContext,
  id: string,
): Promise<InvitationRow | undefined> {
  const { read } = kontor.database
  const invitation = await store.findInvitation(read, id)
  return invitation && toInvitationRow(session.user, invitation, await listOwnRoles(read), kontor.now())
}

/** One invitation with what `currentUser` can do with it. */
export function toInvitationRow(
  currentUser: CurrentUser,
  invitation: store.Invitation,
  ownRoles: readonly Role[],
  now: number,
): InvitationRow {
  const status = getStatus(invitation, now)
  return {
    id: invitation.id,
    email: invitation.email,
    name: invitation.name,
    role: invitation.role,
    status,
    createdAt: invitation.created_at,
    invitedBy: invitation.inviter,
    expiresAt: invitation.expires_at,
    acceptedAt: invitation.accepted_at,
    userId: invitation.user_id,
    actions: canGrant(currentUser, invitation.role, ownRoles)
      ? invitationActions.filter((action) => allowedStatuses[action].includes(status))
      : [],
  }
}

const invitationActions = ['resend', 'revoke'] as const

/** The statuses in which each action is possible. */
export const allowedStatuses: Record<(typeof invitationActions)[number], readonly InvitationStatus[]> = {
  resend: ['open', 'expired'],
  revoke: ['open', 'expired'],
}

export const getStatus = (invitation: store.Invitation, now: number): InvitationStatus =>
  invitationStatus(
    { acceptedAt: invitation.accepted_at, revokedAt: invitation.revoked_at, expiresAt: invitation.expires_at },
    now,
  )
