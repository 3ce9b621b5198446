import type { Config } from '#server/config.ts'
import type { Database } from '#server/db/database.ts'
import { openDatabase } from '#server/db/open.ts'
import { sqlitePath } from '#server/db/sqlite.ts'
import { createLog } from '#server/log.ts'
import { type Cleanup, cleanUpAfterRun, executeCleanups } from '#tests/support/cleanup.ts'
import { getPostgresUrl } from '#tests/support/postgres.ts'
import { allowSlowTests } from '#tests/support/timeouts.ts'
import { SQL } from 'bun'
import { afterAll, afterEach, beforeAll, beforeEach, describe } from 'bun:test'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** An open database that only one test or suite uses, and the configuration it was opened with. */
export interface TestDatabase {
  database: Database
  config: Config
}

/** The place of a database. `remove` deletes it with everything in it, even while others are connected. */
export interface DatabaseLocation {
  config: Config
  remove(): Promise<void>
}

type Dialect = Database['dialect']
const dialects: readonly Dialect[] = ['sqlite', 'postgres']

/**
 * Runs the same tests on both databases. Every `open()` returns an empty, migrated database; it is closed and removed after the test
 * that opened it (in the test or in `beforeEach`), or at the end of the suite if `beforeAll` opened it.
 */
export function forEachDatabase(defineTests: (name: Dialect, open: () => Promise<TestDatabase>) => void): void {
  for (const name of dialects) describeOn(name, (open) => defineTests(name, open))
}

/** Runs the tests on SQLite alone, which needs no service: for tests whose result cannot depend on the database. */
export const onSqlite = (defineTests: (open: () => Promise<TestDatabase>) => void): void =>
  describeOn('sqlite', defineTests)

function describeOn(name: Dialect, defineTests: (open: () => Promise<TestDatabase>) => void): void {
  allowSlowTests()
  describe(name, () => {
    const suiteCleanups: Cleanup[] = []
    const testCleanups: Cleanup[] = []
    let isInTest = false
    // The first caller may have to download the server.
    beforeAll(async () => void (await prepareTemplate(name)), { timeout: Infinity })
    beforeEach(() => void (isInTest = true))
    afterEach(async () => {
      isInTest = false
      await executeCleanups(testCleanups)
    })
    afterAll(() => executeCleanups(suiteCleanups))
    defineTests(async () => {
      const { config, remove } = await createMigratedDatabase(name)
      const cleanups = isInTest ? testCleanups : suiteCleanups
      cleanups.push(async () => removeInBackground(remove))
      const database = await openDatabase(config, quietLog, poolSizes)
      cleanups.push(() => database.close())
      return { database, config }
    })
  })
}

/** Each connection costs 6 ms of CPU, and almost every test opens a database of its own. */
const poolSizes = { read: 2, write: 2 }

const removals: Promise<void>[] = []

/** The next test does not wait for it: PostgreSQL takes 100 ms to drop a database that was just closed. The end of the run does. */
function removeInBackground(remove: () => Promise<void>): void {
  if (removals.length === 0) cleanUpAfterRun(async () => void (await Promise.all(removals)))
  const removal = remove()
  // Thrown at the end of the run.
  removal.catch(() => undefined)
  removals.push(removal)
}

/** A log that discards everything. */
export const quietLog = createLog('error', () => {})

/** Creates a place for a database without opening it: a new folder, and for PostgreSQL a new database on the tests' server. */
export const createEmptyDatabase = async (dialect: Dialect): Promise<DatabaseLocation> =>
  dialect === 'sqlite' ? createSqliteLocation() : createPostgresLocation()

const templates = new Map<Dialect, Promise<Config>>()

/** The migrated database that others are copied from; migrating each of them would take most of a run's time. */
const prepareTemplate = (dialect: Dialect): Promise<Config> =>
  templates.getOrInsertComputed(dialect, async () => {
    const { config, remove } = await createEmptyDatabase(dialect)
    cleanUpAfterRun(remove)
    await (await openDatabase(config, quietLog)).close()
    return config
  })

/** Like `createEmptyDatabase`, with every migration applied. */
const createMigratedDatabase = async (dialect: Dialect): Promise<DatabaseLocation> =>
  copyDatabase(dialect, await prepareTemplate(dialect))

/** Like `createEmptyDatabase`, with everything in a database that is not open. */
export async function copyDatabase(dialect: Dialect, template: Config): Promise<DatabaseLocation> {
  if (dialect === 'postgres') return createPostgresLocation(databaseNameOf(template))
  const location = createSqliteLocation()
  copyFileSync(sqlitePath(template.dataFolder), sqlitePath(location.config.dataFolder))
  return location
}

function createSqliteLocation(): DatabaseLocation {
  const dataFolder = mkdtempSync(join(tmpdir(), 'kontor-test-'))
  return {
    config: testConfig({ dataFolder }),
    remove: async () => rmSync(dataFolder, { recursive: true, force: true }),
  }
}

async function createPostgresLocation(template = 'template1'): Promise<DatabaseLocation> {
  const { url: serverUrl, copyStrategy } = await getServer()
  const name = `kontor_test_${crypto.randomUUID().replaceAll('-', '')}`
  await executeOnServer(`create database ${name} template ${template} ${copyStrategy}`)
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  const { config, remove } = createSqliteLocation()
  return {
    config: { ...config, databaseUrl: url.href },
    remove: async () => {
      await executeOnServer(`drop database if exists ${name} with (force)`)
      await remove()
    },
  }
}

const databaseNameOf = ({ databaseUrl }: Config): string => new URL(databaseUrl).pathname.slice(1)

/** A complete configuration for tests: SQLite, `http://localhost:3000`, Shanghai, CNY, a fixed secret. */
export const testConfig = (overrides: Partial<Config> & Pick<Config, 'dataFolder'>): Config => ({
  host: '127.0.0.1',
  port: 3000,
  origin: new URL('http://localhost:3000'),
  databaseUrl: '',
  secret: '6f1d0c9ae2b84735a0d94c17f85b3e62',
  previousSecret: undefined,
  registration: 'approval',
  timeZone: 'Asia/Shanghai',
  currency: 'CNY',
  refundLimit: undefined,
  passwordCheckUrl: undefined,
  tokenRequestsPerMinute: 600,
  trustedProxies: [],
  mail: undefined,
  metricsToken: undefined,
  oidc: undefined,
  backups: undefined,
  auditRetentionMs: undefined,
  logLevel: 'error',
  ...overrides,
})

/** Executes a statement on the server's own database. */
const executeOnServer = async (statement: string): Promise<void> =>
  void (await (await getServer()).sql.unsafe(statement))

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
