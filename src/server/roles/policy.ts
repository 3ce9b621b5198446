import type { CurrentUser } from '#server/context.ts'
import type { RoleData } from '#server/roles/role-data.ts'
import { canManageRole, type Role } from '#shared/permissions.ts'
import { invalidInput, ProblemError } from '#shared/problem.ts'
import { findExcessiveLimits, limitFields } from '#shared/roles/limits.ts'

/** Throws `above-your-rank` unless the user can give someone a role with these permissions. */
export function requireGrantable(actor: CurrentUser, role: Pick<Role, 'permissions'>): void {
  if (canManageRole({ id: actor.role, permissions: actor.permissions }, role)) return
  throw new ProblemError('above-your-rank', {}, [{ pointer: '/permissions', reason: 'role-above-own' }])
}

/** Throws `invalid-input` for limits that allow more than the user's own, unless the role had them before. */
export function requireOwnLimits(actor: CurrentUser, before: RoleData | undefined, after: RoleData): void {
  const excessive = findExcessiveLimits(actor.limits, before, after)
  if (excessive.length > 0)
    throw invalidInput(...excessive.map((limit) => ({ pointer: `/${limitFields[limit]}`, reason: 'limit-above-own' })))
}
