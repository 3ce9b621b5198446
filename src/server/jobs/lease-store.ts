import { cachedQuery } from '#server/db/cached-query.ts'
import type { Db, Transaction } from '#server/db/database.ts'
import { findJob, type JobRecord } from '#server/jobs/store.ts'
import { clockSkewMs } from '#shared/constants.ts'
import type { ItemResult } from '#shared/jobs/job.ts'
import { sql } from 'kysely'

/** How long a job stays with a server that is not heard of; every result extends it. */
export const leaseMs = 30_000

/** Counts a result and extends the lease; returns false if the server does not hold the lease or the job does not run any more. */
export async function countResult(
  transaction: Transaction,
  { id, owner, result, leaseUntil }: { id: string; owner: string; result: ItemResult; leaseUntil: number },
): Promise<boolean> {
  const counted = (['done', 'skipped', 'refused'] as const).map((each) => (each === result ? 1 : 0))
  return (await updateCounts(transaction, [...counted, leaseUntil, id, owner, 'running'])).length > 0
}

const updateCounts = cachedQuery((db) =>
  db
    .updateTable('jobs')
    .set(({ eb }) => ({
      done_count: eb('done_count', '+', 0),
      skipped_count: eb('skipped_count', '+', 0),
      refused_count: eb('refused_count', '+', 0),
      lease_until: 0,
    }))
    .where('id', '=', '')
    .where('lease_owner', '=', '')
    .where('status', '=', 'running')
    .returning('id')
    .compile(),
)

/** Writes how far a job on a file is and extends the lease; returns false like `countResult`. */
export async function saveProgress(
  transaction: Transaction,
  { id, owner }: { id: string; owner: string },
  columns: Pick<JobRecord, 'done_count' | 'skipped_count' | 'refused_count' | 'total' | 'state' | 'lease_until'>,
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('jobs')
    .set(columns)
    .where('id', '=', id)
    .where('lease_owner', '=', owner)
    .where('status', '=', 'running')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Extends the lease of a job that runs. */
export async function extendLease(
  transaction: Transaction,
  { id, owner }: { id: string; owner: string },
  leaseUntil: number,
): Promise<void> {
  await transaction
    .updateTable('jobs')
    .set({ lease_until: leaseUntil })
    .where('id', '=', id)
    .where('lease_owner', '=', owner)
    .where('status', '=', 'running')
    .execute()
}

/** Whether a job waits for a server, or is left by one. */
export const hasDueJob = async (db: Db, now: number): Promise<boolean> =>
  (await selectDue(db, dueParameters(now))).length > 0

const selectDue = cachedQuery((db) => dueJobs(db).compile())

/** A lease is over, or from when the clock was ahead. */
const dueParameters = (now: number): number[] => [now, now + leaseMs + clockSkewMs]

const dueJobs = (db: Db) =>
  db
    .selectFrom('jobs')
    .select('id')
    .where(({ eb, and, or }) =>
      or([
        eb('status', '=', sql.lit('queued')),
        and([eb('status', '=', sql.lit('running')), or([eb('lease_until', '<', 0), eb('lease_until', '>', 0)])]),
      ]),
    )
    .orderBy('created_at')
    .orderBy('id')
    .limit(sql.lit(1))

/** The oldest job that no server runs, locked until the end of the transaction; other servers pass over it. */
export async function lockDueJob(
  transaction: Transaction,
  dialect: 'sqlite' | 'postgres',
  now: number,
): Promise<JobRecord | undefined> {
  const select = dialect === 'postgres' ? selectAndLockDue : selectDue
  const [due] = await select(transaction, dueParameters(now))
  return due && findJob(transaction, due.id)
}

const selectAndLockDue = cachedQuery((db) => dueJobs(db).forUpdate().skipLocked().compile())
