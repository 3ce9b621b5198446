import { createTransactionDb } from '#server/db/dialect.ts'
import { migrate } from '#server/db/migrate.ts'
import { createConnectionSource, toSqliteSql } from '#server/db/sqlite.ts'
import { SqliteFile } from '#server/db/sqlite-file.ts'
import type { Tables } from '#server/db/schema.ts'
import { createLog } from '#server/log.ts'

/** A table as the migrations create it. Columns are in the order of their creation, the primary key in its own order. */
export interface TableDescription {
  name: string
  columns: string[]
  primaryKey: string[]
}

/**
 * Every table that the migrations create, in the order of their creation, which puts a table after those it refers to; without
 * `migrations` itself. Found by migrating an empty database in memory, so that a new table is never missing.
 */
export async function describeTables(): Promise<TableDescription[]> {
  const file = new SqliteFile(':memory:', 'write')
  try {
    const db = createTransactionDb<Tables>('sqlite', createConnectionSource(file, 'begin'))
    await migrate(
      db,
      toSqliteSql,
      createLog('error', () => {}),
    )
    const tables = file.execute(
      `select name from sqlite_schema where type = 'table' and name not like 'sqlite\\_%' escape '\\' order by rowid`,
      [],
    ).rows
    return tables
      .map(({ name }) => describeTable(file, String(name)))
      .filter(({ name }) => name !== ('migrations' satisfies keyof Tables))
  } finally {
    file.close()
  }
}

function describeTable(file: SqliteFile, name: string): TableDescription {
  const columns = file.execute('select name, pk from pragma_table_info(?) order by cid', [name]).rows
  const keyColumns = columns.filter(({ pk }) => Number(pk) > 0).toSorted((a, b) => Number(a['pk']) - Number(b['pk']))
  return {
    name,
    columns: columns.map((column) => String(column['name'])),
    primaryKey: keyColumns.map((column) => String(column['name'])),
  }
}
