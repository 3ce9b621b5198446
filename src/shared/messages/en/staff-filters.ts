/** The filters of the lists of staff, sessions and invitations, as URLs and chips name them on every page. */
export const staffFilters = {
  search: 'Search',
  role: 'Role',
  status: 'Status',
  secondFactor: 'Second factor',
  secondFactors: { on: 'On', off: 'Off' },
  seen: 'Last active',
  seenValues: { inactive: 'more than 30 days ago' },
  topic: 'About',
  topics: {
    orders: 'Orders',
    payments: 'Payments',
    refunds: 'Refunds',
    customers: 'Customers',
    staff: 'Staff',
    roles: 'Roles',
    logins: 'Logins',
    imports: 'Imports',
    settings: 'Settings',
  },
  actor: 'Who',
  days: 'Date',
}
