import { cachedLookup } from '#server/db/cached-query.ts'
import type { Db, Transaction } from '#server/db/database.ts'
import type { DefaultViewsTable, ListViewsTable } from '#server/db/schema/staff.ts'
import type { ViewListName } from '#shared/list/view-lists.ts'

/** `default_of` is the user for whom it is the default view; null for another view. */
export type ViewRecord = ListViewsTable & { owner_name: string; default_of: string | null }

/** How a view is shown; null where it is shown as each user sees the list. */
export type ViewLayout = Pick<ListViewsTable, 'columns' | 'widths' | 'density'>

/** The views of a list that a user has: their own and those that others share, by name. */
export const listViewRecords = (db: Db, list: ViewListName, userId: string): Promise<ViewRecord[]> =>
  selectViews(db, [userId, list, userId])

const selectViews = cachedLookup<ViewRecord>((db) =>
  db
    .selectFrom('list_views')
    .innerJoin('users', 'users.id', 'list_views.owner_id')
    .leftJoin('default_views', (join) =>
      join.onRef('default_views.view_id', '=', 'list_views.id').on('default_views.user_id', '=', ''),
    )
    .selectAll('list_views')
    .select(['users.name as owner_name', 'default_views.user_id as default_of'])
    .where('list_views.list', '=', '')
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
    .leftJoin('default_views', (join) =>
      join.onRef('default_views.view_id', '=', 'list_views.id').on('default_views.user_id', '=', userId),
    )
    .selectAll('list_views')
    .select(['users.name as owner_name', 'default_views.user_id as default_of'])
    .where('list_views.id', '=', id)
    .where(({ eb, or }) => or([eb('owner_id', '=', userId), eb('shared', '=', 1)]))
    .executeTakeFirst()

export async function insertView(transaction: Transaction, view: ListViewsTable): Promise<void> {
  await transaction.insertInto('list_views').values(view).execute()
}

export async function updateView(
  transaction: Transaction,
  id: string,
  columns: Partial<ViewLayout & Pick<ListViewsTable, 'name' | 'query' | 'shared'>>,
): Promise<void> {
  await transaction.updateTable('list_views').set(columns).where('id', '=', id).execute()
}

export async function deleteView(transaction: Transaction, id: string): Promise<void> {
  await transaction.deleteFrom('default_views').where('view_id', '=', id).execute()
  await transaction.deleteFrom('list_views').where('id', '=', id).execute()
}

/** The lists that a user's navigation opens with a view, and the queries of these; without views that are no longer shared. */
export const listDefaultViews = (db: Db, userId: string): Promise<{ list: string; query: string }[]> =>
  selectDefaultViews(db, [userId, userId])

const selectDefaultViews = cachedLookup<{ list: string; query: string }>((db) =>
  db
    .selectFrom('default_views')
    .innerJoin('list_views', 'list_views.id', 'default_views.view_id')
    .select(['default_views.list', 'list_views.query'])
    .where('default_views.user_id', '=', '')
    .where(({ eb, or }) => or([eb('owner_id', '=', ''), eb('shared', '=', eb.lit(1))]))
    .compile(),
)

export async function saveDefaultView(
  transaction: Transaction,
  { user_id, list, view_id }: DefaultViewsTable,
): Promise<void> {
  await transaction
    .insertInto('default_views')
    .values({ user_id, list, view_id })
    .onConflict((conflict) => conflict.columns(['user_id', 'list']).doUpdateSet({ view_id }))
    .execute()
}

export async function deleteDefaultView(transaction: Transaction, userId: string, list: string): Promise<void> {
  await transaction.deleteFrom('default_views').where('user_id', '=', userId).where('list', '=', list).execute()
}
