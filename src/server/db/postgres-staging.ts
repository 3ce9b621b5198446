import { createTransactionDb } from '#server/db/dialect.ts'
import { type Migration, migrate } from '#server/db/migrate.ts'
import { OpenError } from '#server/db/open-error.ts'
import { applicationName, migrationLock, openPostgres } from '#server/db/postgres.ts'
import { connect } from '#server/db/connect-postgres.ts'
import { toPostgresSql } from '#server/db/postgres-sql.ts'
import { ReservedConnection } from '#server/db/postgres-connection.ts'
import type { Tables } from '#server/db/schema.ts'
import { type ReplacedDatabase, RejectedRowError, type StagedDatabase } from '#server/db/staged-database.ts'
import type { Log } from '#server/log/log.ts'
import type { ReservedSQL } from 'bun'

/** The schema that a restore fills. One that was killed leaves it behind, and the next one deletes it. */
const stagingSchema = 'kontor_restore'
const restoreLock = 7_061_002
const restoreApplicationName = 'kontor restore'

/** Fills a separate schema in the same database, in one transaction. */
export async function stagePostgres(url: string, migrations: readonly Migration[], log: Log): Promise<StagedDatabase> {
  const sql = new Bun.SQL(url, {
    adapter: 'postgres',
    max: 1,
    connection: { application_name: restoreApplicationName, statement_timeout: 0 },
  })
  let reserved: ReservedSQL | undefined
  try {
    await connect(url, sql)
    const connection = (reserved = await sql.reserve())
    const schema = await prepare(connection)
    const connections = { acquire: async () => new ReservedConnection(connection, 'begin'), release: async () => {} }
    const db = createTransactionDb<Tables>('postgres', connections)
    await migrate(db, { toDialectSql: toPostgresSql, log, known: migrations })
    await connection.unsafe('begin')
    const restore = await dropDependents(connection)
    return {
      insert: (table, columns, rows) => insert(connection, table, columns, rows),
      complete: async () => {
        await rejecting(async () => {
          for (const statement of restore) await connection.unsafe(statement)
        })
        await connection.unsafe('commit')
        await connection.unsafe('analyze')
      },
      open: (openLog) =>
        openPostgres(url, openLog, {
          parameters: { application_name: restoreApplicationName, search_path: stagingSchema },
        }),
      replace: (keptAt) => replace(connection, schema, `kontor_before_restore_${keptAt.toLowerCase()}`),
      release: async () => {
        // The next restore deletes data left by a lost connection.
        await connection
          .unsafe(`rollback; drop schema if exists ${stagingSchema} cascade; ${unlock}`)
          .simple()
          .catch(() => {})
        // The pool waits for reserved connections when it closes.
        await connection.release()
        await sql.close({ timeout: 5 })
      },
    }
  } catch (error) {
    await reserved
      ?.unsafe(`rollback; ${unlock}`)
      .simple()
      .catch(() => {})
    await sql.close({ timeout: 0 })
    throw error
  }
}

/** PostgreSQL gives up the locks of a connection only some time after it was closed; a restore that begins meanwhile would be refused. */
const unlock = 'select pg_advisory_unlock_all()'

/** Locks out other restores, makes the empty schema the current one, and returns the name of the schema in use. */
async function prepare(connection: ReservedSQL): Promise<string> {
  const [{ locked, schema }] = await connection.unsafe(
    `select pg_try_advisory_lock(${restoreLock}) as locked, current_schema() as schema`,
  )
  if (!locked) throw new OpenError('Another restore of this database is running.')
  await assertUnused(connection)
  await assertOwner(connection)
  await connection.unsafe(`drop schema if exists ${stagingSchema} cascade`)
  try {
    await connection.unsafe(`create schema ${stagingSchema}`)
  } catch (error) {
    throw new OpenError(
      `Cannot create the schema ${stagingSchema}: ${(error as Error).message}. Grant the user of DATABASE_URL the privilege CREATE on the database.`,
    )
  }
  await connection.unsafe(`set search_path to ${stagingSchema}`)
  return schema ?? 'public'
}

async function assertUnused(connection: ReservedSQL): Promise<void> {
  const [{ count }] = await connection.unsafe(
    `select count(*)::integer as count from pg_stat_activity
     where datname = current_database() and application_name = '${applicationName}'`,
  )
  if (count > 0)
    throw new OpenError(
      'A Kontor server or command is using this database. Stop it on every machine, then restore again.',
    )
}

/** Only their owner can move the tables in use, which is the last step of a restore. */
async function assertOwner(connection: ReservedSQL): Promise<void> {
  const [foreign] = await connection.unsafe(
    `select pg_get_userbyid(relowner) as owner from pg_class
     where relnamespace = current_schema()::regnamespace and relkind = 'r' and not pg_has_role(relowner, 'usage') limit 1`,
  )
  if (foreign)
    throw new OpenError(`The tables belong to the user ${foreign.owner}. Restore as that user: set it in DATABASE_URL.`)
}

/**
 * Empties the tables and drops indexes and foreign keys, and switches triggers off, which would slow the inserts down, depend on the order
 * of rows, or count them twice; returns the statements that undo it.
 */
async function dropDependents(connection: ReservedSQL): Promise<string[]> {
  const tables = await listTables(connection, stagingSchema)
  const foreignKeys: { name: string; table: string; definition: string }[] = await connection.unsafe(
    `select conname as name, conrelid::regclass::text as table, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and connamespace = '${stagingSchema}'::regnamespace order by conrelid, conname`,
  )
  const indexes: { name: string; definition: string }[] = await connection.unsafe(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
     from pg_index join pg_class on pg_class.oid = indexrelid left join pg_constraint on conindid = indexrelid
     where relnamespace = '${stagingSchema}'::regnamespace and conindid is null order by indexrelid`,
  )
  for (const table of tables) await connection.unsafe(`alter table ${table} disable trigger user`)
  for (const { name, table } of foreignKeys) await connection.unsafe(`alter table ${table} drop constraint ${name}`)
  await connection.unsafe(`truncate ${(await listChangeable(connection)).join(', ')}`)
  for (const { name } of indexes) await connection.unsafe(`drop index ${name}`)
  return [
    ...indexes.map(({ definition }) => definition),
    ...foreignKeys.map(({ name, table, definition }) => `alter table ${table} add constraint ${name} ${definition}`),
    ...tables.map((table) => `alter table ${table} enable trigger user`),
  ]
}

/** The staged tables with rows that may be changed: migrations fill no others. */
async function listChangeable(connection: ReservedSQL): Promise<string[]> {
  const tables: { name: string }[] = await connection.unsafe(
    `select quote_ident(relname) as name from pg_class
     where relnamespace = '${stagingSchema}'::regnamespace and relkind = 'r' and relname <> 'migrations'
       and has_table_privilege(oid, 'truncate')`,
  )
  return tables.map(({ name }) => name)
}

async function insert(
  connection: ReservedSQL,
  table: string,
  columns: readonly string[],
  rows: readonly string[],
): Promise<void> {
  const types = await findTypes(connection, table, columns)
  const names = columns.map((column) => `"${column}"`).join(', ')
  const values = types.map((type, index) => `(value ->> ${index})::${type}`).join(', ')
  await rejecting(() =>
    connection.unsafe(`insert into "${table}" (${names}) select ${values} from jsonb_array_elements($1::text::jsonb)`, [
      `[${rows.join(',')}]`,
    ]),
  )
}

/** The SQL types of columns; throws when the table or a column does not exist. */
async function findTypes(connection: ReservedSQL, table: string, columns: readonly string[]): Promise<string[]> {
  const found: { name: string; type: string }[] = await connection.unsafe(
    `select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
     where attrelid = to_regclass($1) and attnum > 0`,
    [table],
  )
  const types = new Map(found.map(({ name, type }) => [name, type]))
  return columns.map((column) => {
    const type = types.get(column)
    if (type === undefined) throw new RejectedRowError(`There is no column ${table}.${column}.`)
    return type
  })
}

/** Turns the errors of rows that break a constraint (class 23) or have wrong values (22, 42) into one sentence. */
async function rejecting(work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    const { errno = '', message } = error as { errno?: string; message: string }
    if (/^(22|23|42)/.test(errno)) throw new RejectedRowError(`${message}.`)
    throw error
  }
}

/** Moves the tables in use and their functions to a schema that keeps them, and the staged ones to where those were. */
async function replace(
  connection: ReservedSQL,
  schema: string,
  keptSchema: string,
): Promise<ReplacedDatabase | undefined> {
  await connection.unsafe('begin')
  await connection.unsafe(`select pg_advisory_xact_lock(${migrationLock})`)
  await assertUnused(connection)
  const isReplacing = (await listTables(connection, schema)).length > 0
  if (isReplacing) {
    await connection.unsafe(`create schema ${keptSchema}`)
    await moveAll(connection, schema, keptSchema)
  }
  await moveAll(connection, stagingSchema, schema)
  await connection.unsafe('commit')
  if (!isReplacing) return undefined
  return {
    name: `the schema ${keptSchema}`,
    // A schema that is created belongs to its creator alone.
    undo: `alter schema ${schema} rename to ${keptSchema.replace('before', 'after')}; alter schema ${keptSchema} rename to ${schema}; grant usage on schema ${schema} to public`,
    remove: `drop schema ${keptSchema} cascade`,
  }
}

async function moveAll(connection: ReservedSQL, from: string, to: string): Promise<void> {
  for (const table of await listTables(connection, from))
    await connection.unsafe(`alter table "${from}".${table} set schema "${to}"`)
  const functions: { signature: string }[] = await connection.unsafe(
    `select quote_ident(proname) || '(' || pg_get_function_identity_arguments(pg_proc.oid) || ')' as signature from pg_proc
     where pronamespace = $1::text::regnamespace and ${isOwnObject('pg_proc')}`,
    [from],
  )
  for (const { signature } of functions)
    await connection.unsafe(`alter function "${from}".${signature} set schema "${to}"`)
}

/** The names of the tables of a schema, quoted where needed; those of extensions are left out. */
async function listTables(connection: ReservedSQL, schema: string): Promise<string[]> {
  const tables: { name: string }[] = await connection.unsafe(
    `select quote_ident(relname) as name from pg_class
     where relnamespace = $1::text::regnamespace and relkind = 'r' and ${isOwnObject('pg_class')} order by oid`,
    [schema],
  )
  return tables.map(({ name }) => name)
}

const isOwnObject = (catalog: 'pg_class' | 'pg_proc'): string =>
  `not exists (select from pg_depend where classid = '${catalog}'::regclass and objid = ${catalog}.oid and deptype = 'e')`
