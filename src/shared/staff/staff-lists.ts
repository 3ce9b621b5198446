import { auditLog } from '#shared/events/audit-log.ts'
import type { List } from '#shared/list/list.ts'
import { invitationsList } from '#shared/staff/invitations.ts'
import { sessionsList } from '#shared/staff/sessions-list.ts'
import type { StaffTab } from '#shared/staff/staff-tabs.ts'
import { usersList } from '#shared/staff/users-list.ts'
import { tokensList } from '#shared/tokens/tokens-list.ts'
import { webhooksList } from '#shared/webhooks/webhooks-list.ts'

/** The lists of the tabs of `/users`; roles are none. */
export const staffLists = {
  staff: usersList,
  roles: undefined,
  invitations: invitationsList,
  sessions: sessionsList,
  audit: auditLog,
  tokens: tokensList,
  webhooks: webhooksList,
} as const satisfies Record<StaffTab, List | undefined>
