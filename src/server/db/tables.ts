import type { Tables } from '#server/db/schema.ts'
import { withEmptySqlite } from '#server/db/sqlite-schema.ts'
import { type Kysely, sql } from 'kysely'

/** Columns of a table that refer to columns of another one, in the same order. */
export interface ForeignKey {
  columns: string[]
  referencedTable: string
  referencedColumns: string[]
}

/** A table as the migrations create it. Columns are in the order of their creation, the primary key in its own order. */
export interface TableDescription {
  name: string
  columns: string[]
  /** The columns with whole numbers. */
  integerColumns: string[]
  /** The columns that may be null. */
  nullableColumns: string[]
  /** The default value of a column; null for a column without one. */
  defaults: ReadonlyMap<string, string | number | null>
  primaryKey: string[]
  foreignKeys: ForeignKey[]
}

let described: Promise<readonly TableDescription[]> | undefined

/**
 * Every table that the migrations create, in the order of their creation, which puts a table after those it refers to; without
 * `migrations` itself. Found once by migrating an empty database in memory, so that a new table is never missing.
 */
export const describeTables = (): Promise<readonly TableDescription[]> => (described ??= readTables())

const readTables = (): Promise<TableDescription[]> =>
  withEmptySqlite(async (empty) => {
    const { rows } = await sql<{ name: string }>`
      select name from sqlite_schema
      where type = 'table' and name not like 'sqlite\\_%' escape '\\' and name <> 'migrations' order by rowid`.execute(
      empty,
    )
    return Promise.all(rows.map(({ name }) => describeTable(empty, name)))
  })

async function describeTable(empty: Kysely<Tables>, name: string): Promise<TableDescription> {
  const { rows: columns } = await sql<{
    name: string
    type: string
    pk: number
    notnull: number
    fallback: string | null
  }>`
    select name, type, pk, "notnull", dflt_value as fallback from pragma_table_info(${name}) order by cid`.execute(
    empty,
  )
  const { rows: references } = await sql<{ id: number; table: string; from: string; to: string }>`
    select id, "table", "from", "to" from pragma_foreign_key_list(${name}) order by id, seq`.execute(empty)
  return {
    name,
    columns: columns.map((column) => column.name),
    integerColumns: columns.filter(({ type }) => type === 'INTEGER').map((column) => column.name),
    nullableColumns: columns.filter(({ pk, notnull }) => pk === 0 && notnull === 0).map((column) => column.name),
    defaults: new Map(columns.map((column) => [column.name, parseLiteral(column.fallback)])),
    primaryKey: columns
      .filter(({ pk }) => pk > 0)
      .toSorted((a, b) => a.pk - b.pk)
      .map((column) => column.name),
    foreignKeys: [...Map.groupBy(references, ({ id }) => id).values()].map((parts) => ({
      columns: parts.map(({ from }) => from),
      referencedTable: parts[0]?.table ?? '',
      referencedColumns: parts.map(({ to }) => to),
    })),
  }
}

/** The value of a literal of SQL. */
function parseLiteral(literal: string | null): string | number | null {
  if (literal === null) return null
  return literal.startsWith("'") ? literal.slice(1, -1).replaceAll("''", "'") : Number(literal)
}
