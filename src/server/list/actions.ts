import { inTransaction } from '#server/auth/access.ts'
import type { Action, AuthenticatedContext } from '#server/context.ts'
import * as store from '#server/list/store.ts'
import { columnLists, type ColumnListName } from '#shared/list/column-lists.ts'
import { moveColumn } from '#shared/list/columns.ts'
import type { Density, List } from '#shared/list/list.ts'
import { invalidInput } from '#shared/problem.ts'

export { loadViews } from '#server/list/view-actions.ts'

/** Keeps which columns of a list the user sees, in which order, and how high its rows are. */
export const chooseColumns: Action<'chooseColumns'> = async (context, { list, columns, density, move, reset }) => {
  const { columns: all }: Pick<List, 'columns'> = columnLists[list]
  const unknown = columns.findIndex((id) => !all.some((column) => column.id === id && !column.fixed))
  if (unknown >= 0) throw invalidInput({ pointer: `/columns/${unknown}`, reason: 'choice' })
  const [id = '', direction] = move?.split(' ') ?? []
  const chosen = moveColumn([...new Set(columns)], id, direction === 'up' ? 'up' : 'down')
  await inTransaction(context, async (transaction, user) => {
    if (reset) await store.deleteChoice(transaction, user.id, list)
    else
      await store.saveChoice(transaction, { user_id: user.id, list, columns: chosen.join(' '), density: density ?? '' })
  })
  return { columns: reset ? null : chosen, density: (reset ? undefined : density) ?? defaultDensity(list) }
}

/** How the user sees a list: the columns they chose, in their order (null before the first choice), and the density. */
export async function loadListChoice(
  { kontor, session }: AuthenticatedContext,
  list: ColumnListName,
): Promise<{ columns: string[] | null; density: Density }> {
  const choice = await store.findChoice(kontor.database.read, session.user.id, list)
  return {
    columns: choice ? choice.columns.split(' ').filter(Boolean) : null,
    density: choice?.density || defaultDensity(list),
  }
}

function defaultDensity(list: ColumnListName): Density {
  const { density = 'comfortable' }: Pick<List, 'density'> = columnLists[list]
  return density
}
