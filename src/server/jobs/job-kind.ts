import type { AuthenticatedContext } from '#server/context.ts'
import type { Transaction } from '#server/db/database.ts'
import type { JobItemRecord, JobRecord } from '#server/jobs/store.ts'
import type { ItemResult } from '#shared/jobs/job.ts'
import type { Permission } from '#shared/permissions.ts'

/** One item of a job that is being worked on. */
export interface JobStep {
  /** The user of the job, whose account and permission every transaction checks again. */
  context: AuthenticatedContext
  job: JobRecord
  item: JobItemRecord
  /**
   * Writes the result of the item, in the transaction of its change, so that both take effect or neither does. Throws `JobInterrupted` when
   * the job was paused, cancelled or taken over meanwhile, which undoes the change.
   */
  settle: (transaction: Transaction, outcome: ItemOutcome) => Promise<void>
}

export interface ItemOutcome {
  result: ItemResult
  /** Why it was left as it is. */
  reason?: string
  /** What undoing it needs to know, for those that were changed and can be undone. */
  undo?: object
}

/** What a kind of job does. */
export interface JobKind {
  /** What its user needs for every item. */
  permission: Permission
  /** Changes one item, or settles it with the reason why not. An error that it throws settles the item as refused. */
  run: (step: JobStep) => Promise<unknown>
  /** Takes back what `run` did to an item; missing if that is impossible. */
  undo?: (step: JobStep) => Promise<unknown>
}

/** The job does not go on here: its item keeps no result. */
export class JobInterrupted extends Error {
  constructor() {
    super('The job was paused, cancelled or taken over')
  }
}
