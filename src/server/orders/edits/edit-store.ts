import { cachedQuery } from '#server/db/cached-query.ts'
import type { Db } from '#server/db/database.ts'
import { isVoid } from '#shared/orders/refunds.ts'

/** The lines of an order that documents refer to, with the quantity that was or will be refunded of each. */
export async function listRefundedQuantities(db: Db, orderId: string): Promise<ReadonlyMap<string, number>> {
  const [shipped, refunded] = await Promise.all([selectShippedLines(db, [orderId]), selectRefundedLines(db, [orderId])])
  const quantities = new Map(shipped.map(({ line_id }) => [line_id, 0]))
  for (const { line_id, quantity, status } of refunded)
    quantities.set(line_id, (quantities.get(line_id) ?? 0) + (isVoid(status) ? 0 : quantity))
  return quantities
}

const selectShippedLines = cachedQuery((db) =>
  db.selectFrom('shipment_lines').select('line_id').distinct().where('order_id', '=', '').compile(),
)

const selectRefundedLines = cachedQuery((db) =>
  db
    .selectFrom('refunds as refund')
    .innerJoin('refund_lines as line', 'line.refund_id', 'refund.id')
    .select(['line.line_id', 'line.quantity', 'refund.status'])
    .where('refund.order_id', '=', '')
    .compile(),
)
