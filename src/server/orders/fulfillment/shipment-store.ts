import { cachedQuery } from '#server/db/cached-query.ts'
import type { Db, Transaction } from '#server/db/database.ts'
import { insertAll } from '#server/db/insert.ts'
import type { OrderLineRecord, OrderRecord } from '#server/db/schema/orders.ts'
import type { ShipmentLinesTable, ShipmentsTable } from '#server/db/schema/order-documents.ts'
import { tokenizeDocument } from '#server/orders/tokens/search-tokens.ts'
import { insertTokens } from '#server/orders/tokens/token-store.ts'
import { type Insertable, type Selectable, sql } from 'kysely'

export type ShipmentRecord = Selectable<ShipmentsTable>

/** Writes a shipment with its lines and its search tokens. */
export async function insertShipment(
  transaction: Transaction,
  order: Pick<OrderRecord, 'key' | 'id' | 'placed_at'>,
  shipment: Insertable<ShipmentsTable>,
  lines: readonly ShipmentLinesTable[],
): Promise<void> {
  await insertAll(transaction, 'shipments', [shipment])
  await insertAll(transaction, 'shipment_lines', lines)
  const { number, tracking_number: trackingNumber } = shipment
  await insertTokens(transaction, order, tokenizeDocument(number, trackingNumber))
}

/** An order's shipments by number. */
export const listShipments = (db: Db, orderId: string): Promise<ShipmentRecord[]> =>
  db.selectFrom('shipments').selectAll().where('order_id', '=', orderId).orderBy('number').execute()

/** The lines of all shipments of an order, with the number of their shipment. */
export const listShippedParts = (db: Db, orderId: string): Promise<ShippedPart[]> =>
  db
    .selectFrom('shipments')
    .innerJoin('shipment_lines as part', (join) =>
      join.onRef('part.order_id', '=', 'shipments.order_id').onRef('part.shipment_id', '=', 'shipments.id'),
    )
    .select(['shipments.number', 'part.line_id', 'part.quantity'])
    .where('shipments.order_id', '=', orderId)
    .execute()

export interface ShippedPart {
  number: string
  line_id: string
  quantity: number
}

/** Writes columns of a shipment. */
export const updateShipment = (
  transaction: Transaction,
  { id }: Pick<ShipmentRecord, 'id'>,
  columns: Partial<
    Pick<ShipmentRecord, 'carrier' | 'tracking_number' | 'delivered_at' | 'cancelled_at' | 'cancel_reason'>
  >,
) => transaction.updateTable('shipments').set(columns).where('id', '=', id).execute()

/** Adds up the shipments and returns of an order for each of its lines again; returns the lines with their quantities. */
export const recountLines = (transaction: Transaction, orderId: string): Promise<OrderLineRecord[]> =>
  updateLines(transaction, [orderId])

const updateLines = cachedQuery<OrderLineRecord>((db) =>
  db
    .updateTable('order_lines')
    .set(({ selectFrom }) => {
      const shipped = selectFrom('shipments as shipment')
        .innerJoin('shipment_lines as part', (join) =>
          join.onRef('part.order_id', '=', 'shipment.order_id').onRef('part.shipment_id', '=', 'shipment.id'),
        )
        .whereRef('shipment.order_id', '=', 'order_lines.order_id')
        .whereRef('part.line_id', '=', 'order_lines.id')
        .select(sql<number>`coalesce(sum(part.quantity), 0)`.as('quantity'))
      return {
        shipped_quantity: shipped.where('shipment.cancelled_at', 'is', null),
        delivered_quantity: shipped.where('shipment.delivered_at', 'is not', null),
        returned_quantity: selectFrom('return_receipts as receipt')
          .whereRef('receipt.order_id', '=', 'order_lines.order_id')
          .whereRef('receipt.line_id', '=', 'order_lines.id')
          .where('receipt.condition', '<>', sql.lit('missing'))
          .select(sql<number>`coalesce(sum(receipt.quantity), 0)`.as('quantity')),
      }
    })
    .where('order_id', '=', '')
    .returningAll()
    .compile(),
)
