import { type Migration, migrate } from '#server/db/migrate.ts'
import { giveToOwnerOfFolder } from '#server/db/file-owner.ts'
import { OpenError } from '#server/db/open-error.ts'
import { createTransactionDb } from '#server/db/dialect.ts'
import type { Tables } from '#server/db/schema.ts'
import { acquireServerLock } from '#server/db/server-lock.ts'
import { createConnectionSource, openSqlite, sqlitePath } from '#server/db/sqlite.ts'
import { toSqliteSql } from '#server/db/sqlite-sql.ts'
import { SqliteFile } from '#server/db/sqlite-file.ts'
import { type ReplacedDatabase, RejectedRowError, type StagedDatabase } from '#server/db/staged-database.ts'
import type { Log } from '#server/log/log.ts'
import { closeSync, existsSync, fsyncSync, linkSync, mkdirSync, openSync, renameSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'

/** Builds a file in a folder of its own inside the data folder, while it holds the lock of the server. */
export async function stageSqlite(
  dataFolder: string,
  migrations: readonly Migration[],
  log: Log,
): Promise<StagedDatabase> {
  const lock = acquireServerLock(dataFolder)
  const folder = join(dataFolder, 'restore')
  const release = async (): Promise<void> => {
    rmSync(folder, { recursive: true, force: true })
    lock.release()
  }
  try {
    const file = withOpenErrors(dataFolder, () => createFile(folder))
    const db = createTransactionDb<Tables>('sqlite', createConnectionSource(file, 'begin'))
    await migrate(db, { toDialectSql: toSqliteSql, log, known: migrations })
    const createDependents = dropDependents(file)
    for (const table of listTables(file)) file.execute(`delete from ${table}`, [])
    file.execute('begin', [])
    return {
      insert: async (table, columns, rows) => insert(file, table, columns, rows),
      complete: async () => {
        file.execute('commit', [])
        createDependents()
        assertForeignKeys(file)
        file.close()
      },
      open: (openLog) => openSqlite(folder, openLog),
      replace: async (keptAt) => withOpenErrors(dataFolder, () => replace(folder, dataFolder, keptAt)),
      release,
    }
  } catch (error) {
    await release()
    throw error
  }
}

/** Turns the errors of the file system, such as a full disk or missing permissions, into one sentence. */
function withOpenErrors<Result>(dataFolder: string, work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    const { syscall, message } = error as NodeJS.ErrnoException
    throw syscall === undefined ? error : new OpenError(`Cannot write to the data folder ${dataFolder}: ${message}.`)
  }
}

/** An empty file. Until it is complete it needs no journal: a restore that was killed begins again. */
function createFile(folder: string): SqliteFile {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  giveToOwnerOfFolder(folder)
  closeSync(openSync(sqlitePath(folder), 'a', 0o600))
  giveToOwnerOfFolder(sqlitePath(folder))
  const file = new SqliteFile(sqlitePath(folder), 'write')
  for (const setting of ['journal_mode = off', 'synchronous = off', 'foreign_keys = off', 'cache_size = -32768'])
    file.execute(`pragma ${setting}`, [])
  return file
}

/** Drops indexes and triggers, which would slow the inserts down or count rows twice; returns what creates them again. */
function dropDependents(file: SqliteFile): () => void {
  const dependents = file.execute(
    `select type, name, sql from sqlite_schema where type in ('index', 'trigger') and sql is not null order by rowid`,
    [],
  ).rows
  for (const { type, name } of dependents) file.execute(`drop ${type} ${name}`, [])
  return () => {
    for (const { sql } of dependents) rejecting(() => file.execute(String(sql), []))
  }
}

function assertForeignKeys(file: SqliteFile): void {
  const [broken] = file.execute('pragma foreign_key_check', []).rows
  if (broken)
    throw new RejectedRowError(`A row of ${broken['table']} refers to a row of ${broken['parent']} that is missing.`)
}

const listTables = (file: SqliteFile): string[] =>
  file
    .execute(
      `select name from sqlite_schema where type = 'table' and name <> 'migrations' and name not like 'sqlite\\_%' escape '\\'`,
      [],
    )
    .rows.map(({ name }) => String(name))

function insert(file: SqliteFile, table: string, columns: readonly string[], rows: readonly string[]): void {
  const names = columns.map((column) => `"${column}"`).join(', ')
  const text = `insert into "${table}" (${names}) values (${columns.map(() => '?').join(', ')})`
  rejecting(() => {
    for (const row of rows) file.execute(text, JSON.parse(row) as unknown[])
  })
}

/** Turns the errors of rows that break a constraint into one sentence. */
function rejecting(work: () => void): void {
  try {
    work()
  } catch (error) {
    const { code = '', message } = error as { code?: string; message: string }
    if (/^SQLITE_(CONSTRAINT|MISMATCH|ERROR|RANGE)/.test(code)) throw new RejectedRowError(`${message}.`)
    throw error
  }
}

function replace(folder: string, dataFolder: string, keptAt: string): ReplacedDatabase | undefined {
  const current = sqlitePath(dataFolder)
  flush(sqlitePath(folder))
  const kept = existsSync(current) ? keep(current, `${current}.before-restore-${keptAt}`) : undefined
  renameSync(sqlitePath(folder), current)
  flush(dataFolder)
  return kept
}

/** Gives the file in use a second name, so that there is a database under its own name at any time. */
function keep(current: string, kept: string): ReplacedDatabase {
  closeJournal(current)
  linkSync(current, kept)
  // Files of the damaged database only. SQLite would apply them to the restored one.
  const journals = ['-wal', '-shm'].filter((suffix) => existsSync(current + suffix))
  for (const suffix of journals) renameSync(current + suffix, kept + suffix)
  const suffixes = ['', ...journals]
  return {
    name: kept,
    // SQLite would apply the WAL that a killed server left to the database that is put back.
    undo: [
      `rm -f '${current}-wal' '${current}-shm'`,
      ...suffixes.map((suffix) => `mv '${kept}${suffix}' '${current}${suffix}'`),
    ].join(' && '),
    remove: `rm ${suffixes.map((suffix) => `'${kept}${suffix}'`).join(' ')}`,
  }
}

/** Writes the WAL back into the file and deletes it, which works only while no other process has the file open. */
function closeJournal(current: string): void {
  const file = new SqliteFile(current, 'write')
  try {
    file.execute('pragma busy_timeout = 0', [])
    file.execute('pragma journal_mode = delete', [])
  } catch (error) {
    const { code = '', message } = error as { code?: string; message: string }
    if (code.startsWith('SQLITE_BUSY'))
      throw new OpenError(`Another program has ${basename(current)} open. Wait until it ends, then restore again.`)
    // A damaged file is kept as it is.
    if (!/^SQLITE_(NOTADB|CORRUPT)/.test(code)) throw new OpenError(`Cannot open ${current}: ${message}.`)
  } finally {
    file.close()
  }
}

function flush(path: string): void {
  const descriptor = openSync(path, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
