import { defineList } from '#shared/list/list.ts'

/** The list of roles on `/users?tab=roles`: few enough for one page. */
export const rolesList = defineList({
  path: '/users',
  parameters: { tab: 'roles' },
  permission: 'users.view',
  openParameter: 'openRole',
  filters: [],
  columns: [
    { id: 'role' },
    { id: 'people', align: 'end' },
    { id: 'permissions', align: 'end', priority: 2, card: false },
    { id: 'limits', priority: 1 },
  ],
  sorts: [],
  paged: false,
  tabs: {},
})
