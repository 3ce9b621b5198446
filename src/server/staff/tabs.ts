import type { AuthenticatedContext } from '#server/context.ts'
import { readIfValid } from '#server/list/query-errors.ts'
import { loadAuditTab } from '#server/staff/audit-tab.ts'
import { loadInvitationsTab } from '#server/staff/invitations-tab.ts'
import { loadRolesTab } from '#server/staff/roles-tab.ts'
import { readSessions } from '#server/staff/sessions.ts'
import { loadStaffTab } from '#server/staff/staff-tab.ts'
import { loadTokensTab } from '#server/staff/tokens-tab.ts'
import { loadWebhooksTab } from '#server/staff/webhooks-tab.ts'
import { sessionsList } from '#shared/staff/sessions-list.ts'
import type { UsersQuery } from '#shared/staff/inputs.ts'
import type { StaffTab } from '#shared/staff/staff-tabs.ts'
import type { TabContent } from '#shared/staff/page-views.ts'

/** Loads the content of a tab of `/users` for a user who can see it. */
export type TabLoader<Tab extends StaffTab> = (
  context: AuthenticatedContext,
  query: UsersQuery,
) => Promise<Extract<TabContent, { tab: Tab; missingPermission: null }>>

export const tabLoaders: { [Tab in StaffTab]: TabLoader<Tab> } = {
  staff: loadStaffTab,
  roles: loadRolesTab,
  invitations: loadInvitationsTab,
  sessions: async (context, query) => ({
    tab: 'sessions',
    missingPermission: null,
    ...(await readIfValid(context, sessionsList, query, () => readSessions(context, query))),
  }),
  audit: loadAuditTab,
  tokens: loadTokensTab,
  webhooks: loadWebhooksTab,
}
