import { withCommitCallbacks } from '#server/db/after-commit.ts'
import { createLocalBroadcast } from '#server/db/broadcast.ts'
import { createCloseTasks } from '#server/db/close-tasks.ts'
import type { Database, Db } from '#server/db/database.ts'
import { createGroupCommit } from '#server/db/group-commit.ts'
import { LargeWrites } from '#server/db/large-writes.ts'
import { type ConnectionSource, createStatementDb, createTransactionDb } from '#server/db/dialect.ts'
import { ensureDataFolder, toFolderError } from '#server/db/data-folder.ts'
import { createSqliteFile } from '#server/db/create-sqlite-file.ts'
import { createInPlaceCheck } from '#server/db/file-in-place.ts'
import { giveToOwnerOfFolder } from '#server/db/file-owner.ts'
import { assertFreeSpace, toFullDiskError } from '#server/db/full-disk.ts'
import { assertMigrated, assertWritable, migrate } from '#server/db/migrate.ts'
import { OpenError } from '#server/db/open-error.ts'
import type { Tables } from '#server/db/schema.ts'
import { assertNotServedByOther } from '#server/db/server-lock.ts'
import { SqliteConnection } from '#server/db/sqlite-connection.ts'
import { SqliteFile } from '#server/db/sqlite-file.ts'
import { compareSqliteSchema } from '#server/db/sqlite-schema.ts'
import { toSqliteSql } from '#server/db/sqlite-sql.ts'
import { allowLargeLog, applyWriteSettings, RejectedSettingError } from '#server/db/write-settings.ts'
import type { Log } from '#server/log/log.ts'
import { ProblemError } from '#shared/problem.ts'
import { closeSync, existsSync, openSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Large transactions use a connection with a separate cache. */
const cacheKb = 8000
/** A log of some 256 MB: a page that many transactions change is written to the file once. */
const largeLogPages = 64_000

/** The database file in a data folder. */
export const sqlitePath = (dataFolder: string): string => join(dataFolder, 'kontor.sqlite')

/** Opens and migrates the file in the data folder and creates both when they are missing; throws `OpenError`. */
export async function openSqlite(dataFolder: string, log: Log): Promise<Database> {
  ensureWritable(dataFolder)
  const path = sqlitePath(dataFolder)
  const writeHandle = openForWriting(path)
  try {
    const migrationDb = createTransactionDb<Tables>('sqlite', createConnectionSource(writeHandle, 'begin immediate'))
    await migrate(migrationDb, {
      toDialectSql: toSqliteSql,
      log,
      excludeOthers: async () => assertNotServedByOther(dataFolder),
    })
    // Undoing a failed statement of many rows needs copies of the pages that it changes. Migrations may sort more than fits into memory.
    writeHandle.execute('pragma temp_store = memory', [])
    const readHandle = new SqliteFile(path, 'read')
    const read = createStatementDb<Tables>('sqlite', new SqliteConnection(readHandle, 'begin'))
    const largeWrites = new LargeWrites(path)
    const runTransaction = createGroupCommit(writeHandle, largeWrites, createInPlaceCheck(path))
    return {
      dialect: 'sqlite',
      read,
      inTransaction: (work, options) => withCommitCallbacks(work, (attempt) => runTransaction(attempt, options)),
      inReadCommitted: runTransaction,
      readWithDeadline: (work) => work(read),
      inSnapshot: (work) => inSqliteSnapshot(path, work),
      inSharedSnapshot: (share, work) =>
        inSqliteSnapshot(path, async (db) => {
          await runTransaction(async () => {
            await assertMigrated(db)
            await share({ dialect: 'sqlite', path })
          })
          return work(db)
        }),
      probe: () => assertMigrated(read),
      probeWrite: async () => {
        assertFreeSpace(dataFolder)
        await runTransaction(assertWritable)
      },
      optimize: async () => {
        writeHandle.execute('pragma busy_timeout = 5000', [])
        // A sample of the rows is enough to choose an index; reading all takes three times as long.
        writeHandle.execute('pragma analysis_limit = 1000', [])
        // 1 only lists the ANALYZE statements, so that other writers can go in between; 0x10000 asks for all tables that have grown, not only
        // for those that this connection has queried.
        for (const row of writeHandle.execute('pragma optimize(0x10003)', []).rows)
          for (const analyze of Object.values(row)) writeHandle.execute(String(analyze), [])
      },
      expectLargeWrites: () => {
        allowLargeLog(writeHandle, largeLogPages)
        largeWrites.expectMany(largeLogPages)
      },
      releaseMemory: () => {
        writeHandle.execute('pragma shrink_memory', [])
        largeWrites.releaseMemory()
      },
      reloadStatistics: async () => {
        readHandle.reopen()
        await runTransaction(async () => {
          writeHandle.execute('analyze sqlite_schema', [])
        })
      },
      compareSchema: () => compareSqliteSchema(read),
      ...createLocalBroadcast(),
      ...createCloseTasks(async () => {
        await largeWrites.close()
        readHandle.close()
        writeHandle.close()
      }),
    }
  } catch (error) {
    writeHandle.close()
    throw toOpenError(path, error)
  }
}

export const createConnectionSource = (
  file: SqliteFile,
  beginStatement: 'begin' | 'begin immediate',
): ConnectionSource => ({
  acquire: async () => new SqliteConnection(file, beginStatement),
  release: async () => {},
})

/** On a separate connection, so that other reads see later commits. The snapshot is that of the first read. */
export async function inSqliteSnapshot<Result>(path: string, work: (db: Db) => Promise<Result>): Promise<Result> {
  const file = new SqliteFile(path, 'read')
  try {
    return await createTransactionDb<Tables>('sqlite', createConnectionSource(file, 'begin'))
      .transaction()
      .execute(work)
  } finally {
    file.close()
  }
}

/** Opens the file for writing: a committed write is on the disk. */
function openForWriting(path: string): SqliteFile {
  try {
    const file = new SqliteFile(path, 'write')
    applyWriteSettings(file, cacheKb)
    return file
  } catch (error) {
    throw error instanceof RejectedSettingError
      ? new OpenError(`Cannot open the database file ${path} with ${error.message}. ${chooseFolder}`)
      : toOpenError(path, error)
  }
}

const chooseFolder = 'Set KONTOR_DATA to a writable folder.'

/** Turns SQLite's errors while opening into one sentence; other errors are unexpected and stay as they are. */
function toOpenError(path: string, error: unknown): unknown {
  if (error instanceof ProblemError && error.problem === 'unavailable')
    return new OpenError(
      `The database file ${path} is locked by another program. Stop it, or set KONTOR_DATA to another folder.`,
    )
  const { code, message } = error as { code?: unknown; message: string }
  if (error instanceof OpenError || typeof code !== 'string' || !code.startsWith('SQLITE_')) return error
  if (code === 'SQLITE_NOTADB')
    return new OpenError(`${path} is not a database. Move it away, or set KONTOR_DATA to another folder.`)
  if (code.startsWith('SQLITE_CORRUPT'))
    return new OpenError(
      `The database file ${path} is damaged. Restore a backup, or set KONTOR_DATA to another folder.`,
    )
  if (code.startsWith('SQLITE_READONLY'))
    return new OpenError(`Cannot write to the database file ${path}. ${chooseFolder}`)
  return (
    toFullDiskError(dirname(path), error) ??
    new OpenError(`Cannot open the database file ${path}: ${message}. ${chooseFolder}`)
  )
}

/** Creates the folder and the file, readable only by their owner; throws an `OpenError` that says why it cannot. */
function ensureWritable(dataFolder: string): void {
  ensureDataFolder(dataFolder)
  const path = sqlitePath(dataFolder)
  try {
    const isNew = !existsSync(path)
    if (isNew) createSqliteFile(path)
    closeSync(openSync(path, 'a', 0o600))
    if (isNew) giveToOwnerOfFolder(path)
    else assertNotEmpty(path)
  } catch (error) {
    if (error instanceof OpenError) throw error
    if ((error as NodeJS.ErrnoException).code !== 'EACCES') throw toFolderError(dataFolder, error)
    throw new OpenError(
      `Cannot write to the database file ${path}: permission denied. Give the file to the user that runs Kontor.`,
    )
  }
}

/** SQLite takes an empty file for a new database. We create none, so its content was lost, such as by a copy to a full disk. */
function assertNotEmpty(path: string): void {
  if (statSync(path).size === 0)
    throw new OpenError(
      `The database file ${path} is empty, as if it had not been copied completely. Copy it again or restore a backup, or delete the file to start with an empty database.`,
    )
}
