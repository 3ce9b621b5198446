import { cachedQuery } from '#server/db/cached-query.ts'
import type { Transaction } from '#server/db/database.ts'
import { insertAll } from '#server/db/insert.ts'
import { tokenizeShipment } from '#server/orders/search-tokens.ts'
import type { OrderRecord } from '#server/orders/store.ts'
import { sql } from 'kysely'

/** A shipment of all open quantities of an order. */
export interface ShipmentDraft {
  id: string
  number: string
  carrier: string
  trackingNumber: string
  shippedAt: number
  createdBy: string | null
  lines: { lineId: string; quantity: number }[]
}

/** Writes the shipment and the order's new statuses; returns false if the order has changed since `version`. */
export async function insertShipment(
  transaction: Transaction,
  order: Pick<OrderRecord, 'id' | 'version' | 'placed_at'>,
  after: Pick<OrderRecord, 'status' | 'fulfillment_status'>,
  draft: ShipmentDraft,
): Promise<boolean> {
  const { status, fulfillment_status } = after
  const [updated] = await updateOrder(transaction, [
    status,
    fulfillment_status,
    order.version + 1,
    order.id,
    order.version,
  ])
  if (!updated) return false
  await insertAll(transaction, 'shipments', [
    {
      id: draft.id,
      number: draft.number,
      order_id: order.id,
      carrier: draft.carrier,
      tracking_number: draft.trackingNumber,
      shipped_at: draft.shippedAt,
      recorded_at: draft.shippedAt,
      created_by: draft.createdBy,
    },
  ])
  await insertAll(
    transaction,
    'shipment_lines',
    draft.lines.map(({ lineId, quantity }) => ({
      shipment_id: draft.id,
      order_id: order.id,
      line_id: lineId,
      quantity,
    })),
  )
  for (const token of tokenizeShipment(draft)) await insertToken(transaction, [token, order.placed_at, order.id])
  await updateLines(transaction, [order.id])
  return true
}

const updateOrder = cachedQuery((db) =>
  db
    .updateTable('orders')
    .set({ status: 'open', fulfillment_status: 'fulfilled', version: 0 })
    .where('id', '=', '')
    .where('version', '=', 0)
    .returning('id')
    .compile(),
)

/** A tracking number may be a token that the order has already. */
const insertToken = cachedQuery((db) =>
  db
    .insertInto('order_tokens')
    .values({ token: '', placed_at: 0, order_id: '' })
    .onConflict((conflict) => conflict.doNothing())
    .compile(),
)

const updateLines = cachedQuery((db) =>
  db
    .updateTable('order_lines')
    .set(({ ref }) => ({ shipped_quantity: ref('quantity') }))
    .where('order_id', '=', '')
    .where('requires_shipping', '=', sql.lit(1))
    .compile(),
)
