import { cachedQuery } from '#server/db/cached-query.ts'
import { assertBindableValue } from '#server/db/column-values.ts'
import type { Transaction } from '#server/db/database.ts'
import { asSentAhead } from '#server/db/sent-ahead.ts'
import type { Tables } from '#server/db/schema.ts'
import { describeTables } from '#server/db/tables.ts'
import { type InsertQueryBuilder, type InsertResult, sql } from 'kysely'

type Row = Readonly<Record<string, unknown>>

/** Inserts any number of rows into a table of PostgreSQL. */
export type ArrayInsert = (transaction: Transaction, rows: readonly Row[]) => Promise<void>

/**
 * One statement for any number of rows, whose columns are arrays: PostgreSQL plans it once, and Bun's client sends it without waiting for the answers of
 * those before it (`ReservedConnection`). `complete` adds what follows the rows.
 */
export async function createArrayInsert<Table extends keyof Tables>(
  table: Table,
  columns: readonly string[],
  complete: (
    insert: InsertQueryBuilder<Tables, Table, InsertResult>,
  ) => InsertQueryBuilder<Tables, Table, InsertResult>,
): Promise<ArrayInsert> {
  const { integerColumns = [] } = (await describeTables()).find(({ name }) => name === table) ?? {}
  const insert = cachedQuery((db) => {
    // Not in `from`, where PostgreSQL stores each array as rows before it reads them.
    const arrays = columns.map((column) =>
      integerColumns.includes(column) ? sql`unnest(${''}::bigint[])` : sql`unnest(${''}::text[])`,
    )
    const rows = db
      .insertInto(table)
      .columns(columns as never)
      .expression(sql`select ${sql.join(arrays)}`)
    return asSentAhead(complete(rows).compile(), 'always')
  })
  return async (transaction, rows) => {
    const arrays = columns.map((column) => toArray(rows, column))
    await insert(transaction, arrays)
  }
}

/** A column as an array of PostgreSQL, as text. */
function toArray(rows: readonly Row[], column: string): string {
  const values: (string | number)[] = []
  let [texts, nulls] = [0, 0]
  for (const row of rows) {
    const value = assertBindableValue(row[column])
    if (typeof value === 'string') texts++
    if (value === null) nulls++
    values.push(value ?? 'NULL')
  }
  if (texts === 0) return `{${values.join()}}`
  // Few texts need escapes: one check of all of them is cheaper than one of each.
  if (nulls === 0 && !special.test(values.join(''))) return `{"${values.join('","')}"}`
  return `{${rows.map((row) => quote(row[column])).join()}}`
}

const special = /["\\]/

function quote(value: unknown): string {
  if (value === null) return 'NULL'
  const text = String(value)
  return special.test(text) ? `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"` : `"${text}"`
}
