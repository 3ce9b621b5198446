import { cachedQuery, type CachedQuery } from '#server/db/cached-query.ts'
import type { Transaction } from '#server/db/database.ts'
import type { Tables } from '#server/db/schema.ts'
import type { Updateable } from 'kysely'

type TableWithId = { [Table in keyof Tables]: Tables[Table] extends { id: unknown } ? Table : never }[keyof Tables]

/** Writes these columns of the row with this id, with a statement that is compiled once for each set of columns. */
export async function updateById<Table extends TableWithId>(
  transaction: Transaction,
  table: Table,
  id: string,
  columns: Updateable<Tables[Table]>,
): Promise<void> {
  const entries = Object.entries(columns).toSorted()
  const update = getUpdate(
    table,
    entries.map(([column]) => column),
  )
  await update(transaction, [...entries.map(([, value]) => value), id])
}

const updates = new Map<string, CachedQuery<unknown>>()

const getUpdate = (table: TableWithId, columns: readonly string[]): CachedQuery<unknown> =>
  updates.getOrInsertComputed(`${table} ${columns.join()}`, () =>
    cachedQuery((db) =>
      db
        .updateTable(table as 'orders')
        .set(Object.fromEntries(columns.map((column) => [column, ''])))
        .where('id', '=', '')
        .compile(),
    ),
  )
