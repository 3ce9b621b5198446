import { optionalInput } from '#shared/inputs.ts'
import { type Filter, isSameFilter } from '#shared/list/filter.ts'
import type { FilterField, QueryShape, QueryValues } from '#shared/list/filter-fields.ts'
import type { Permission } from '#shared/permissions.ts'
import type { FieldError } from '#shared/problem.ts'
import * as z from 'zod/mini'

/** One column: the page renders a cell for it, stylesheets select it by `data-column`. */
export interface Column<Id extends string = string> {
  id: Id
  /** Amounts and counts are aligned at the end. */
  align?: 'end'
  /** The sort that a click on the heading turns around. */
  sort?: string
  /** When a narrow page hides the column: 1 last, 3 first; never without it. */
  priority?: 1 | 2 | 3
}

interface ListParts {
  /** The path of the page that shows it. */
  path: `/${string}`
  /** The permission to see the list. */
  permission: Permission
  /** The query parameter that opens a row in the panel. */
  openParameter: string
  filters: readonly FilterField[]
  columns: readonly Column[]
  /** The first is the default and never in the URL; `-` means descending. */
  sorts: readonly string[]
  /** False for lists that fit on one page: then there is no `cursor`. */
  paged: boolean
  /** Preset filters, each a query of this list. */
  tabs: Readonly<Record<string, QueryValues>>
}

/** Everything that both sides know of a list; see "A list" in docs/architecture.md. */
export interface List extends ListParts {
  /** The parameters of its query: filters, `sort`, `cursor`. */
  shape: QueryShape
}

type UnionToIntersection<Union> = (Union extends unknown ? (one: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never
type ShapeOf<Parts extends ListParts> = UnionToIntersection<Parts['filters'][number]['parameters']> &
  (Parts['sorts'] extends readonly [string, ...string[]] ? { sort: SortSchema<Parts['sorts']> } : unknown) &
  (Parts['paged'] extends true ? { cursor: typeof cursor } : unknown)
type SortSchema<Sorts extends readonly [string, ...string[]]> = ReturnType<typeof sortParameter<Sorts>>
type Flat<Shape> = { [Key in keyof Shape]: Shape[Key] }

const cursor = optionalInput(z.string().check(z.maxLength(200, 'too-long')))
const sortParameter = <const Sorts extends readonly [string, ...string[]]>(sorts: Sorts) => optionalInput(z.enum(sorts))

/** The ids of a list's filters, columns and tabs. */
export type FilterId<Of extends Pick<ListParts, 'filters'>> = Of['filters'][number]['id']
export type ColumnId<Of extends Pick<ListParts, 'columns'>> = Of['columns'][number]['id']
export type TabId<Of extends Pick<ListParts, 'tabs'>> = keyof Of['tabs'] & string

/** Declares a list: the query schema, URLs, chips, filter menu, tabs with counts, paging and the API follow from it. */
export function defineList<const Parts extends ListParts>(parts: Parts): Parts & { shape: Flat<ShapeOf<Parts>> } {
  const shape: QueryShape = Object.assign({}, ...parts.filters.map(({ parameters }) => parameters))
  if (isNonEmpty(parts.sorts)) shape['sort'] = sortParameter(parts.sorts)
  if (parts.paged) shape['cursor'] = cursor
  return { ...parts, shape: shape as Flat<ShapeOf<Parts>> }
}

const isNonEmpty = (sorts: readonly string[]): sorts is readonly [string, ...string[]] => sorts.length > 0

/** The schema of a list's query in the API. A page reads the same parameters but shows the errors of `findRangeErrors` itself. */
export const listQuery = <const Shape extends QueryShape>(list: { shape: Shape; filters: readonly FilterField[] }) =>
  z.object(list.shape).check(
    z.check((context) => {
      for (const { pointer, reason } of findRangeErrors(list, context.value as QueryValues))
        context.issues.push({ code: 'custom', message: reason, path: [pointer.slice(1)], input: context.value })
    }),
  )

/** What is wrong with a query as a whole: a range that ends before it begins. */
export function findRangeErrors({ filters }: { filters: readonly FilterField[] }, query: QueryValues): FieldError[] {
  const { from, to } = query
  const hasDays = filters.some(({ kind }) => kind === 'days')
  return hasDays && typeof from === 'string' && typeof to === 'string' && from > to
    ? [{ pointer: '/to', reason: 'range-reversed' }]
    : []
}

/** The filter of a query; sort and cursor do not matter. */
export function toFilter({ filters }: Pick<List, 'filters'>, query: QueryValues): Filter {
  return { op: 'and', filters: filters.flatMap((field) => field.toFilter(query) ?? []) }
}

/** The tab that lists the same rows as a filter, if there is one. */
export function findTab<const Of extends Pick<List, 'filters' | 'tabs'>>(
  list: Of,
  filter: Filter,
): TabId<Of> | undefined {
  const ids = Object.keys(list.tabs) as TabId<Of>[]
  return ids.find((id) => isSameFilter(filter, toFilter(list, list.tabs[id] ?? {})))
}
