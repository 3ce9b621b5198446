import { hasPermission, isFactorDue } from '#server/auth/access.ts'
import type { Session } from '#server/context.ts'
import type { NavigationCounts } from '#shared/live/views.ts'
import { filterHref } from '#shared/list/url.ts'
import { ordersList } from '#shared/orders/list.ts'
import { href } from '#shared/routes/pages.ts'
import { usersList } from '#shared/staff/users-list.ts'

/** How much work of each kind waits. */
export interface OpenWork {
  /** Orders in the tab `toShip`. */
  toShip: number
  /** Accounts that wait for approval. */
  accessRequests: number
}

/** What the navigation shows of it: only what the user of the session may do, each with the list of exactly these rows. */
export function toNavigationCounts({ toShip, accessRequests }: OpenWork, session: Session): NavigationCounts {
  if (isFactorDue(session.user)) return {}
  return {
    ...(toShip > 0 &&
      hasPermission({ session }, 'shipments.manage') && { orders: { count: toShip, href: toShipHref } }),
    ...(accessRequests > 0 &&
      hasPermission({ session }, 'users.approve') && { users: { count: accessRequests, href: requestsHref } }),
  }
}

const toShipHref = href('orders', ordersList.tabs.toShip)
const requestsHref = filterHref(usersList, {}, { status: ['pending'], sort: 'since' })
