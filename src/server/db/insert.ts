import { cachedQuery, type CachedQuery } from '#server/db/cached-query.ts'
import type { Transaction } from '#server/db/database.ts'
import type { Tables } from '#server/db/schema.ts'
import type { Insertable } from 'kysely'

/** More makes no difference to the time, but SQLite keeps copies of all pages that a statement changes until it ends. */
const maxParametersPerStatement = 1500

/** Inserts any number of rows in order, several per statement. All rows must have the same columns. */
export async function insertAll<Table extends keyof Tables>(
  transaction: Transaction,
  table: Table,
  rows: readonly Insertable<Tables[Table]>[],
): Promise<void> {
  const [first] = rows
  if (!first) return
  const columns = Object.keys(first) as (keyof typeof first)[]
  const maxRows = floorPowerOfTwo(maxParametersPerStatement / columns.length)
  for (let start = 0, size = 0; start < rows.length; start += size) {
    // Batch sizes are powers of two, so that a few prepared statements are reused for any number of rows.
    size = Math.min(maxRows, floorPowerOfTwo(rows.length - start))
    const insert = getInsert(table, columns.map(String), size)
    const values: unknown[] = []
    for (const row of rows.slice(start, start + size)) for (const column of columns) values.push(row[column])
    await insert(transaction, values)
  }
}

const inserts = new Map<string, CachedQuery<unknown>>()

/** The statement that inserts `size` rows with these columns. */
function getInsert(table: keyof Tables, columns: readonly string[], size: number): CachedQuery<unknown> {
  return inserts.getOrInsertComputed(`${table} ${columns.join()} ${size}`, () =>
    cachedQuery((db) => {
      const row = Object.fromEntries(columns.map((column) => [column, null]))
      const rows = Array.from({ length: size }, () => row) as never
      return db.insertInto(table).values(rows).compile()
    }),
  )
}

/** The largest power of two that is not above `limit`, which is at least 1. */
const floorPowerOfTwo = (limit: number): number => 2 ** Math.floor(Math.log2(limit))
