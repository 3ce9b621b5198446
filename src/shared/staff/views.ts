import type { Problem } from '#shared/problem.ts'
import type { Confirmation } from '#shared/account/factor-views.ts'
import { count } from '#shared/list/count.ts'
import { locales } from '#shared/locales.ts'
import { invitationStatuses } from '#shared/staff/invitations.ts'
import { userActionNames } from '#shared/staff/user-actions.ts'
import { userStatuses } from '#shared/staff/user-status.ts'
import * as z from 'zod/mini'

/** The logged-in user, as pages and `getSession` return it. */
export const sessionUser = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  /** The id of a role. */
  role: z.string(),
  locale: z.enum(locales),
  /** In which times are shown to the user; that of the books if missing. */
  timeZone: z.optional(z.string()),
})
export type SessionUser = z.infer<typeof sessionUser>

const userSessionView = z.object({
  user: sessionUser,
  loggedInAt: z.int(),
  id: z.string(),
  /** Who views the program as `user`, and until when, epoch ms. */
  viewedBy: z.optional(z.object({ name: z.string(), until: z.int() })),
  /** Until when the role can be used without the second factor that it needs, epoch ms; missing for users who have one, or need none. */
  secondFactorDueAt: z.optional(z.int()),
})

/** The answer of `getSession`; empty for a guest. */
export type SessionView = z.infer<typeof userSessionView> | Record<string, never>
export const sessionView = z.union([userSessionView, z.strictObject({})])

/** One account. `role` is null until the account is approved. */
export const userRow = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  role: z.nullable(z.string()),
  status: z.enum(userStatuses),
  createdAt: z.int(),
  lastSeenAt: z.nullable(z.int()),
  /** Whether a login needs more than the password: an authenticator app or a passkey. */
  hasSecondFactor: z.boolean(),
  /** The actions that the current user can take on this account. */
  actions: z.array(z.enum(userActionNames)),
})
export type UserRow = z.infer<typeof userRow>
export const userList = z.object({ rows: z.array(userRow), next: z.nullable(z.string()), count })
export type UserList = z.infer<typeof userList>

/** What an action on several accounts did to each: the problem that kept it from one, as its title says, or null. */
export const bulkResult = z.object({
  results: z.array(z.object({ id: z.string(), name: z.string(), problem: z.nullable(z.string()) })),
})
export type BulkResult = z.infer<typeof bulkResult>

/** An open session. `device` is empty when the browser does not say what it is. */
export const sessionRow = z.object({
  id: z.string(),
  userId: z.string(),
  userName: z.string(),
  device: z.string(),
  ip: z.string(),
  createdAt: z.int(),
  lastSeenAt: z.int(),
  /** The session of this request. */
  isCurrent: z.boolean(),
})
export type SessionRow = z.infer<typeof sessionRow>
export const sessionList = z.object({ rows: z.array(sessionRow), next: z.nullable(z.string()), count })

/** One invitation. `role` is what the account will have. */
export const invitationRow = z.object({
  id: z.string(),
  email: z.string(),
  /** Empty if the inviter gave none. */
  name: z.string(),
  role: z.string(),
  status: z.enum(invitationStatuses),
  createdAt: z.int(),
  invitedBy: z.string(),
  /** When the newest link expires. */
  expiresAt: z.int(),
  acceptedAt: z.nullable(z.int()),
  /** The account that came of it. */
  userId: z.nullable(z.string()),
  /** The actions that the current user can take on it. */
  actions: z.array(z.enum(['resend', 'revoke'])),
})
export type InvitationRow = z.infer<typeof invitationRow>
export const invitationList = z.object({ rows: z.array(invitationRow), next: z.nullable(z.string()), count })

/** A link with which a user sets a new password, which is shown only once. */
export const resetLink = z.object({ url: z.string(), expiresAt: z.int() })

/** An invitation with its link, which is shown only once. */
export const invitationLink = z.object({ invitation: invitationRow, url: z.string() })

/** `returnTo`: path and query of the page that a login leads to. `setupRequired`: there is no account to log in with. */
export interface LoginView {
  returnTo: string
  setupRequired: boolean
  /** With a reset link: whose password it sets, or that the link is not valid. */
  reset: { name: string; email: string } | 'invalid' | null
  canSendMail: boolean
  /** The problem of a login at the identity provider, or that it needs a second factor. */
  problem: Problem | null
  /** Whether this browser logged in at the identity provider, which has a page to log out. */
  canLogOutOfProvider: boolean
  /** Without script: what a logged-in user has to confirm before their form is done. */
  confirmation?: Confirmation
}

/**
 * `setup`: the link creates the owner account. `invitation`: the link creates the account of the person invited. `expired`,
 * `invitation-invalid`: the link is no longer valid. `setup-required`: there is no account, and registration needs the setup link. The others
 * are the setting of the installation.
 */
export type RegisterView =
  | { state: 'setup' | 'expired' | 'invitation-invalid' | 'setup-required' | 'approval' | 'open' | 'closed' }
  | { state: 'invitation'; invitation: Pick<InvitationRow, 'email' | 'name' | 'role'> }
