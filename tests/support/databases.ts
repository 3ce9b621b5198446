import type { Config } from '#server/config.ts'
import type { Database } from '#server/db/database.ts'
import { openDatabase } from '#server/db/open.ts'
import { sqlitePath } from '#server/db/sqlite.ts'
import { createLog } from '#server/log/log.ts'
import { type Cleanup, cleanUpAfterRun, executeCleanups } from '#tests/support/cleanup.ts'
import { createPostgresDatabase, takePostgresDatabase } from '#tests/support/postgres-databases.ts'
import { allowSlowTests } from '#tests/support/timeouts.ts'
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
      const { database, config, close, remove } = await openMigratedDatabase(name)
      const cleanups = isInTest ? testCleanups : suiteCleanups
      cleanups.push(async () => removeInBackground(remove), close)
      return { database, config }
    })
  })
}

/**
 * The next test does not wait for it: PostgreSQL takes 100 ms to drop a database that was just closed. The end of the run does, before it
 * stops the server.
 */
function removeInBackground(remove: () => Promise<void>): void {
  const removal = remove()
  // Thrown at the end of the run.
  removal.catch(() => undefined)
  // Registered each time: cleanups run latest first, and the server starts after the first removals, those of SQLite.
  cleanUpAfterRun(() => removal)
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

/** Opens a database with every migration applied. */
async function openMigratedDatabase(dialect: Dialect): Promise<TestDatabase & { close: Cleanup; remove: Cleanup }> {
  const template = await prepareTemplate(dialect)
  if (dialect === 'postgres') {
    const { url, database, end, release } = await takePostgresDatabase(databaseNameOf(template))
    return { database, ...locatePostgres(url, release), close: end }
  }
  const { config, remove } = await copyDatabase(dialect, template)
  const database = await openDatabase(config, quietLog)
  return { database, config, close: () => database.close(), remove }
}

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

async function createPostgresLocation(template?: string): Promise<DatabaseLocation> {
  const { url, drop } = await createPostgresDatabase(template)
  return locatePostgres(url, drop)
}

function locatePostgres(databaseUrl: string, removeDatabase: Cleanup): DatabaseLocation {
  const { config, remove } = createSqliteLocation()
  return {
    config: { ...config, databaseUrl },
    remove: async () => {
      await removeDatabase()
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
  webhookNetworks: [],
  mail: undefined,
  metricsToken: undefined,
  oidc: undefined,
  backups: undefined,
  auditRetentionMs: undefined,
  logLevel: 'error',
  ...overrides,
})
