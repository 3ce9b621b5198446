import { cachedQuery } from '#server/db/cached-query.ts'
import type { Db, Transaction } from '#server/db/database.ts'
import type { ListViewsTable } from '#server/db/schema/staff.ts'
import type { ViewListName } from '#shared/list/view-lists.ts'

export type ViewRecord = ListViewsTable & { owner_name: string }

/** The views of a list that a user has: their own and those that others share, by name. */
export const listViewRecords = (db: Db, list: ViewListName, userId: string): Promise<ViewRecord[]> =>
  selectViews(db, [list, userId])

const selectViews = cachedQuery<ViewRecord>((db) =>
  db
    .selectFrom('list_views')
    .innerJoin('users', 'users.id', 'list_views.owner_id')
    .selectAll('list_views')
    .select('users.name as owner_name')
    .where('list', '=', '')
    .where(({ eb, or }) => or([eb('owner_id', '=', ''), eb('shared', '=', eb.lit(1))]))
    .orderBy('list_views.name')
    .orderBy('list_views.id')
    .compile(),
)

/** A view that the user has. */
export const findViewRecord = (db: Db, id: string, userId: string): Promise<ViewRecord | undefined> =>
  db
    .selectFrom('list_views')
    .innerJoin('users', 'users.id', 'list_views.owner_id')
    .selectAll('list_views')
    .select('users.name as owner_name')
    .where('list_views.id', '=', id)
    .where(({ eb, or }) => or([eb('owner_id', '=', userId), eb('shared', '=', 1)]))
    .executeTakeFirst()

export async function insertView(transaction: Transaction, view: ListViewsTable): Promise<void> {
  await transaction.insertInto('list_views').values(view).execute()
}

export async function updateView(
  transaction: Transaction,
  id: string,
  columns: Partial<Pick<ListViewsTable, 'name' | 'query' | 'shared' | 'columns' | 'density'>>,
): Promise<void> {
  await transaction.updateTable('list_views').set(columns).where('id', '=', id).execute()
}

export async function deleteView(transaction: Transaction, id: string): Promise<void> {
  await transaction.deleteFrom('list_views').where('id', '=', id).execute()
}
