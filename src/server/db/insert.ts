import { type ArrayInsert, createArrayInsert } from '#server/db/array-insert.ts'
import { cachedQuery, type CachedQuery } from '#server/db/cached-query.ts'
import type { Transaction } from '#server/db/database.ts'
import { isSqlite } from '#server/db/dialect.ts'
import { asSentAhead } from '#server/db/sent-ahead.ts'
import type { Tables } from '#server/db/schema.ts'
import type { Insertable, InsertQueryBuilder, InsertResult } from 'kysely'

/** More makes no difference to the time, and the statements take memory. */
const maxParametersPerStatement = 600

/** From this number of rows on, PostgreSQL gets arrays, and the insert does not wait for its response. Fewer rows only wait if no other response is pending. */
const minimumOfMany = 20

type Insert<Table extends keyof Tables> = InsertQueryBuilder<Tables, Table, InsertResult>

/**
 * Inserts any number of rows in order, several per statement. All rows must have the same columns. On PostgreSQL many rows may be on their way
 * still when it resolves: if one is refused, the next statement of the transaction throws the error, or its commit.
 */
type InsertRows<Table extends keyof Tables> = (
  transaction: Transaction,
  rows: readonly Insertable<Tables[Table]>[],
) => Promise<void>

/** Inserts rows into a table with statements that are compiled once. `complete` adds what follows the values: what to do on a conflict. */
export function cachedInsert<Table extends keyof Tables>(
  table: Table,
  complete: (insert: Insert<Table>) => Insert<Table> = (insert) => insert,
): InsertRows<Table> {
  const statements = new Map<string, CachedQuery<unknown>>()
  const arrayInserts = new Map<string, Promise<ArrayInsert>>()
  const getStatement = (columns: readonly string[], size: number): CachedQuery<unknown> =>
    statements.getOrInsertComputed(`${columns.join()} ${size}`, () =>
      cachedQuery((db) => {
        const row = Object.fromEntries(columns.map((column) => [column, null]))
        const rows = Array.from({ length: size }, () => row) as never
        const values = db.insertInto(table).values(rows)
        // Otherwise SQLite copies every page that it changes, to undo the statement alone; a transaction that fails is undone as a whole.
        const insert = isSqlite(db) ? values.orFail() : values
        // On SQLite only large transactions send anything ahead.
        return asSentAhead(complete(insert).compile(), isSqlite(db) ? 'always' : 'after others')
      }),
    )
  return async (transaction, rows) => {
    const [first] = rows
    if (!first) return
    const columns = Object.keys(first) as (keyof typeof first & string)[]
    if (rows.length >= minimumOfMany && !isSqlite(transaction)) {
      const insert = await arrayInserts.getOrInsertComputed(columns.join(), () =>
        createArrayInsert(table, columns, complete),
      )
      await insert(transaction, rows as never)
      return
    }
    const maxRows = floorPowerOfTwo(maxParametersPerStatement / columns.length)
    for (let start = 0, size = 0; start < rows.length; start += size) {
      size = Math.min(maxRows, pickBatchSize(rows.length - start))
      const values: unknown[] = []
      for (let index = start; index < start + size; index++) {
        const row = rows[index]
        for (const column of columns) values.push(row?.[column])
      }
      await getStatement(columns, size)(transaction, values)
    }
  }
}

const inserts = new Map<keyof Tables, unknown>()

/** Inserts any number of rows in order, several per statement. All rows must have the same columns. */
export const insertAll = <Table extends keyof Tables>(
  transaction: Transaction,
  table: Table,
  rows: readonly Insertable<Tables[Table]>[],
): Promise<void> =>
  (inserts.getOrInsertComputed(table, () => cachedInsert(table)) as InsertRows<Table>)(transaction, rows)

/** Few rows are one statement; more are split into batches of powers of two, so that few prepared statements serve any number of rows. */
const pickBatchSize = (rows: number): number => (rows <= maxSingleBatch ? rows : floorPowerOfTwo(rows))

const maxSingleBatch = 8

/** The largest power of two that is not above `limit`, which is at least 1. */
const floorPowerOfTwo = (limit: number): number => 2 ** Math.floor(Math.log2(limit))
