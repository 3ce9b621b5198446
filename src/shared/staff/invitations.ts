import { choice, search } from '#shared/list/filter-fields.ts'
import { defineList } from '#shared/list/list.ts'

/** `open` until it is accepted, revoked, or its link expires. */
export const invitationStatuses = ['open', 'accepted', 'expired', 'revoked'] as const
export type InvitationStatus = (typeof invitationStatuses)[number]

/** The list of invitations, newest first: on `/users?tab=invitations` and `GET /api/invitations`. */
export const invitationsList = defineList({
  path: '/users',
  parameters: { tab: 'invitations' },
  permission: 'users.invite',
  openParameter: 'invited',
  filters: [
    /** In the email and the name. */
    search('search', { label: ({ staffFilters }) => staffFilters.search }),
    choice('invitation', {
      key: 'status',
      values: invitationStatuses,
      multiple: true,
      label: ({ staffFilters }) => staffFilters.status,
      valueLabels: ({ common }) => common.statuses.invitation,
    }),
  ],
  columns: [
    { id: 'email' },
    { id: 'role' },
    { id: 'status' },
    { id: 'invitedBy', priority: 2, card: false },
    { id: 'created', align: 'end' },
  ],
  sorts: [],
  paged: true,
  tabs: {},
})

/** The status of an invitation at a time, epoch ms. */
export function invitationStatus(
  { acceptedAt, revokedAt, expiresAt }: { acceptedAt: number | null; revokedAt: number | null; expiresAt: number },
  now: number,
): InvitationStatus {
  if (acceptedAt !== null) return 'accepted'
  if (revokedAt !== null) return 'revoked'
  return now < expiresAt ? 'open' : 'expired'
}
