import { choice, option } from '#shared/list/filter-fields.ts'
import { defineList } from '#shared/list/list.ts'
import { days } from '#shared/list/range-fields.ts'

/** The chart of accounts: on `/finance?tab=accounts` and `GET /api/finance/accounts`. */
export const accountsList = defineList({
  path: '/finance',
  parameters: { tab: 'accounts' },
  permission: 'finance.view',
  openParameter: 'account',
  filters: [],
  columns: [
    { id: 'account' },
    { id: 'type', priority: 2, card: false },
    { id: 'moved', priority: 1, card: false },
    { id: 'debit', align: 'end' },
    { id: 'credit', align: 'end' },
  ],
  sorts: [],
  paged: false,
  tabs: {},
})

/** The postings of one account, newest first: on `/finance?tab=accounts&account=1002.1` and `GET /api/finance/postings`. */
export const postingsList = defineList({
  path: '/finance',
  parameters: { tab: 'accounts' },
  permission: 'finance.view',
  openParameter: 'entry',
  filters: [
    /** The code of the account. */
    option('account', { label: ({ finance }) => finance.account }),
    /** The number of a customer whose store credit the postings move, with that of those who were merged with them. */
    option('customer', { label: ({ orders }) => orders.filter.customer }),
    /** Accounting days. */
    days('day', { label: ({ finance }) => finance.accountingDay, hasTimes: true }),
    /** `without`: all but closing entries, as the income statement reads the account. */
    choice('closing', {
      values: ['without'],
      multiple: false,
      label: ({ finance }) => finance.kinds['period.closed'],
      valueLabels: ({ finance }) => ({ without: finance.leftOut }),
    }),
  ],
  columns: [
    { id: 'entry' },
    { id: 'occurred' },
    { id: 'kind', priority: 1 },
    { id: 'memo', card: false, priority: 2 },
    { id: 'counter', card: false, priority: 3 },
    { id: 'debit', align: 'end' },
    { id: 'credit', align: 'end' },
    { id: 'balance', align: 'end' },
  ],
  sorts: [],
  paged: true,
  tabs: {},
})
