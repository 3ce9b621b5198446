import type { FilterOptions } from '#client/list/list-filter-menu.tsx'
import { useMessages, usePageContext } from '#client/app/page-context.tsx'
import { useDayRangeFormat } from '#client/ui/day-range.ts'
import {
  type FilterField,
  isFilterSet,
  type QueryValues,
  selectedValues,
  splitExclusion,
} from '#shared/list/filter-fields.ts'
import type { List } from '#shared/list/list.ts'
import type { Messages } from '#shared/messages/en.ts'
import { dayOf } from '#shared/time.ts'
import { isRelativeDays, toAbsoluteDays } from '#shared/list/relative-days.ts'
import { withoutFilterHref } from '#shared/list/url.ts'

/** An active filter as text. */
export interface ActiveFilter {
  id: string
  field: string
  value: string
  /** The list without this filter. */
  removeHref: string
}

/** A range of amounts: `100–5000`, `≥ 100`, `> 100 ≤ 5000`. */
function describeAmounts(from: string | undefined, to: string | undefined): string {
  if (from === to || (from && to && ![from, to].some(isExclusive))) return [...new Set([from, to])].join('–')
  return [from && toLimit(from, '≥'), to && toLimit(to, '≤')].filter(Boolean).join(' ')
}

const isExclusive = (bound: string): boolean => /^[<>]/.test(bound)

const toLimit = (bound: string, sign: string): string =>
  isExclusive(bound) ? bound.replace(/^./, '$& ') : `${sign} ${bound}`

/** The label of a value of a filter; of an excluded one also that of its filter. */
export function describeValue(
  list: Pick<List, 'filters'>,
  field: FilterField,
  value: string,
  messages: Messages,
  options: FilterOptions,
): string {
  if (field.kind === 'choice') return field.valueLabels(messages)[value] ?? value
  if (field.kind !== 'exclusions') return options[field.id]?.find((option) => option.value === value)?.label ?? value
  const excluded = splitExclusion(value)
  const of = list.filters.find(({ id }) => id === excluded.id)
  return of ? `${of.label(messages)} ${describeValue(list, of, excluded.value, messages, options)}` : value
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
  const { now, book } = usePageContext()
  const today = dayOf(now, book.timeZone)
  const describe = (field: FilterField): string => {
    if (field.kind === 'days' || field.kind === 'amount') {
      const [from, to] = field.parameters.map((name) => query[name] as string | undefined)
      if (field.kind === 'days') {
        if (!isRelativeDays(from)) return formatDays({ from, to })
        return to === undefined ? messages.lists.presets[from] : formatDays({ ...toAbsoluteDays(from, today), to })
      }
      return describeAmounts(from, to)
    }
    if (field.kind === 'search') return String(query['q'])
    const values = selectedValues(query[field.id])
    const { anyOf, list: allOf } = messages.common
    const join = field.kind === 'exclusions' ? allOf : anyOf
    return join(values.map((value) => describeValue(list, field, value, messages, options)))
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
