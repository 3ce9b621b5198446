import type { Kontor } from '#server/context.ts'
import { newId } from '#server/db/id.ts'
import type { JobKind } from '#server/jobs/job-kind.ts'
import { type ClaimedJob, runJob } from '#server/jobs/run-job.ts'
import { hasDueJob, leaseMs, lockDueJob } from '#server/jobs/lease-store.ts'
import * as store from '#server/jobs/store.ts'
import { toErrorFields } from '#server/log/log.ts'
import type { JobView } from '#shared/jobs/views.ts'

/** Jobs that one server works on at the same time, so that a long one does not keep short ones waiting. */
const maxRunning = 3
/** How often a server looks for jobs that others have queued or left. */
const pollIntervalMs = 2000

export type JobKinds = Readonly<Record<JobView['kind'], JobKind>>

/**
 * Works on queued jobs, and on those that a server left behind, from now on, until the timer is cleared or the database closes. A job runs on one
 * server at a time: `kontor.wakeJobs` makes this one look at once.
 */
export function startJobs(kontor: Kontor, kinds: JobKinds): ReturnType<typeof setInterval> {
  const { database, log } = kontor
  const running = new Set<Promise<void>>()
  let isStopping = false
  /** Whether a job may have been queued since the last look. */
  let isAwake = false
  let isFilling: Promise<void> | undefined

  async function run(claimed: ClaimedJob): Promise<void> {
    try {
      await runJob(kontor, claimed)
    } catch (error) {
      // The lease runs out; then a server tries again.
      log.warn('job interrupted', { job: claimed.job.id, ...toErrorFields(error) })
    }
  }

  async function fill(): Promise<void> {
    while (!isStopping && running.size < maxRunning) {
      const job = await claimJob(kontor)
      if (!job) return
      const task: Promise<void> = run({ job, kind: kinds[job.kind], isStopping: () => isStopping }).then(() => {
        running.delete(task)
        wake()
      })
      running.add(task)
    }
  }

  const wake = (): void => {
    isAwake = true
    isFilling ??= fillWhileAwake()
  }

  async function fillWhileAwake(): Promise<void> {
    while (isAwake) {
      isAwake = false
      await fill().catch((error: unknown) => log.warn('jobs not claimed', { error: String(error) }))
    }
    // In the same turn of the event loop as the last check of `isAwake`, so that no call is lost.
    isFilling = undefined
  }
  kontor.wakeJobs = wake
  database.beforeClose(async () => {
    isStopping = true
    await isFilling
    await Promise.all(running)
  })
  wake()
  return setInterval(wake, pollIntervalMs)
}

/** Works on all queued jobs, one after the other, until there are none. */
export async function runQueuedJobs(kontor: Kontor, kinds: JobKinds): Promise<void> {
  for (;;) {
    const job = await claimJob(kontor)
    if (!job) return
    await runJob(kontor, { job, kind: kinds[job.kind], isStopping: () => false })
  }
}

/**
 * Takes the lease of the oldest job that no server works on. Each claim has an owner of its own: if a job is paused and resumed before this server
 * notices, what still works on it has lost the lease, although the same server holds the new one.
 */
async function claimJob({ database, now }: Kontor): Promise<store.JobRecord | undefined> {
  // Without a transaction while there is nothing to do.
  if (!(await hasDueJob(database.read, now()))) return undefined
  return database.inReadCommitted(async (transaction) => {
    const job = await lockDueJob(transaction, database.dialect, now())
    if (!job) return undefined
    const claimed = {
      status: 'running',
      lease_owner: newId(),
      lease_until: now() + leaseMs,
      started_at: job.started_at ?? now(),
    } as const
    await store.updateJob(transaction, job.id, claimed)
    return { ...job, ...claimed }
  })
}
