import { choice, search } from '#shared/list/filter-fields.ts'
import { defineList } from '#shared/list/list.ts'
import { roles } from '#shared/permissions.ts'
import { userStatuses } from '#shared/staff/user-status.ts'

/** The list of accounts: on `/users` and `GET /api/users`. */
export const usersList = defineList({
  path: '/users',
  permission: 'users.view',
  openParameter: 'user',
  filters: [
    /** In name and email. */
    search('search', { label: ({ staff }) => staff.search }),
    choice('role', {
      values: roles,
      multiple: false,
      label: ({ staff }) => staff.role,
      valueLabels: ({ common }) => common.roles,
    }),
    choice('status', {
      values: userStatuses,
      multiple: false,
      label: ({ staff }) => staff.status,
      valueLabels: ({ common }) => common.statuses.user,
    }),
  ],
  columns: [
    { id: 'name' },
    { id: 'email', priority: 2, card: false },
    { id: 'role' },
    { id: 'status' },
    { id: 'lastSeen', align: 'end' },
    { id: 'since', align: 'end', priority: 3, card: false },
  ],
  sorts: [],
  paged: false,
  tabs: {},
})
