import initial from '#server/db/migrations/001-initial.sql' with { type: 'text' }
import customerList from '#server/db/migrations/002-customer-list.sql' with { type: 'text' }
import workQueue from '#server/db/migrations/003-work-queue.sql' with { type: 'text' }
import tokenBeginnings from '#server/db/migrations/004-token-beginnings.sql' with { type: 'text' }
import changedLines from '#server/db/migrations/005-changed-lines.sql' with { type: 'text' }
import movesCountedOnce from '#server/db/migrations/006-moves-counted-once.sql' with { type: 'text' }
import referencesOfSigns from '#server/db/migrations/007-references-of-signs.sql' with { type: 'text' }
import writtenOffOrders from '#server/db/migrations/008-written-off-orders.sql' with { type: 'text' }
import packedPostings from '#server/db/migrations/009-packed-postings.sql' with { type: 'text' }
import customerConditions from '#server/db/migrations/010-customer-conditions.sql' with { type: 'text' }
import customerSums from '#server/db/migrations/011-customer-sums.sql' with { type: 'text' }
import orderSums from '#server/db/migrations/012-order-sums.sql' with { type: 'text' }
import { OpenError } from '#server/db/open-error.ts'
import type { Transaction } from '#server/db/database.ts'
import type { Tables } from '#server/db/schema.ts'
import type { Log } from '#server/log/log.ts'
import { type Kysely, sql } from 'kysely'

/** One step of the schema. Its text never changes after a release. */
export interface Migration {
  number: number
  name: string
  text: string
  /** Fills new columns that SQL cannot compute, once the schema is that of this program. */
  fill?: (transaction: Transaction) => Promise<void>
}

export const migrations: readonly Migration[] = [
  { number: 1, name: '001-initial', text: initial },
  {
    number: 2,
    name: '002-customer-list',
    text: customerList,
    // Loaded only by a book that lacks the columns: it reads the book with everything that this module is a part of.
    fill: async (transaction) => (await import('#server/migration-fills.ts')).migrationFills.customerList(transaction),
  },
  { number: 3, name: '003-work-queue', text: workQueue },
  { number: 4, name: '004-token-beginnings', text: tokenBeginnings },
  { number: 5, name: '005-changed-lines', text: changedLines },
  { number: 6, name: '006-moves-counted-once', text: movesCountedOnce },
  { number: 7, name: '007-references-of-signs', text: referencesOfSigns },
  { number: 8, name: '008-written-off-orders', text: writtenOffOrders },
  { number: 9, name: '009-packed-postings', text: packedPostings },
  { number: 10, name: '010-customer-conditions', text: customerConditions },
  { number: 11, name: '011-customer-sums', text: customerSums },
  { number: 12, name: '012-order-sums', text: orderSums },
]

/** Translates one portable statement of a migration (`text`, `bigint`, `integer`, `append only TABLE`) into statements of one database. */
export type ToDialectSql = (statement: string) => string[]

const createMigrationsTableSql = `create table if not exists migrations (
  number integer not null primary key,
  name text not null,
  checksum text not null,
  applied_at bigint not null
)`

interface MigrateOptions {
  toDialectSql: ToDialectSql
  log: Log
  known?: readonly Migration[]
  /** Called before the first migration of a database that others may use: waits until their writes are over, or throws `OpenError`. */
  excludeOthers?: (transaction: Transaction) => Promise<void>
}

/**
 * Applies all pending migrations in one transaction, which must hold the database's migration lock from its start. Throws `OpenError`
 * when the database is newer than this program, or when the text of an applied migration has changed.
 */
export async function migrate(
  db: Kysely<Tables>,
  { toDialectSql, log, known = migrations, excludeOthers }: MigrateOptions,
): Promise<void> {
  const applied = await db.transaction().execute(async (transaction) => {
    const run = createRunner(transaction, toDialectSql)
    await run(createMigrationsTableSql)
    const appliedRows = await transaction.selectFrom('migrations').selectAll().orderBy('number').execute()
    assertCompatible('The database', appliedRows, known)
    const pending = known.slice(appliedRows.length)
    if (appliedRows.length > 0 && pending.length > 0) await excludeOthers?.(transaction)
    for (const { number, name, text } of pending) {
      try {
        for (const statement of splitStatements(text)) await run(statement)
      } catch (error) {
        throw new OpenError(`The migration ${name} failed: ${(error as Error).message}.`)
      }
      const row = { number, name, checksum: checksumOf(text), applied_at: Date.now() }
      await transaction.insertInto('migrations').values(row).execute()
    }
    if (known.length === migrations.length) for (const { fill } of pending) await fill?.(transaction)
    return pending
  })
  for (const { name } of applied) log.info('database migrated', { migration: name })
}

/** Creates what all migrations create in an empty schema or file, for comparison with a real one. */
export async function createEmptySchema(db: Kysely<Tables>, toDialectSql: ToDialectSql): Promise<void> {
  const run = createRunner(db, toDialectSql)
  await run(createMigrationsTableSql)
  for (const { text } of migrations) for (const statement of splitStatements(text)) await run(statement)
}

const createRunner =
  (db: Kysely<Tables>, toDialectSql: ToDialectSql) =>
  async (statement: string): Promise<void> => {
    for (const dialectStatement of toDialectSql(statement)) await sql.raw(dialectStatement).execute(db)
  }

/** What differs between the recorded migrations and those of this program: `migrations 1: name x ≠ 001-initial`. */
export async function findMigrationDifferences(db: Kysely<Tables>): Promise<string[]> {
  const rows = await db.selectFrom('migrations').select(['number', 'name', 'checksum']).orderBy('number').execute()
  const describe = ({ number, name, checksum }: (typeof rows)[number]): string => `${number} ${name} ${checksum}`
  const expected = migrations.map(({ number, name, text }) => describe({ number, name, checksum: checksumOf(text) }))
  return Array.from({ length: Math.max(rows.length, expected.length) }, (_, index) => {
    const row = rows[index]
    const actual = row && describe(row)
    return actual === expected[index] ? [] : [`migrations ${index + 1}: ${actual} ≠ ${expected[index]}`]
  }).flat()
}

/** Throws an `OpenError` unless the migrations that were applied to `what` are the first ones of `known`. */
export function assertCompatible(
  what: 'The database' | 'The backup',
  appliedRows: readonly { number: number; name: string; checksum: string }[],
  known: readonly Migration[] = migrations,
): void {
  assertNotNewer(what, appliedRows.at(-1), known)
  for (const [index, { number, name, checksum }] of appliedRows.entries()) {
    const expected = known[index]
    if (expected?.number !== number || checksumOf(expected.text) !== checksum)
      throw new OpenError(
        `${what} was created by another build of Kontor: its migration ${name} differs from the one of this version.`,
      )
  }
}

/** Throws an `OpenError` if `latest`, the latest migration of `what`, is one that this program does not know. */
export function assertNotNewer(
  what: 'The database' | 'The backup',
  latest: { number: number; name: string } | undefined,
  known: readonly Migration[] = migrations,
): void {
  const newest = known.at(-1)
  if (latest && newest && latest.number > newest.number)
    throw new OpenError(
      `${what} is newer than this version of Kontor: it has the migration ${latest.name}, this version ends at ${newest.name}. Install a newer version.`,
    )
}

/** The statements of a migration, without comments. Semicolons may only separate statements. */
export const splitStatements = (text: string): string[] =>
  text
    .replace(/--.*$/gm, '')
    .split(';')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '')

const checksumOf = (text: string): string => new Bun.CryptoHasher('sha256').update(text).digest('hex')

/** Throws unless the database answers and has exactly the migrations that this program knows. */
export async function assertMigrated(db: Kysely<Tables>): Promise<void> {
  const latest = await db
    .selectFrom('migrations')
    .select(['number', 'name'])
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  assertNotNewer('The database', latest)
  const number = latest?.number ?? 0
  if (number < migrations.length) throw new Error(`The database is at migration ${number}`)
}

/** Inserts a row and deletes it in one transaction: throws the database's error when writes fail. */
export async function assertWritable(transaction: Kysely<Tables>): Promise<void> {
  const row = { number: 0, name: 'write probe', checksum: '', applied_at: 0 }
  await transaction.insertInto('migrations').values(row).execute()
  await transaction.deleteFrom('migrations').where('number', '=', row.number).execute()
}
