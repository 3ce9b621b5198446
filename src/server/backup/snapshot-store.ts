import type { Manifest } from '#server/backup/backup-format.ts'
import type { Bindable } from '#server/db/column-values.ts'
import type { Db } from '#server/db/database.ts'
import type { TableDescription } from '#server/db/tables.ts'
import { sql } from 'kysely'

type Row = Record<string, Bindable>

/** A slice takes a few milliseconds to read, and so do its texts unless some are very long. */
const maxSliceRows = 500
/** Orders may keep what they were imported from, up to megabytes each: long rows are read a few at a time. */
const sliceCharacters = 300_000

/** The rows of a table as arrays in the order of its columns, in slices in the order of the primary key. */
export async function* rowSlices(db: Db, table: TableDescription): AsyncGenerator<Bindable[][]> {
  let limit = 1
  for (let after: Row | undefined; ;) {
    const rows = await readSlice(db, table, after, limit)
    after = rows.at(-1)
    if (!after) return
    const slice = rows.map((row) => table.columns.map((column) => row[column] ?? null))
    yield slice
    limit = Math.min(limit * 2, maxSliceRows, Math.max(1, Math.floor(sliceCharacters / meanLength(slice))))
  }
}

async function readSlice(
  db: Db,
  { name, columns, primaryKey }: TableDescription,
  after: Row | undefined,
  limit: number,
): Promise<Row[]> {
  const key = sql.join(primaryKey.map((column) => sql.ref(column)))
  const where = after ? sql`where (${key}) > (${sql.join(primaryKey.map((column) => after[column]))})` : sql``
  const query = sql<Row>`select ${sql.join(columns.map((column) => sql.ref(column)))} from ${sql.table(name)}
    ${where} order by ${key} limit ${sql.lit(limit)}`
  return (await query.execute(db)).rows
}

function meanLength(slice: readonly Bindable[][]): number {
  let length = 0
  for (const row of slice) for (const value of row) length += typeof value === 'string' ? value.length : 8
  return length / slice.length
}

/** The migrations that were applied, oldest first. */
export const listMigrations = (db: Db): Promise<Manifest['migrations']> =>
  db.selectFrom('migrations').select(['number', 'name', 'checksum']).orderBy('number').execute()
