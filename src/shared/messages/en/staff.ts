import { formatCount } from '#shared/count.ts'
import type { Permission } from '#shared/permissions.ts'

/** The name of each permission: a verb and its object. */
const permissions: Record<Permission, string> = {
  'orders.view': 'View orders',
  'orders.import': 'Import orders',
  'orders.create': 'Create orders',
  'orders.edit': 'Edit orders',
  'orders.hold': 'Put orders on hold',
  'orders.archive': 'Archive orders',
  'payments.record': 'Record payments',
  'payments.write_off': 'Write off open amounts',
  'refunds.request': 'Request refunds',
  'refunds.approve': 'Approve refunds',
  'orders.cancel': 'Cancel orders',
  'orders.assign': 'Assign orders',
  'orders.tag': 'Tag orders',
  'orders.attach': 'Attach files to orders',
  'orders.note': 'Write notes on orders',
  'orders.print': 'Print orders',
  'shipments.manage': 'Ship orders',
  'returns.manage': 'Take back returns',
  'customers.manage': 'Merge customers',
  'customers.erase': 'Erase personal data of customers',
  'carriers.manage': 'Manage carriers',
  'customers.view_personal': 'View personal data of customers',
  'finance.view': 'View 财务明细',
  'settings.manage': 'Change settings',
  'users.view': 'View staff',
  'users.approve': 'Approve access requests',
  'users.suspend': 'Suspend staff',
  'events.view': 'View activity',
  'books.verify': 'Run the self-check',
  'backups.view': 'View backups',
}

/** Texts of the users page. */
export const staff = {
  permissions,
  noRole: 'no role yet',
  you: 'you',

  accessRequests: 'Access requests',
  accessRequestsHint: 'They can log in once approved',
  copyAddress: 'Copy link',
  /** Before and after the link to the registration page. */
  noAccessRequests: 'No open requests. Colleagues can register at',
  noAccessRequestsEnd: 'Their requests appear here.',
  /** Before the link to the registration page. */
  registrationOpen: 'New accounts need no approval. Colleagues can register at',
  registrationClosed: 'Registration is closed. To open it, change the KONTOR_REGISTRATION setting.',
  requestedAt: (time: string) => `requested ${time}`,
  roleFor: (name: string) => `Role for ${name}`,
  approve: 'Approve',
  reject: 'Reject',
  approved: (name: string) => `${name} approved`,
  rejected: (name: string) => `${name} rejected`,
  undo: 'Undo',
  reopen: 'Reopen request',
  reopenHint: 'The account returns to the access requests.',
  reopened: (name: string) => `Request of ${name} reopened`,

  filterForm: 'Filter staff',
  search: 'Search',
  searchPlaceholder: 'Name or email…',
  role: 'Role',
  anyRole: 'Any role',
  status: 'Status',
  anyStatus: 'Any status',
  list: 'Staff',
  columns: { name: 'Name', email: 'Email', role: 'Role', status: 'Status', lastSeen: 'Last active', since: 'Joined' },
  never: 'Never',
  count: (n: number) => `${formatCount(n)} ${n === 1 ? 'person' : 'people'}`,
  inactive: (n: number) => `${n} inactive for more than 30 days`,

  missingPermissionTitle: "You don't have access to staff",

  userMissing: 'Account not found',
  userMissingHint: 'Accounts are never deleted. Check the URL, or search by name or email.',
  since: (day: string) => `joined ${day}`,
  roleAndPermissions: 'Role and permissions',
  allowed: 'Allowed:',
  notAllowed: 'Not allowed:',
  sessions: 'Sessions',
  sessionCount: (n: number) => (n === 0 ? 'No active sessions' : n === 1 ? '1 active session' : `${n} active sessions`),
  recentActivity: 'Recent activity',
  noRecentActivity: 'No activity yet.',

  suspend: 'Suspend…',
  suspendTitle: (name: string) => `Suspend ${name}?`,
  suspendConsequence: (sessions: number) =>
    sessions === 0
      ? 'This account cannot log in until you restore it. Its history is kept.'
      : `${sessions === 1 ? 'The active session ends' : `All ${sessions} active sessions end`} immediately. This account cannot log in until you restore it. Its history is kept.`,
  suspendConfirm: 'Suspend',
  keep: 'Cancel',
  suspended: (name: string) => `${name} suspended`,
  restore: 'Restore',
  restoreHint: (role: string) => `The account can log in again, with the role ${role}.`,
  restored: (name: string) => `${name} restored`,
}
