import { customersList } from '#shared/customers/list.ts'
import { auditLog } from '#shared/events/audit-log.ts'
import { matchLinesList } from '#shared/finance/matching/match-lines-list.ts'
import { entriesList } from '#shared/finance/entries-list.ts'
import { option } from '#shared/list/filter-fields.ts'
import type { List } from '#shared/list/list.ts'
import { ordersList } from '#shared/orders/list.ts'
import { usersList } from '#shared/staff/users-list.ts'

/** A view stores the account and the state of its lines, because the page would otherwise choose them. */
const savedMatchLines = {
  ...matchLinesList,
  viewParameters: [],
  filters: [
    ...matchLinesList.filters,
    option('account', { label: ({ finance }) => finance.account }),
    option('state', { label: ({ orders }) => orders.filter.status }),
  ],
} satisfies List

/** The lists of which people save views, by the name under which these are kept. */
export const viewLists = {
  orders: ordersList,
  customers: customersList,
  entries: entriesList,
  users: usersList,
  events: auditLog,
  matchLines: savedMatchLines,
} as const satisfies Readonly<Record<string, List>>

export type ViewListName = keyof typeof viewLists
export const viewListNames = Object.keys(viewLists) as [ViewListName, ...ViewListName[]]

/** The lists to which links lead without a filter, so that they can lead to a view that the user chose. */
const startLists: readonly ViewListName[] = ['orders', 'customers', 'entries', 'users']
export const isStartList = (list: ViewListName): boolean => startLists.includes(list)
