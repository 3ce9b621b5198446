import type { Db } from '#server/db/database.ts'
import { cachedQueryByIds } from '#server/db/query-by-ids.ts'
import type { ImportsTable } from '#server/db/schema/imports.ts'
import type { JobStatus } from '#shared/jobs/job.ts'
import { type Selectable, sql } from 'kysely'

/** An import with the status of its job and of the job that undoes it; null for a deleted job. */
export type StoredImport = Selectable<ImportsTable> & {
  job_status: JobStatus | null
  undo_job_status: JobStatus | null
}

export const findImport = (db: Db, number: string): Promise<StoredImport | undefined> =>
  db
    .selectFrom('imports')
    .leftJoin('jobs as job', 'job.id', 'imports.job_id')
    .leftJoin('jobs as undoing', 'undoing.id', 'imports.undo_job_id')
    .selectAll('imports')
    .select(['job.status as job_status', 'undoing.status as undo_job_status'])
    .where('imports.number', '=', number)
    .executeTakeFirst()

/** How many orders the undo of an import has removed. */
export async function countRemoved(db: Db, number: string): Promise<number> {
  const { count } = await db
    .selectFrom('removed_orders')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('import_number', '=', number)
    .executeTakeFirstOrThrow()
  return count
}

/** Which of these orders something was done with since their import; that someone saw their personal data does not count. */
export async function findTouched(db: Db, orderIds: readonly string[]): Promise<Set<string>> {
  return new Set((await selectTouched(db, orderIds)).map(({ object_id }) => object_id))
}

const selectTouched = cachedQueryByIds<{ object_id: string }>((db, ids) =>
  db
    .selectFrom('events')
    .select('object_id')
    .distinct()
    .where('object_type', '=', sql.lit('order'))
    .where('object_id', 'in', ids)
    .where(sql<boolean>`action not in ('order.imported', 'customer.revealed')`)
    .compile(),
)
