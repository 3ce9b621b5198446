import type { Permission } from '#shared/permissions.ts'

/** What can be done to an account, with the permission that it needs. `server/staff/policy.ts` says when. */
export const userActionPermissions = {
  approve: 'users.approve',
  reject: 'users.approve',
  reopen: 'users.approve',
  suspend: 'users.suspend',
  restore: 'users.suspend',
  changeRole: 'users.change_role',
  archive: 'users.archive',
  unarchive: 'users.archive',
  viewAs: 'users.view_as',
} as const satisfies Record<string, Permission>

export type UserAction = keyof typeof userActionPermissions
export const userActionNames = Object.keys(userActionPermissions) as [UserAction, ...UserAction[]]

/** The actions on several accounts at once. */
export const bulkActions = ['approve', 'reject', 'suspend', 'restore', 'changeRole', 'archive'] as const
export type BulkAction = (typeof bulkActions)[number]

/** Whether the action gives a role, which its form then asks for. */
export const givesRole = (action: UserAction): boolean => action === 'approve' || action === 'changeRole'
