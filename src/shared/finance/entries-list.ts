import { entryKinds } from '#shared/finance/ledger.ts'
import { choice, currency, option, search } from '#shared/list/filter-fields.ts'
import { defineList } from '#shared/list/list.ts'
import { days } from '#shared/list/range-fields.ts'

/**
 * Which way money of the company's own accounts moved: `in` received, `out` given back or paid, `none` only between these accounts, or not at all.
 */
const flows = ['in', 'out', 'none'] as const

/** Whether a filter by direction leaves what moved this way. */
export const includesFlow = (filter: (typeof flows)[number] | undefined, way: 'in' | 'out'): boolean =>
  filter === undefined || filter === way

/** The list of ledger entries: on `/finance` and `GET /api/finance/entries`. */
export const entriesList = defineList({
  path: '/finance',
  permission: 'finance.view',
  openParameter: 'entry',
  viewParameters: ['group', 'chart', 'convert', 'exchangeRate', 'rateSource', 'rateDay'],
  filters: [
    /** An amount, the number of an entry, or what finds its order, its reason or its customer. */
    search('search', { label: ({ orders }) => orders.filter.search }),
    /** Accounting days; of a day until a time what happened by then. */
    days('day', { label: ({ finance }) => finance.accountingDay, hasTimes: true }),
    choice('kind', {
      values: entryKinds,
      multiple: true,
      label: ({ finance }) => finance.kind,
      valueLabels: ({ finance }) => finance.kinds,
    }),
    /** Entries that move money this way on money accounts, in the given currency if there is one. */
    choice('flow', {
      values: flows,
      multiple: false,
      label: ({ finance }) => finance.flow,
      valueLabels: ({ finance }) => finance.flows,
    }),
    /** Entries that post to one of these money accounts, by code; their figures are those of these accounts. */
    option('account', { label: ({ finance }) => finance.ownAccount, multiple: true }),
    /** Entries that post to a money account of one of these channels (`channelOf`). */
    option('channel', { label: ({ finance }) => finance.channel, multiple: true }),
    /** Entries with a posting in this currency. */
    currency('currency', { multiple: false, label: ({ finance }) => finance.currency }),
  ],
  density: 'compact',
  columns: [
    { id: 'number', fixed: true },
    { id: 'occurred', sort: 'occurred' },
    { id: 'kind' },
    { id: 'memo', card: false },
    { id: 'counterparty', priority: 3 },
    { id: 'postings', priority: 2 },
    { id: 'order', priority: 1 },
    { id: 'in', align: 'end' },
    { id: 'out', align: 'end' },
    { id: 'document', optional: true, card: false },
    { id: 'day', optional: true, card: false },
    { id: 'posted', optional: true, card: false, priority: 3 },
    { id: 'actor', optional: true, card: false, priority: 3 },
  ],
  sorts: ['-occurred', 'occurred'],
  paged: true,
  tabs: {},
})
