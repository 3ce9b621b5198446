import { inTransaction } from '#server/auth/access.ts'
import type { Action, AuthenticatedContext } from '#server/context.ts'
import type { Transaction } from '#server/db/database.ts'
import { readWidths, toListLayout, writeWidths } from '#server/list/list-layout.ts'
import * as store from '#server/list/store.ts'
import { findChangeable } from '#server/list/view-actions.ts'
import { updateView } from '#server/list/view-store.ts'
import { columnLists, type ColumnListName } from '#shared/list/column-lists.ts'
import { moveColumn } from '#shared/list/columns.ts'
import type { List } from '#shared/list/list.ts'
import { invalidInput, ProblemError } from '#shared/problem.ts'

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
  return toListLayout(list, reset ? undefined : choice)
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
