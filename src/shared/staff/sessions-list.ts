import { search } from '#shared/list/filter-fields.ts'
import { defineList } from '#shared/list/list.ts'

/** The open sessions of all accounts, the one used last first: on `/users?tab=sessions` and `GET /api/sessions`. */
export const sessionsList = defineList({
  path: '/users',
  parameters: { tab: 'sessions' },
  permission: 'sessions.view',
  openParameter: 'user',
  filters: [
    /** In the name and the email of the user. */
    search('search', { label: ({ staffFilters }) => staffFilters.search }),
  ],
  columns: [
    { id: 'select', card: false },
    { id: 'user' },
    { id: 'device', priority: 1 },
    { id: 'ip', priority: 2 },
    { id: 'lastSeen', align: 'end' },
    { id: 'created', align: 'end', priority: 3, card: false },
  ],
  sorts: [],
  paged: true,
  tabs: {},
})
