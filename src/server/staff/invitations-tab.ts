import { readIfValid } from '#server/list/query-errors.ts'
import { invitationsList } from '#shared/staff/invitations.ts'
import { readInvitation, readInvitations } from '#server/staff/invitations.ts'
import type { TabLoader } from '#server/staff/tabs.ts'

/** A page of invitations, and the one that is open. */
export const loadInvitationsTab: TabLoader<'invitations'> = async (context, query) => ({
  tab: 'invitations',
  missingPermission: null,
  ...(await readIfValid(context, invitationsList, query, () => readInvitations(context, query))),
  invitation:
    query.invited === undefined ? null : ((await readInvitation(context, query.invited)) ?? { missing: query.invited }),
})
