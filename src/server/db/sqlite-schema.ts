import { createTransactionDb } from '#server/db/dialect.ts'
import { createEmptySchema, findMigrationDifferences } from '#server/db/migrate.ts'
import { compareSchemas, type SchemaComparison, type SchemaObject } from '#server/db/schema-comparison.ts'
import type { Tables } from '#server/db/schema.ts'
import { SqliteConnection } from '#server/db/sqlite-connection.ts'
import { SqliteFile } from '#server/db/sqlite-file.ts'
import { toSqliteSql } from '#server/db/sqlite-sql.ts'
import { type Kysely, sql } from 'kysely'

/** Compares the schema of an open file with that of an empty one in memory. */
export const compareSqliteSchema = (db: Kysely<Tables>): Promise<SchemaComparison> =>
  withEmptySqlite(async (empty) => {
    const { objects, differences } = compareSchemas(await listObjects(db), await listObjects(empty))
    return { objects, differences: [...differences, ...(await findMigrationDifferences(db))] }
  })

/** Runs `work` on an empty database in memory that has every migration. */
export async function withEmptySqlite<Result>(work: (empty: Kysely<Tables>) => Promise<Result>): Promise<Result> {
  const file = new SqliteFile(':memory:', 'write')
  try {
    const connections = { acquire: async () => new SqliteConnection(file, 'begin'), release: async () => {} }
    const empty = createTransactionDb<Tables>('sqlite', connections)
    await createEmptySchema(empty, toSqliteSql)
    return await work(empty)
  } finally {
    file.close()
  }
}

/** Everything but SQLite's own tables, such as the statistics of the query planner, and the indexes of constraints, which have no text. */
async function listObjects(db: Kysely<Tables>): Promise<SchemaObject[]> {
  const { rows } = await sql<SchemaObject>`
    select type || ' ' || name as name, sql as definition from sqlite_schema
    where name not like 'sqlite\\_%' escape '\\' order by name`.execute(db)
  return rows
}
