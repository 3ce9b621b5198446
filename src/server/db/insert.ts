import type { Transaction } from '#server/db/database.ts'
import type { Tables } from '#server/db/schema.ts'
import type { Insertable } from 'kysely'

/** Well below the limits of both databases (32,766 and 65,535). */
const maxParametersPerStatement = 6000

/** Inserts any number of rows in order, several per statement. All rows must have the same columns. */
export async function insertAll<Table extends keyof Tables>(
  transaction: Transaction,
  table: Table,
  rows: readonly Insertable<Tables[Table]>[],
): Promise<void> {
  const [first] = rows
  if (!first) return
  const maxRows = floorPowerOfTwo(maxParametersPerStatement / Object.keys(first).length)
  for (let start = 0, size = 0; start < rows.length; start += size) {
    // Batch sizes are powers of two, so that a few prepared statements are reused for any number of rows.
    size = Math.min(maxRows, floorPowerOfTwo(rows.length - start))
    const slice: readonly Insertable<Tables[Table]>[] = rows.slice(start, start + size)
    await transaction.insertInto(table).values(slice).execute()
  }
}

/** The largest power of two that is not above `limit`, which is at least 1. */
const floorPowerOfTwo = (limit: number): number => 2 ** Math.floor(Math.log2(limit))
