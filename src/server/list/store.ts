import { cachedQuery } from '#server/db/cached-query.ts'
import type { Db, Transaction } from '#server/db/database.ts'
import type { ColumnListName } from '#shared/list/column-lists.ts'

/** What a user chose to see of a list: the ids of its columns, separated by spaces. */
export async function findColumns(db: Db, userId: string, list: ColumnListName): Promise<string | undefined> {
  const [row] = await selectColumns(db, [userId, list])
  return row?.columns
}

const selectColumns = cachedQuery((db) =>
  db.selectFrom('list_columns').select('columns').where('user_id', '=', '').where('list', '=', '').compile(),
)

export async function saveColumns(
  transaction: Transaction,
  row: { user_id: string; list: ColumnListName; columns: string },
): Promise<void> {
  await transaction
    .insertInto('list_columns')
    .values(row)
    .onConflict((conflict) => conflict.columns(['user_id', 'list']).doUpdateSet({ columns: row.columns }))
    .execute()
}

export async function deleteColumns(transaction: Transaction, userId: string, list: ColumnListName): Promise<void> {
  await transaction.deleteFrom('list_columns').where('user_id', '=', userId).where('list', '=', list).execute()
}
