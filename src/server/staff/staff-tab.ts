import type { TabLoader } from '#server/staff/tabs.ts'
import { readUsers } from '#server/staff/users.ts'
import type { ListUsersQuery } from '#shared/staff/inputs.ts'

/** How many access requests the page shows; the list has all of them. */
const shownRequests = 10

/** A page of accounts, and the oldest access requests. */
export const loadStaffTab: TabLoader<'staff'> = async (context, query) => {
  const [page, requests] = await Promise.all([
    readUsers(context, query),
    readUsers(context, { status: ['pending'], sort: 'since' } satisfies ListUsersQuery),
  ])
  return {
    tab: 'staff',
    missingPermission: null,
    ...page,
    requests: { rows: requests.rows.slice(0, shownRequests), count: requests.count },
  }
}
