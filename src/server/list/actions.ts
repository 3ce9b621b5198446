import { inTransaction } from '#server/auth/access.ts'
import type { Action, AuthenticatedContext } from '#server/context.ts'
import * as store from '#server/list/store.ts'
import { columnLists, type ColumnListName } from '#shared/list/column-lists.ts'
import { moveColumn } from '#shared/list/columns.ts'
import type { List } from '#shared/list/list.ts'
import { invalidInput } from '#shared/problem.ts'

export { loadViews } from '#server/list/view-actions.ts'

/** Keeps which columns of a list the user sees, and in which order. */
export const chooseColumns: Action<'chooseColumns'> = async (context, { list, columns, move, reset }) => {
  const { columns: all }: Pick<List, 'columns'> = columnLists[list]
  const unknown = columns.findIndex((id) => !all.some((column) => column.id === id && !column.fixed))
  if (unknown >= 0) throw invalidInput({ pointer: `/columns/${unknown}`, reason: 'choice' })
  const [id = '', direction] = move?.split(' ') ?? []
  const chosen = moveColumn([...new Set(columns)], id, direction === 'up' ? 'up' : 'down')
  await inTransaction(context, async (transaction, user) => {
    if (reset) await store.deleteColumns(transaction, user.id, list)
    else await store.saveColumns(transaction, { user_id: user.id, list, columns: chosen.join(' ') })
  })
  return { columns: reset ? null : chosen }
}

/** The columns of a list that the user chose, in their order; null before the first choice. */
export async function loadColumns(
  { kontor, session }: AuthenticatedContext,
  list: ColumnListName,
): Promise<string[] | null> {
  const columns = await store.findColumns(kontor.database.read, session.user.id, list)
  return columns === undefined ? null : columns.split(' ').filter(Boolean)
}
