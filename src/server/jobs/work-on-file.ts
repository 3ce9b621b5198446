import type { AuthenticatedContext, Kontor } from '#server/context.ts'
import { afterCommit } from '#server/db/after-commit.ts'
import { type FileJobKind, JobBlocked, JobFileMissing, JobInterrupted, type JobRun } from '#server/jobs/job-kind.ts'
import { extendLease, leaseMs, saveProgress } from '#server/jobs/lease-store.ts'
import type { ClaimedJob } from '#server/jobs/run-job.ts'
import { deleteItems, insertItems, type JobRecord } from '#server/jobs/store.ts'
import { toErrorFields } from '#server/log/log.ts'
import { isStorageOutage } from '#server/problems/to-problem-error.ts'
import type { JobFailure } from '#shared/jobs/job.ts'

/** Works on the file of a job. The lease is extended while it runs, because reading a long file takes longer than one lease. */
export async function workOnFile(
  context: AuthenticatedContext,
  { job, isStopping }: ClaimedJob,
  { work }: FileJobKind,
): Promise<void> {
  const { database, live, now, log } = context.kontor
  const held = { id: job.id, owner: job.lease_owner }
  const save: JobRun['save'] = async (
    transaction,
    { done, skipped, refused, total, state, left, restarts = false },
  ) => {
    const progress = {
      done_count: done,
      skipped_count: skipped,
      refused_count: refused,
      total,
      state: JSON.stringify(state),
      lease_until: now() + leaseMs,
    }
    if (!(await saveProgress(transaction, held, progress))) throw new JobInterrupted()
    if (restarts) await deleteItems(transaction, job.id)
    await insertItems(
      transaction,
      left.map(({ position, order, line, reason }) => ({
        job_id: job.id,
        position,
        order_number: order,
        parameters: line === undefined ? '' : JSON.stringify({ line }),
        result: 'refused',
        reason,
        undo: '',
      })),
    )
    afterCommit(transaction, () => live.announceJob(job.id, false))
  }
  const throwIfStopping = (): void => {
    if (isStopping()) throw new JobInterrupted()
  }
  const timer = setInterval(() => {
    const extend = database.inReadCommitted((transaction) => extendLease(transaction, held, now() + leaseMs))
    extend.catch((error: unknown) => log.warn('lease not extended', { job: job.id, error: String(error) }))
  }, leaseMs / 3)
  try {
    await work({ context, job, save, throwIfStopping })
  } finally {
    clearInterval(timer)
  }
}

/** The reason for which a job on a file fails; `undefined` if it can be retried later. */
export function toFileFailure({ log }: Kontor, { id, kind }: JobRecord, error: unknown): JobFailure | undefined {
  if (error instanceof JobInterrupted) return undefined
  if (error instanceof JobFileMissing) return 'file'
  if (error instanceof JobBlocked) return 'blocked'
  // The database is unreachable or full: the job continues when its lease expires.
  if (isStorageOutage(error)) return undefined
  log.error('job failed', { job: id, kind, ...toErrorFields(error) })
  return 'error'
}
