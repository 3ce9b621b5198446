import { inTransaction } from '#server/auth/access.ts'
import type { Action, AuthenticatedContext } from '#server/context.ts'
import type { Transaction } from '#server/db/database.ts'
import * as store from '#server/list/store.ts'
import { findChangeable, loadViewsOf } from '#server/list/view-actions.ts'
import { updateView, type ViewLayout } from '#server/list/view-store.ts'
import type { QueryValues } from '#shared/list/filter-fields.ts'
import { columnLists, type ColumnListName } from '#shared/list/column-lists.ts'
import { moveColumn } from '#shared/list/columns.ts'
import type { ColumnWidths } from '#shared/list/column-widths.ts'
import type { Density, List } from '#shared/list/list.ts'
import type { ListView } from '#shared/list/view-inputs.ts'
import { invalidInput, ProblemError } from '#shared/problem.ts'

export { chooseDefaultView, loadStartHrefs } from '#server/list/default-view.ts'
export { loadViews } from '#server/list/view-actions.ts'

/** Keeps which columns of a list the user sees, in which order, how wide they are, and how high its rows are. */
export const chooseColumns: Action<'chooseColumns'> = async (
  context,
  { list, columns, widths: given, density, move, reset, view },
) => {
  const unknown = columns.findIndex((id) => !isChosen(list, id))
  if (unknown >= 0) throw invalidInput({ pointer: `/columns/${unknown}`, reason: 'choice' })
  const widths = Object.entries(given).flatMap(([id, width]) => (width === undefined ? [] : [[id, width] as const]))
  const withoutColumn = widths.find(([id]) => !isChosen(list, id))
  if (withoutColumn) throw invalidInput({ pointer: `/widths/${withoutColumn[0]}`, reason: 'choice' })
  const [id = '', direction] = move?.split(' ') ?? []
  const chosen = moveColumn([...new Set(columns)], id, direction === 'up' ? 'up' : 'down')
  const choice = { columns: chosen.join(' '), widths: writeWidths(widths), density: density ?? '' } as const
  await inTransaction(context, async (transaction, user) => {
    if (view !== undefined) {
      const found = await findViewOf(transaction, context, list, view)
      await updateView(transaction, found.id, reset ? { columns: null, widths: null, density: null } : choice)
    } else if (reset) await store.deleteChoice(transaction, user.id, list)
    else await store.saveChoice(transaction, { user_id: user.id, list, ...choice })
  })
  return toChoice(list, reset ? undefined : choice)
}

/** Keeps how wide the user sees a column; the other columns, their order and the density stay. */
export const resizeColumn: Action<'resizeColumn'> = (context, { list, column, width, view }) =>
  inTransaction(context, async (transaction, user) => {
    if (!isChosen(list, column)) throw new ProblemError('not-found')
    const found = view === undefined ? undefined : await findViewOf(transaction, context, list, view)
    // A view that has no columns of its own has no widths either.
    if (found?.columns === null) throw new ProblemError('not-found')
    const choice = found ?? (await store.findChoice(transaction, user.id, list))
    const others = Object.entries(readWidths(choice)).filter(([id]) => id !== column)
    const widths = writeWidths(width === undefined ? others : [...others, [column, width]])
    if (found) await updateView(transaction, found.id, { widths })
    else
      await store.saveChoice(transaction, {
        user_id: user.id,
        list,
        columns: choice?.columns ?? null,
        widths,
        density: choice?.density ?? '',
      })
    return { widths: readWidths({ widths }) }
  })

/** Whether users choose if a list shows the column. */
function isChosen(list: ColumnListName, id: string): boolean {
  const { columns }: Pick<List, 'columns'> = columnLists[list]
  return columns.some((column) => column.id === id && !column.fixed)
}

async function findViewOf(transaction: Transaction, context: AuthenticatedContext, list: ColumnListName, view: string) {
  const found = await findChangeable(transaction, context, view)
  if (found.list !== list) throw new ProblemError('not-found')
  return found
}

/** How a user sees a list. */
interface ListLayout {
  /** The columns, in their order; null for those of the list. */
  columns: string[] | null
  widths: ColumnWidths
  density: Density
}

/** The views of a list, and how the user sees it: as the view of the query keeps it, or else as they chose. */
export async function loadListViews(
  context: AuthenticatedContext,
  list: ColumnListName,
  query: QueryValues,
): Promise<ListLayout & { views: ListView[] }> {
  const [{ views, layout }, choice] = await Promise.all([
    loadViewsOf(context, list, query),
    loadListChoice(context, list),
  ])
  return { views, ...(layout ? toChoice(list, layout) : choice) }
}

/** How the user chose to see a list. */
export async function loadListChoice(
  { kontor, session }: AuthenticatedContext,
  list: ColumnListName,
): Promise<ListLayout> {
  return toChoice(list, await store.findChoice(kontor.database.read, session.user.id, list))
}

const toChoice = (list: ColumnListName, stored: ViewLayout | undefined): ListLayout => ({
  columns: stored?.columns?.split(' ').filter(Boolean) ?? null,
  widths: readWidths(stored),
  density: stored?.density || defaultDensity(list),
})

const readWidths = (stored: Pick<ViewLayout, 'widths'> | undefined): Record<string, number> =>
  Object.fromEntries(
    (stored?.widths ?? '').split(' ').flatMap((part) => {
      const [id, width] = part.split(':')
      return id && width ? [[id, Number(width)]] : []
    }),
  )

const writeWidths = (widths: readonly (readonly [id: string, width: number])[]): string =>
  widths.map(([id, width]) => `${id}:${width}`).join(' ')

function defaultDensity(list: ColumnListName): Density {
  const { density = 'comfortable' }: Pick<List, 'density'> = columnLists[list]
  return density
}
