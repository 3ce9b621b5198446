import { hasPermission, requirePermission } from '#server/auth/access.ts'
import type { AuthenticatedContext } from '#server/context.ts'
import { findJobFile } from '#server/jobs/job-files.ts'
import * as store from '#server/jobs/store.ts'
import { type JobAction, type JobState, undoWindowMs } from '#shared/jobs/job.ts'
import type { JobDetails, JobItemList, JobList, JobView } from '#shared/jobs/views.ts'
import { isExport, isFileJob, isUndoOfImport, jobActionsOf, jobPermissions, undoableKinds } from '#shared/jobs/kinds.ts'
import { maxPrintedOrders } from '#shared/print/documents.ts'
import { ProblemError } from '#shared/problem.ts'

/** Jobs on one page of the list. */
const listSize = 20
/** Items on one page. */
export const itemsPerPage = 100

/** A job that the user may see: their own, or with `jobs.manage` any. Throws `not-found`. */
export async function loadJob(
  db: Parameters<typeof store.findListedJob>[0],
  context: AuthenticatedContext,
  id: string,
): Promise<store.ListedJob> {
  const job = await store.findListedJob(db, id)
  if (!job || !canSee(context, job)) throw new ProblemError('not-found', { number: id })
  return job
}

const canSee = (context: AuthenticatedContext, job: store.JobRecord): boolean =>
  job.user_id === context.session.user.id || hasPermission(context, 'jobs.manage')

/** A job with the reasons for which its items were left as they are. Throws `not-found`. */
export async function loadJobDetails(context: AuthenticatedContext, id: string): Promise<JobDetails> {
  const db = context.kontor.database.read
  const job = await loadJob(db, context, id)
  // Files that imports read cannot be downloaded.
  const file = isExport(job.kind) ? await findJobFile(context.kontor, id) : undefined
  // The reasons in a file are nearly all different.
  const reasons = isFileJob(job.kind) ? [] : await store.countReasons(db, id)
  return {
    ...toJobView(context, job),
    file: file ? { name: file.name, sizeBytes: file.sizeBytes, expiresAt: file.expiresAt } : null,
    documents: hasPermission(context, 'orders.print') ? countDocuments(job) : 0,
    reasons: reasons
      .filter(({ reason }) => reason !== '')
      .map(({ result, reason, item_count: count }) => ({ result, reason, count })),
  }
}

/** How many documents a job has printed. The last one may have fewer orders, so it is only there once the job goes on with no more. */
export function countDocuments({ kind, status, done_count: done }: store.JobRecord): number {
  if (kind !== 'print') return 0
  const hasEnded = status === 'finished' || status === 'cancelled'
  return hasEnded ? Math.ceil(done / maxPrintedOrders) : Math.floor(done / maxPrintedOrders)
}

/** A job with a page of the orders that it leaves as they are; `missing` if the user may not see it. */
export async function loadOpenJob(
  context: AuthenticatedContext,
  id: string,
  after: number,
): Promise<{ details: JobDetails; left: JobItemList } | { missing: true }> {
  const db = context.kontor.database.read
  const job = await store.findListedJob(db, id)
  if (!job || !canSee(context, job)) return { missing: true }
  const rows = await store.listItems(db, id, { result: 'left', after, limit: itemsPerPage + 1 })
  return { details: await loadJobDetails(context, id), left: toItemList(rows) }
}

/** A page of items from its rows and one more. */
export function toItemList(rows: readonly store.JobItemRecord[]): JobItemList {
  const items = rows.slice(0, itemsPerPage)
  return {
    items: items.map(({ position, order_number: order, result, reason, parameters }) => ({
      position,
      order,
      result,
      reason,
      line: (JSON.parse(parameters || '{}') as { line?: number }).line ?? null,
    })),
    next: rows.length > itemsPerPage ? (items.at(-1)?.position ?? null) : null,
  }
}

/** A page of the jobs of the user, or of everyone. Throws `permission-denied` without `jobs.manage`, and `not-found` for an unknown `before`. */
export async function loadJobList(
  context: AuthenticatedContext,
  { everyone, before }: { everyone: boolean; before: string | undefined },
): Promise<JobList> {
  const db = context.kontor.database.read
  const rows = await store.listJobs(db, {
    userId: everyone ? undefined : context.session.user.id,
    before: before === undefined ? undefined : await loadJob(db, context, before),
    limit: listSize + 1,
  })
  const jobs = rows.slice(0, listSize)
  return {
    jobs: jobs.map((job) => toJobView(context, job)),
    next: rows.length > listSize ? (jobs.at(-1)?.id ?? null) : null,
  }
}

/**
 * What the user can do with a job. It starts and resumes in the name of its own user, who must have its permission; others stop it. Only the undo of
 * an import is resumed by others, too, because it can neither be cancelled nor stay half done.
 */
export function listActions(context: AuthenticatedContext, job: store.ListedJob): JobAction[] {
  const isOwn = job.user_id === context.session.user.id
  const canRun = (isOwn || isUndoOfImport(job.kind)) && hasPermission(context, jobPermissions[job.kind])
  return jobActionsOf(job).filter((action) => canRun || !runsJob(action))
}

/** Whether a job goes on after the action. */
export const runsJob = (action: JobAction): boolean => action === 'start' || action === 'resume'

function toJobView(context: AuthenticatedContext, job: store.ListedJob): JobView {
  const undoUntil = findUndoEnd(context, job)
  const state = job.state === '' ? null : (JSON.parse(job.state) as JobState)
  return {
    id: job.id,
    kind: job.kind,
    status: job.status,
    by: job.user_name,
    isOwn: job.user_id === context.session.user.id,
    createdAt: job.created_at,
    startedAt: job.started_at,
    endedAt: job.ended_at,
    parameters: parseParameters(job),
    total: job.total,
    percent: state?.percent ?? (job.total > 0 && !isFileJob(job.kind) ? countSettled(job) : null),
    counts: state?.counts ?? {},
    done: job.done_count,
    skipped: job.skipped_count,
    refused: job.refused_count,
    failure: job.failure === '' ? null : job.failure,
    undoes: job.undoes,
    undoneBy: job.undone_by,
    actions: [...listActions(context, job), ...(undoUntil === null ? [] : (['undo'] as const))],
    undoUntil,
  }
}

/** How many items have a result, in percent. */
const countSettled = ({ total, done_count, skipped_count, refused_count }: store.ListedJob): number =>
  Math.floor((100 * (done_count + skipped_count + refused_count)) / total)

/**
 * A job that the user can undo. Throws `not-found`, `permission-denied`, and `illegal-transition` if the job cannot be undone, or not any more.
 */
export async function loadUndoable(
  db: Parameters<typeof store.findListedJob>[0],
  context: AuthenticatedContext,
  id: string,
): Promise<store.ListedJob> {
  const job = await loadJob(db, context, id)
  requirePermission(context, jobPermissions[job.kind])
  if (findUndoEnd(context, job) === null)
    throw new ProblemError('illegal-transition', { allowedActions: listActions(context, job).join(' ') })
  return job
}

/** What the job does with every item. */
export const parseParameters = ({ parameters }: Pick<store.JobRecord, 'parameters'>): Record<string, string> =>
  JSON.parse(parameters) as Record<string, string>

/** Until when the user can undo a job, epoch ms; null if they cannot. */
function findUndoEnd(context: AuthenticatedContext, job: store.ListedJob): number | null {
  const hasEnded = job.status === 'finished' || job.status === 'cancelled'
  if (!hasEnded || job.ended_at === null || job.done_count === 0) return null
  if (job.undoes !== null || job.undone_by !== null || !undoableKinds.includes(job.kind)) return null
  if (!hasPermission(context, jobPermissions[job.kind])) return null
  const until = job.ended_at + undoWindowMs
  return context.kontor.now() < until ? until : null
}
