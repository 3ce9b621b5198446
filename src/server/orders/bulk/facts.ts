import { toOrderFacts } from '#server/orders/order-money.ts'
import type { OrderRecord } from '#server/db/schema/orders.ts'
import type { BulkFacts } from '#shared/orders/bulk-actions.ts'
import { parseTags } from '#shared/orders/tags.ts'

/** What decides whether a job changes an order. */
export const toBulkFacts = (order: OrderRecord): BulkFacts => ({
  ...toOrderFacts(order),
  tags: parseTags(order.tags),
  assigneeId: order.assignee_id ?? '',
})
