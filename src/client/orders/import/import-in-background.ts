import { call, CallError } from '#client/api/call.ts'
import { followJob } from '#client/live/follow-job.ts'
import {
  type ImportOutcome,
  type ImportProgress,
  type Upload,
  uploadForJob,
} from '#client/orders/import/import-upload.ts'
import type { JobDetails, JobItemList } from '#shared/jobs/views.ts'
import type { ImportResult, RefusedOrder } from '#shared/orders/import-views.ts'

/** Maximum number of rejected orders to read; the page of the job lists all of them. */
const maxListed = 2000

/** The outcome of an import: `stopped` with its job, if that was paused, cancelled or failed. */
export type BackgroundOutcome = ImportOutcome | { stopped: JobDetails }

/**
 * Uploads a file and follows the job that imports it until it ends. `onJob` gets the id of the job as soon as there is one: from then on the
 * import does not need the page. The promise of an aborted one never settles.
 */
export async function importInBackground(
  upload: Upload,
  update: boolean,
  onJob: (id: string) => void,
): Promise<BackgroundOutcome> {
  const sent = await uploadForJob(upload, update)
  if (!('job' in sent)) return sent
  onJob(sent.job.id)
  try {
    const { id } = sent.job
    const job = await followJob(sent.job, {
      read: () => read(id),
      onProgress: (now) => upload.onProgress(progressOf(now)),
      signal: upload.signal,
    })
    return job.status === 'finished' ? { result: await readResult(job) } : { stopped: job }
  } catch (error) {
    if (error instanceof CallError) return { problem: error.problem }
    throw error
  }
}

const progressOf = ({ percent, total, counts }: JobDetails): ImportProgress => ({
  phase: 'reading',
  bytes: percent ?? 0,
  totalBytes: percent === null ? 0 : 100,
  read: total,
  created: counts['created'] ?? 0,
})

const read = (job: string): Promise<JobDetails | undefined> =>
  call('getJob', { job }).catch((error: unknown) => {
    if (error instanceof CallError && error.problem.status !== 0) throw error
    return undefined
  })

async function readResult({ id, total, skipped, counts }: JobDetails): Promise<ImportResult> {
  const refused: RefusedOrder[] = []
  // Without an update, the changed orders are among the rejected ones, which the result counts.
  const changedLines: number[] = []
  for (let after: number | null = 0; after !== null && refused.length < maxListed;) {
    const page: JobItemList = await call('listJobItems', { job: id, result: 'refused', after })
    for (const { line, order, reason } of page.items) {
      refused.push({ line: line ?? 0, order, reason })
      if (reason === changedInShop) changedLines.push(line ?? 0)
    }
    after = page.next
  }
  const count = counts['changed'] ?? 0
  const orders = changedLines.map((line) => ({ line, order: '', number: '', changes: [], kept: [] }))
  return {
    read: total,
    created: counts['created'] ?? 0,
    unchanged: skipped,
    refused,
    ...(count > 0 && { changed: { count, orders } }),
  }
}

/** The reason of known orders that could be updated. */
const changedInShop = 'changed-in-shop'
