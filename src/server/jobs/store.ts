import { cachedLookup, cachedQuery } from '#server/db/cached-query.ts'
import type { Db, Transaction } from '#server/db/database.ts'
import { insertAll } from '#server/db/insert.ts'
import type { JobItemsTable, JobsTable } from '#server/db/schema/jobs.ts'
import { updateById } from '#server/db/update.ts'
import type { ItemResult } from '#shared/jobs/job.ts'
import type { Insertable, Selectable } from 'kysely'

export type JobRecord = Selectable<JobsTable>
export type JobItemRecord = Selectable<JobItemsTable>

/** A job with the name of its user and the job that undoes it. */
export type ListedJob = JobRecord & { user_name: string; undone_by: string | null }

const selectJobs = (db: Db) =>
  db
    .selectFrom('jobs as job')
    .innerJoin('users as person', 'person.id', 'job.user_id')
    .leftJoin('jobs as undoing', 'undoing.undoes', 'job.id')
    .selectAll('job')
    .select(['person.name as user_name', 'undoing.id as undone_by'])

export const findListedJob = (db: Db, id: string): Promise<ListedJob | undefined> =>
  selectJobs(db).where('job.id', '=', id).executeTakeFirst()

/** Jobs of a user, or of all users without one, the newest first, older than the job `before`. */
export function listJobs(
  db: Db,
  { userId, before, limit }: { userId: string | undefined; before: JobRecord | undefined; limit: number },
): Promise<ListedJob[]> {
  let query = selectJobs(db).where('job.status', '<>', 'preparing')
  if (userId !== undefined) query = query.where('job.user_id', '=', userId)
  if (before)
    query = query.where(({ eb, and, or }) =>
      or([
        eb('job.created_at', '<', before.created_at),
        and([eb('job.created_at', '=', before.created_at), eb('job.id', '<', before.id)]),
      ]),
    )
  return query.orderBy('job.created_at', 'desc').orderBy('job.id', 'desc').limit(limit).execute()
}

export const findJob = async (db: Db, id: string): Promise<JobRecord | undefined> => (await selectJob(db, [id]))[0]

const selectJob = cachedLookup<JobRecord>((db) => db.selectFrom('jobs').selectAll().where('id', '=', '').compile())

export const insertJob = (transaction: Transaction, job: Insertable<JobsTable>): Promise<void> =>
  insertAll(transaction, 'jobs', [job])

export const updateJob = (
  transaction: Transaction,
  id: string,
  columns: Partial<Omit<JobRecord, 'id'>>,
): Promise<void> => updateById(transaction, 'jobs', id, columns)

export const insertItems = (transaction: Transaction, items: readonly JobItemRecord[]): Promise<void> =>
  insertAll(transaction, 'job_items', items)

export const deleteItems = async (transaction: Transaction, jobId: string): Promise<void> =>
  void (await transaction.deleteFrom('job_items').where('job_id', '=', jobId).execute())

/** Items of a job after a position, in their order: all, those of a result, or with `left` those that stay as they are. */
export function listItems(
  db: Db,
  jobId: string,
  { result, after, limit }: { result: ItemResult | 'left' | undefined; after: number; limit: number },
): Promise<JobItemRecord[]> {
  const query = db.selectFrom('job_items').selectAll().where('job_id', '=', jobId).where('position', '>', after)
  const ofResult =
    result === undefined
      ? query
      : query.where('result', 'in', result === 'left' ? (['skipped', 'refused'] as const) : [result])
  return ofResult.orderBy('position').limit(limit).execute()
}

/** The numbers of orders that a job has changed, in their order: `limit` of them after the first `skip`. */
export async function listDoneOrders(
  db: Db,
  jobId: string,
  { skip, limit }: { skip: number; limit: number },
): Promise<string[]> {
  const items = await db
    .selectFrom('job_items')
    .select('order_number')
    .where('job_id', '=', jobId)
    .where('result', '=', 'done')
    .orderBy('position')
    .offset(skip)
    .limit(limit)
    .execute()
  return items.map(({ order_number }) => order_number)
}

/** The next items of a job that have no result, after a position. */
export const listWaitingItems = (
  db: Db,
  jobId: string,
  { after, limit }: { after: number; limit: number },
): Promise<JobItemRecord[]> => selectWaitingItems(db, [jobId, after, limit])

const selectWaitingItems = cachedQuery<JobItemRecord>((db) =>
  db
    .selectFrom('job_items')
    .selectAll()
    .where('job_id', '=', '')
    .where('position', '>', 0)
    .where('result', 'is', null)
    .orderBy('position')
    .limit(1)
    .compile(),
)

/** How many items of a job there are of each result and reason, the most frequent first; those without a result are left out. */
export const countReasons = (
  db: Db,
  jobId: string,
): Promise<{ result: ItemResult; reason: string; item_count: number }[]> =>
  db
    .selectFrom('job_items')
    .select(['result', 'reason'])
    .select(({ fn }) => fn.countAll<number>().as('item_count'))
    .where('job_id', '=', jobId)
    .where('result', 'is not', null)
    .groupBy(['result', 'reason'])
    .orderBy('item_count', 'desc')
    .orderBy('reason')
    .$narrowType<{ result: ItemResult }>()
    .execute()

/** Writes the result of an item that has none; returns false if it has one. */
export async function settleItem(
  transaction: Transaction,
  { jobId, position }: { jobId: string; position: number },
  { result, reason, undo }: { result: ItemResult; reason: string; undo: string },
): Promise<boolean> {
  return (await updateItem(transaction, [result, reason, undo, jobId, position])).length > 0
}

const updateItem = cachedQuery((db) =>
  db
    .updateTable('job_items')
    .set({ result: 'done', reason: '', undo: '' })
    .where('job_id', '=', '')
    .where('position', '=', 0)
    .where('result', 'is', null)
    .returning('position')
    .compile(),
)
