import type { EventAction } from '#shared/events/event-actions.ts'
import { choice, option, search } from '#shared/list/filter-fields.ts'
import { defineList } from '#shared/list/list.ts'
import { days } from '#shared/list/range-fields.ts'

/** What an event is about, for a filter: each action belongs to one. */
export const eventTopics = [
  'orders',
  'payments',
  'refunds',
  'customers',
  'staff',
  'roles',
  'logins',
  'refusals',
  'ledger',
  'imports',
  'exports',
  'settings',
] as const
export type EventTopic = (typeof eventTopics)[number]

const topicsByPrefix: Record<string, EventTopic> = {
  order: 'orders',
  payment: 'payments',
  refund: 'refunds',
  dispute: 'payments',
  customer: 'customers',
  user: 'staff',
  invitation: 'staff',
  role: 'roles',
  token: 'logins',
  webhook: 'settings',
  ledger_account: 'ledger',
  entry: 'ledger',
  entries: 'ledger',
  entry_request: 'ledger',
  match: 'ledger',
  line: 'ledger',
  entry_template: 'ledger',
  job: 'orders',
  orders: 'imports',
  customers: 'imports',
  users: 'imports',
  statement: 'imports',
  period: 'ledger',
}

/** Actions by which a user proves their identity, with the method and the time. */
const loginActions: readonly EventAction[] = [
  'user.logged_in',
  'user.logged_out',
  'user.login_failed',
  'user.identity_confirmed',
  'user.sessions_ended',
  'user.view_started',
  'user.view_ended',
  'user.reset_link_created',
  'user.password_changed',
  'user.password_reset',
  'user.totp_added',
  'user.totp_removed',
  'user.recovery_codes_created',
  'user.passkey_added',
  'user.passkey_renamed',
  'user.passkey_removed',
  'user.factors_removed',
  'user.identity_linked',
  'user.identity_unlinked',
]

/** Actions by which data leaves the program, or by which a user saw what was masked. */
const exportActions: readonly EventAction[] = [
  'orders.exported',
  'orders.export_downloaded',
  'orders.print_opened',
  'users.exported',
  'events.exported',
  'customers.exported',
  'customer.revealed',
]

/** The orders and customers of an import and of its undo. */
const unlistedActions: readonly EventAction[] = [
  'order.imported',
  'order.removed',
  'customer.imported',
  'customer.removed',
]

/** What an action is about; null for those that the audit log does not list one by one. */
export function topicOf(action: EventAction): EventTopic | null {
  if (unlistedActions.includes(action)) return null
  if (action === 'user.refused') return 'refusals'
  if (exportActions.includes(action)) return 'exports'
  if (loginActions.includes(action)) return 'logins'
  return topicsByPrefix[action.split('.')[0] ?? ''] ?? 'settings'
}

/**
 * What the retention of the audit log may remove: neither the history of orders, money and customers, nor what changed an account, its permissions or how
 * its user proves who they are.
 */
export const removableActions: readonly EventAction[] = [
  'user.logged_in',
  'user.logged_out',
  'user.login_failed',
  'user.identity_confirmed',
  'user.refused',
  ...exportActions,
]

/** The audit log, newest first, in which an import is one event, not one for each of its orders: on `/users?tab=audit` and `GET /api/events`. */
export const auditLog = defineList({
  path: '/users',
  parameters: { tab: 'audit' },
  permission: 'audit.view',
  openParameter: 'event',
  filters: [
    /** An IP address, or exactly what an event names: an order's number, a person's name, an email, a file. */
    search('search', { label: ({ staffFilters }) => staffFilters.search }),
    choice('topic', {
      values: eventTopics,
      multiple: true,
      label: ({ staffFilters }) => staffFilters.topic,
      valueLabels: ({ staffFilters }) => staffFilters.topics,
    }),
    option('actor', { label: ({ staffFilters }) => staffFilters.actor }),
    days('at', { key: 'day', label: ({ staffFilters }) => staffFilters.days }),
  ],
  columns: [{ id: 'what' }, { id: 'ip', priority: 2, card: false }, { id: 'at', align: 'end' }],
  sorts: [],
  paged: true,
  tabs: {},
})

/** Where the head of the chain of events is. */
export const eventsHeadPath = '/api/events/head'

/** The value of the filter `actor` for what the program and the operator did. */
export const programActor = 'program'
