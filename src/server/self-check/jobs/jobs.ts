import type { Db } from '#server/db/database.ts'
import { parseParameters } from '#server/events/events.ts'
import type { Findings } from '#server/self-check/findings.ts'
import * as store from '#server/self-check/jobs/jobs-store.ts'
import { jobLifecycle } from '#shared/jobs/job.ts'
import { isFileJob } from '#shared/jobs/kinds.ts'

/** Every job has the values with which it was created, and its counts are those of its items. */
export async function verifyJobs(db: Db, findings: Findings): Promise<void> {
  const jobs = await store.listJobs(db)
  findings.examined(jobs.length, 'jobs-recorded')
  const counts = Map.groupBy(await store.countItems(db), ({ job_id }) => job_id)
  const created = new Map((await store.listCreatedEvents(db)).map((event) => [event.object_id, event]))
  for (const job of jobs) {
    const row = `jobs ${job.id}`
    const expect = (column: string, actual: unknown, expected: unknown): void =>
      findings.expectEqual('jobs-recorded', row, column, actual, expected)
    const event = created.get(job.id)
    if (!event) {
      findings.addViolation('jobs-recorded', `${row}: no event`)
      continue
    }
    const { parameters } = parseParameters(event.parameters)
    expect('kind', job.kind, event.object_label)
    expect('user_id', job.user_id, event.actor_id)
    expect('token_id', job.token_id, event.token_id)
    expect('created_at', job.created_at, event.at)
    // A job on a file counts its orders while it reads them.
    if (!isFileJob(job.kind)) expect('total', job.total, parameters['total'])
    expect('status', job.status in jobLifecycle, true)
    expect('ended_at', job.ended_at !== null, ['finished', 'cancelled', 'failed'].includes(job.status))
    // Its items are still being written; what it undoes, with the last of them.
    if (job.status === 'preparing') continue
    expect('undoes', job.undoes, parameters['undoes'] ?? null)
    const items = counts.get(job.id) ?? []
    const countOf = (result: string | null): number => items.find((each) => each.result === result)?.item_count ?? 0
    expect('refused_count', job.refused_count, countOf('refused'))
    if (isFileJob(job.kind)) continue
    const waiting = countOf(null)
    expect('done_count', job.done_count, countOf('done'))
    expect('skipped_count', job.skipped_count, countOf('skipped'))
    expect('items', waiting + job.done_count + job.skipped_count + job.refused_count, job.total)
    if (job.status === 'finished') expect('items without a result', waiting, 0)
  }
}
