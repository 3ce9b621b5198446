import type { Database, Db } from '#server/db/database.ts'
import { createSqliteFile } from '#server/db/create-sqlite-file.ts'
import { loadOrCreateBook } from '#server/db/book.ts'
import { createTransactionDb } from '#server/db/dialect.ts'
import { type Migration, migrate, migrations, splitStatements } from '#server/db/migrate.ts'
import { OpenError } from '#server/db/open-error.ts'
import { toFullDiskError } from '#server/db/full-disk.ts'
import { openDatabase } from '#server/db/open.ts'
import type { Tables } from '#server/db/schema.ts'
import { SqliteConnection } from '#server/db/sqlite-connection.ts'
import { SqliteFile } from '#server/db/sqlite-file.ts'
import { sqlitePath } from '#server/db/sqlite.ts'
import { createLog } from '#server/log/log.ts'
import { createEmptyDatabase, forEachDatabase, quietLog } from '#tests/support/databases.ts'
import { afterEach, describe, expect, test } from 'bun:test'
import { mkdirSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'

const cleanups: (() => Promise<unknown> | unknown)[] = []
afterEach(async () => {
  for (const step of cleanups.splice(0).toReversed()) await step()
})

async function createEmptyConfig(dialect: Database['dialect']) {
  const target = await createEmptyDatabase(dialect)
  cleanups.push(() => target.remove())
  return target.config
}

/** The message of the error that opening fails with, which always names the setting. */
async function getOpenError(config: Parameters<typeof openDatabase>[0]): Promise<string> {
  const message = await openDatabase(config, quietLog).then(
    async (database) => {
      await database.close()
      return 'opened'
    },
    (error) => (error instanceof OpenError ? error.message : Promise.reject(error)),
  )
  expect(message).toContain(config.databaseUrl ? 'DATABASE_URL' : 'KONTOR_DATA')
  return message
}

forEachDatabase((name, open) => {
  test('keeps what was written when it is closed and opened again, and applies no migration twice', async () => {
    const config = await createEmptyConfig(name)
    const first = await openDatabase(config, quietLog)
    await first.inTransaction((transaction) =>
      transaction.insertInto('counters').values({ key: 'a', value: 7 }).execute(),
    )
    await first.close()
    const second = await openDatabase(config, quietLog)
    cleanups.push(() => second.close())
    expect(await second.read.selectFrom('counters').selectAll().execute()).toEqual([{ key: 'a', value: 7 }])
    expect(await second.read.selectFrom('migrations').select('name').execute()).toEqual(
      migrations.map((step) => ({ name: step.name })),
    )
    await second.probe()
  })

  test('applies each migration once when four instances start at the same time', async () => {
    const config = await createEmptyConfig(name)
    const opened = await Promise.all(Array.from({ length: 4 }, () => openDatabase(config, quietLog)))
    cleanups.push(() => Promise.all(opened.map((database) => database.close())))
    expect(await opened[3]?.read.selectFrom('migrations').select('number').execute()).toHaveLength(migrations.length)
    await Promise.all(opened.map((database) => database.probe()))
  })

  test('rejects a database of a newer Kontor and names both versions', async () => {
    const config = await createEmptyConfig(name)
    const database = await openDatabase(config, quietLog)
    await database.inTransaction((transaction) =>
      transaction
        .insertInto('migrations')
        .values({ number: migrations.length + 1, name: '999-future', checksum: '', applied_at: 1 })
        .execute(),
    )
    await database.close()
    const sentence = await getOpenError(config)
    expect(sentence).toContain('999-future')
    expect(sentence).toContain(migrations.at(-1)?.name as string)
  })

  test('rejects a database whose applied migration has changed', async () => {
    const config = await createEmptyConfig(name)
    const database = await openDatabase(config, quietLog)
    await database.inTransaction((transaction) =>
      transaction.updateTable('migrations').set({ checksum: 'x' }).execute(),
    )
    await database.close()
    expect(await getOpenError(config)).toContain('001-initial')
  })

  test('rejects a database of another program and leaves it unchanged', async () => {
    const config = await createEmptyConfig(name)
    const database = await openDatabase(config, quietLog)
    await database.inTransaction(async (transaction) => {
      await sql`delete from migrations`.execute(transaction)
    })
    await database.close()
    expect(await getOpenError(config)).toContain('The migration 001-initial failed')
  })

  test('fails the probe of a database that lacks a migration', async () => {
    const { database } = await open()
    await database.inTransaction(async (transaction) => {
      await sql`delete from migrations`.execute(transaction)
    })
    await expect(database.probe()).rejects.toThrow('migration')
  })

  test('takes the time zone and currency of the book at the first start and keeps them', async () => {
    const { database, config } = await open()
    expect(await loadOrCreateBook(database, config, 1)).toEqual({ timeZone: 'Asia/Shanghai', currency: 'CNY' })
    expect(await loadOrCreateBook(database, { timeZone: 'Europe/Berlin', currency: 'EUR' }, 2)).toEqual({
      timeZone: 'Asia/Shanghai',
      currency: 'CNY',
    })
    expect(await database.read.selectFrom('book').select(['created_at', 'head_seq', 'head_hash']).execute()).toEqual([
      { created_at: 1, head_seq: 0, head_hash: '' },
    ])
  })

  test('takes the time zone of the machine when none is configured', async () => {
    const { database } = await open()
    const { timeZone } = await loadOrCreateBook(database, { timeZone: undefined, currency: 'CNY' }, 1)
    expect(timeZone).toBe(Intl.DateTimeFormat().resolvedOptions().timeZone)
  })

  test('creates one book when two instances start on an empty database at the same time', async () => {
    const { database } = await open()
    const books = await Promise.all([
      loadOrCreateBook(database, { timeZone: 'Asia/Shanghai', currency: 'CNY' }, 1),
      loadOrCreateBook(database, { timeZone: 'Europe/Berlin', currency: 'EUR' }, 1),
    ])
    expect(books[0]).toEqual(books[1] as (typeof books)[0])
  })
})

describe('sqlite', () => {
  test('creates a missing data folder that only its owner can read', async () => {
    const { dataFolder, ...config } = await createEmptyConfig('sqlite')
    const folder = join(dataFolder, 'deep', 'data')
    const database = await openDatabase({ ...config, dataFolder: folder }, quietLog)
    await database.close()
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    expect(statSync(sqlitePath(folder)).mode & 0o777).toBe(0o600)
    expect(readdirSync(folder)).toEqual(['kontor.sqlite'])
  })

  test('syncs every commit to disk, uses the write-ahead log, and enforces foreign keys', async () => {
    const config = await createEmptyConfig('sqlite')
    const database = await openDatabase(config, quietLog)
    cleanups.push(() => database.close())
    const read = async (pragma: string): Promise<unknown> =>
      database.inTransaction(
        async (transaction) =>
          Object.values((await sql.raw<object>(`pragma ${pragma}`).execute(transaction)).rows[0] ?? {})[0],
      )
    expect(await Promise.all(['synchronous', 'journal_mode', 'foreign_keys', 'recursive_triggers'].map(read))).toEqual([
      2,
      'wal',
      1,
      1,
    ])
    const defenses = ['trusted_schema', 'cell_size_check', 'journal_size_limit']
    expect(await Promise.all(defenses.map(read))).toEqual([0, 1, 64 * 1024 * 1024])
    const reader = await sql.raw<object>('pragma trusted_schema').execute(database.read)
    expect(reader.rows).toEqual([{ trusted_schema: 0 }])
  })

  test('collects statistics for the query planner', async () => {
    const database = await openDatabase(await createEmptyConfig('sqlite'), quietLog)
    cleanups.push(() => database.close())
    await database.optimize()
    const { rows } = await sql<object>`select tbl from sqlite_stat1 where tbl = 'migrations'`.execute(database.read)
    expect(rows).toHaveLength(1)
  })

  test('uses the statistics that another process has collected once it is asked to', async () => {
    const config = await createEmptyConfig('sqlite')
    const [database, other] = [await openDatabase(config, quietLog), await openDatabase(config, quietLog)]
    cleanups.push(
      () => database.close(),
      () => other.close(),
    )
    await database.inTransaction(async (transaction) => {
      await sql`create table probes (a integer, b integer)`.execute(transaction)
      await sql`create index probes_by_a on probes (a)`.execute(transaction)
      await sql`create index probes_by_b on probes (b)`.execute(transaction)
      await sql`
        insert into probes
        with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 2000)
        select n, 1 from numbers`.execute(transaction)
    })
    const explain = async (db: Db): Promise<string[]> => {
      const { rows } = await sql<{
        detail: string
      }>`explain query plan select * from probes where a = 1 and b = 1`.execute(db)
      return rows.map(({ detail }) => detail)
    }
    // Without statistics, the index made last.
    const [guessed, known] = [
      'SEARCH probes USING INDEX probes_by_b (b=?)',
      'SEARCH probes USING INDEX probes_by_a (a=?)',
    ]
    expect(await explain(database.read)).toEqual([guessed])
    await other.optimize()
    expect(await explain(database.read)).toEqual([guessed])
    await database.reloadStatistics()
    expect(await explain(database.read)).toEqual([known])
    expect(await database.inTransaction((transaction) => explain(transaction))).toEqual([known])
  })

  test('names a folder that cannot be written', async () => {
    const config = await createEmptyConfig('sqlite')
    const file = join(config.dataFolder, 'file')
    writeFileSync(file, '')
    for (const dataFolder of [file, join(file, 'data'), '/proc/kontor'])
      expect(await getOpenError({ ...config, dataFolder })).toMatch(
        new RegExp(`^Cannot write to the data folder ${dataFolder}: .+\\. Set KONTOR_DATA to a writable folder\\.$`),
      )
  })

  test('names a full disk, also where SQLite only says that it could not read or write', async () => {
    const { dataFolder } = await createEmptyConfig('sqlite')
    const isFull = /^The disk of the data folder .+ is full\. Free some space on it, or set KONTOR_DATA/
    expect(toFullDiskError(dataFolder, { code: 'SQLITE_FULL' })?.message).toMatch(isFull)
    // No file system has less space than this one.
    expect(toFullDiskError('/proc', { code: 'SQLITE_IOERR_SHMSIZE' })?.message).toMatch(isFull)
    expect(toFullDiskError(dataFolder, { code: 'SQLITE_IOERR_SHMSIZE' })).toBeUndefined()
    expect(toFullDiskError('/proc', { code: 'SQLITE_CANTOPEN' })).toBeUndefined()
  })

  test('rejects a file that is not a database and leaves it unchanged', async () => {
    const config = await createEmptyConfig('sqlite')
    const text = 'These are notes, not a database. '.repeat(100)
    writeFileSync(sqlitePath(config.dataFolder), text)
    expect(await getOpenError(config)).toMatch(/kontor\.sqlite is not a database/)
    expect(await Bun.file(sqlitePath(config.dataFolder)).text()).toBe(text)
  })

  test('rejects an empty file, which is what remains of one that was not copied, and leaves it as it is', async () => {
    const config = await createEmptyConfig('sqlite')
    const path = sqlitePath(config.dataFolder)
    writeFileSync(path, '')
    expect(await getOpenError(config)).toBe(
      `The database file ${path} is empty, as if it had not been copied completely. Copy it again or restore a backup, or delete the file to start with an empty database. Check KONTOR_DATA if this is the wrong database.`,
    )
    expect([readdirSync(config.dataFolder), statSync(path).size]).toEqual([['kontor.sqlite'], 0])
    rmSync(path)
    await (await openDatabase(config, quietLog)).close()
  })

  test('creates its file complete, so that the next start opens it whenever the first one was interrupted', async () => {
    const config = await createEmptyConfig('sqlite')
    const path = sqlitePath(config.dataFolder)
    createSqliteFile(path)
    const { ino, size, mode } = statSync(path)
    expect([size > 0, mode & 0o777, readdirSync(config.dataFolder)]).toEqual([true, 0o600, ['kontor.sqlite']])
    // Another instance that starts at the same time.
    createSqliteFile(path)
    expect(statSync(path).ino).toBe(ino)
    const database = await openDatabase(config, quietLog)
    cleanups.push(() => database.close())
    await database.probe()
    expect([statSync(path).ino, readdirSync(config.dataFolder).toSorted()]).toEqual([
      ino,
      ['kontor.sqlite', 'kontor.sqlite-shm', 'kontor.sqlite-wal'],
    ])
  })

  test('creates the file that a link refers to', async () => {
    const config = await createEmptyConfig('sqlite')
    const target = join(config.dataFolder, 'elsewhere.sqlite')
    symlinkSync(target, sqlitePath(config.dataFolder))
    await (await openDatabase(config, quietLog)).close()
    expect(statSync(target).size).toBeGreaterThan(0)
    await (await openDatabase(config, quietLog)).close()
  })

  test('rejects a damaged file with one sentence', async () => {
    const config = await createEmptyConfig('sqlite')
    await (await openDatabase(config, quietLog)).close()
    const path = sqlitePath(config.dataFolder)
    const bytes = new Uint8Array(await Bun.file(path).arrayBuffer())
    bytes.fill(0xff, 100, 4096)
    rmSync(path)
    writeFileSync(path, bytes)
    expect(await getOpenError(config)).toContain(path)
  })

  test('opens the same database through a link to its folder', async () => {
    const config = await createEmptyConfig('sqlite')
    mkdirSync(join(config.dataFolder, 'real'))
    symlinkSync(join(config.dataFolder, 'real'), join(config.dataFolder, 'link'))
    const one = await openDatabase({ ...config, dataFolder: join(config.dataFolder, 'real') }, quietLog)
    const other = await openDatabase({ ...config, dataFolder: join(config.dataFolder, 'link') }, quietLog)
    cleanups.push(() => Promise.all([one.close(), other.close()]))
    await one.inTransaction((transaction) =>
      transaction.insertInto('counters').values({ key: 'a', value: 1 }).execute(),
    )
    expect(await other.read.selectFrom('counters').selectAll().execute()).toHaveLength(1)
  })
})

describe('postgres', () => {
  test('names a server that does not answer, without user and password', async () => {
    const config = {
      ...(await createEmptyConfig('sqlite')),
      databaseUrl: 'postgres://kontor:hunter2@127.0.0.1:9/books',
    }
    expect(await getOpenError(config)).toBe(
      'Cannot reach PostgreSQL at 127.0.0.1:9/books: no answer. Check DATABASE_URL.',
    )
  })

  test('collects the statistics of tables that have grown, without waiting for autovacuum', async () => {
    const database = await openDatabase(await createEmptyConfig('postgres'), quietLog)
    cleanups.push(() => database.close())
    const countAnalyzed = async (): Promise<unknown> =>
      (
        await sql<{ tables: string[] }>`
          select coalesce(array_agg(distinct tablename::text), '{}') as tables from pg_stats
          where schemaname = 'public' and tablename in ('counters', 'orders')`.execute(database.read)
      ).rows
    await database.inTransaction((transaction) =>
      transaction.insertInto('counters').values({ key: 'a', value: 1 }).execute(),
    )
    expect(await countAnalyzed()).toEqual([{ tables: [] }])
    await database.optimize()
    expect(await countAnalyzed()).toEqual([{ tables: ['counters'] }])
  })

  test('says that a server does not offer the encryption that the URL requires', async () => {
    const config = await createEmptyConfig('postgres')
    const sentence = await getOpenError({ ...config, databaseUrl: `${config.databaseUrl}?sslmode=require` })
    expect(sentence).toMatch(/^Cannot reach PostgreSQL at \S+: Server does not support SSL\. Check DATABASE_URL\.$/)
  })

  test('names a missing database with the message of the server', async () => {
    const config = await createEmptyConfig('postgres')
    const url = new URL(config.databaseUrl)
    url.pathname = '/nowhere'
    url.password = 'hunter2'
    const sentence = await getOpenError({ ...config, databaseUrl: url.href })
    expect(sentence).toContain('database "nowhere" does not exist')
    expect(sentence).not.toContain('hunter2')
  })

  test('replaces connections that the server closed, and only the transaction on such a connection fails', async () => {
    const config = await createEmptyConfig('postgres')
    const database = await openDatabase(config, quietLog)
    const other = await openDatabase(config, quietLog)
    cleanups.push(() => Promise.all([database.close(), other.close()]))
    const cut = database.inTransaction(async (transaction) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(transaction)
      await other.inTransaction((otherTransaction) =>
        sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(otherTransaction),
      )
      await transaction.insertInto('counters').values({ key: 'a', value: 1 }).execute()
    })
    await expect(cut).rejects.toThrow()
    for (let round = 0; round < 10; round++)
      await database.inTransaction((transaction) => transaction.selectFrom('counters').selectAll().execute())
    expect(await database.read.selectFrom('counters').selectAll().execute()).toEqual([])
  })

  test('repeats a transaction alone after a serialization failure', async () => {
    const config = await createEmptyConfig('postgres')
    const attempts: number[] = []
    const log = createLog('debug', (line) => {
      const { event, attempt } = JSON.parse(line)
      if (event === 'transaction retried') attempts.push(attempt)
    })
    const instances = await Promise.all([
      openDatabase(config, log),
      openDatabase(config, log),
      openDatabase(config, log),
    ])
    cleanups.push(() => Promise.all(instances.map((database) => database.close())))
    const [first] = instances
    await first.inTransaction((transaction) =>
      transaction.insertInto('counters').values({ key: 'a', value: 0 }).execute(),
    )
    await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        (instances[index % 3] as Database).inTransaction(async (transaction) => {
          const { value } = await transaction.selectFrom('counters').select('value').executeTakeFirstOrThrow()
          await transaction
            .updateTable('counters')
            .set({ value: value + 1 })
            .execute()
        }),
      ),
    )
    expect(await first.read.selectFrom('counters').select('value').execute()).toEqual([{ value: 60 }])
    expect(attempts.length).toBeGreaterThan(0)
    expect(Math.max(...attempts)).toBeLessThan(4)
  })

  test('queues more transactions than connections, and returns the connections of failed ones', async () => {
    const config = await createEmptyConfig('postgres')
    const database = await openDatabase(config, quietLog)
    cleanups.push(() => database.close())
    const outcomes = await Promise.allSettled(
      Array.from({ length: 60 }, (_, index) =>
        database.inTransaction(async (transaction) => {
          await transaction
            .insertInto('counters')
            .values({ key: `${index}`, value: index })
            .execute()
          if (index % 3 === 0) throw new Error('no')
          if (index % 3 === 1) await sql`select nonsense`.execute(transaction)
        }),
      ),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(20)
    expect(await database.read.selectFrom('counters').selectAll().execute()).toHaveLength(20)
  })
})

describe('the steps of the schema', () => {
  const step = (number: number, text: string): Migration => ({ number, name: `00${number}-step`, text })
  const openFile = async () => {
    const { dataFolder } = await createEmptyConfig('sqlite')
    const file = new SqliteFile(join(dataFolder, 'steps.sqlite'), 'write')
    cleanups.push(() => file.close())
    const writer = createTransactionDb<Tables>('sqlite', {
      acquire: async () => new SqliteConnection(file, 'begin immediate'),
      release: async () => {},
    })
    const run = (...known: Migration[]): Promise<void> =>
      migrate(writer, { toDialectSql: (statement) => [statement], log: quietLog, known })
    const tables = (): string[] =>
      file.handle
        .query<{ name: string }, []>(`select name from sqlite_schema where type = 'table' order by name`)
        .all()
        .map(({ name }) => name)
    return { run, tables }
  }

  test('are applied in order, each once, and new ones at the next start', async () => {
    const { run, tables } = await openFile()
    await run(step(1, 'create table a (x integer);'))
    await run(step(1, 'create table a (x integer);'), step(2, 'alter table a rename to b; create table c (x integer);'))
    expect(tables()).toEqual(['b', 'c', 'migrations'])
  })

  test('are applied all or none: one that fails undoes those before it', async () => {
    const { run, tables } = await openFile()
    const failing = run(
      step(1, 'create table a (x integer);'),
      step(2, 'create table b (x integer); create table a (y integer);'),
    )
    await expect(failing).rejects.toThrow(OpenError)
    expect(tables()).toEqual([])
  })

  test('never change after they are applied', async () => {
    const { run } = await openFile()
    await run(step(1, 'create table a (x integer);'))
    await expect(run(step(1, 'create table a (x integer, y integer);'))).rejects.toThrow('001-step')
  })

  test('are split at semicolons, without comments', () => {
    expect(
      splitStatements('-- one; two\ncreate table a (\n  x integer -- the x;\n);\n\ncreate index b on a (x);\n'),
    ).toEqual(['create table a (\n  x integer \n)', 'create index b on a (x)'])
  })

  test('are numbered without gaps', () => {
    expect(migrations.map(({ number }) => number)).toEqual(migrations.map((_, index) => index + 1))
    for (const { number, name } of migrations) expect(name.startsWith(String(number).padStart(3, '0'))).toBe(true)
  })
})
