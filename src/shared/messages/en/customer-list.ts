import { profileColumns } from '#shared/messages/en/profile-columns.ts'
/** The list of customers. */
export const customerList = {
  list: 'Customers',
  filterForm: 'Search customers',
  search: 'Name, email or phone…',
  count: (count: string, isOne: boolean) => `${count} ${isOne ? 'customer' : 'customers'}`,
  orderCount: (count: string, isOne: boolean) => `${count} ${isOne ? 'order' : 'orders'}`,
  counted: 'Drafts and canceled orders are not counted',
  columns: {
    name: 'Name',
    contact: 'Contact',
    place: 'City',
    orderCount: 'Orders',
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
    orderCount: 'Orders',
    lastOrderAt: 'Latest order (UTC)',
  },
}

/** The filters of the list of customers, as chips and the filter menu name them. */
export const customerFilters = {
  orderCount: 'Orders',
  orderCounts: { none: 'None', one: 'One', several: 'Several' },
  lastOrder: 'Latest order',
  firstOrder: 'First order',
  erased: 'Personal data',
  erasedValues: { no: 'Kept', yes: 'Erased' },
}
