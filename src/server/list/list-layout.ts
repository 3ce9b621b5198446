import type { AuthenticatedContext } from '#server/context.ts'
import * as store from '#server/list/store.ts'
import { loadViewsOf } from '#server/list/view-actions.ts'
import type { ViewLayout } from '#server/list/view-store.ts'
import { columnLists, type ColumnListName } from '#shared/list/column-lists.ts'
import type { ColumnWidths } from '#shared/list/column-widths.ts'
import type { QueryValues } from '#shared/list/filter-fields.ts'
import type { Density, List } from '#shared/list/list.ts'
import type { ListView } from '#shared/list/view-inputs.ts'

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
  return { views, ...(layout ? toListLayout(list, layout) : choice) }
}

/** How the user chose to see a list. */
export async function loadListChoice(
  { kontor, session }: AuthenticatedContext,
  list: ColumnListName,
): Promise<ListLayout> {
  return toListLayout(list, await store.findChoice(kontor.database.read, session.user.id, list))
}

/** The layout as it is stored with a view or for a user; undefined is that of the list itself. */
export const toListLayout = (list: ColumnListName, stored: ViewLayout | undefined): ListLayout => ({
  columns: stored?.columns?.split(' ').filter(Boolean) ?? null,
  widths: readWidths(stored),
  density: stored?.density || defaultDensity(list),
})

/** The widths of columns by id; `writeWidths` writes them. */
export const readWidths = (stored: Pick<ViewLayout, 'widths'> | undefined): Record<string, number> =>
  Object.fromEntries(
    (stored?.widths ?? '').split(' ').flatMap((part) => {
      const [id, width] = part.split(':')
      return id && width ? [[id, Number(width)]] : []
    }),
  )

export const writeWidths = (widths: readonly (readonly [id: string, width: number])[]): string =>
  widths.map(([id, width]) => `${id}:${width}`).join(' ')

function defaultDensity(list: ColumnListName): Density {
  const { density = 'comfortable' }: Pick<List, 'density'> = columnLists[list]
  return density
}
