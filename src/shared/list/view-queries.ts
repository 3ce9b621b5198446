import { listCustomersQuery } from '#shared/customers/inputs.ts'
import { listEventsQuery } from '#shared/events/inputs.ts'
import { matchLinesQuery } from '#shared/finance/matching/match-lines-list.ts'
import { entriesQuery } from '#shared/finance/inputs.ts'
import type { ViewListName } from '#shared/list/view-lists.ts'
import { ordersQuery } from '#shared/orders/inputs.ts'
import { listUsersQuery } from '#shared/staff/inputs.ts'
import type * as z from 'zod/mini'

/** The schemas of the queries that people save as views. */
export const viewQueries = {
  orders: ordersQuery,
  customers: listCustomersQuery,
  entries: entriesQuery,
  users: listUsersQuery,
  events: listEventsQuery,
  matchLines: matchLinesQuery,
} as const satisfies Record<ViewListName, z.ZodMiniType>

export type ViewQuery<Name extends ViewListName> = z.infer<(typeof viewQueries)[Name]>
