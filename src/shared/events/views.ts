import * as z from 'zod/mini'

/** Everything that can be told of what happened. A sentence for each stands in `messages.events`. */
export const eventActions = [
  'order.imported',
  'order.shipped',
  'orders.imported',
  'user.registered',
  'user.approved',
  'user.rejected',
  'user.suspended',
  'user.restored',
  'user.added',
  'user.logged_in',
  'user.log_in_refused',
] as const
export type EventAction = (typeof eventActions)[number]

/** One thing that happened: parameters, not sentences. `actor` is a name, or null for the program itself. */
export const eventView = z.object({
  id: z.string(),
  at: z.int(),
  action: z.enum(eventActions),
  actor: z.nullable(z.string()),
  objectType: z.enum(['order', 'user', 'import']),
  objectId: z.string(),
  /** The order's number, the person's name, the file's name. */
  objectLabel: z.string(),
  parameters: z.record(z.string(), z.union([z.string(), z.number()])),
})
export type EventView = z.infer<typeof eventView>
