import { useMessages } from '#client/app/page-context.tsx'
import { useDayRangeFormat } from '#client/ui/day-range.ts'
import { type FilterField, type QueryValues, selectedValues } from '#shared/list/filter-fields.ts'
import type { List } from '#shared/list/list.ts'
import { withoutFilterHref } from '#shared/list/url.ts'

/** An active filter as text. */
export interface ActiveFilter {
  id: string
  field: string
  value: string
  /** The list without this filter. */
  removeHref: string
}

/** The filters in use, in the order of the declaration. `exclude` names those that the page shows elsewhere. */
export function useActiveFilters(
  list: Pick<List, 'path' | 'filters' | 'sorts' | 'openParameter'>,
  query: QueryValues,
  exclude: readonly string[] = [],
): ActiveFilter[] {
  const messages = useMessages()
  const formatDays = useDayRangeFormat()
  const describe = (field: FilterField): string => {
    if (field.kind === 'days') return formatDays(query as { from?: string; to?: string })
    if (field.kind === 'search') return String(query['q'])
    const values = selectedValues(query[field.id])
    if (field.kind === 'currency') return messages.common.list(values)
    const labels = field.valueLabels(messages)
    return messages.common.list(values.map((value) => labels[value] ?? value))
  }
  return list.filters
    .filter((field) => !exclude.includes(field.id) && isFilterSet(field, query))
    .map((field) => ({
      id: field.id,
      field: field.label(messages),
      value: describe(field),
      removeHref: withoutFilterHref(list, query, field),
    }))
}

/** Whether any of a filter's parameters is set. */
export const isFilterSet = ({ parameters }: FilterField, query: QueryValues): boolean =>
  Object.keys(parameters).some((name) => selectedValues(query[name]).length > 0)
