import type { FilterId } from '#shared/list/list.ts'
import { toFilter } from '#shared/list/list.ts'
import { matchesFilter } from '#shared/list/filter.ts'
import type { QueryValues } from '#shared/list/filter-fields.ts'
import { usersList } from '#shared/staff/users-list.ts'
import type { UserRow } from '#shared/staff/views.ts'

/** What each filter compares: any of the values may match. */
const fields: Record<FilterId<typeof usersList>, (user: UserRow) => readonly (string | null)[]> = {
  search: ({ name, email }) => [name.toLowerCase(), email.toLowerCase()],
  role: ({ role }) => [role],
  status: ({ status }) => [status],
}

/** The accounts that a query asks for; a list of staff is short enough to be filtered in memory. */
export function filterUsers(users: readonly UserRow[], query: QueryValues): UserRow[] {
  const filter = toFilter(usersList, query)
  return users.filter((user) =>
    matchesFilter(filter, (comparison) => {
      const values = fields[comparison.field as FilterId<typeof usersList>](user)
      if (comparison.op === 'matches') return values.some((value) => value?.includes(comparison.text.toLowerCase()))
      return comparison.op === 'in' && values.some((value) => value !== null && comparison.values.includes(value))
    }),
  )
}
