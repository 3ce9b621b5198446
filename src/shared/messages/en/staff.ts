import { formatCount } from '#shared/count.ts'
import type { Permission } from '#shared/permissions.ts'

/** What a right lets a person do, as a verb and its object. */
const permissions: Record<Permission, string> = {
  'orders.view': 'See orders',
  'orders.import': 'Import orders',
  'shipments.manage': 'Ship orders',
  'customers.view_personal': 'See customers in full',
  'finance.view': 'See 财务明细',
  'users.view': 'See staff',
  'users.approve': 'Let people in',
  'users.suspend': 'Suspend staff',
  'events.view': 'See who did what',
  'books.verify': 'Verify the books',
}

export const staff = {
  permissions,
  noRole: 'no role yet',
  you: 'you',

  accessRequests: 'Waiting to be let in',
  accessRequestsHint: 'They can log in only after you approve',
  copyAddress: 'Copy the address',
  noAccessRequests: 'Nobody waits. Colleagues register at',
  noAccessRequestsEnd: 'and then wait here for you.',
  registrationOpen: 'Nobody waits. Whoever registers is let in at once, at',
  registrationClosed: 'Registration is closed on this installation (KONTOR_REGISTRATION).',
  requestedAt: (time: string) => `asked ${time}`,
  roleFor: (name: string) => `Role for ${name}`,
  approve: 'Approve',
  reject: 'Reject',
  approved: (name: string) => `${name} is let in`,
  rejected: (name: string) => `${name} is rejected`,

  filterForm: 'Filter the staff',
  search: 'Search',
  searchPlaceholder: 'Name or e-mail…',
  role: 'Role',
  anyRole: 'Any role',
  status: 'Status',
  anyStatus: 'Any status',
  list: 'Staff',
  columns: { name: 'Name', email: 'E-mail', role: 'Role', status: 'Status', lastSeen: 'Last seen', since: 'Since' },
  never: 'never',
  count: (n: number) => `${formatCount(n)} ${n === 1 ? 'person' : 'people'}`,
  inactive: (n: number) => `${n} ${n === 1 ? 'has' : 'have'} not been here for more than 30 days`,
  noMatchHint: 'Nobody has this name, role and status together.',

  missingPermissionTitle: 'The staff is not open to you',

  userMissing: 'There is no such account',
  userMissingHint: 'Accounts are never deleted, so the address is not right.',
  since: (day: string) => `since ${day}`,
  roleAndPermissions: 'Role and rights',
  allowed: 'may',
  notAllowed: 'may not',
  sessions: 'Sessions',
  sessionCount: (n: number) => (n === 0 ? 'No open session' : n === 1 ? '1 open session' : `${n} open sessions`),
  recentActivity: 'Lately',
  noRecentActivity: 'Nothing is on record.',

  suspend: 'Suspend…',
  suspendTitle: (name: string) => `Suspend ${name}?`,
  suspendConsequence: (sessions: number) =>
    sessions === 0
      ? 'Nobody can log in with this account until you restore it. What was done with it stays on record.'
      : `${sessions === 1 ? 'The open session ends' : `All ${sessions} open sessions end`} at once, and nobody can log in with this account until you restore it. What was done with it stays on record.`,
  suspendConfirm: 'Suspend',
  keep: 'Keep',
  suspended: (name: string) => `${name} is suspended`,
  restore: 'Restore',
  restoreHint: (role: string) => `The account gets back its role, ${role}, and can log in again.`,
  restoreToPending: 'The person waits for a role again.',
  restored: (name: string) => `${name} is restored`,
}
