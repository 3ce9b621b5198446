import { option, search } from '#shared/list/filter-fields.ts'
import { defineList } from '#shared/list/list.ts'

/** All customers, those added last first: on `/orders?customers=list` and `GET /api/customers`. */
export const customersList = defineList({
  path: '/orders',
  parameters: { customers: 'list' },
  permission: 'orders.view',
  openParameter: 'customer',
  filters: [
    /** In the number, name, company, email address, phone number and city. */
    search('search', { label: ({ staffFilters }) => staffFilters.search }),
    option('importNumber', { key: 'import', label: ({ orders }) => orders.filter.import }),
  ],
  columns: [
    { id: 'name' },
    { id: 'contact', priority: 1 },
    { id: 'place', priority: 3 },
    { id: 'lastOrder', align: 'end', priority: 2 },
    { id: 'number', align: 'end' },
  ],
  sorts: [],
  paged: true,
  tabs: {},
})
