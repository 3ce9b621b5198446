import type { Kontor } from '#server/context.ts'
import { yieldToEventLoop } from '#server/event-loop.ts'
import { deleteJobFile, purgeJobFiles } from '#server/jobs/job-files.ts'
import * as store from '#server/jobs/purge-store.ts'
import { jobRetentionMs, previewRetentionMs } from '#shared/jobs/job.ts'

const jobsPerRun = 100
/** Items deleted in one transaction. */
const sliceSize = 500

/** Deletes the jobs that ended long ago, the previews that were never started, and files that have expired. */
export async function purgeJobs({ database, now }: Pick<Kontor, 'database' | 'now'>): Promise<void> {
  await purgeJobFiles({ database, now })
  const expired = await store.listExpiredJobs(database.read, {
    endedBefore: now() - jobRetentionMs,
    madeBefore: now() - previewRetentionMs,
    limit: jobsPerRun,
  })
  for (const { id } of expired) {
    await deleteJobFile(database, id)
    for (let deleted = sliceSize; deleted === sliceSize;) {
      deleted = await database.inReadCommitted((transaction) =>
        store.deleteRows(transaction, 'job_items', id, sliceSize),
      )
      await yieldToEventLoop()
    }
    await database.inReadCommitted((transaction) => store.deleteJob(transaction, id))
  }
}
