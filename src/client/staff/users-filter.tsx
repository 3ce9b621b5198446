import { useMessages } from '#client/app/page-context.tsx'
import { usersHref } from '#client/staff/users-url.ts'
import { Button } from '#client/ui/button.tsx'
import { Chip, Chips } from '#client/ui/chips.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { SearchField, Toolbar } from '#client/ui/toolbar.tsx'
import { roles } from '#shared/permissions.ts'
import { href } from '#shared/routes/pages.ts'
import { type UsersQuery, userStatuses } from '#shared/staff/inputs.ts'

/** Search, role and status filters as a GET form, and the active filters. Access requests are always shown above. */
export function UsersFilter({ query }: { query: UsersQuery }) {
  const { common, staff } = useMessages()
  const statuses = userStatuses.filter((status) => status !== 'pending')
  return (
    <Toolbar action={href('users')} label={staff.filterForm}>
      <SearchField
        key={query.q}
        label={staff.searchPlaceholder}
        placeholder={staff.searchPlaceholder}
        defaultValue={query.q}
      />
      <FilterSelect
        name="role"
        label={staff.role}
        any={staff.anyRole}
        value={query.role}
        options={roles.map((role) => [role, common.roles[role]])}
      />
      <FilterSelect
        name="status"
        label={staff.status}
        any={staff.anyStatus}
        value={query.status}
        options={statuses.map((status) => [status, common.statuses.user[status]])}
      />
      <Button type="submit">{common.filter}</Button>
      <ActiveFilters query={query} />
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
    <select name={name} aria-label={label} key={value} defaultValue={value}>
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

function ActiveFilters({ query }: { query: UsersQuery }) {
  const { common, staff } = useMessages()
  const { q, role, status } = query
  if (!q && !role && !status) return null
  return (
    <Chips clearHref={usersHref(query, { q: undefined, role: undefined, status: undefined })}>
      {q && <Chip field={staff.search} value={q} removeHref={usersHref(query, { q: undefined })} />}
      {role && (
        <Chip field={staff.role} value={common.roles[role]} removeHref={usersHref(query, { role: undefined })} />
      )}
      {status && (
        <Chip
          field={staff.status}
          value={common.statuses.user[status]}
          removeHref={usersHref(query, { status: undefined })}
        />
      )}
    </Chips>
  )
}
