import type { AccountView } from '#shared/account/views.ts'
import type { AuditEvent, AuditEventList, EventsHead } from '#shared/events/audit-views.ts'
import type { EventView } from '#shared/events/views.ts'
import type { ListView } from '#shared/list/view-inputs.ts'
import type { QueryErrors } from '#shared/list/query-errors.ts'
import type { Count } from '#shared/list/count.ts'
import type { RoleView } from '#shared/roles/views.ts'
import type { StaffTab } from '#shared/staff/staff-tabs.ts'
import type { Permission } from '#shared/permissions.ts'
import type { ApiToken, tokenList } from '#shared/tokens/tokens.ts'
import type { DeliveryList, DeliveryView, WebhookView } from '#shared/webhooks/webhooks.ts'
import * as z from 'zod/mini'
import {
  type UserRow,
  type UserList,
  type SessionRow,
  sessionList,
  type InvitationRow,
  invitationList,
} from '#shared/staff/views.ts'

/** The tab "Sessions". */
export interface SessionsTabView extends z.infer<typeof sessionList>, QueryErrors {
  tab: 'sessions'
  missingPermission: null
  previous: string | null
}

/** The tab "Staff": a page of accounts, and the access requests that have waited longest. */
export interface StaffTabView extends UserList, QueryErrors {
  tab: 'staff'
  missingPermission: null
  previous: string | null
  /** How many accounts of the list are active but without a visit for long. */
  inactiveCount: number
  /** Saved views of the list. */
  views: ListView[]
  requests: { rows: UserRow[]; count: Count }
}

/** The tab "Roles". */
export interface RolesTabView {
  tab: 'roles'
  missingPermission: null
  roles: RoleView[]
}

/** The tab "Invitations". */
export interface InvitationsTabView extends z.infer<typeof invitationList>, QueryErrors {
  tab: 'invitations'
  missingPermission: null
  previous: string | null
  /** The invitation that is open in a dialog. */
  invitation: InvitationRow | { missing: string } | null
}

/** The tab "Audit log". */
export interface AuditTabView extends AuditEventList, QueryErrors {
  tab: 'audit'
  missingPermission: null
  previous: string | null
  /** The event that is open in the panel. */
  event: AuditEvent | { missing: string } | null
  head: EventsHead
  /** Saved views of the list. */
  views: ListView[]
  /** The people to filter by: those who have an account, by name. */
  people: { id: string; name: string }[]
}

/** The tab "API tokens". */
export interface TokensTabView extends z.infer<typeof tokenList>, QueryErrors {
  tab: 'tokens'
  missingPermission: null
  previous: string | null
  /** The token that is open in the panel. */
  token: TokenDetail | { missing: string } | null
  /** The owners to filter by: those who have tokens that the user can see, by name. */
  owners: { id: string; name: string }[]
}

export interface TokenDetail extends ApiToken {
  canRevoke: boolean
  /** Its actions, newest first; null for another user's token without the permission to see the audit log. */
  events: EventView[] | null
}

/** The tab "Webhooks". */
export interface WebhooksTabView extends QueryErrors {
  tab: 'webhooks'
  missingPermission: null
  rows: WebhookView[]
  /** There is one page, because a company has few. */
  next: null
  previous: null
  count: Count
  /** The webhook that is open in the panel. */
  webhook: WebhookDetail | { missing: string } | null
}

export interface WebhookDetail extends WebhookView {
  deliveries: DeliveryList
  /** The delivery that is open, with what was sent. */
  delivery: DeliveryView | null
}

/** The content of the open tab, or the permission that it needs. */
export type TabContent =
  | StaffTabView
  | RolesTabView
  | InvitationsTabView
  | SessionsTabView
  | AuditTabView
  | TokensTabView
  | WebhooksTabView
  | { tab: StaffTab; missingPermission: Permission }

export interface UserDetail extends UserRow {
  /** Why the current user cannot act on this account at all, although their role could act on others. */
  denial: 'own-account' | 'above-your-rank' | null
  sessionCount: number
  /** Whether the current user can make a reset link for this account. */
  canReset: boolean
  /** The open sessions; empty without the permission to see them. */
  sessions: SessionRow[]
  /** Whether the current user can end them. */
  canEndSessions: boolean
  /** Whether the account has second factors, and the user can remove them. */
  canRemoveFactors: boolean
  events: EventView[]
}

/** The data of `/users`. */
export interface UsersView {
  /** The tabs that the user can see. */
  tabs: StaffTab[]
  content: TabContent
  /** The account that is open in the panel; null for none, or without the permission to see accounts. */
  user: UserDetail | { missing: string } | null
  /** The own account, when its panel is open; `hidden` from someone who views as its user. */
  account: AccountView | 'hidden' | null
  /** The roles that the current user can grant, the one with the most permissions first. */
  grantable: string[]
}
