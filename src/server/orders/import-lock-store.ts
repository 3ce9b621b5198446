import { cachedQuery } from '#server/db/cached-query.ts'
import type { Transaction } from '#server/db/database.ts'

/**
 * When the undo of an import began; null if it did not. Until the end of the transaction none begins: on PostgreSQL the row is locked, on SQLite there is
 * one writer.
 */
export async function lockImport(
  transaction: Transaction,
  dialect: 'sqlite' | 'postgres',
  number: string,
): Promise<number | null> {
  const [row] = await (dialect === 'postgres' ? selectAndLock : select)(transaction, [number])
  return row?.undo_started_at ?? null
}

const select = cachedQuery<{ undo_started_at: number | null }>((db) =>
  db.selectFrom('imports').select('undo_started_at').where('number', '=', '').compile(),
)

const selectAndLock = cachedQuery<{ undo_started_at: number | null }>((db) =>
  db.selectFrom('imports').select('undo_started_at').where('number', '=', '').forShare().compile(),
)
