import type { Database } from '#server/db/database.ts'
import { type Sessions, statementsOver, transactionsOver } from '#server/db/dialect.ts'
import { assertMigrated, migrate } from '#server/db/migrate.ts'
import { OpenError } from '#server/db/open-error.ts'
import { PooledSession, ReservedSession } from '#server/db/postgres-session.ts'
import type { Tables } from '#server/db/schema.ts'
import { repeating } from '#server/db/transaction.ts'
import type { Log } from '#server/log.ts'
import { SQL } from 'bun'
import type { Kysely } from 'kysely'

/** Connections of one instance: PostgreSQL allows 100 in all unless told otherwise. */
const readers = 8
const writers = 4
const statementTimeoutMs = 30_000
const migrationLock = 7_061_001

/**
 * Opens and migrates a PostgreSQL database; throws `OpenError`. Transactions are serializable: the first attempt runs beside others,
 * one that lost against another runs again alone (`docs/decisions/010-two-databases.md`).
 */
export async function openPostgres(url: string, log: Log): Promise<Database> {
  const reading = pool(url, readers, true)
  const writing = pool(url, writers, false)
  const close = async (): Promise<void> => {
    await Promise.all([reading.close({ timeout: 5 }), writing.close({ timeout: 5 })])
  }
  try {
    await connect(url, writing)
    await migrate(
      writer(writing, `begin; set local statement_timeout = 0; select pg_advisory_xact_lock(${migrationLock})`),
      spellPostgres,
      log,
    )
  } catch (error) {
    await close()
    throw error instanceof SQL.PostgresError
      ? new OpenError(`${nameOf(url)} cannot be opened: ${error.message}.`)
      : error
  }
  const together = writer(writing, 'begin isolation level serializable; lock table book in row exclusive mode')
  const alone = writer(writing, 'begin isolation level serializable; lock table book in share row exclusive mode')
  const read = statementsOver<Tables>('postgres', new PooledSession(reading))
  const snapshots = writer(reading, 'begin isolation level repeatable read read only')
  return {
    dialect: 'postgres',
    read,
    inTransaction: (work) =>
      repeating(log, (attempt) => (attempt === 1 ? together : alone).transaction().execute(work)),
    inSnapshot: (work) => snapshots.transaction().execute(work),
    probe: () => assertMigrated(read),
    close,
  }
}

const pool = (url: string, max: number, readOnly: boolean): SQL =>
  new SQL(url, {
    adapter: 'postgres',
    max,
    connectionTimeout: 5,
    connection: {
      application_name: 'kontor',
      statement_timeout: statementTimeoutMs,
      idle_in_transaction_session_timeout: 2 * statementTimeoutMs,
      default_transaction_read_only: readOnly ? 'on' : 'off',
    },
  })

/** A Kysely whose transactions each hold a connection and begin with `opening`. */
const writer = (sql: SQL, opening: string): Kysely<Tables> =>
  transactionsOver('postgres', reservedSessions(sql, opening))

const reservedSessions = (sql: SQL, opening: string): Sessions => ({
  acquire: async () => new ReservedSession(await sql.reserve(), opening),
  release: (session) => (session as ReservedSession).giveBack(),
})

/** Makes the first connection, or says in one sentence, without the password, what is wrong. */
async function connect(url: string, sql: SQL): Promise<void> {
  try {
    const [settings] = await sql.unsafe(
      `select current_setting('server_encoding') as encoding, current_setting('server_version_num')::integer as version`,
    )
    if (settings.encoding !== 'UTF8')
      throw new OpenError(`The database ${nameOf(url)} is encoded in ${settings.encoding}: make one in UTF8.`)
    if (settings.version < 140_000) throw new OpenError(`The PostgreSQL of ${nameOf(url)} is older than version 14.`)
  } catch (error) {
    if (error instanceof OpenError) throw error
    const { errno, message } = error as { errno?: string; message: string }
    // What the server itself says (no such database, wrong password) names no secret.
    const reason = errno ? message : 'no answer'
    throw new OpenError(`PostgreSQL cannot be reached at ${nameOf(url)}: ${reason}. Check DATABASE_URL.`)
  }
}

/** Host, port and database of a connection URL, never user or password. */
function nameOf(url: string): string {
  const { hostname, port, pathname } = new URL(url)
  return `${hostname || 'localhost'}:${port || 5432}${pathname}`
}

/** PostgreSQL's own words: texts compare by their bytes as on SQLite; a trigger function refuses changes. */
function spellPostgres(statement: string): string[] {
  const appendOnly = /^append only (\w+)$/.exec(statement)
  if (!appendOnly) return [statement.replace(/\btext\b/g, 'text collate "C"')]
  const table = appendOnly[1]
  return [
    `create or replace function refuse_change() returns trigger language plpgsql as
     $$ begin raise exception '% is append-only', tg_table_name; end $$`,
    `create trigger ${table}_keeps before update or delete or truncate on ${table}
     for each statement execute function refuse_change()`,
  ]
}
