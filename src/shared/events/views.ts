import * as z from 'zod/mini'

/** Every action that is recorded, and whether it belongs into the activity feed. `messages.events` has a sentence for each. */
export const isInActivity = {
  // The feed shows the import, not each of its orders.
  'order.imported': false,
  'order.shipped': true,
  'orders.imported': true,
  'user.registered': true,
  'user.approved': true,
  'user.rejected': true,
  'user.reopened': true,
  'user.suspended': true,
  'user.restored': true,
  'user.added': true,
  'user.unlocked': true,
  // Logins are shown with the user they belong to.
  'user.logged_in': false,
  'user.login_failed': false,
} as const satisfies Record<string, boolean>
export type EventAction = keyof typeof isInActivity
export const eventActions = Object.keys(isInActivity) as [EventAction, ...EventAction[]]

/** Who acted: a logged-in user, an API token, or the program itself (also for actions of guests). */
export type ActorType = 'user' | 'token' | 'program'

/** One recorded event: parameters, not text. `actor` is a name, or null for the program. */
export const eventView = z.object({
  id: z.string(),
  at: z.int(),
  action: z.enum(eventActions),
  actor: z.nullable(z.string()),
  objectType: z.enum(['order', 'user', 'import']),
  objectId: z.string(),
  /** The order's number, the user's name, or the file's name. */
  objectLabel: z.string(),
  parameters: z.record(z.string(), z.union([z.string(), z.number()])),
})
export type EventView = z.infer<typeof eventView>
