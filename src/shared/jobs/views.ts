import { itemResults, jobActions, jobFailures, jobStatuses } from '#shared/jobs/job.ts'
import { jobKinds } from '#shared/jobs/kinds.ts'
import * as z from 'zod/mini'

/** What a job does. */
const jobKind = z.enum(jobKinds)

/** A job and how far it is. */
export const jobView = z.object({
  id: z.string(),
  kind: jobKind,
  status: z.enum(jobStatuses),
  /** Who made it. */
  by: z.string(),
  isOwn: z.boolean(),
  createdAt: z.int(),
  startedAt: z.nullable(z.int()),
  endedAt: z.nullable(z.int()),
  /** The input of the action: `tag`, `reason`, `carrier` and so on. */
  parameters: z.record(z.string(), z.string()),
  /** Orders; of a job that reads a file, those that it has read so far. */
  total: z.int(),
  /** How far it is; null if that is not known. */
  percent: z.nullable(z.int()),
  /** For an import: `created`, `updated`, and `changed` for orders that could be updated. */
  counts: z.record(z.string(), z.int()),
  done: z.int(),
  skipped: z.int(),
  refused: z.int(),
  /** Why it failed. */
  failure: z.nullable(z.enum(jobFailures)),
  /** The job that this one undoes. */
  undoes: z.nullable(z.string()),
  /** The job that undoes this one. */
  undoneBy: z.nullable(z.string()),
  /** Actions available to the user now. */
  actions: z.array(z.enum([...jobActions, 'undo'])),
  /** Until when it can be undone, if it can. */
  undoUntil: z.nullable(z.int()),
})
export type JobView = z.infer<typeof jobView>

/** A job with the reasons for which items were left as they are, the most frequent first. */
export const jobDetails = z.object({
  ...jobView.shape,
  /** The file that it has written, to download until it expires, epoch ms. */
  file: z.nullable(z.object({ name: z.string(), sizeBytes: z.int(), expiresAt: z.int() })),
  /** For a job that prints: how many documents it has so far, each of up to 200 orders. */
  documents: z.int(),
  reasons: z.array(z.object({ result: z.enum(itemResults), reason: z.string(), count: z.int() })),
})
export type JobDetails = z.infer<typeof jobDetails>

/** Jobs, the newest first; `next` continues them as `before`. */
export const jobList = z.object({ jobs: z.array(jobView), next: z.nullable(z.string()) })
export type JobList = z.infer<typeof jobList>

/** An item of a job: `result` is null while it waits. */
const jobItem = z.object({
  position: z.int(),
  /** The number of the order; of a file, that in the file. */
  order: z.string(),
  result: z.nullable(z.enum(itemResults)),
  /** Why it was left as it is; empty if it was changed or waits. */
  reason: z.string(),
  /** The line of the file that it begins at, if it comes from a file. */
  line: z.nullable(z.int()),
})

/** The items of a job by their position; `next` continues them as `after`. */
export const jobItemList = z.object({ items: z.array(jobItem), next: z.nullable(z.int()) })
export type JobItemList = z.infer<typeof jobItemList>

/** The order that a user claimed as the next one to ship, and when the claim expires, epoch ms. */
export const claimedOrder = z.object({ number: z.string(), claimedUntil: z.int() })
