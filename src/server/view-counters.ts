import { countListedCustomers } from '#server/customers/list.ts'
import { countAuditEvents } from '#server/events/audit-log.ts'
import { countListedEntries } from '#server/finance/list-entries.ts'
import { countMatchLines } from '#server/finance/matching/work-list.ts'
import { type ViewCounter, viewCounter } from '#server/list/count-views.ts'
import { countMatching } from '#server/orders/list/list.ts'
import { countListedUsers } from '#server/staff/users.ts'
import type { ViewListName } from '#shared/list/view-lists.ts'

/** How many rows a saved view of each list has. */
export const viewCounters: { [Name in ViewListName]: ViewCounter } = {
  orders: viewCounter('orders', countMatching),
  customers: viewCounter('customers', countListedCustomers),
  entries: viewCounter('entries', countListedEntries),
  users: viewCounter('users', countListedUsers),
  events: viewCounter('events', countAuditEvents),
  matchLines: viewCounter('matchLines', countMatchLines),
}
