import type { Density } from '#shared/list/list.ts'
import type { MailKind } from '#shared/account/mails.ts'
import type { Locale } from '#shared/locales.ts'
import type { UserStatus } from '#shared/staff/user-status.ts'
import type { Generated } from 'kysely'

/** People and how they log in. */
export interface StaffTables {
  roles: RolesTable
  users: UsersTable
  list_columns: ListColumnsTable
  list_views: ListViewsTable
  default_views: DefaultViewsTable
  credentials: CredentialsTable
  sessions: SessionsTable
  api_tokens: ApiTokensTable
  one_time_links: OneTimeLinksTable
  outgoing_mails: OutgoingMailsTable
  used_challenges: UsedChallengesTable
  invitations: InvitationsTable
  throttles: ThrottlesTable
}

export interface ListColumnsTable {
  user_id: string
  list: string
  columns: string | null
  widths: string
  density: Density | ''
}

export interface ListViewsTable {
  id: string
  list: string
  name: string
  query: string
  owner_id: string
  /** 0 or 1. */
  shared: number
  columns: string | null
  widths: string | null
  density: Density | '' | null
  created_at: number
}

export interface DefaultViewsTable {
  user_id: string
  list: string
  view_id: string
}

export interface RolesTable {
  id: string
  name: string
  name_key: string
  description: string
  permissions: string | null
  refund_limit_minor: number | null
  daily_refund_limit_minor: number | null
  discount_limit_minor: number | null
  daily_discount_limit_minor: number | null
  write_off_limit_minor: number | null
  manual_entry_limit_minor: number | null
  daily_manual_entry_limit_minor: number | null
  second_factor_since: number | null
  created_at: number
  version: Generated<number>
}

export interface UsersTable {
  id: string
  email: string
  email_key: string
  name: string
  name_sort_key: string
  role: string | null
  status: UserStatus
  locale: Locale
  created_at: number
  approved_by: string | null
  approved_at: number | null
  last_seen_at: number | null
  muted_mails: Generated<string>
  time_zone: Generated<string>
  version: Generated<number>
}

/** How a user can prove their identity. */
export type CredentialKind = 'password' | 'totp' | 'recovery' | 'passkey' | 'oidc'

export interface CredentialsTable {
  id: string
  user_id: string
  kind: CredentialKind
  issuer: string
  subject: string | null
  secret: string
  label: string
  details: string
  created_at: number
  last_used_at: number | null
}

/** Why a session is over: logged out, ended by its user or an administrator, or with the account or the password it was opened with. */
export type RevokeReason = 'logout' | 'ended' | 'suspended' | 'password-changed'

export interface SessionsTable {
  id: string
  user_id: string
  created_at: number
  verified_at: number
  last_seen_at: number
  expires_at: number
  revoked_at: number | null
  revoke_reason: RevokeReason | null
  ip: string
  user_agent: string
  viewed_user_id: string | null
  viewed_until: number | null
}

export interface ApiTokensTable {
  id: string
  user_id: string
  name: string
  prefix: string
  token_hash: string
  permissions: string
  addresses: string
  created_at: number
  expires_at: number
  revoked_at: number | null
  last_used_at: number | null
  last_ip: string
}

/** A challenge that a passkey has signed. */
export interface UsedChallengesTable {
  hash: string
  expires_at: number
}

export type LinkKind = 'setup' | 'reset' | 'invitation'

export interface OneTimeLinksTable {
  token_hash: string
  kind: LinkKind
  subject_id: string | null
  created_by: string | null
  created_at: number
  expires_at: number
  used_at: number | null
  revoked_at: number | null
}

export interface OutgoingMailsTable {
  id: string
  kind: MailKind
  email: string
  locale: Locale
  link_subject_id: string | null
  parameters: string
  created_at: number
  attempts: Generated<number>
  next_attempt_at: number
}

export interface InvitationsTable {
  id: string
  email: string
  email_key: string
  name: string
  role: string
  created_at: number
  created_by: string
  expires_at: number
  accepted_at: number | null
  user_id: string | null
  revoked_at: number | null
  version: Generated<number>
}

export interface ThrottlesTable {
  key: string
  failures: number
  blocked_until: number
  updated_at: number
}
