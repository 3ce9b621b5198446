import { type Filter, isSameFilter } from '#shared/list/filter.ts'
import type { FilterField, QueryValues } from '#shared/list/filter-fields.ts'
import type { Permission } from '#shared/permissions.ts'

/** One column: the page renders a cell for it, stylesheets select it by `data-column`. */
export interface Column<Id extends string = string> {
  id: Id
  /** Amounts and counts are aligned at the end. */
  align?: 'end'
  /** The sort that a click on the heading applies or reverses. */
  sort?: string
  /** When a narrow page hides the column: 1 last, 3 first; never without it. */
  priority?: 1 | 2 | 3
  /** Phones show each row as a card; false leaves the column out of it. */
  card?: false
  /** Always shown, before those that users choose (`columnLists`). */
  fixed?: true
  /** Only shown to users who chose it. */
  optional?: true
}

/** How high the rows of a table are. */
export const densities = ['comfortable', 'compact'] as const
export type Density = (typeof densities)[number]

/** The values of a tab: those of the list's choices and currencies. Days depend on today, and a search on the user. */
export type TabQuery<Filters extends readonly FilterField[]> = {
  readonly [Field in TabField<Filters> as Field['id']]?: Field['multiple'] extends true
    ? readonly ValueOf<Field>[]
    : ValueOf<Field>
}
type ValueOf<Field> = Field extends { values: readonly (infer Value)[] } ? Value : string
type TabField<Filters extends readonly FilterField[]> = Extract<Filters[number], { kind: 'choice' | 'currency' }>

/** The declaration of a list, shared by server and browser; see "Lists" in docs/architecture.md. `listQuery` makes the schema of its query. */
export interface List {
  /** The path of the page that shows it. */
  path: `/${string}`
  /** Query parameters that are in every URL of the list, such as the tab of its page. */
  parameters?: Readonly<Record<string, string>>
  /** The permission to see the list. */
  permission: Permission
  /** The query parameter that opens a row in the panel. */
  openParameter: string
  /** The query parameters of the panel that stay when another row opens in it. */
  panelParameters?: readonly string[]
  /** Query parameters that choose what the page shows besides the rows; every URL of the list keeps them. */
  viewParameters?: readonly string[]
  filters: readonly FilterField[]
  columns: readonly Column[]
  /** The density for users who chose none; `comfortable` without it. */
  density?: Density
  /** The first is the default and never in the URL; `-` means descending. */
  sorts: readonly string[]
  /** False for lists that fit on one page: then there is no `cursor`. */
  paged: boolean
  /** Preset filters, each a query of this list. */
  tabs: Readonly<Record<string, QueryValues>>
}

/** The ids of a list's filters, columns and tabs, and of the filters that tabs may set. */
export type FilterId<Of extends Pick<List, 'filters'>> = Of['filters'][number]['id']
export type ColumnId<Of extends Pick<List, 'columns'>> = Of['columns'][number]['id']
export type TabId<Of extends Pick<List, 'tabs'>> = keyof Of['tabs'] & string
export type TabFilterId<Of extends Pick<List, 'filters'>> = TabField<Of['filters']>['id']

interface Declaration<Filters extends readonly FilterField[], Columns, Sorts, Paged, Tab extends string> extends Pick<
  List,
  'path' | 'parameters' | 'permission' | 'openParameter' | 'panelParameters' | 'viewParameters' | 'density'
> {
  filters: Filters
  columns: Columns
  sorts: Sorts
  paged: Paged
  tabs: Readonly<Record<Tab, TabQuery<Filters>>>
}
/** Declares a list: the query schema, URLs, chips, filter menu, tabs with counts, paging and the API follow from it. */
export const defineList = <
  const Filters extends readonly FilterField[],
  const Columns extends readonly Column[],
  const Sorts extends readonly string[],
  const Paged extends boolean,
  Tab extends string,
>(
  list: Declaration<Filters, Columns, Sorts, Paged, Tab>,
) => list

/** The filter of a query; sort and cursor do not matter. */
export function toFilter({ filters }: Pick<List, 'filters'>, query: QueryValues): Filter {
  return {
    op: 'and',
    filters: filters.flatMap((field) => field.toFilter(query) ?? field.toDefaultFilter?.(query) ?? []),
  }
}

/** The tab that lists the same rows as a filter, if there is one. */
export function findTab<const Of extends Pick<List, 'filters' | 'tabs'>>(
  list: Of,
  filter: Filter,
): TabId<Of> | undefined {
  return listTabFilters(list).find((tab) => isSameFilter(filter, tab.filter))?.id as TabId<Of> | undefined
}

interface TabFilter {
  id: string
  filter: Filter
}
const tabFilters = new WeakMap<List['tabs'], TabFilter[]>()

/** Made once for each list: they are always the same. */
function listTabFilters(list: Pick<List, 'filters' | 'tabs'>): TabFilter[] {
  const known = tabFilters.get(list.tabs)
  if (known) return known
  const filters = Object.entries(list.tabs).map(([id, tab]) => ({ id, filter: toFilter(list, tab) }))
  tabFilters.set(list.tabs, filters)
  return filters
}
