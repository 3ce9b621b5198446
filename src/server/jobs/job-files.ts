import type { Kontor } from '#server/context.ts'
import type { Database, Db, Transaction } from '#server/db/database.ts'
import { yieldToEventLoop } from '#server/runtime/event-loop.ts'
import * as store from '#server/jobs/file-store.ts'
import { JobFileMissing } from '#server/jobs/job-kind.ts'
import { deleteRows } from '#server/jobs/purge-store.ts'
import { type ChunkStore, readContent, writeContent } from '#server/files/file-content.ts'
import { createTempFile } from '#server/files/temp-file.ts'
import { jobFileRetentionMs } from '#shared/jobs/job.ts'

/** The file that a job reads, or the one that it has written, as others see it. */
export interface JobFile {
  name: string
  sizeBytes: number
  /** Whether it has personal data that not everyone may see. */
  isPersonal: boolean
}

const jobChunks: ChunkStore = {
  insert: (transaction, { id, ...chunk }) => store.insertChunk(transaction, { job_id: id, ...chunk }),
  find: store.findChunk,
}

/** Pieces deleted in one transaction: some 2 MB. */
const chunksPerDeletion = 16
const filesPerRun = 20

/** Stores the content of the file of a job in short transactions. `addJobFile` completes it. */
export const writeJobContent = (database: Database, jobId: string, content: Blob) =>
  writeContent(database, jobId, content, jobChunks)

/** Writes the next piece of a file, from position 0, where its job makes the pieces itself. */
export const insertJobContent = (
  transaction: Transaction,
  jobId: string,
  position: number,
  content: Uint8Array,
): Promise<void> => store.insertChunk(transaction, { job_id: jobId, position, content: content.toBase64() })

/** The file of a job, unless it has none, or it has expired. */
export async function findJobFile(
  { database, now }: Pick<Kontor, 'database' | 'now'>,
  jobId: string,
): Promise<(JobFile & { expiresAt: number }) | undefined> {
  const row = await store.findFile(database.read, jobId, now())
  return (
    row && { name: row.name, sizeBytes: row.size_bytes, isPersonal: row.is_personal === 1, expiresAt: row.expires_at }
  )
}

/** The content of a job's file, a piece at a time. */
export const readJobContent = (db: Db, jobId: string): AsyncGenerator<Uint8Array<ArrayBuffer>> =>
  readContent(db, jobId, jobChunks)

/** Adds the file whose content was written. It is deleted after a week. */
export const addJobFile = (
  transaction: Transaction,
  jobId: string,
  { name, sizeBytes, isPersonal, at }: JobFile & { at: number },
): Promise<void> =>
  store.insertFile(transaction, {
    job_id: jobId,
    name,
    size_bytes: sizeBytes,
    is_personal: isPersonal ? 1 : 0,
    created_at: at,
    expires_at: at + jobFileRetentionMs,
  })

/**
 * Copies the file of a job into the data folder while `read` reads it, because tables are read from files. Throws `JobFileMissing` when it was
 * deleted.
 */
export async function withJobFile<Result>(
  { database, config, now }: Pick<Kontor, 'database' | 'config' | 'now'>,
  jobId: string,
  read: (file: Blob) => Promise<Result>,
): Promise<Result> {
  if (!(await store.findFile(database.read, jobId, now()))) throw new JobFileMissing()
  const copy = await createTempFile(config.dataFolder)
  try {
    for await (const part of readJobContent(database.read, jobId)) await copy.write(part)
    return await read(await copy.finish())
  } finally {
    await copy.remove()
  }
}

/** Lets the cleaner delete the file of a job, which is not needed any more. */
export const expireJobFile = store.expireFile

/** Deletes the file of a job, if it has one, in short transactions, each after `check`, which may throw. */
export async function deleteJobFile(
  database: Database,
  jobId: string,
  check: (transaction: Transaction) => Promise<void> = async () => {},
): Promise<void> {
  for (let deleted = chunksPerDeletion; deleted === chunksPerDeletion;) {
    deleted = await database.inReadCommitted(async (transaction) => {
      await check(transaction)
      return deleteRows(transaction, 'job_file_chunks', jobId, chunksPerDeletion)
    })
    await yieldToEventLoop()
  }
  // Last, so that another run continues if this one is interrupted.
  await database.inReadCommitted(async (transaction) => {
    await check(transaction)
    await store.deleteFile(transaction, jobId)
  })
}

/** Deletes the files of jobs that have expired. */
export async function purgeJobFiles({ database, now }: Pick<Kontor, 'database' | 'now'>): Promise<void> {
  for (const id of await store.listExpiredFiles(database.read, now(), filesPerRun)) await deleteJobFile(database, id)
}
