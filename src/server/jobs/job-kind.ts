import type { AuthenticatedContext } from '#server/context.ts'
import type { Transaction } from '#server/db/database.ts'
import type { JobItemRecord, JobRecord } from '#server/jobs/store.ts'
import type { ItemResult, JobState } from '#shared/jobs/job.ts'
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
  /** Why the item was left unchanged. */
  reason?: string
  /** Data needed to undo the change, if it can be undone. */
  undo?: object
}

/** A job that works on a file, which counts what it does. */
export interface JobRun {
  /** The user of the job, as of a `JobStep`. */
  context: AuthenticatedContext
  job: JobRecord
  /**
   * Saves the progress of the job in the transaction of the work since the last save, so that it continues there after a crash. Throws
   * `JobInterrupted` like `JobStep.settle`.
   */
  save: (transaction: Transaction, progress: JobProgress) => Promise<void>
  /** Throws `JobInterrupted` when this server is about to stop. Call it between two transactions. */
  throwIfStopping: () => void
}

/** Counts by result so far, and the state from which the job continues. */
export interface JobProgress {
  done: number
  skipped: number
  refused: number
  total: number
  state: JobState
  /** Items that it has left unchanged since the last progress. */
  left: readonly LeftItem[]
  /** Deletes the items that it left unchanged before. */
  restarts?: boolean
}

/** An order of a file that was left as it is. */
export interface LeftItem {
  /** Its place in the file, from 1, or among those that are left. */
  position: number
  order: string
  /** The line in the file, if the item is an order of a file. */
  line?: number
  reason: string
}

interface KindOfJob {
  /** The permission that the user of the job must have until its end. */
  permission: Permission
}

/** A job on items that were fixed when it was made. */
export interface ItemJobKind extends KindOfJob {
  /** Changes one item, or settles it with the reason why not. An error that it throws settles the item as refused. */
  run: (step: JobStep) => Promise<unknown>
  /** Takes back what `run` did to an item; missing if that is impossible. */
  undo?: (step: JobStep) => Promise<unknown>
}

/** A job on a file or an import, from its beginning or from where `save` left it. An error that it throws fails it, unless the database is out of reach. */
export interface FileJobKind extends KindOfJob {
  work: (run: JobRun) => Promise<void>
}

/** What a kind of job does. */
export type JobKind = ItemJobKind | FileJobKind

/** The job was paused, cancelled or taken over by another server: the work since its last result or `save` is rolled back. */
export class JobInterrupted extends Error {
  constructor() {
    super('The job was paused, cancelled or taken over')
  }
}

/** The job cannot continue, because of its remaining orders. */
export class JobBlocked extends Error {
  constructor() {
    super('The job is blocked by orders that it left')
  }
}

/** The job cannot continue, because its file was deleted. */
export class JobFileMissing extends Error {
  constructor() {
    super('The file of the job is gone')
  }
}
