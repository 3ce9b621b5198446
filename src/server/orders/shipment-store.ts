import type { Transaction } from '#server/db/database.ts'
import { insertAll } from '#server/db/insert.ts'
import { tokenizeShipment } from '#server/orders/search-tokens.ts'
import type { OrderRecord } from '#server/orders/store.ts'

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
  const { numUpdatedRows } = await transaction
    .updateTable('orders')
    .set({ ...after, version: order.version + 1 })
    .where('id', '=', order.id)
    .where('version', '=', order.version)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) return false
  await transaction
    .insertInto('shipments')
    .values({
      id: draft.id,
      number: draft.number,
      order_id: order.id,
      carrier: draft.carrier,
      tracking_number: draft.trackingNumber,
      shipped_at: draft.shippedAt,
      recorded_at: draft.shippedAt,
      created_by: draft.createdBy,
    })
    .execute()
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
  const tokens = tokenizeShipment(draft)
  await transaction
    .insertInto('order_tokens')
    .values(tokens.map((token) => ({ token, placed_at: order.placed_at, order_id: order.id })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await transaction
    .updateTable('order_lines')
    .set(({ ref }) => ({ shipped_quantity: ref('quantity') }))
    .where('order_id', '=', order.id)
    .where('requires_shipping', '=', 1)
    .execute()
  return true
}
