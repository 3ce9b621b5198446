/** Texts of the list of orders and its filter; those of the panel are in order-panel.ts. */
export const orders = {
  title: 'Orders',
  customers: 'Customers',

  tabs: { label: 'Views', all: 'All', toShip: 'To ship', unpaid: 'Unpaid' },
  /** `count` is a number, or `10,000+`. */
  count: (count: string, one: boolean) => `${count} ${one ? 'order' : 'orders'}`,
  timesIn: (zone: string) => `times in ${zone}`,

  search: {
    label: 'Search orders',
    placeholder: 'Number, name, phone…',
  },
  export: 'Export',
  bulk: {
    selectPage: 'Select all on this page',
    select: (number: string) => `Select ${number}`,
    jobs: 'Jobs',
    next: 'Next to ship',
    choose: 'Change selected orders',
  },
  filter: {
    label: 'Filter orders',
    status: 'Status',
    payment: 'Payment',
    fulfillment: 'Fulfillment',
    currency: 'Currency',
    placed: 'Placed',
    search: 'Search',
    customer: 'Customer',
    assignee: 'Assigned to',
    mine: 'Me',
    tag: 'Tag',
    archived: 'Archive',
    balance: 'Balance',
    balanceValues: { due: 'Customer owes', owed: 'We owe' },
    buyerValues: { new: 'New' },
    has: 'Has',
    hasValues: {
      note: 'Note',
      customer_note: 'Customer note',
      refund: 'Refund',
      dispute: 'Chargeback',
      open_dispute: 'Open chargeback',
    },
    source: 'Source',
    import: 'Import',
    method: 'Payment method',
    country: 'Country',
    sku: 'SKU',
    product: 'Product',
    unassigned: 'Unassigned',
    amount: 'Total',
    paid: 'Paid',
    shipped: 'Shipped',
    refunded: 'Refunded',
    changed: 'Changed',
    not: 'Excluded',
    archivedValues: { no: 'Not archived', yes: 'Archived' },
  },

  columns: {
    number: 'Order',
    shopNumber: 'Shop no.',
    placed: 'Placed',
    customer: 'Customer',
    items: 'Items',
    status: 'Status',
    payment: 'Payment',
    fulfillment: 'Fulfillment',
    total: 'Total',
    source: 'Source',
    place: 'Destination',
    assignee: 'Assigned to',
    /** The column heading when every row on the page has the same currency. */
    totalIn: (sign: string) => `Total, ${sign}`,
  },

  /** Names of the shops and files that orders come from. */
  sources: {
    kontor: 'Entered by staff',
    api: 'API',
    shopify: 'Shopify',
    woocommerce: 'WooCommerce',
    youzan: 'Youzan',
    web: 'Web shop',
    wechat: 'WeChat Shop',
  },

  print: 'Print',

  importButton: 'Import',

  isAssigned: (name: string) => `Assigned to ${name}`,
  /** The button for a new order. */
  createButton: 'New order',
  /** The menu of the buttons that do not fit. */
  more: 'More',
}
