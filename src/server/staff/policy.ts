import type { CurrentUser } from '#server/context.ts'
import { canManageRole, findRole, type Role, roleHasPermission } from '#shared/permissions.ts'
import { type UserAction, userActionNames, userActionPermissions } from '#shared/staff/user-actions.ts'
import type { UserRow } from '#shared/staff/views.ts'
import type { UserDetail } from '#shared/staff/page-views.ts'

type Subject = Pick<UserRow, 'id' | 'role' | 'status'>

/** The statuses in which an account allows each action. */
const allowedStatuses: Record<UserAction, readonly UserRow['status'][]> = {
  approve: ['pending'],
  reject: ['pending'],
  reopen: ['archived'],
  suspend: ['active'],
  restore: ['suspended'],
  changeRole: ['active', 'suspended'],
  // Suspending ends the sessions, and keeps the last owner.
  archive: ['suspended'],
  unarchive: ['archived'],
  viewAs: ['active'],
}

/** What users cannot do to their own account. */
const notOnOneself: readonly UserAction[] = ['suspend', 'changeRole', 'viewAs']

/** Why the actor cannot do this to this account, by the name of the problem; `undefined` when they can. The permission is checked before. */
export function denialReason(
  action: UserAction,
  actor: CurrentUser,
  subject: Subject,
  ownRoles: readonly Role[],
): 'own-account' | 'above-your-rank' | 'illegal-transition' | undefined {
  if (subject.id === actor.id && notOnOneself.includes(action)) return 'own-account'
  if (subject.role !== null && !canGrant(actor, subject.role, ownRoles)) return 'above-your-rank'
  return isPossible(action, subject) ? undefined : 'illegal-transition'
}

/** A request that was rejected is archived without a role. */
const isPossible = (action: UserAction, { status, role }: Subject): boolean =>
  allowedStatuses[action].includes(status) &&
  (action === 'reopen' ? role === null : action === 'unarchive' ? role !== null : true)

/** What the actor can do with an account now. */
export const getAllowedActions = (actor: CurrentUser, subject: Subject, ownRoles: readonly Role[]): UserAction[] =>
  listPermitted(actor).filter((action) => denialReason(action, actor, subject, ownRoles) === undefined)

const listPermitted = (actor: CurrentUser): UserAction[] =>
  userActionNames.filter((action) => roleHasPermission(actor, userActionPermissions[action]))

/** Why the actor can do nothing with an account on which others could act; null when they can, or could not act on any account. */
export function findDenial(actor: CurrentUser, subject: Subject, ownRoles: readonly Role[]): UserDetail['denial'] {
  if (listPermitted(actor).length === 0 || getAllowedActions(actor, subject, ownRoles).length > 0) return null
  if (subject.id === actor.id) return 'own-account'
  return subject.role !== null && !canGrant(actor, subject.role, ownRoles) ? 'above-your-rank' : null
}

/** Whether the actor can give users this role, and act on those who have it. False for a role that does not exist. */
export function canGrant(actor: CurrentUser, roleId: string, ownRoles: readonly Role[]): boolean {
  const role = findRole(roleId, ownRoles)
  return role !== undefined && canManageRole({ id: actor.role, permissions: actor.permissions }, role)
}

/** Whether suspending this account would leave the installation without an active owner. */
export const isLastOwner = (subject: { role: string | null }, activeOwners: number): boolean =>
  subject.role === 'owner' && activeOwners <= 1

/** Whether the actor can end sessions of this account: their own, and those of people whose role they can manage. */
export const canEndSessions = (
  actor: CurrentUser,
  { id, role }: Pick<Subject, 'id' | 'role'>,
  ownRoles: readonly Role[],
): boolean => id === actor.id || role === null || canGrant(actor, role, ownRoles)
