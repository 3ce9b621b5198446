import { createCloseTasks } from '#server/db/close-tasks.ts'
import type { Database } from '#server/db/database.ts'
import { openPostgres } from '#server/db/postgres.ts'
import { createLog } from '#server/log/log.ts'
import { cleanUpAfterRun } from '#tests/support/cleanup.ts'
import { getPostgresUrl } from '#tests/support/postgres.ts'
import { SQL } from 'bun'

/** A database on the tests' PostgreSQL. */
export interface PostgresDatabase {
  name: string
  url: string
  /** Drops it, even while others are connected. */
  drop(): Promise<void>
}

/** Creates a database with everything in `template`, which must not be open. */
export async function createPostgresDatabase(template = 'template1'): Promise<PostgresDatabase> {
  const { url: serverUrl, sql, copyStrategy } = await getServer()
  const name = `kontor_test_${crypto.randomUUID().replaceAll('-', '')}`
  await sql.unsafe(`create database ${name} template ${template} ${copyStrategy}`)
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return {
    name,
    url: url.href,
    drop: async () => void (await sql.unsafe(`drop database if exists ${name} with (force)`)),
  }
}

/** An open database that is emptied after each test, through a connection of its own. */
interface ReusableDatabase extends PostgresDatabase {
  database: Database
  sql: SQL
  /** Changes with every change of the schema. */
  schema: string
  /** Statements that delete all rows and insert those of the migrations. */
  reset: string
  /** Rows deleted so far: nothing vacuums, so that reading a table also reads what was once in it. */
  deletedRows: number
}

const idle: ReusableDatabase[] = []
let isCleanupRegistered = false
const maxDeletedRows = 5000
/** Connections to one database. Almost every test has a database of its own, and they all open with its first statement. */
const poolSizes = { read: 2, lookup: 1, search: 1, searchLookup: 1, write: 2 }

/** A database that one test or suite uses. */
interface LentDatabase {
  url: string
  database: Database
  /** Like `close`, but keeps the connections. */
  end(): Promise<void>
  /** Empties it for the next test, which takes PostgreSQL a tenth of the time of a new database with new connections. */
  release(): Promise<void>
}

/** An open database with the schema of `template` and no rows but those of its migrations. */
export async function takePostgresDatabase(template: string): Promise<LentDatabase> {
  const reusable = idle.pop() ?? (await createReusableDatabase(template))
  const { database, end, isUnused } = lend(reusable.database)
  return {
    url: reusable.url,
    database,
    end,
    release: async () => {
      if (isUnused() && (await empty(reusable).catch(() => false))) idle.push(reusable)
      else await discard(reusable)
    },
  }
}

async function createReusableDatabase(template: string): Promise<ReusableDatabase> {
  if (!isCleanupRegistered) cleanUpAfterRun(discardIdle)
  isCleanupRegistered = true
  const created = await createPostgresDatabase(template)
  const sql = new SQL(created.url, { max: 1 })
  const [schema, reset] = [await readSchema(sql), await buildReset(sql)]
  const database = await openPostgres(
    created.url,
    createLog('error', () => {}),
    { poolSizes },
  )
  return { ...created, database, sql, schema, reset, deletedRows: 0 }
}

async function discardIdle(): Promise<void> {
  await Promise.all(idle.splice(0).map(discard))
}

async function discard({ database, sql, drop }: ReusableDatabase): Promise<void> {
  await Promise.all([database.close(), sql.close()])
  await drop()
}

/** `inner` for one test, which can begin no transaction after `end`. */
function lend(inner: Database): Pick<LentDatabase, 'database' | 'end'> & { isUnused: () => boolean } {
  let transactions = 0
  let hasEnded = false
  /** Cannot be undone. */
  let isClosedOrListening = false
  const track = async <Result>(run: () => Promise<Result>): Promise<Result> => {
    if (hasEnded) throw new Error('The test that opened this database is over.')
    transactions += 1
    try {
      return await run()
    } finally {
      transactions -= 1
    }
  }
  const { beforeClose, close: end } = createCloseTasks(async () => void (hasEnded = true))
  const database: Database = {
    ...inner,
    inTransaction: (work) => track(() => inner.inTransaction(work)),
    inReadCommitted: (work) => track(() => inner.inReadCommitted(work)),
    inSnapshot: (work) => track(() => inner.inSnapshot(work)),
    inSharedSnapshot: (share, work) => track(() => inner.inSharedSnapshot(share, work)),
    readWithDeadline: (work) => track(() => inner.readWithDeadline(work)),
    listen: async (...listener) => {
      isClosedOrListening = true
      await inner.listen(...listener)
    },
    beforeClose,
    close: async () => {
      isClosedOrListening = true
      await end()
      await inner.close()
    },
  }
  return { database, end, isUnused: () => transactions === 0 && !isClosedOrListening }
}

/** As a replica, without the triggers that protect rows. */
async function buildReset(sql: SQL): Promise<string> {
  const tables: { name: string }[] = await sql.unsafe(
    `select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'migrations'`,
  )
  const statements = ['set local session_replication_role = replica']
  for (const { name } of tables) {
    const [{ rows }] = await sql.unsafe(`select jsonb_agg(t)::text as rows from ${name} t`)
    statements.push(`delete from ${name}`)
    if (rows !== null)
      statements.push(
        `insert into ${name} select * from jsonb_populate_recordset(null::${name}, '${rows.replaceAll("'", "''")}')`,
      )
  }
  return `begin; ${statements.join('; ')}; commit`
}

/** Whether the database is as it was created. */
async function empty(reusable: ReusableDatabase): Promise<boolean> {
  const { sql, schema, reset } = reusable
  if (!(await hasOnlyOwnConnections(sql)) || (await readSchema(sql)) !== schema) return false
  for (const { command, count } of await sql.unsafe(reset)) if (command === 'DELETE') reusable.deletedRows += count
  return reusable.deletedRows <= maxDeletedRows
}

/** Those of a second server may be about to end. */
async function hasOnlyOwnConnections(sql: SQL): Promise<boolean> {
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const [{ count }] = await sql.unsafe(
      'select count(*)::integer as count from pg_stat_activity where datname = current_database()',
    )
    if (count <= Object.values(poolSizes).reduce((sum, size) => sum + size, 1)) return true
    await Bun.sleep(10)
  }
  return false
}

/** The transactions that wrote the rows of the catalog, and the migrations. */
async function readSchema(sql: SQL): Promise<string> {
  const sources = [
    'pg_namespace',
    `pg_class where relnamespace = 'public'::regnamespace`,
    'pg_attribute where attrelid >= 16384',
    'pg_attrdef',
    'pg_constraint',
    'pg_trigger',
    'pg_rewrite',
    `pg_proc where pronamespace = 'public'::regnamespace`,
    'migrations',
  ]
  const sums = sources.map((source) => `(select sum(xmin::text::bigint)::text from ${source})`)
  const [{ schema }] = await sql.unsafe(`select concat_ws(' ', ${sums.join()}) as schema`)
  return schema
}

/** The tests' server: its URL, two connections that stay open, as one may wait to drop a database, and how it copies a database with the least work. */
interface Server {
  url: string
  sql: SQL
  copyStrategy: string
}

let server: Promise<Server> | undefined

const getServer = (): Promise<Server> => (server ??= connectToServer())

async function connectToServer(): Promise<Server> {
  const url = await getPostgresUrl()
  const sql = new SQL(url, { max: 2 })
  cleanUpAfterRun(() => sql.close())
  const [{ version }] = await sql.unsafe(`select current_setting('server_version_num')::integer as version`)
  // Since version 15, the default writes each page of the copy to the log, for three times the CPU time.
  return { url, sql, copyStrategy: version < 150_000 ? '' : 'strategy file_copy' }
}
