import type { Db } from '#server/db/database.ts'
import type { ReturnRecord } from '#server/orders/fulfillment/return-store.ts'
import { awaitedQuantityOf } from '#server/orders/fulfillment/returns.ts'
import { listShippedParts } from '#server/orders/fulfillment/shipment-store.ts'
import { listLines } from '#server/orders/lines.ts'
import { add } from '#shared/money.ts'

/**
 * The numbers of the shipments that cannot be cancelled, because without one of them less was shipped than came back or is announced to. `records`
 * are all returns of the order.
 */
export async function findReturnedShipments(
  db: Db,
  orderId: string,
  records: readonly ReturnRecord[],
): Promise<ReadonlySet<string>> {
  if (records.length === 0) return new Set()
  const [lines, parts] = await Promise.all([listLines(db, orderId), listShippedParts(db, orderId)])
  const remaining = new Map(
    lines.map(({ id, shipped_quantity, returned_quantity }) => {
      const awaited = add(...records.map((record) => awaitedQuantityOf(record, id)))
      return [id, shipped_quantity - returned_quantity - awaited]
    }),
  )
  return new Set(
    parts.filter(({ line_id, quantity }) => quantity > (remaining.get(line_id) ?? 0)).map(({ number }) => number),
  )
}
