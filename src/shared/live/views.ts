import * as z from 'zod/mini'

/** A committed change of an order. */
export const orderUpdate = z.object({
  number: z.string(),
  /** The order's version after it; null for what has no version, such as a note. */
  version: z.nullable(z.int()),
  /** When it happened, epoch ms. */
  at: z.int(),
  /** Null for the program. */
  by: z.nullable(z.object({ id: z.string(), name: z.string() })),
  isNew: z.boolean(),
})
export type OrderUpdate = z.infer<typeof orderUpdate>

/** A user who has the order open, and since when, epoch ms. */
export const orderViewer = z.object({ name: z.string(), since: z.int() })
export type OrderViewer = z.infer<typeof orderViewer>

/** How many rows a list of open work has, and its URL. */
const navigationCount = z.object({ count: z.int(), href: z.string() })

/** The work that waits for the user, by the page whose link in the navigation shows it; without what nothing waits in. */
export const navigationCounts = z.object({
  /** Orders to ship. */
  orders: z.optional(navigationCount),
  /** Access requests. */
  users: z.optional(navigationCount),
})
export type NavigationCounts = z.infer<typeof navigationCounts>

/** What a page learns while it is open: one answer of `GET /api/live` or `GET /api/live/session`, or one message of their streams. */
export const liveUpdate = z.object({
  /** The server's time, epoch ms: the `since` of the next request. */
  now: z.int(),
  /** Oldest first. */
  changes: z.array(orderUpdate),
  /** False if there were other changes too, because they were too many or are too long ago. */
  isComplete: z.boolean(),
  /** The others who have the order open, first come first; null if that has not changed. */
  viewers: z.nullable(z.array(orderViewer)),
  /** The ids of the jobs that went on. */
  jobs: z.array(z.string()),
  /** The ids of the jobs that have another status: they were started, have ended, and so on. */
  changedJobs: z.array(z.string()),
  /** The open work of the user; null if that has not changed. */
  counts: z.nullable(navigationCounts),
})
export type LiveUpdate = z.infer<typeof liveUpdate>
