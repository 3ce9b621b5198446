import { allowedActions, type StateMachine } from '#shared/state-machine.ts'

/** Jobs: background work on many items, which continues when its page is closed and after a restart. */

/** Where the jobs of the user are. */
export const jobsPath = '/api/jobs'

/** `preparing`: its items are still being written. `previewed`: waits for its user to start it. */
export const jobStatuses = [
  'preparing',
  'previewed',
  'queued',
  'running',
  'paused',
  'finished',
  'cancelled',
  'failed',
] as const
export type JobStatus = (typeof jobStatuses)[number]

/** What users do with a job. */
export const jobActions = ['start', 'pause', 'resume', 'cancel'] as const
export type JobAction = (typeof jobActions)[number]

/** What the program does with a job: `claim` also takes over one whose server stopped, `fail` ends one whose user is no longer allowed to run it. */
export type JobStep = 'prepare' | 'claim' | 'finish' | 'fail'

/** The status of a job after an action; what is not listed is illegal. */
export const jobLifecycle: StateMachine<JobStatus, JobAction | JobStep> = {
  preparing: { prepare: 'previewed' },
  previewed: { start: 'queued', cancel: 'cancelled' },
  queued: { claim: 'running', pause: 'paused', cancel: 'cancelled' },
  running: { claim: 'running', pause: 'paused', cancel: 'cancelled', finish: 'finished', fail: 'failed' },
  paused: { resume: 'queued', cancel: 'cancelled' },
  failed: { resume: 'queued', cancel: 'cancelled' },
  finished: {},
  cancelled: {},
}

/** What users can do with a job of this status. */
export const jobActionsIn = (status: JobStatus): JobAction[] =>
  allowedActions(jobLifecycle, status).filter((action) =>
    (jobActions as readonly string[]).includes(action),
  ) as JobAction[]

/** Whether its progress can still change without anyone doing anything. */
export const isJobActive = (status: JobStatus): boolean =>
  status === 'preparing' || status === 'queued' || status === 'running'

/** The result of an item: changed, skipped because it needed no change or did not allow it, or failed with an error. */
export const itemResults = ['done', 'skipped', 'refused'] as const
export type ItemResult = (typeof itemResults)[number]

/**
 * Why a job failed: the account of its user is not active, the user lacks its permission, the file that it reads was deleted, the orders that it left as they
 * are keep it from going on, or an unexpected error, which is in the log.
 */
export const jobFailures = ['account', 'permission', 'file', 'blocked', 'error'] as const
export type JobFailure = (typeof jobFailures)[number]

/** How long a finished job can be undone. */
export const undoWindowMs = 15 * 60_000
/** The most items of one job. */
export const maxJobItems = 100_000
/** How long a job is kept after it ended, and a preview that is never started. */
export const jobRetentionMs = 90 * 86_400_000
export const previewRetentionMs = 86_400_000
/** How long the file of a job is kept. */
export const jobFileRetentionMs = 7 * 86_400_000

/** How far a job is that works on a file: its counts by name, and how much of the file it has read, in percent, if that is known. */
export interface JobState {
  percent: number | null
  counts: Readonly<Record<string, number>>
}
