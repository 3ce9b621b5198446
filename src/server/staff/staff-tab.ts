import type { AuthenticatedContext } from '#server/context.ts'
import { loadViews } from '#server/list/view-actions.ts'
import { readIfValid } from '#server/list/query-errors.ts'
import { toCount } from '#server/list/keyset-page.ts'
import { listOwnRoles } from '#server/roles/own-roles.ts'
import type { TabLoader } from '#server/staff/tabs.ts'
import { toUserRow } from '#server/staff/user-row.ts'
import { readUsers } from '#server/staff/users.ts'
import { findRequests } from '#server/staff/users-store.ts'
import { usersList } from '#shared/staff/users-list.ts'
import type { StaffTabView } from '#shared/staff/page-views.ts'

/** How many access requests the page shows; the list has all of them. */
const shownRequests = 10

/** A page of accounts, and the oldest access requests. */
export const loadStaffTab: TabLoader<'staff'> = async (context, query) => {
  const [page, requests, views] = await Promise.all([
    readIfValid(context, usersList, query, () => readUsers(context, query)),
    loadRequests(context),
    loadViews(context, 'users'),
  ])
  return { tab: 'staff', missingPermission: null, inactiveCount: 0, ...page, requests, views }
}

async function loadRequests({ kontor, session }: AuthenticatedContext): Promise<StaffTabView['requests']> {
  const { read } = kontor.database
  const [{ users, count }, ownRoles] = await Promise.all([findRequests(read, shownRequests), listOwnRoles(read)])
  return { rows: users.map((user) => toUserRow(session.user, user, ownRoles)), count: toCount(count) }
}
