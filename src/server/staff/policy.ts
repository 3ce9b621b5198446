import { canManageRole, roleHasPermission, type Role } from '#shared/permissions.ts'
import { endpoints } from '#shared/routes/endpoints.ts'
import type { SessionUser, UserRow } from '#shared/staff/views.ts'

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
  actor: SessionUser,
  subject: Subject,
): 'own-account' | 'above-your-rank' | 'illegal-transition' | undefined {
  if (action === 'suspend' && subject.id === actor.id) return 'own-account'
  if (subject.role !== null && !canManageRole(actor.role, subject.role)) return 'above-your-rank'
  return allowedStatuses[action].includes(subject.status) ? undefined : 'illegal-transition'
}

/** What the actor can do with an account now. */
export const getAllowedActions = (actor: SessionUser, subject: Subject): UserAction[] =>
  (Object.keys(allowedStatuses) as UserAction[]).filter(
    (action) =>
      roleHasPermission(actor.role, endpoints[`${action}User`].access) &&
      denialReason(action, actor, subject) === undefined,
  )

/** Whether suspending this account would leave the installation without an active owner. */
export const isLastOwner = (subject: { role: Role | null }, activeOwners: number): boolean =>
  subject.role === 'owner' && activeOwners <= 1
