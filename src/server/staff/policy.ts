import type { CurrentUser } from '#server/context.ts'
import { canManageRole, findRole, type Role, roleHasPermission } from '#shared/permissions.ts'
import { endpoints } from '#shared/routes/endpoints.ts'
import type { UserRow } from '#shared/staff/views.ts'

type Subject = Pick<UserRow, 'id' | 'role' | 'status'>
export type UserAction = UserRow['actions'][number]

/** The statuses in which an account allows each action. */
const allowedStatuses: Record<UserAction, readonly UserRow['status'][]> = {
  approve: ['pending'],
  reject: ['pending'],
  suspend: ['active'],
  restore: ['suspended'],
  // Rejected requests are the only archived accounts.
  reopen: ['archived'],
}

/** Why the actor cannot do this to this account, by the name of the problem; `undefined` when they can. The permission is checked before. */
export function denialReason(
  action: UserAction,
  actor: CurrentUser,
  subject: Subject,
  ownRoles: readonly Role[],
): 'own-account' | 'above-your-rank' | 'illegal-transition' | undefined {
  if (action === 'suspend' && subject.id === actor.id) return 'own-account'
  if (subject.role !== null && !canGrant(actor, subject.role, ownRoles)) return 'above-your-rank'
  return allowedStatuses[action].includes(subject.status) ? undefined : 'illegal-transition'
}

/** What the actor can do with an account now. */
export const getAllowedActions = (actor: CurrentUser, subject: Subject, ownRoles: readonly Role[]): UserAction[] =>
  (Object.keys(allowedStatuses) as UserAction[]).filter(
    (action) =>
      roleHasPermission(actor, endpoints[`${action}User`].access) &&
      denialReason(action, actor, subject, ownRoles) === undefined,
  )

/** Whether the actor can give users this role, and act on those who have it. False for a role that does not exist. */
export function canGrant(actor: CurrentUser, roleId: string, ownRoles: readonly Role[]): boolean {
  const role = findRole(roleId, ownRoles)
  return role !== undefined && canManageRole({ id: actor.role, permissions: actor.permissions }, role)
}

/** Whether suspending this account would leave the installation without an active owner. */
export const isLastOwner = (subject: { role: string | null }, activeOwners: number): boolean =>
  subject.role === 'owner' && activeOwners <= 1
