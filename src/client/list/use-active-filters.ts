import type { FilterOptions } from '#client/list/filter-controls.tsx'
import { useMessages } from '#client/app/page-context.tsx'
import { useDayRangeFormat } from '#client/ui/day-range.ts'
import { type FilterField, isFilterSet, type QueryValues, selectedValues } from '#shared/list/filter-fields.ts'
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

/** The filters in use, in the order of the declaration. `exclude` names those that the page shows elsewhere, `options` has the labels of filters by options. */
export function useActiveFilters(
  list: Pick<List, 'path' | 'filters' | 'sorts' | 'openParameter'>,
  query: QueryValues,
  exclude: readonly string[] = [],
  options: FilterOptions = {},
): ActiveFilter[] {
  const messages = useMessages()
  const formatDays = useDayRangeFormat()
  const describe = (field: FilterField): string => {
    switch (field.kind) {
      case 'days':
        return formatDays(query as { from?: string; to?: string })
      case 'search':
        return String(query['q'])
      case 'currency':
        return messages.common.list(selectedValues(query[field.id]))
      case 'option': {
        const value = String(query[field.id])
        return options[field.id]?.find((option) => option.value === value)?.label ?? value
      }
      case 'choice': {
        const labels = field.valueLabels(messages)
        return messages.common.list(selectedValues(query[field.id]).map((value) => labels[value] ?? value))
      }
    }
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
