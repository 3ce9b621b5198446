import { profileColumns } from '#shared/messages/en/profile-columns.ts'
/** The list of customers. */
export const customerList = {
  list: 'Customers',
  filterForm: 'Search customers',
  search: 'Name, email or phone…',
  count: (count: string, isOne: boolean) => `${count} ${isOne ? 'customer' : 'customers'}`,
  columns: {
    name: 'Name',
    contact: 'Contact',
    place: 'City',
    lastOrder: 'Latest order',
    number: 'Number',
  },
  noOrder: 'No orders',
  unnamed: 'No name',
  none: 'No customers yet',
  noneHint: 'Customers come with orders. You can also add them one by one, or import them from a file.',
  orders: 'Orders',
  add: 'New customer',
  addShort: 'New',
  missingPermission: 'You cannot add customers',
  export: 'Export',
  exportColumns: {
    number: 'Number',
    name: 'Name',
    ...profileColumns,
    acceptsMarketing: 'Email marketing',
    source: 'Source',
    lastOrderAt: 'Latest order (UTC)',
  },
}
