import { cachedLookup } from '#server/db/cached-query.ts'
import type { Db } from '#server/db/database.ts'
import type { OrderLineRecord } from '#server/db/schema/orders.ts'
import type { LineQuantities } from '#shared/orders/order.ts'

/** An order's lines in their order. */
export const listLines = (db: Db, orderId: string): Promise<OrderLineRecord[]> => selectLines(db, [orderId])

const selectLines = cachedLookup<OrderLineRecord>((db) =>
  db.selectFrom('order_lines').selectAll().where('order_id', '=', '').orderBy('position').compile(),
)

type QuantityColumn = 'quantity' | 'shipped_quantity' | 'delivered_quantity' | 'returned_quantity' | 'requires_shipping'

/** The quantities of a stored line. */
export const toLineQuantities = (line: Record<QuantityColumn, number>): Required<LineQuantities> => ({
  quantity: line.quantity,
  shippedQuantity: line.shipped_quantity,
  deliveredQuantity: line.delivered_quantity,
  returnedQuantity: line.returned_quantity,
  requiresShipping: line.requires_shipping === 1,
})
