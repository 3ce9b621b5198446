import type { Db, Transaction } from '#server/db/database.ts'
import { isExport, jobKinds } from '#shared/jobs/kinds.ts'

/** Jobs that ended, or were made and never started, before their time. */
export const listExpiredJobs = (
  db: Db,
  { endedBefore, madeBefore, limit }: { endedBefore: number; madeBefore: number; limit: number },
): Promise<{ id: string }[]> =>
  db
    .selectFrom('jobs')
    .select('id')
    .where(({ eb, and, or }) =>
      or([
        and([eb('status', 'in', ['finished', 'cancelled', 'failed']), eb('ended_at', '<', endedBefore)]),
        and([eb('status', 'in', ['preparing', 'previewed']), eb('created_at', '<', madeBefore)]),
      ]),
    )
    // A job that undoes another one goes first.
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute()

/** Exports that were cancelled, or have not gone on since they were made before a time, and still have what they export or a part of their file. */
export const listForgottenExports = (
  db: Db,
  { madeBefore, limit }: { madeBefore: number; limit: number },
): Promise<{ id: string; state: string }[]> =>
  db
    .selectFrom('jobs')
    .select(['id', 'state'])
    .where('kind', 'in', jobKinds.filter(isExport))
    .where(({ eb, and, or }) =>
      or([
        eb('status', '=', 'cancelled'),
        and([eb('status', 'in', ['paused', 'failed']), eb('created_at', '<', madeBefore)]),
      ]),
    )
    .where(({ eb, or, exists, selectFrom }) =>
      or([
        eb('state', 'like', '%"input":%'),
        exists(selectFrom('job_file_chunks').select('position').whereRef('job_id', '=', 'jobs.id')),
      ]),
    )
    .limit(limit)
    .execute()

/** Writes the state of a job, unless it goes on. */
export const updateState = (transaction: Transaction, id: string, state: string) =>
  transaction
    .updateTable('jobs')
    .set({ state })
    .where('id', '=', id)
    .where('status', 'in', ['cancelled', 'paused', 'failed'])
    .executeTakeFirst()

/** Deletes up to `limit` rows of a job in a table, its items or the pieces of its file; returns how many. */
export async function deleteRows(
  transaction: Transaction,
  table: 'job_items' | 'job_file_chunks',
  jobId: string,
  limit: number,
): Promise<number> {
  const deleted = await transaction
    .deleteFrom(table)
    .where('job_id', '=', jobId)
    .where('position', 'in', (eb) =>
      eb.selectFrom(table).select('position').where('job_id', '=', jobId).orderBy('position').limit(limit),
    )
    .returning('position')
    .execute()
  return deleted.length
}

/** Deletes a job without items, unless another one undoes it. */
export const deleteJob = (transaction: Transaction, id: string) =>
  transaction
    .deleteFrom('jobs')
    .where('id', '=', id)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('jobs as undoing').select('id').where('undoing.undoes', '=', id))),
    )
    .execute()
