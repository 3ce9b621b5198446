import type { Column, ColumnId, List } from '#shared/list/list.ts'

type WithColumns = Pick<List, 'columns'>

/**
 * The columns that a table shows, in their order: the fixed ones, then those that its user chose, by their ids; without a choice (null) all that
 * are not optional. Ids of columns that no longer exist are left out.
 */
export function showColumns<Of extends WithColumns>(
  list: Of,
  chosen: readonly string[] | null,
): readonly Column<ColumnId<Of>>[] {
  const columns = list.columns as readonly Column<ColumnId<Of>>[]
  const free = columns.filter(({ fixed }) => !fixed)
  return [
    ...columns.filter(({ fixed }) => fixed),
    ...(chosen
      ? chosen.flatMap((id) => free.find((column) => column.id === id) ?? [])
      : free.filter(({ optional }) => !optional)),
  ]
}

/** The columns that can be chosen, those that are shown first. */
export function sortColumns<Of extends WithColumns>(list: Of, chosen: readonly string[] | null): ColumnChoice[] {
  const shown = showColumns(list, chosen).filter(({ fixed }) => !fixed)
  const hidden = list.columns.filter(({ id, fixed }) => !fixed && !shown.some((column) => column.id === id))
  return [...shown.map(({ id }) => ({ id, isShown: true })), ...hidden.map(({ id }) => ({ id, isShown: false }))]
}

interface ColumnChoice {
  id: string
  isShown: boolean
}

/** The ids with one of them a place further to the front or to the back; unchanged at the end, or without it. */
export function moveColumn(ids: readonly string[], id: string, direction: 'up' | 'down'): string[] {
  const from = ids.indexOf(id)
  const to = direction === 'up' ? from - 1 : from + 1
  return from < 0 || to < 0 || to >= ids.length ? [...ids] : ids.toSpliced(from, 1).toSpliced(to, 0, id)
}
