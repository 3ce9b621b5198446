import { cachedQuery } from '#server/db/cached-query.ts'
import type { Db, Transaction } from '#server/db/database.ts'
import type { JobFileChunksTable, JobFilesTable } from '#server/db/schema/jobs.ts'

export async function insertChunk(transaction: Transaction, chunk: JobFileChunksTable): Promise<void> {
  await transaction.insertInto('job_file_chunks').values(chunk).execute()
}

/** A piece of a file, in Base64; `undefined` after the last one. */
export async function findChunk(db: Db, jobId: string, position: number): Promise<string | undefined> {
  const [chunk] = await selectChunk(db, [jobId, position])
  return chunk?.content
}

const selectChunk = cachedQuery((db) =>
  db.selectFrom('job_file_chunks').select('content').where('job_id', '=', '').where('position', '=', 0).compile(),
)

export async function insertFile(transaction: Transaction, file: JobFilesTable): Promise<void> {
  await transaction.insertInto('job_files').values(file).execute()
}

/** The file of a job, unless it has expired. */
export const findFile = (db: Db, jobId: string, now: number): Promise<JobFilesTable | undefined> =>
  db.selectFrom('job_files').selectAll().where('job_id', '=', jobId).where('expires_at', '>', now).executeTakeFirst()

export async function deleteFile(transaction: Transaction, jobId: string): Promise<void> {
  await transaction.deleteFrom('job_files').where('job_id', '=', jobId).execute()
}

/** Lets a file expire at once. */
export async function expireFile(transaction: Transaction, jobId: string, at: number): Promise<void> {
  await transaction.updateTable('job_files').set({ expires_at: at }).where('job_id', '=', jobId).execute()
}

/** The jobs whose files have expired. */
export async function listExpiredFiles(db: Db, now: number, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('job_files')
    .select('job_id')
    .where('expires_at', '<=', now)
    .orderBy('expires_at')
    .limit(limit)
    .execute()
  return rows.map(({ job_id }) => job_id)
}
