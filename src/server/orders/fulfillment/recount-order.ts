import type { Transaction } from '#server/db/database.ts'
import { toLineQuantities } from '#server/orders/lines.ts'
import { recountLines } from '#server/orders/fulfillment/shipment-store.ts'
import type { OrderRecord } from '#server/db/schema/orders.ts'
import type { OrderColumns } from '#server/orders/store.ts'
import { toOrderFacts } from '#server/orders/order-money.ts'
import { settledStatus } from '#shared/orders/actions.ts'
import { fulfillmentStatusOf } from '#shared/orders/order.ts'

/** Adds up the shipments and returns of the order for its lines, and returns the statuses that follow. */
export async function recountOrder(
  transaction: Transaction,
  order: OrderRecord,
): Promise<Pick<OrderColumns, 'status' | 'fulfillment_status'>> {
  const lines = await recountLines(transaction, order.id)
  const fulfillmentStatus = fulfillmentStatusOf(lines.map(toLineQuantities))
  const facts = { ...toOrderFacts(order), grantedMinor: order.granted_minor, fulfillmentStatus }
  return { status: settledStatus(facts), fulfillment_status: fulfillmentStatus }
}
