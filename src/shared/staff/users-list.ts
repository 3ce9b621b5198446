import { choice, option, search } from '#shared/list/filter-fields.ts'
import { defineList } from '#shared/list/list.ts'
import { userStatuses } from '#shared/staff/user-status.ts'

/** The list of accounts: on `/users` and `GET /api/users`. Access requests and archived accounts are listed only when their status is asked for. */
export const usersList = defineList({
  path: '/users',
  permission: 'users.view',
  openParameter: 'user',
  filters: [
    /** In name, also in pinyin, and email. */
    search('search', { label: ({ staffFilters }) => staffFilters.search }),
    /** The id of a role. */
    option('role', { label: ({ staffFilters }) => staffFilters.role }),
    choice('status', {
      values: userStatuses,
      multiple: true,
      label: ({ staffFilters }) => staffFilters.status,
      valueLabels: ({ common }) => common.statuses.user,
      defaultValues: () => ['active', 'suspended'],
    }),
    choice('factor', {
      values: ['on', 'off'],
      multiple: false,
      label: ({ staffFilters }) => staffFilters.secondFactor,
      valueLabels: ({ staffFilters }) => staffFilters.secondFactors,
    }),
    /** Accounts without a visit for `inactiveAfterMs`, counted from their creation if there was none. */
    choice('seen', {
      values: ['inactive'],
      multiple: false,
      label: ({ staffFilters }) => staffFilters.seen,
      valueLabels: ({ staffFilters }) => staffFilters.seenValues,
    }),
  ],
  columns: [
    { id: 'select', card: false },
    { id: 'name', sort: 'name' },
    { id: 'email', priority: 2, card: false },
    { id: 'role' },
    { id: 'status' },
    { id: 'factor', priority: 3, card: false },
    { id: 'lastSeen', align: 'end', sort: 'seen' },
    { id: 'since', align: 'end', priority: 3, card: false, sort: 'since' },
  ],
  sorts: ['name', '-name', '-seen', 'seen', '-since', 'since'],
  paged: true,
  tabs: {},
})

/** Accounts without a visit for this long are inactive. */
export const inactiveAfterMs = 30 * 86_400_000
