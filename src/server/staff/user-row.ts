import type { CurrentUser } from '#server/context.ts'
import { getAllowedActions } from '#server/staff/policy.ts'
import type { User } from '#server/staff/store.ts'
import type { Role } from '#shared/permissions.ts'
import type { UserRow } from '#shared/staff/views.ts'

/** One account with what `currentUser` can do with it. */
export const toUserRow = (currentUser: CurrentUser, user: User, ownRoles: readonly Role[]): UserRow => ({
  id: user.id,
  name: user.name,
  email: user.email,
  role: user.role,
  status: user.status,
  createdAt: user.created_at,
  lastSeenAt: user.last_seen_at,
  hasSecondFactor: user.has_second_factor === 1,
  actions: getAllowedActions(currentUser, user, ownRoles),
})
