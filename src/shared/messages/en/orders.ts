import { formatCount } from '#shared/count.ts'

const counted = (value: number, one: string, many: string): string =>
  `${formatCount(value)} ${value === 1 ? one : many}`

/** Texts of the orders page: the list and its filter, the order panel, shipping, the import dialog. */
export const orders = {
  title: 'Orders',

  tabs: { label: 'Views', all: 'All', toShip: 'To ship', unpaid: 'Unpaid' },
  /** `count` is a number, or `10,000+`. */
  count: (count: string, one: boolean) => `${count} ${one ? 'order' : 'orders'}`,
  timesIn: (zone: string) => `times in ${zone}`,

  search: {
    label: 'Search orders',
    placeholder: 'Number, name, phone…',
    stopped: 'No matches yet',
    stoppedNote:
      'Only some orders were searched, because these words are very common. Add a word, or continue searching.',
    continue: 'Continue searching',
  },
  filter: {
    label: 'Filter orders',
    status: 'Status',
    payment: 'Payment',
    fulfillment: 'Fulfillment',
    currency: 'Currency',
    placed: 'Placed',
    search: 'Search',
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
    /** The column heading when every row on the page has the same currency. */
    totalIn: (sign: string) => `Total, ${sign}`,
  },

  empty: {
    text: 'Import the order export of your shop. Importing the same file again creates no duplicates.',
  },
  order: {
    label: (orderNumber: string) => `Order ${orderNumber}`,
    missing: (orderNumber: string) => `Order ${orderNumber} not found`,
    missingText: 'Check the number, or search for the order.',
    previous: 'Previous order',
    next: 'Next order',
    copyNumber: 'Copy order number',
    copyTracking: 'Copy tracking number',
    copyAddress: 'Copy address',
    shopNumber: (shopNumber: string) => `Shop no. ${shopNumber}`,
    placed: 'placed',

    lines: 'Items',
    lineSummary: (lines: number, items: number) =>
      `${counted(lines, 'product', 'products')} · ${counted(items, 'item', 'items')}`,
    moreLines: (value: number) => `${counted(value, 'more product', 'more products')}`,
    toShip: (value: number) => `${formatCount(value)} to ship`,
    shippedCount: (shipped: number, of: number) => `${formatCount(shipped)} of ${formatCount(of)} shipped`,
    shippingNotNeeded: 'No shipping required',
    quantity: (quantity: number, price: string) => `${formatCount(quantity)} × ${price}`,

    goods: 'Subtotal',
    discount: 'Discount',
    discountWithCode: (code: string) => `Discount ${code}`,
    shippingCost: 'Shipping',
    shippingWithMethod: (method: string) => `Shipping, ${method}`,
    tax: 'Tax',
    taxIncluded: 'Tax included',
    total: 'Total',

    money: 'Payments and refunds',
    noPayments: 'No payments yet.',
    paymentVoided: 'The payment was voided.',
    paymentCaptured: (paymentNumber: string) => `${paymentNumber} · captured`,
    refundTo: (provider: string) => `Refund to ${provider}`,
    refundCompleted: (refundNumber: string) => `${refundNumber} · refunded`,
    balance: 'Balance',
    customerOwes: 'Customer owes',
    weOwe: 'We owe',

    shipments: 'Shipments',
    shipmentSummary: (shipmentNumber: string, items: number) =>
      `${shipmentNumber} · ${counted(items, 'item', 'items')} · shipped`,

    customer: 'Customer',
    name: 'Name',
    company: 'Company',
    email: 'Email',
    phone: 'Phone',
    shipTo: 'Ship to',
    billTo: 'Bill to',
    sameAddress: 'Same as shipping address',
    personalDataHidden: 'Personal data is partly hidden for your role.',
    note: 'Customer note',
    timeline: 'Timeline',
    /** What happened to an order, in its timeline. `amount` has its currency. */
    happened: {
      placed: 'Order placed',
      paid: (amount: string, provider: string) => `Paid ${amount} with ${provider}`,
      refunded: (amount: string, provider: string) => `Refunded ${amount} to ${provider}`,
      shipped: (items: number, carrier: string, trackingNumber: string) =>
        `Shipped ${counted(items, 'item', 'items')}${carrier && ` with ${carrier}`}${trackingNumber && `, ${trackingNumber}`}`,
      cancelled: 'Order cancelled',
    },
    ledgerEntry: (entryNumber: number) => `Entry ${entryNumber}`,
  },

  /** Names of the shops and files that orders come from. */
  sources: { shopify: 'Shopify', web: 'Web shop', wechat: 'WeChat shop' },

  ship: {
    button: (items: number) => `Ship ${counted(items, 'item', 'items')}`,
    title: (items: number) => `Ship ${counted(items, 'item', 'items')} in one parcel`,
    carrier: 'Carrier',
    trackingNumber: 'Tracking number',
    submit: 'Mark as shipped',
    done: 'Shipped',
    doneText: (orderNumber: string, carrier: string) => `${orderNumber} shipped with ${carrier}.`,
    orderRefreshed: 'The page now shows the current order.',
  },

  /** What staff do with an order, besides shipping it. */
  actions: {
    more: 'More actions',
    names: {
      ship: 'Ship',
      edit: 'Edit',
      hold: 'Put on hold',
      release: 'Release',
      cancel: 'Cancel order',
      deliverShipment: 'Mark as delivered',
      correctShipment: 'Correct carrier or tracking number',
      cancelShipment: 'Cancel shipment',
      note: 'Add note',
    },
    reason: 'Reason',
    hold: {
      title: (orderNumber: string) => `Put ${orderNumber} on hold`,
      text: 'It cannot be shipped until you release it.',
      reasonHint: 'Shown on top of the order.',
      until: 'Until',
      untilHint: 'The day to look at it again.',
      submit: 'Put on hold',
      done: (orderNumber: string) => `${orderNumber} is on hold.`,
    },
    release: { done: (orderNumber: string) => `${orderNumber} is open again.` },
    cancel: {
      title: (orderNumber: string) => `Cancel ${orderNumber}?`,
      text: 'Nothing of it will be shipped. This cannot be undone.',
      keep: 'Keep order',
      submit: 'Cancel order',
      done: (orderNumber: string) => `${orderNumber} is cancelled.`,
    },
    onHold: (reason: string) => `On hold: ${reason}`,
    onHoldUntil: (reason: string, day: string) => `On hold until ${day}: ${reason}`,
    cancelled: (reason: string) => `Cancelled: ${reason}`,
    /** Why an action is not possible now, and what to do. */
    unavailable: {
      'title': 'Why can’t I…',
      'status': {
        draft: 'This order is a draft. Place it first.',
        pending: 'This order is pending. Confirm it first.',
        open: 'This order is not on hold.',
        on_hold: 'This order is on hold. Release it first.',
        completed: 'This order is completed.',
        cancelled: 'This order is cancelled.',
      },
      'nothing-to-ship': 'Everything has been shipped.',
      'has-shipped': 'Some items have been shipped.',
      'has-payments': 'The customer has paid. Refund the payments first.',
    },
  },

  /** What staff write about an order. */
  notes: {
    title: 'Notes',
    add: 'Add note',
    addTitle: (orderNumber: string) => `Add a note to ${orderNumber}`,
    addText: 'Shown on top of the order. You can edit or delete it for 15 minutes.',
    label: 'Note',
    added: 'Note added',
    more: (value: number, others: boolean) =>
      others ? `${counted(value, 'more note', 'more notes')}` : counted(value, 'note', 'notes'),
    showAll: 'Show all',
    edited: 'edited',
    struckBy: (name: string) => `struck through by ${name}`,
    edit: 'Edit',
    save: 'Save note',
    saved: 'Note saved',
    delete: 'Delete note',
    deleted: 'Note deleted',
    strike: 'Strike through',
    restore: 'Restore',
  },

  import: {
    button: 'Import',
    title: 'Import orders',
    missingPermission: "You don't have access to imports",
    intro: 'Upload the order export of your shop. You can check the file first without changing anything.',
    steps: { label: 'Steps', file: 'File', check: 'Check', import: 'Import' },
    dropFile: 'Drop a file here',
    or: 'or',
    chooseFile: 'choose a file',
    file: 'File',
    limits: (megabytes: number) => `Shopify order export (CSV), up to ${megabytes} MB`,
    deduplicationHint:
      'Orders are matched by shop and shop number. Importing the same file again creates no duplicates.',
    remove: (file: string) => `Remove ${file}`,
    check: 'Check file',
    import: 'Import',
    importCount: (value: number) => `Import ${counted(value, 'order', 'orders')}`,
    empty: (file: string) => `${file} is empty. Export the orders from the shop again.`,
    tooLarge: (file: string, size: string, megabytes: number) =>
      `${file} is ${size}. The maximum is ${megabytes} MB. Export a shorter period, or use the command kontor import orders.`,
    notCsv: (file: string) => `${file} is not a CSV file. Export the orders from the shop as CSV.`,
    sending: 'Uploading the file',
    checking: 'Checking the file. Nothing is saved.',
    importing: 'Importing. Keep this page open until it is done.',
    readSoFar: 'Read',
    createdSoFar: 'Created',
    newSoFar: 'New',
    checkRunning: 'Checking…',
    importRunning: 'Importing…',
    stop: 'Stop',
    stopQuestion: 'Stop the import?',
    stopText: 'Orders imported so far are kept. To continue, import the same file again.',
    stopCheckQuestion: 'Stop the check?',
    stopCheckText: 'Nothing has been saved.',
    keepRunning: 'Keep running',
    failed: 'No orders were imported.',
    interrupted: 'The import was interrupted.',
    connectionLost: 'The connection was lost.',
    connectionLostText: 'Some orders may already be imported. To continue, import the same file again.',
    imported: (value: number) => (value === 0 ? 'No new orders' : `${counted(value, 'order', 'orders')} imported`),
    checked: (value: number) =>
      value === 0 ? 'No new orders in this file' : `${counted(value, 'order', 'orders')} ready to import`,
    checkedText: 'The file was checked. Nothing is saved yet.',
    refusedText: (value: number) =>
      `${value === 1 ? '1 order was' : `${formatCount(value)} orders were`} rejected. Correct the file and import it again.`,
    checkedWithRefused: (value: number) =>
      `The file was checked. Nothing is saved yet. ${counted(value, 'order', 'orders')} would be rejected.`,
    nothingNew: 'Every order in this file has already been imported.',
    allImported: 'Every order in this file was imported.',
    read: 'Orders in file',
    created: 'Created',
    wouldCreate: 'New',
    unchanged: 'Unchanged',
    refused: 'Rejected',
    refusedOrders: 'Rejected orders',
    line: 'Line',
    order: 'Order',
    reason: 'Reason',
    showAll: (value: number) => `Show all ${formatCount(value)}`,
    downloadRefused: 'Download rejected orders (CSV)',
    downloadRefusedName: 'rejected-orders.csv',
    anotherFile: 'Import another file',
    showOrders: 'View orders',
  },
}
