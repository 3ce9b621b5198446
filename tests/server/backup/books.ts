import type { Config } from '#server/config.ts'
import type { Database } from '#server/db/database.ts'
import { openDatabase } from '#server/db/open.ts'
import { buildExportCsv } from '#tests/server/imports/build-export-csv.ts'
import {
  type CommandResult,
  type KontorProcess,
  runKontor,
  setUpBinary,
  spawnKontor,
  startKontor,
} from '#tests/support/binary.ts'
import { type Cleanup, cleanUpAfterRun, executeCleanups } from '#tests/support/cleanup.ts'
import { copyDatabase, createEmptyDatabase, type DatabaseLocation, quietLog } from '#tests/support/databases.ts'
import { afterEach, setDefaultTimeout } from 'bun:test'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'

export type Dialect = Database['dialect']
export const dialects: Dialect[] = ['sqlite', 'postgres']

export const owner = { email: 'anna@example.com', password: 'correct horse battery' }

const cleanups: Cleanup[] = []
const cleanUpAfterTest = (cleanup: Cleanup): void => void cleanups.push(cleanup)

/** For a test file that uses places: has the binary built, and removes after each test what was created for it. */
export function setUpPlaces(): void {
  setUpBinary()
  // Each test runs about ten commands, one after the other.
  setDefaultTimeout(240_000)
  afterEach(() => executeCleanups(cleanups))
}

/** An installation for one test, and a folder for its backups. Commands are those of the binary. */
export interface Place {
  config: Config
  folder: string
  settings: Record<string, string>
  /** Starts a command, which is killed after the test; `prefix` is a command that runs it. */
  spawn(args: string[]): Bun.Subprocess<Blob, 'pipe', 'pipe'>
  run(args: string[], prefix?: string[]): Promise<CommandResult>
  /** Saves a backup and returns its path. */
  backUp(): Promise<string>
  /** Starts the server. */
  serve(extraSettings?: Record<string, string>): Promise<KontorProcess>
  /** Runs `work` on the opened database and closes it again. */
  withDatabase<Result>(work: (database: Database) => Promise<Result>): Promise<Result>
  /** Deletes it before the end of the test. */
  remove(): Promise<void>
}

/** An installation with an empty database. */
export const createPlace = async (dialect: Dialect): Promise<Place> => openPlace(await createEmptyDatabase(dialect))

function openPlace({ config, remove }: DatabaseLocation, cleanUpLater = cleanUpAfterTest): Place {
  const folder = mkdtempSync(join(tmpdir(), 'kontor-backups-'))
  const removePlace = async (): Promise<void> => {
    await remove()
    rmSync(folder, { recursive: true, force: true })
  }
  cleanUpLater(removePlace)
  const { dataFolder, databaseUrl, secret = '' } = config
  const settings = {
    KONTOR_DATA: dataFolder,
    DATABASE_URL: databaseUrl,
    KONTOR_SECRET: secret,
    LOG_LEVEL: 'error',
  }
  let backupCount = 0
  const place: Place = {
    config,
    remove: removePlace,
    folder,
    settings,
    spawn: (args) => {
      const child = spawnKontor(args, '', { settings })
      cleanups.push(() => kill(child))
      return child
    },
    run: (args, commandPrefix = []) => runKontor(args, '', { settings, commandPrefix }),
    backUp: async () => {
      const path = join(folder, `books-${++backupCount}.backup`)
      await expectDone(place.run(['backup', path]))
      return path
    },
    serve: async (extraSettings = {}) => {
      const server = await startKontor({ settings: { ...settings, ...extraSettings } })
      cleanups.push(() => kill(server.child))
      return server
    },
    withDatabase: async (work) => {
      const database = await openDatabase(config, quietLog)
      try {
        return await work(database)
      } finally {
        await database.close()
      }
    },
  }
  return place
}

async function kill(child: Bun.Subprocess): Promise<void> {
  child.kill('SIGKILL')
  await child.exited
}

/** An installation with an owner and twelve imported orders: a copy of the same books for each test. */
export const createBooks = async (dialect: Dialect, cleanUpLater = cleanUpAfterTest): Promise<Place> =>
  openPlace(await copyDatabase(dialect, await prepareBooks(dialect)), cleanUpLater)

const preparedBooks = new Map<Dialect, Promise<Config>>()

const prepareBooks = (dialect: Dialect): Promise<Config> =>
  preparedBooks.getOrInsertComputed(dialect, async () => {
    const place = openPlace(await createEmptyDatabase(dialect), cleanUpAfterRun)
    await fillBooks(place)
    return place.config
  })

async function fillBooks({ settings, folder, run }: Place): Promise<void> {
  const args = ['user', 'add', '--email', owner.email, '--name', 'Anna 安娜', '--role', 'owner']
  await expectDone(runKontor(args, `${owner.password}\n`, { settings }))
  const csv = join(folder, 'orders.csv')
  writeFileSync(csv, buildOrders(12))
  await expectDone(run(['import', 'orders', csv]))
  rmSync(csv)
}

/** An export of orders: paid and unpaid, shipped and not, refunded, with texts of many kinds. */
export const buildOrders = (count: number, first = 1000): string =>
  buildExportCsv(
    Array.from({ length: count }, (_, index) => ({
      name: `#${first + index}`,
      financialStatus: ['paid', 'pending', 'partially_refunded'][index % 3] ?? '',
      refundedMinor: index % 3 === 2 ? 300 : 0,
      fulfillmentStatus: index % 2 ? 'fulfilled' : '',
      lines: [{ quantity: 2 }, { name: 'Tea “龙井” \u0001 🍵 \\ "x"' }],
    })),
  )

/** Returns what the command printed; throws when it failed. */
export async function expectDone(ended: Promise<CommandResult>): Promise<string> {
  const { code, output, errors } = await ended
  if (code !== 0) throw new Error(`exit code ${code}: ${output}${errors}`)
  return output
}

/** The number of rows of every table, from the database itself. */
export const countRows = (database: Database, tables: readonly string[]): Promise<Record<string, number>> =>
  database.inSnapshot(async (db) => {
    const counts: Record<string, number> = {}
    for (const table of tables) {
      const { count } = await db
        .selectFrom(table as 'orders')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      counts[table] = count
    }
    return counts
  })

/** The lines of a backup. */
export const readLines = (path: string): string[] =>
  zstdDecompressSync(readFileSync(path)).toString().trimEnd().split('\n')

/** Writes a backup of other lines, with the digest that they need. */
export function writeLines(path: string, lines: readonly string[]): void {
  const text = lines.map((line) => `${line}\n`).join('')
  const sha256 = new Bun.CryptoHasher('sha256').update(text).digest('hex')
  writeFileSync(path, zstdCompressSync(`${text}${JSON.stringify({ sha256 })}\n`))
}

/** What a backup says about itself. */
export function readManifest(path: string): {
  counts: Record<string, number>
  heads: Record<'ledger' | 'events', { seq: number; hash: string }>
  migrations: { number: number; name: string; checksum: string }[]
} {
  return JSON.parse(readLines(path).at(-2) ?? '').manifest
}

/** The rows of every table but `except`, as they are in the backup. */
export function readTables(path: string, except: readonly string[] = []): Record<string, string[]> {
  const tables: Record<string, string[]> = {}
  let rows: string[] = []
  for (const line of readLines(path))
    if (line.startsWith('[')) rows.push(line)
    else {
      const { table } = JSON.parse(line)
      if (table !== undefined) tables[table] = rows = []
    }
  for (const table of except) delete tables[table]
  return tables
}
