import { choice, option, search } from '#shared/list/filter-fields.ts'
import { defineList } from '#shared/list/list.ts'
import { daysBetween } from '#shared/list/range-fields.ts'
import type { Messages } from '#shared/messages/en.ts'
import { customerFilters as en } from '#shared/messages/en/customer-list.ts'
import { customerFilters as zh } from '#shared/messages/zh/customer-list.ts'

/** The names of the filters, which only this list needs: other pages do not load them. */
const textsOf = ({ common }: Messages): typeof en => ({ en, zh })[common.locale]

/** How many orders a customer has that are neither drafts nor cancelled. */
const orderCountValues = ['none', 'one', 'several'] as const

/** All customers: on `/orders?customers=list` and `GET /api/customers`. Customers are numbered in the order in which they were added. */
export const customersList = defineList({
  path: '/orders',
  parameters: { customers: 'list' },
  permission: 'orders.view',
  openParameter: 'customer',
  filters: [
    /** In the number, name, company, email address, phone number and city. */
    search('search', { label: ({ staffFilters }) => staffFilters.search }),
    choice('orderCount', {
      key: 'orders',
      values: orderCountValues,
      multiple: true,
      label: (messages) => textsOf(messages).orderCount,
      valueLabels: (messages) => textsOf(messages).orderCounts,
    }),
    daysBetween('lastOrder', ['lastOrderFrom', 'lastOrderTo'], {
      key: 'last',
      label: (messages) => textsOf(messages).lastOrder,
    }),
    daysBetween('firstOrder', ['firstOrderFrom', 'firstOrderTo'], {
      key: 'first',
      label: (messages) => textsOf(messages).firstOrder,
    }),
    choice('erased', {
      values: ['no', 'yes'],
      multiple: false,
      label: (messages) => textsOf(messages).erased,
      valueLabels: (messages) => textsOf(messages).erasedValues,
    }),
    option('importNumber', { key: 'import', label: ({ orders }) => orders.filter.import }),
  ],
  columns: [
    { id: 'name', sort: 'name' },
    { id: 'contact', priority: 1 },
    { id: 'place', priority: 3 },
    { id: 'orderCount', align: 'end', sort: 'orderCount', priority: 2 },
    { id: 'lastOrder', align: 'end', sort: 'lastOrder', priority: 2 },
    { id: 'number', align: 'end', sort: 'number' },
  ],
  sorts: ['-number', 'number', 'name', '-name', '-lastOrder', 'lastOrder', '-orderCount', 'orderCount'],
  paged: true,
  tabs: {},
})
