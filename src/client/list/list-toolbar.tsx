import { type FilterOptions, ListFilterMenu } from '#client/list/list-filter-menu.tsx'
import type { ActiveFilter } from '#client/list/use-active-filters.ts'
import { Chip, Chips } from '#client/ui/chips.tsx'
import { SearchField, Toolbar } from '#client/ui/toolbar.tsx'
import type { QueryValues } from '#shared/list/filter-fields.ts'
import type { List } from '#shared/list/list.ts'
import { clearHref, dialogHref } from '#shared/list/url.ts'
import type { ViewListName } from '#shared/list/view-lists.ts'
import type { FieldError } from '#shared/problem.ts'

interface ListToolbarProps {
  list: List
  query: QueryValues
  activeFilters: readonly ActiveFilter[]
  currencies?: readonly string[]
  options?: FilterOptions
  errors?: readonly FieldError[]
  /** The search could not be understood. */
  hasSearchError?: boolean
  /** The list that counts the rows of a filter before it is applied. */
  counted?: ViewListName | undefined
  /** How many rows the filter has, in words. */
  count?: string | undefined
  /** The dialog that saves the filter as a view; none where it is a tab. */
  saveHref?: string | undefined
  /** The filter menu is about to open. */
  onMenu?: () => void
  labels: { form: string; search: string; placeholder: string }
}

/** Search, filter menu and chips of a list: one GET form, so it works without script. */
export const ListToolbar = ({ labels, ...props }: ListToolbarProps) => (
  <Toolbar action={props.list.path} label={labels.form}>
    <ToolbarItems labels={labels} {...props} />
  </Toolbar>
)

/** The content of the form. */
export function ToolbarItems({
  list,
  query,
  activeFilters,
  currencies = [],
  options = {},
  errors = [],
  hasSearchError = false,
  counted,
  count,
  saveHref,
  onMenu,
  labels,
}: Omit<ListToolbarProps, 'labels'> & { labels: Omit<ListToolbarProps['labels'], 'form'> }) {
  const { sort } = query
  return (
    <>
      <SearchField
        id="filter-search"
        label={labels.search}
        placeholder={labels.placeholder}
        defaultValue={query['q'] as string | undefined}
        isInvalid={hasSearchError}
        shortcut
      />
      <ListFilterMenu
        list={list}
        query={query}
        currencies={currencies}
        options={options}
        errors={errors}
        counted={counted}
        onOpen={onMenu}
      />
      {Object.entries(list.parameters ?? {}).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {typeof sort === 'string' && sort !== list.sorts[0] && <input type="hidden" name="sort" value={sort} />}
      <ActiveFilterChips {...{ list, query, activeFilters, count, saveHref }} />
    </>
  )
}

interface ActiveFilterChipsProps extends Pick<ListToolbarProps, 'query' | 'activeFilters' | 'count' | 'saveHref'> {
  list: Pick<List, 'path' | 'filters' | 'sorts' | 'openParameter'>
  /** Parameters that "Clear" keeps. */
  keep?: QueryValues
}

/** The filters in use; nothing if there are none. A chip opens the control of its filter. */
export function ActiveFilterChips({ list, query, activeFilters, keep, count, saveHref }: ActiveFilterChipsProps) {
  if (activeFilters.length === 0) return null
  const menuHref = dialogHref(list, query, { menu: 'filter' })
  return (
    <Chips clearHref={clearHref(list, query, keep)} count={count} saveHref={saveHref}>
      {activeFilters.map(({ id, field, value, removeHref }) => (
        <Chip key={id} field={field} value={value} removeHref={removeHref} controlHref={`${menuHref}#filter-${id}`} />
      ))}
    </Chips>
  )
}
