import type { EventView } from '#shared/events/views.ts'
import { locales, userStatuses } from '#shared/staff/inputs.ts'
import { type Role, roles } from '#shared/permissions.ts'
import * as z from 'zod/mini'

/** The person who is logged in, as every page and the session call know them. */
export const sessionUser = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  role: z.enum(roles),
  locale: z.enum(locales),
})
export type SessionUser = z.infer<typeof sessionUser>

/** The session call: all three, or nothing at all. */
export type SessionView = { user: SessionUser; loggedInAt: number; id: string } | Record<string, never>
export const sessionView = z.union([
  z.object({
    user: sessionUser,
    loggedInAt: z.int(),
    id: z.string(),
  }),
  z.strictObject({}),
])

/** One account. `role` is null until somebody lets the person in. */
export const userRow = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  role: z.nullable(z.enum(roles)),
  status: z.enum(userStatuses),
  createdAt: z.int(),
  lastSeenAt: z.nullable(z.int()),
  /** What the reader may do with this account now. */
  actions: z.array(z.enum(['approve', 'reject', 'reopen', 'suspend', 'restore'])),
})
export type UserRow = z.infer<typeof userRow>
export const userList = z.object({ rows: z.array(userRow) })

/** What `/users` shows, or the right that is missing. */
export type UsersView =
  | { missingPermission: 'users.view' }
  | {
      missingPermission: null
      pending: UserRow[]
      /** Everybody but those who wait, who match the filter, by name. */
      rows: UserRow[]
      user: (UserRow & { sessionCount: number; events: EventView[] }) | { missing: string } | null
      /** The roles the reader may give. */
      grantable: Role[]
    }

/** `returnTo`: path and query of the page that a login leads to. `setupRequired`: there is no account to log in with. */
export interface LoginView {
  returnTo: string
  setupRequired: boolean
}

/**
 * `setup`: the link creates the owner account. `expired`: the link is no longer valid. `setup-required`: there is no account, and
 * registration needs the setup link. The others are the setting of the installation.
 */
export interface RegisterView {
  state: 'setup' | 'expired' | 'setup-required' | 'approval' | 'open' | 'closed'
}
