import type { Kontor } from '#server/context.ts'
import { yieldToEventLoop } from '#server/runtime/event-loop.ts'
import { deleteJobFile, purgeJobFiles } from '#server/jobs/job-files.ts'
import * as store from '#server/jobs/purge-store.ts'
import { forgetInput } from '#server/jobs/write-file.ts'
import { jobFileRetentionMs, jobRetentionMs, previewRetentionMs } from '#shared/jobs/job.ts'

const jobsPerRun = 100
/** Items deleted in one transaction. */
const sliceSize = 500

/** Deletes the jobs that ended long ago, the previews that were never started, files that have expired, and what is left of exports. */
export async function purgeJobs({ database, now }: Pick<Kontor, 'database' | 'now'>): Promise<void> {
  await purgeJobFiles({ database, now })
  await purgeForgottenExports({ database, now })
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

/** Deletes what cancelled exports, and those that have not gone on for a week, still have: a search and a part of a file may be personal. */
async function purgeForgottenExports({ database, now }: Pick<Kontor, 'database' | 'now'>): Promise<void> {
  const exports = await store.listForgottenExports(database.read, {
    madeBefore: now() - jobFileRetentionMs,
    limit: jobsPerRun,
  })
  for (const { id, state } of exports) {
    // First, so that one that is resumed meanwhile keeps its file, and one that is resumed later finds out that it cannot go on.
    const { numUpdatedRows } = await database.inReadCommitted((transaction) =>
      store.updateState(transaction, id, forgetInput(state)),
    )
    if (numUpdatedRows > 0n) await deleteJobFile(database, id)
  }
}
