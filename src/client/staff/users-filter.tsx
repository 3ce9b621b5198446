import { useMessages } from '#client/app/page-context.tsx'
import { ActiveFilterChips } from '#client/list/list-toolbar.tsx'
import { OpenRowField } from '#client/list/open-row-field.tsx'
import type { ActiveFilter } from '#client/list/use-active-filters.ts'
import { Button } from '#client/ui/button.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { SearchField, Toolbar } from '#client/ui/toolbar.tsx'
import type { UsersQuery } from '#shared/staff/inputs.ts'
import { usersList } from '#shared/staff/users-list.ts'

interface UsersFilterProps {
  query: UsersQuery
  activeFilters: readonly ActiveFilter[]
}

/** Search, role and status filters as a GET form, and the active filters. Access requests are always shown above. */
export function UsersFilter({ query, activeFilters }: UsersFilterProps) {
  const messages = useMessages()
  const { common, staff } = messages
  const anyLabels = { role: staff.anyRole, status: staff.anyStatus }
  return (
    <Toolbar action={usersList.path} label={staff.filterForm}>
      <SearchField
        key={query.q}
        id="filter-search"
        label={staff.searchPlaceholder}
        placeholder={staff.searchPlaceholder}
        defaultValue={query.q}
        shortcut
      />
      {usersList.filters.map((field) => {
        if (field.kind !== 'choice') return null
        const labels: Readonly<Record<string, string>> = field.valueLabels(messages)
        return (
          <FilterSelect
            key={field.id}
            name={field.id}
            label={field.label(messages)}
            any={anyLabels[field.id]}
            value={query[field.id]}
            options={field.values
              .filter((value) => value !== 'pending')
              .map((value) => [value, labels[value] ?? value])}
          />
        )
      })}
      <Button type="submit">{common.filter}</Button>
      <OpenRowField list={usersList} query={query} />
      <ActiveFilterChips list={usersList} query={query} activeFilters={activeFilters} />
    </Toolbar>
  )
}

interface FilterSelectProps {
  name: string
  label: string
  /** The label of the option that filters nothing. */
  any: string
  value: string | undefined
  options: readonly (readonly [value: string, label: string])[]
}

const FilterSelect = ({ name, label, any, value, options }: FilterSelectProps) => (
  <span className="input select toolbar__select">
    <select id={`filter-${name}`} name={name} aria-label={label} key={value} defaultValue={value}>
      <option value="">{any}</option>
      {options.map(([option, word]) => (
        <option key={option} value={option}>
          {word}
        </option>
      ))}
    </select>
    <Icon name="chevron-down" />
  </span>
)
