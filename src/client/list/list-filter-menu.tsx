import { FilterControls } from '#client/list/lazy-filter-controls.ts'
import type { DayPreset } from '#client/ui/day-presets.ts'
import type { Option } from '#client/ui/filter-choices.tsx'
import { FilterMenu } from '#client/ui/filter-menu.tsx'
import { type FilterField, isFilterSet, type QueryValues, selectedValues } from '#shared/list/filter-fields.ts'
import type { List } from '#shared/list/list.ts'
import { relativeDays } from '#shared/list/relative-days.ts'
import { clearHref, dialogHref, pickListParameters } from '#shared/list/url.ts'
import type { ViewListName } from '#shared/list/view-lists.ts'
import type { FieldError } from '#shared/problem.ts'
import { withQuery } from '#shared/routes/with-query.ts'

export type FilterOptions = Readonly<Record<string, readonly Option[] | undefined>>

interface ListFilterMenuProps {
  list: List
  query: QueryValues
  /** The currencies to choose from; with fewer than two there is no choice. */
  currencies?: readonly string[]
  /** The options of filters by the id of the filter; filters without options are left out. */
  options?: FilterOptions
  /** The list that counts the rows of a filter before it is applied. */
  counted?: ViewListName | undefined
  /** Errors of the query. */
  errors: readonly FieldError[]
  /** Filters that the page shows elsewhere. */
  exclude?: readonly string[]
  /** Links to common ranges in a filter by days; none where the page shows them elsewhere. */
  presets?: readonly DayPreset[]
  compact?: boolean
  /** Called when the menu is about to open. */
  onOpen?: (() => void) | undefined
}

const defaultPresets = relativeDays

/** The filters of a list in a menu; the search field is separate. */
export function ListFilterMenu({
  list,
  query,
  currencies = [],
  options = {},
  counted,
  errors,
  exclude = [],
  presets = defaultPresets,
  compact = false,
  onOpen,
}: ListFilterMenuProps) {
  const isOffered = (field: FilterField): boolean => {
    const { id, kind } = field
    if (kind === 'exclusions') return isFilterSet(field, query)
    return kind === 'currency'
      ? currencies.length > 1
      : kind === 'option'
        ? options[id] !== undefined
        : kind !== 'search'
  }
  const fields = list.filters.filter((field) => isOffered(field) && !exclude.includes(field.id))
  if (fields.length === 0) return null
  const kept = list.filters.filter((field) => !fields.includes(field))
  const keep = Object.fromEntries(kept.flatMap(({ parameters }) => parameters).map((name) => [name, query[name]]))
  return (
    <FilterMenu
      listUrl={withQuery(list.path, pickListParameters(list, query))}
      activeCount={fields.filter((field) => isFilterSet(field, query)).length}
      compact={compact}
      onOpen={onOpen}
      open={errors.length > 0 || query['menu'] === 'filter'}
      openHref={dialogHref(list, query, { menu: 'filter' })}
      values={fields.flatMap(({ parameters }) =>
        parameters.flatMap((name) => selectedValues(query[name]).map((value) => [name, value] as const)),
      )}
    >
      <FilterControls
        {...{ fields, list, query, currencies, options, counted, errors, presets }}
        clearHref={clearHref(list, query, keep)}
      />
    </FilterMenu>
  )
}
