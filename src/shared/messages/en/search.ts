/** Texts of the search everywhere, which only its dialog loads. */
export const search = {
  title: 'Search',
  label: 'Search everywhere',
  placeholder: 'Order, customer, person, entry, page, or “refund SO…”',
  results: (count: number) => (count === 0 ? 'No results' : count === 1 ? '1 result' : `${count} results`),
  searching: 'Searching…',
  groups: {
    order: 'Orders',
    customer: 'Customers',
    user: 'Staff',
    entry: 'Ledger entries',
    import: 'Imports',
    job: 'Jobs',
    similar: 'Did you mean',
    page: 'Pages and actions',
  },
  entry: (entryNumber: string) => `Entry ${entryNumber}`,
  allOrders: (text: string) => `All orders with “${text}”`,
  action: (name: string, orderNumber: string) => `${name}: ${orderNumber}`,
  noOrder: (name: string) => `${name}: type the number of an order.`,
  nothing: (text: string) => `Nothing matches “${text}”.`,
  hints: {
    number: 'Check the number: one digit may be missing. The last digits of a number are enough.',
    words:
      'Try the beginning of a name, an email address, the last four digits of a phone number, or a tracking number.',
    personal: 'Names, email addresses and phone numbers are not searched, because your role does not see them.',
    orders: 'Orders and customers are not searched, because your role does not see them.',
  },
  failed: 'The search did not work. Check your connection, then try again.',
  keys: { move: 'Move', open: 'Open', close: 'Close' },
  pages: {
    newOrder: 'New order',
    importCustomers: 'Import customers',
    newCustomer: 'New customer',
    importOrders: 'Import orders',
    exportOrders: 'Export orders',
    scanParcels: 'Scan parcels',
    jobs: 'Jobs',
    accounts: '财务明细: Accounts',
    reconciliation: '财务明细: Reconciliation',
    closing: '财务明细: Closing',
    roles: 'Users: Roles',
    invitations: 'Users: Invitations',
    sessions: 'Users: Sessions',
    audit: 'Users: Audit log',
    tokens: 'Users: API tokens',
    webhooks: 'Users: Webhooks',
    account: 'My account',
  },
  /** What one types before the number of an order, beside the name of the action. */
  verbs: {
    ship: ['ship', 'send'],
    refund: ['refund'],
    edit: ['edit', 'change'],
    recordPayment: ['payment', 'pay'],
    requestReturn: ['return'],
    hold: ['hold'],
    cancel: ['cancel'],
    note: ['note'],
    tag: ['tag'],
    assign: ['assign'],
  } as Readonly<Record<SearchAction, readonly string[]>>,
}

/** The actions on an order that can be typed. */
export type SearchAction =
  'ship' | 'refund' | 'edit' | 'recordPayment' | 'requestReturn' | 'hold' | 'cancel' | 'note' | 'tag' | 'assign'
