import type { EntryKind, AccountRole } from '#shared/finance/ledger.ts'

const kinds: Record<EntryKind, string> = { 'payment.captured': 'Payment', 'refund.succeeded': 'Refund' }
const kindTitles: Record<EntryKind, string> = {
  'payment.captured': 'Payment captured',
  'refund.succeeded': 'Refund paid out',
}
const accounts: Record<Exclude<AccountRole, 'clearing'>, string> = {
  receivable: 'Receivable',
  deposit: 'Customer deposits',
  tax: 'Tax payable',
  refund_due: 'Refunds payable',
  sales: 'Sales',
  discount: 'Discounts',
  returns: 'Returns',
  shipping: 'Shipping income',
}

export const finance = {
  title: '财务明细',
  /** Beside the title, which is never translated; empty where it needs none. */
  titleNote: 'Financial details',

  currency: 'Currency',
  period: 'Period',
  periods: {
    today: 'Today',
    month: 'This month',
    lastMonth: 'Last month',
    year: 'This year',
    all: 'All',
  },
  allTime: 'All time',
  since: (day: string) => `from ${day}`,
  until: (day: string) => `to ${day}`,
  from: 'From',
  to: 'To',
  show: 'Show',
  accountingDay: 'Accounting day',

  income: 'Income',
  expense: 'Expense',
  net: 'Net',
  closing: 'Closing balance',
  opening: 'Opening',
  plusNet: '+ Net',

  filters: 'Filters in use',
  filterForm: 'Filter the entries',
  kind: 'Kind',
  allKinds: 'All kinds',
  kinds,
  kindTitles,
  remove: (filter: string) => `Remove the filter ${filter}`,
  clear: 'Clear',

  entries: 'Entries',
  columns: {
    number: 'Entry no.',
    occurred: 'Occurred',
    kind: 'Kind',
    memo: 'Description',
    postings: 'Debit and credit',
    order: 'Order',
    in: 'In',
    out: 'Out',
  },
  total: (currency: string) => `Total ${currency}`,
  count: (n: string, one: boolean) => `${n} ${one ? 'entry' : 'entries'}`,
  timesIn: (zone: string) => `Times in ${zone}`,
  debitShort: 'Dr',
  creditShort: 'Cr',
  showPostings: (entry: number) => `Postings of entry ${entry}`,

  nothingYet: 'No entries yet',
  nothingYetHint: 'Every payment and every refund of an order writes its entry here.',
  importOrders: 'Import orders',
  noMatch: 'No matching data',
  noMatchHint: 'No entry of this kind lies in this period.',
  noMatchPeriodHint: 'No entry lies in this period.',
  dropKind: 'All kinds',
  dropPeriod: 'All time',

  missingRightTitle: '财务明细 is not open to you',
  missingRight: (right: string, roles: string) => `This needs the right ${right}. It comes with the roles ${roles}.`,

  entry: (number: number) => `Entry ${number}`,
  entryMissing: (number: number) => `There is no entry ${number}`,
  entryMissingHint: 'Entries are never deleted, so the number in the address is not right.',
  backToEntries: 'Entries',
  posted: 'Posted',
  debitAndCredit: 'Debit and credit',
  bothSidesAgree: 'Both sides agree',
  sidesDiffer: 'The sides differ',
  account: 'Account',
  debit: 'Debit',
  credit: 'Credit',
  balanceAfter: (amount: string) => `balance ${amount}`,
  accountName: (role: AccountRole, provider: string) =>
    role === 'clearing' ? (provider ? `${provider}, clearing` : 'Clearing') : accounts[role],
  accountShort: (role: AccountRole, provider: string) =>
    role === 'clearing' ? provider || 'Clearing' : accounts[role],

  linked: 'Linked',
  links: { order: 'Order', payment: 'Payment', refund: 'Refund' },
  source: 'Source',
  facts: {
    source: 'From',
    externalId: 'Key',
    actor: 'Posted by',
    postedAt: 'Posted at',
    accountingDay: 'Accounting day',
    memo: 'Description',
    hash: 'Hash',
    previousHash: 'Previous hash',
  },
  sources: { shopify: 'Shopify export' } as Record<string, string>,
  system: 'Kontor, by itself',
  copy: (what: string) => `Copy: ${what}`,
  copied: 'Copied',
  firstEntry: 'none, this is the first entry',
  neverChanged: 'Entries are never changed. A mistake is reversed by a new entry.',

  dailyFlow: 'Daily flow',
  flowLabel: 'Income and expense per day',
  newer: 'Newer',
  older: 'Older',
  pages: 'Pages',
}
