import { connect, redactUrl } from '#server/db/connect-postgres.ts'
import { toPostgresSql } from '#server/db/postgres-sql.ts'
import { withCommitCallbacks } from '#server/db/after-commit.ts'
import { createCloseTasks } from '#server/db/close-tasks.ts'
import type { Database, Db, SharedSnapshot, Transaction } from '#server/db/database.ts'
import { type ConnectionSource, createStatementDb, createTransactionDb } from '#server/db/dialect.ts'
import { assertMigrated, assertNotNewer, assertWritable, migrate } from '#server/db/migrate.ts'
import { OpenError } from '#server/db/open-error.ts'
import { comparePostgresSchema } from '#server/db/postgres-schema.ts'
import { type AssertBegun, PooledConnection, ReservedConnection } from '#server/db/postgres-connection.ts'
import { analyzeGrownTables } from '#server/db/postgres-statistics.ts'
import type { Tables } from '#server/db/schema.ts'
import { withRetry } from '#server/db/with-retry.ts'
import type { Log } from '#server/log/log.ts'
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
  const { readPool, lookupPool, searchPool, searchLookupPool, writePool, close } = createPools(
    url,
    poolSizes,
    parameters,
  )
  try {
    await migratePostgres(url, writePool, log)
  } catch (error) {
    await close()
    throw error
  }
  const concurrentDb = createWriteDb(writePool, 'serializable', 'lock table book in row exclusive mode; ')
  const exclusiveDb = createWriteDb(writePool, 'serializable', 'lock table book in share row exclusive mode; ')
  const readCommittedDb = createWriteDb(writePool, 'read committed')
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

/** Waits until the database answers, and applies what is missing of its schema. */
async function migratePostgres(url: string, pool: Bun.SQL, log: Log): Promise<void> {
  try {
    await connect(url, pool)
    await migrate(
      createPooledDb(pool, `begin; set local statement_timeout = 0; select pg_advisory_xact_lock(${migrationLock})`),
      {
        toDialectSql: toPostgresSql,
        log,
        excludeOthers: async (transaction) => void (await waitForWriters(transaction)),
      },
    )
  } catch (error) {
    throw error instanceof Bun.SQL.PostgresError
      ? new OpenError(`Cannot open ${redactUrl(url)}: ${error.message}. Check DATABASE_URL.`)
      : error
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

/** The pools of a database, which open their connections with the first statement, and what closes them. */
function createPools(url: string, sizes: PoolSizes, parameters: ConnectionParameters) {
  // A time limit of the connection needs no transaction, which would be two round trips.
  const deadline = { statement_timeout: String(deadlineMs) }
  const planOnce = { plan_cache_mode: 'force_generic_plan' }
  const pools = {
    readPool: createPool(url, sizes.read, true, parameters),
    searchPool: createPool(url, sizes.search, true, { ...parameters, ...deadline }),
    lookupPool: createPool(url, sizes.lookup, true, { ...parameters, ...planOnce }),
    searchLookupPool: createPool(url, sizes.searchLookup, true, { ...parameters, ...deadline, ...planOnce }),
    writePool: createPool(url, sizes.write, false, parameters),
  }
  const close = async (): Promise<void> => {
    await Promise.all(Object.values(pools).map((pool) => pool.close({ timeout: 5 })))
  }
  return { ...pools, close }
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

/**
 * A Kysely whose transactions write. They throw an `OpenError` once a newer program has migrated the database, because this one would not keep
 * up what the migration has added. A migration waits for those that have begun, and those that begin meanwhile wait for it: before they
 * lock anything else, and before the snapshot of a serializable one is taken.
 */
const createWriteDb = (sql: SQL, isolation: 'serializable' | 'read committed', lockBook = ''): Kysely<Tables> =>
  createPooledDb(
    sql,
    `begin isolation level ${isolation}; lock table migrations in access share mode; ${lockBook}select number, name from migrations order by number desc limit 1`,
    (latest) => assertNotNewer('The database', (latest as { number: number; name: string }[])[0]),
  )

/** Waits until no transaction of `createWriteDb` runs, and lets none begin before this one has ended. */
const waitForWriters = (transaction: Transaction) =>
  query`lock table migrations in access exclusive mode`.execute(transaction)

/** A Kysely whose transactions each hold a connection and begin with `beginStatement`, whose last result `assertBegun` gets. */
const createPooledDb = (sql: SQL, beginStatement: string, assertBegun?: AssertBegun): Kysely<Tables> =>
  createTransactionDb('postgres', reservedConnections(sql, beginStatement, assertBegun))

const reservedConnections = (sql: SQL, beginStatement: string, assertBegun?: AssertBegun): ConnectionSource => ({
  acquire: async () => new ReservedConnection(await sql.reserve(), beginStatement, assertBegun),
  release: (connection) => (connection as ReservedConnection).returnToPool(),
})
