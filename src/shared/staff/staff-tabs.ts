import type { Permission } from '#shared/permissions.ts'

/** The tabs of `/users` (`?tab=`) in their order, with the permission to see each. The first is the default and never in the URL. */
export const staffTabs = {
  staff: 'users.view',
  roles: 'users.view',
  invitations: 'users.invite',
  sessions: 'sessions.view',
  audit: 'audit.view',
  tokens: 'tokens.create',
  webhooks: 'webhooks.manage',
} as const satisfies Record<string, Permission>

export type StaffTab = keyof typeof staffTabs
export const staffTabNames = Object.keys(staffTabs) as [StaffTab, ...StaffTab[]]
