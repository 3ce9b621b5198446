import { inTransaction } from '#server/auth/access.ts'
import type { Action, AuthenticatedContext } from '#server/context.ts'
import type { ListViewsTable } from '#server/db/schema/staff.ts'
import * as store from '#server/list/store.ts'
import { findChangeable, loadViewsOf } from '#server/list/view-actions.ts'
import { updateView } from '#server/list/view-store.ts'
import type { QueryValues } from '#shared/list/filter-fields.ts'
import { columnLists, type ColumnListName } from '#shared/list/column-lists.ts'
import { moveColumn } from '#shared/list/columns.ts'
import type { Density, List } from '#shared/list/list.ts'
import type { ListView } from '#shared/list/view-inputs.ts'
import { invalidInput, ProblemError } from '#shared/problem.ts'

export { chooseDefaultView, loadStartHrefs } from '#server/list/default-view.ts'
export { loadViews } from '#server/list/view-actions.ts'

/** Keeps which columns of a list the user sees, in which order, and how high its rows are. */
export const chooseColumns: Action<'chooseColumns'> = async (
  context,
  { list, columns, density, move, reset, view },
) => {
  const { columns: all }: Pick<List, 'columns'> = columnLists[list]
  const unknown = columns.findIndex((id) => !all.some((column) => column.id === id && !column.fixed))
  if (unknown >= 0) throw invalidInput({ pointer: `/columns/${unknown}`, reason: 'choice' })
  const [id = '', direction] = move?.split(' ') ?? []
  const chosen = moveColumn([...new Set(columns)], id, direction === 'up' ? 'up' : 'down')
  await inTransaction(context, async (transaction, user) => {
    if (view !== undefined) {
      const found = await findChangeable(transaction, context, view)
      if (found.list !== list) throw new ProblemError('not-found')
      const layout: Pick<ListViewsTable, 'columns' | 'density'> = reset
        ? { columns: null, density: null }
        : { columns: chosen.join(' '), density: density ?? '' }
      await updateView(transaction, found.id, layout)
    } else if (reset) await store.deleteChoice(transaction, user.id, list)
    else
      await store.saveChoice(transaction, { user_id: user.id, list, columns: chosen.join(' '), density: density ?? '' })
  })
  return { columns: reset ? null : chosen, density: (reset ? undefined : density) ?? defaultDensity(list) }
}

/** The views of a list, and how the user sees it: as the view of the query keeps it, or else as they chose. */
export async function loadListViews(
  context: AuthenticatedContext,
  list: ColumnListName,
  query: QueryValues,
): Promise<{ views: ListView[]; columns: string[] | null; density: Density }> {
  const [{ views, layout }, choice] = await Promise.all([
    loadViewsOf(context, list, query),
    loadListChoice(context, list),
  ])
  return { views, ...(layout ? toChoice(list, layout) : choice) }
}

/** How the user sees a list: the columns they chose, in their order (null before the first choice), and the density. */
export async function loadListChoice(
  { kontor, session }: AuthenticatedContext,
  list: ColumnListName,
): Promise<{ columns: string[] | null; density: Density }> {
  return toChoice(list, await store.findChoice(kontor.database.read, session.user.id, list))
}

const toChoice = (list: ColumnListName, stored: Pick<ListViewsTable, 'columns' | 'density'> | undefined) => ({
  columns: stored?.columns?.split(' ').filter(Boolean) ?? null,
  density: stored?.density || defaultDensity(list),
})

function defaultDensity(list: ColumnListName): Density {
  const { density = 'comfortable' }: Pick<List, 'density'> = columnLists[list]
  return density
}
