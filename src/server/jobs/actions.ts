import { inTransaction, requirePermission } from '#server/auth/access.ts'
import type { Action, AuthenticatedContext } from '#server/context.ts'
import { createJob, recordJobEvent } from '#server/jobs/create-job.ts'
import { expireJobFile } from '#server/jobs/job-files.ts'
import * as store from '#server/jobs/store.ts'
import {
  itemsPerPage,
  listActions,
  loadJob,
  loadJobDetails,
  loadJobList,
  loadUndoable,
  parseParameters,
  runsJob,
  toItemList,
} from '#server/jobs/views.ts'
import { forgetInput } from '#server/jobs/write-file.ts'
import { type JobAction, jobLifecycle, maxJobItems } from '#shared/jobs/job.ts'
import { jobPermissions } from '#shared/jobs/kinds.ts'
import type { JobDetails } from '#shared/jobs/views.ts'
import { ProblemError } from '#shared/problem.ts'
import { nextState } from '#shared/state-machine.ts'

/** `GET /api/jobs`: the jobs of the user, or of everyone, the newest first. */
export const listJobs: Action<'listJobs'> = async (context, { everyone, before }) => {
  if (everyone) requirePermission(context, 'jobs.manage')
  return loadJobList(context, { everyone, before })
}

/** `GET /api/jobs/:job`. */
export const getJob: Action<'getJob'> = (context, { job }) => loadJobDetails(context, job)

/** `GET /api/jobs/:job/items`: the result of each item. */
export const listJobItems: Action<'listJobItems'> = async (context, { job: id, result, after = 0 }) => {
  const db = context.kontor.database.read
  const job = await loadJob(db, context, id)
  const rows = await store.listItems(db, job.id, { result, after, limit: itemsPerPage + 1 })
  return toItemList(rows)
}

/** `POST /api/jobs/:job/start`: by its own user. */
export const startJob: Action<'startJob'> = (context, { job }) => changeJob(context, job, 'start')

/** `POST /api/jobs/:job/pause`: the item that is being worked on is undone, and done again after the job is resumed. */
export const pauseJob: Action<'pauseJob'> = (context, { job }) => changeJob(context, job, 'pause')

/** `POST /api/jobs/:job/resume`: also one that failed, once its user has the permission again. */
export const resumeJob: Action<'resumeJob'> = (context, { job }) => changeJob(context, job, 'resume')

/** `POST /api/jobs/:job/cancellation`: what is done stays done. */
export const cancelJob: Action<'cancelJob'> = (context, { job }) => changeJob(context, job, 'cancel')

const eventActions = {
  start: 'job.started',
  pause: 'job.paused',
  resume: 'job.resumed',
  cancel: 'job.cancelled',
} as const satisfies Record<JobAction, string>

/**
 * Throws `permission-denied` if the job would go on and the user lacks its permission, and `illegal-transition` with the legal actions if they, or
 * the status of the job, do not include the action.
 */
async function changeJob(context: AuthenticatedContext, id: string, action: JobAction): Promise<JobDetails> {
  const { kontor } = context
  await inTransaction(context, async (transaction) => {
    const job = await loadJob(transaction, context, id)
    if (runsJob(action)) requirePermission(context, jobPermissions[job.kind])
    const status = nextState(jobLifecycle, job.status, action)
    const allowed = listActions(context, job)
    if (status === undefined || !allowed.includes(action))
      throw new ProblemError('illegal-transition', { allowedActions: allowed.join(' ') })
    await store.updateJob(transaction, id, {
      status,
      failure: '',
      lease_owner: '',
      lease_until: 0,
      ended_at: status === 'cancelled' ? kontor.now() : null,
      // Nothing reads these any more, and they may be personal.
      ...(status === 'cancelled' && { state: forgetInput(job.state) }),
    })
    if (status === 'cancelled') await expireJobFile(transaction, id, kontor.now())
    await recordJobEvent(transaction, context, job, eventActions[action])
  })
  kontor.wakeJobs?.()
  return loadJobDetails(context, id)
}

/**
 * `POST /api/jobs/:job/undo`: a job of its own takes back what this one did, of each order that nothing has changed since. Throws
 * `illegal-transition` if the job cannot be undone, or not any more.
 */
export const undoJob: Action<'undoJob'> = async (context, { job: id }) => {
  const db = context.kontor.database.read
  const job = await loadUndoable(db, context, id)
  const done = await store.listItems(db, id, { result: 'done', after: 0, limit: maxJobItems })
  const undoing = await createJob(context, {
    kind: job.kind,
    parameters: parseParameters(job),
    items: done.map(({ order_number: order, undo }) => ({ order, parameters: undo })),
    start: true,
    undoes: id,
  })
  return loadJobDetails(context, undoing)
}
