import { parseAppendOnly, parseOpenDaysOnly } from '#server/db/append-only.ts'
import { withCommitCallbacks } from '#server/db/after-commit.ts'
import { createCloseTasks } from '#server/db/close-tasks.ts'
import type { Database, Db, SharedSnapshot } from '#server/db/database.ts'
import { type ConnectionSource, createStatementDb, createTransactionDb } from '#server/db/dialect.ts'
import { assertMigrated, assertWritable, migrate } from '#server/db/migrate.ts'
import { OpenError } from '#server/db/open-error.ts'
import { comparePostgresSchema } from '#server/db/postgres-schema.ts'
import { PooledConnection, ReservedConnection } from '#server/db/postgres-connection.ts'
import { analyzeGrownTables } from '#server/db/postgres-statistics.ts'
import type { Tables } from '#server/db/schema.ts'
import { withRetry } from '#server/db/with-retry.ts'
import type { Log } from '#server/log.ts'
import type { SQL } from 'bun'
import { type Kysely, sql as query } from 'kysely'

/** How many connections a database has; they all open with its first statement. */
export interface PoolSizes {
  read: number
  /** For lookups (`lookup.ts`), which are planned once for each connection. */
  lookup: number
  /** For `readWithDeadline`, so that searches leave those of other reads alone. */
  search: number
  /** For lookups of `readWithDeadline`. */
  searchLookup: number
  write: number
}

/** Connections of one instance: PostgreSQL allows 100 in all by default. */
const defaultPoolSizes: PoolSizes = { read: 4, lookup: 3, search: 3, searchLookup: 3, write: 4 }
const statementTimeoutMs = 30_000
/** For a statement of `readWithDeadline`. */
const deadlineMs = 1000
/** The NOTIFY channel of all processes of Kontor on a database. */
const broadcastChannel = 'kontor'
/** Held while the schema changes. */
export const migrationLock = 7_061_001
/** The name of the connections of servers and commands. */
export const applicationName = 'kontor'

/**
 * Opens and migrates a PostgreSQL database; throws `OpenError`. Transactions are serializable: the first attempt runs concurrently with
 * others; after a serialization failure it is repeated alone (`docs/decisions/010-two-databases.md`).
 */
export async function openPostgres(
  url: string,
  log: Log,
  { parameters = {}, poolSizes = defaultPoolSizes }: PostgresOptions = {},
): Promise<Database> {
  const readPool = createPool(url, poolSizes.read, true, parameters)
  // A time limit of the connection needs no transaction, which would be two round trips.
  const deadline = { statement_timeout: String(deadlineMs) }
  const planOnce = { plan_cache_mode: 'force_generic_plan' }
  const searchPool = createPool(url, poolSizes.search, true, { ...parameters, ...deadline })
  const lookupPool = createPool(url, poolSizes.lookup, true, { ...parameters, ...planOnce })
  const searchLookupPool = createPool(url, poolSizes.searchLookup, true, { ...parameters, ...deadline, ...planOnce })
  const writePool = createPool(url, poolSizes.write, false, parameters)
  const close = async (): Promise<void> => {
    const pools = [readPool, lookupPool, searchPool, searchLookupPool, writePool]
    await Promise.all(pools.map((pool) => pool.close({ timeout: 5 })))
  }
  try {
    await connect(url, writePool)
    await migrate(
      createPooledDb(
        writePool,
        `begin; set local statement_timeout = 0; select pg_advisory_xact_lock(${migrationLock})`,
      ),
      toPostgresSql,
      log,
    )
  } catch (error) {
    await close()
    throw error instanceof Bun.SQL.PostgresError
      ? new OpenError(`Cannot open ${redactUrl(url)}: ${error.message}. Check DATABASE_URL.`)
      : error
  }
  const concurrentDb = createPooledDb(
    writePool,
    'begin isolation level serializable; lock table book in row exclusive mode',
  )
  const exclusiveDb = createPooledDb(
    writePool,
    'begin isolation level serializable; lock table book in share row exclusive mode',
  )
  const readCommittedDb = createPooledDb(writePool, 'begin isolation level read committed')
  const read = createStatementDb<Tables>('postgres', new PooledConnection(readPool, lookupPool))
  const search = createStatementDb<Tables>('postgres', new PooledConnection(searchPool, searchLookupPool))
  const snapshotDb = createPooledDb(readPool, beginSnapshot)
  const sharedSnapshotDb = createPooledDb(readPool, `${beginSnapshot}; ${waitForThreads}`)
  return {
    dialect: 'postgres',
    read,
    inTransaction: (work) =>
      withCommitCallbacks(work, (attemptWork) =>
        withRetry(log, (attempt) => (attempt === 1 ? concurrentDb : exclusiveDb).transaction().execute(attemptWork)),
      ),
    inReadCommitted: (work) => readCommittedDb.transaction().execute(work),
    readWithDeadline: (work) => work(search),
    inSnapshot: (work) => snapshotDb.transaction().execute(work),
    inSharedSnapshot: (share, work) =>
      sharedSnapshotDb.transaction().execute(async (db) => {
        const { rows } = await query<{ id: string }>`select pg_export_snapshot() as id`.execute(db)
        await share({ dialect: 'postgres', url, parameters, id: rows[0]?.id ?? '' })
        return work(db)
      }),
    probe: () => assertMigrated(read),
    optimize: () => analyzeGrownTables(createPooledDb(writePool, 'begin; set local statement_timeout = 0')),
    reloadStatistics: async () => {},
    releaseMemory: () => {},
    expectLargeWrites: () => {},
    probeWrite: () => readCommittedDb.transaction().execute(assertWritable),
    compareSchema: () => comparePostgresSchema(readCommittedDb, toPostgresSql),
    broadcast: (message) => writePool.notify(broadcastChannel, message),
    listen: async (listener, onReconnect) => {
      let isFirst = true
      await readPool.listen(broadcastChannel, listener, () => {
        if (!isFirst) onReconnect()
        isFirst = false
      })
    },
    ...createCloseTasks(close),
  }
}

const beginSnapshot = 'begin isolation level repeatable read read only'
/** A transaction that does nothing is not stopped: it waits for what other threads do on the same snapshot. */
const waitForThreads = 'set local idle_in_transaction_session_timeout = 0'

/** Runs `work` on a snapshot that another connection has exported and still holds, on a connection of its own. */
export async function joinPostgresSnapshot<Result>(
  { url, parameters, id }: Extract<SharedSnapshot, { dialect: 'postgres' }>,
  work: (db: Db) => Promise<Result>,
): Promise<Result> {
  const pool = createPool(url, 1, true, parameters)
  try {
    const begin = `${beginSnapshot}; set transaction snapshot '${id}'; ${waitForThreads}`
    return await createPooledDb(pool, begin).transaction().execute(work)
  } finally {
    await pool.close({ timeout: 5 })
  }
}

/** Settings of every connection of a pool, such as `search_path`. */
type ConnectionParameters = Readonly<Record<string, string>>

interface PostgresOptions {
  parameters?: ConnectionParameters
  poolSizes?: PoolSizes | undefined
}

const createPool = (url: string, max: number, readOnly: boolean, parameters: ConnectionParameters): SQL =>
  new Bun.SQL(url, {
    adapter: 'postgres',
    max,
    connectionTimeout: 5,
    connection: {
      application_name: applicationName,
      statement_timeout: statementTimeoutMs,
      idle_in_transaction_session_timeout: 2 * statementTimeoutMs,
      default_transaction_read_only: readOnly ? 'on' : 'off',
      // Compiling a query takes longer than any of ours runs.
      jit: 'off',
      // A plan for any values expects ranges of days and tokens to be small, and reads them by the wrong index.
      plan_cache_mode: readOnly ? 'force_custom_plan' : 'auto',
      ...parameters,
    },
  })

/** A Kysely whose transactions each hold a connection and begin with `beginStatement`. */
const createPooledDb = (sql: SQL, beginStatement: string): Kysely<Tables> =>
  createTransactionDb('postgres', reservedConnections(sql, beginStatement))

const reservedConnections = (sql: SQL, beginStatement: string): ConnectionSource => ({
  acquire: async () => new ReservedConnection(await sql.reserve(), beginStatement),
  release: (connection) => (connection as ReservedConnection).returnToPool(),
})

/** Makes the first connection of `sql`; throws an `OpenError` that says what is wrong, without the password. */
export async function connect(url: string, sql: SQL): Promise<void> {
  try {
    const [settings] = await sql.unsafe(
      `select current_setting('server_encoding') as encoding, current_setting('server_version_num')::integer as version`,
    )
    if (settings.encoding !== 'UTF8')
      throw new OpenError(
        `The database ${redactUrl(url)} uses the encoding ${settings.encoding}. Set DATABASE_URL to one with UTF8.`,
      )
    if (settings.version < 140_000)
      throw new OpenError(
        `The PostgreSQL server of ${redactUrl(url)} is older than version 14. Set DATABASE_URL to a newer one.`,
      )
  } catch (error) {
    if (error instanceof OpenError) throw error
    const { code, message } = error as { code?: string; message: string }
    // Messages of the server (no such database, wrong password) and those about its certificate contain no secret.
    const reason = code?.startsWith('ERR_POSTGRES_CONNECTION') ? 'no answer' : message
    throw new OpenError(`Cannot reach PostgreSQL at ${redactUrl(url)}: ${reason}. Check DATABASE_URL.`)
  }
}

/** Host, port and database of a connection URL, never user or password. */
function redactUrl(url: string): string {
  const { hostname, port, pathname } = new URL(url)
  return `${hostname || 'localhost'}:${port || 5432}${pathname}`
}

/** Texts compare by their bytes as on SQLite; a trigger function rejects changes of append-only tables. */
export function toPostgresSql(statement: string): string[] {
  const openDaysOnly = parseOpenDaysOnly(statement)
  if (openDaysOnly !== undefined) return rejectClosedDays(openDaysOnly)
  const appendOnly = parseAppendOnly(statement)
  if (!appendOnly) return [createIfMissing(statement.replace(/\btext\b/g, 'text collate "C"'))]
  const { table, removedTable, key } = appendOnly
  const rejecting = removedTable
    ? [...rejectChanges(table, 'update or truncate'), ...rejectDeletes(table, removedTable)]
    : rejectChanges(table, 'update or delete or truncate')
  return [...rejecting, ...revokeChanges(table, removedTable ? 'update, truncate' : 'update, delete, truncate', key)]
}

/** `create table if not exists` asks for the right to create tables also where the table exists, which a user who does not own the database lacks. */
function createIfMissing(statement: string): string {
  const [prefix, table] = /^create table if not exists (\w+)/.exec(statement) ?? []
  if (prefix === undefined) return statement
  return `do $$ begin if to_regclass('${table}') is null then create table ${table}${statement.slice(prefix.length)}; end if; end $$`
}

/** A second wall behind the triggers, which the owner of a table can switch off: not even the owner may change rows. Superusers may do everything. */
const revokeChanges = (table: string, changes: string, key: string | undefined): string[] => [
  `revoke ${changes} on ${table} from current_user`,
  ...(key === undefined ? [] : [`grant update (${key}) on ${table} to current_user`]),
]

const rejectChanges = (table: string, changes: string): string[] => [
  `create or replace function reject_change() returns trigger language plpgsql as
     $$ begin raise exception '% is append-only', tg_table_name; end $$`,
  `create trigger ${table}_reject_change before ${changes} on ${table}
     for each statement execute function reject_change()`,
]

const rejectClosedDays = (table: string): string[] => [
  `create function reject_closed_day() returns trigger language plpgsql as
     $$ begin
       if exists (select 1 from book where new.accounting_day <= closed_through and new.seq > closed_seq) then
         raise exception '%: the month is closed', tg_table_name;
       end if;
       return new;
     end $$`,
  `create trigger ${table}_reject_closed_day before insert on ${table}
     for each row execute function reject_closed_day()`,
]

const rejectDeletes = (table: string, removedTable: string): string[] => [
  `create function reject_delete_from_${table}() returns trigger language plpgsql as
     $$ begin
       if exists (select 1 from ${removedTable} where event_id = old.id) then return old; end if;
       raise exception '% is append-only', tg_table_name;
     end $$`,
  `create trigger ${table}_reject_delete before delete on ${table}
     for each row execute function reject_delete_from_${table}()`,
]
