import { cachedLookup } from '#server/db/cached-query.ts'
import type { Db, Transaction } from '#server/db/database.ts'
import type { ListColumnsTable } from '#server/db/schema/staff.ts'
import type { ColumnListName } from '#shared/list/column-lists.ts'

type Choice = Pick<ListColumnsTable, 'columns' | 'widths' | 'density'>

/** What a user chose to see of a list: the ids of its columns, separated by spaces, their widths, and the density of its rows. */
export async function findChoice(db: Db, userId: string, list: ColumnListName): Promise<Choice | undefined> {
  const [row] = await selectChoice(db, [userId, list])
  return row
}

const selectChoice = cachedLookup<Choice>((db) =>
  db
    .selectFrom('list_columns')
    .select(['columns', 'widths', 'density'])
    .where('user_id', '=', '')
    .where('list', '=', '')
    .compile(),
)

export async function saveChoice(
  transaction: Transaction,
  { user_id, list, ...choice }: Choice & { user_id: string; list: ColumnListName },
): Promise<void> {
  await transaction
    .insertInto('list_columns')
    .values({ user_id, list, ...choice })
    .onConflict((conflict) => conflict.columns(['user_id', 'list']).doUpdateSet(choice))
    .execute()
}

export async function deleteChoice(transaction: Transaction, userId: string, list: ColumnListName): Promise<void> {
  await transaction.deleteFrom('list_columns').where('user_id', '=', userId).where('list', '=', list).execute()
}
