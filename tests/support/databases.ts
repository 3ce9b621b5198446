import type { Config } from '#server/config.ts'
import type { Database } from '#server/db/database.ts'
import { openDatabase } from '#server/db/open.ts'
import { createLog } from '#server/log.ts'
import { getPostgresUrl } from '#tests/support/postgres.ts'
import { SQL } from 'bun'
import { afterAll, afterEach, beforeEach, describe } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** An open database that nobody else uses, and the configuration it was opened with. */
export interface TestDatabase {
  database: Database
  config: Config
}

/** Where an empty database is. `remove` deletes it with everything in it, whoever is still connected. */
export interface EmptyDatabase {
  config: Config
  remove(): Promise<void>
}

type Dialect = Database['dialect']
const dialects: readonly Dialect[] = ['sqlite', 'postgres']

/**
 * Runs the same tests on both databases. Every `open()` gives an empty, migrated database of its own; one that a test or its
 * `beforeEach` opened is closed and removed after that test, one opened in `beforeAll` after the last.
 */
export function forEachDatabase(defineTests: (name: Dialect, open: () => Promise<TestDatabase>) => void): void {
  for (const name of dialects)
    describe(name, () => {
      const suiteCleanups: (() => Promise<void>)[] = []
      const testCleanups: (() => Promise<void>)[] = []
      let isInTest = false
      beforeEach(() => void (isInTest = true))
      afterEach(async () => {
        isInTest = false
        await runCleanups(testCleanups)
      })
      afterAll(() => runCleanups(suiteCleanups))
      defineTests(name, async () => {
        const { config, remove } = await createEmptyDatabase(name)
        const cleanups = isInTest ? testCleanups : suiteCleanups
        cleanups.push(remove)
        const database = await openDatabase(config, quietLog)
        cleanups.push(() => database.close())
        return { database, config }
      })
    })
}

/** A log that says nothing. */
export const quietLog = createLog('error', () => {})

/** Makes a place for a database without opening it: a new folder, and for PostgreSQL a new database in the tests' server. */
export async function createEmptyDatabase(dialect: Dialect): Promise<EmptyDatabase> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'kontor-test-'))
  const removeFolder = (): void => rmSync(dataFolder, { recursive: true, force: true })
  if (dialect === 'sqlite') return { config: testConfig({ dataFolder }), remove: async () => removeFolder() }

  const server = await getPostgresUrl()
  const name = `kontor_test_${crypto.randomUUID().replaceAll('-', '')}`
  await executeOnServer(server, `create database ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return {
    config: testConfig({ dataFolder, databaseUrl: url.href }),
    remove: async () => {
      await executeOnServer(server, `drop database if exists ${name} with (force)`)
      removeFolder()
    },
  }
}

/** A complete configuration for tests: SQLite, `http://localhost:3000`, Shanghai, CNY, a fixed secret. */
export const testConfig = (overrides: Partial<Config> & Pick<Config, 'dataFolder'>): Config => ({
  host: '127.0.0.1',
  port: 3000,
  origin: new URL('http://localhost:3000'),
  databaseUrl: '',
  secret: 'a secret of the tests, long enough',
  registration: 'approval',
  timeZone: 'Asia/Shanghai',
  currency: 'CNY',
  trustedProxies: [],
  metricsToken: undefined,
  logLevel: 'error',
  ...overrides,
})

async function executeOnServer(server: string, statement: string): Promise<void> {
  const sql = new SQL(server, { max: 1 })
  try {
    await sql.unsafe(statement)
  } finally {
    await sql.close()
  }
}

/** One after the other, the latest first; all of them, even when one fails. */
async function runCleanups(cleanups: (() => Promise<void>)[]): Promise<void> {
  const failures: unknown[] = []
  for (const cleanUp of cleanups.splice(0).toReversed()) await cleanUp().catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw failures[0]
}
