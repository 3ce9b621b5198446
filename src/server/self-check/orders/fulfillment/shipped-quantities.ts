import type { OrderRecord } from '#server/db/schema/orders.ts'
import { toShipmentTimes } from '#server/orders/fulfillment/shipments.ts'
import { toLineQuantities } from '#server/orders/lines.ts'
import type { Findings } from '#server/self-check/findings.ts'
import { describeOrder, type RelatedRows } from '#server/self-check/orders/related-rows.ts'
import { sumBy } from '#server/self-check/orders/sum-by.ts'
import { fulfillmentStatusOf } from '#shared/orders/order.ts'
import { type ShipmentStatus, shipmentStatusOf } from '#shared/orders/shipment.ts'

/** What was shipped and delivered of every line is the sum of its shipments, what came back that of its returns, and the fulfillment status follows from it. */
export function verifyShippedQuantities(
  findings: Findings,
  order: OrderRecord,
  { lines, shipments, shipmentLines, returnReceipts }: RelatedRows,
): void {
  const statuses = new Map(shipments.map((shipment) => [shipment.id, shipmentStatusOf(toShipmentTimes(shipment))]))
  for (const line of lines) {
    const partsIn = (status: ShipmentStatus): bigint =>
      sumBy(
        shipmentLines.filter(({ line_id, shipment_id }) => line_id === line.id && statuses.get(shipment_id) === status),
        ({ quantity }) => quantity,
      )
    const delivered = partsIn('delivered')
    const shipped = partsIn('shipped') + delivered
    const row = `order_lines ${order.number} ${line.position}`
    findings.expectEqual('shipped-quantities', row, 'shipped_quantity', BigInt(line.shipped_quantity), shipped)
    findings.expectEqual('shipped-quantities', row, 'delivered_quantity', BigInt(line.delivered_quantity), delivered)
    const returned = sumBy(
      returnReceipts.filter(({ line_id, condition }) => line_id === line.id && condition !== 'missing'),
      ({ quantity }) => quantity,
    )
    findings.expectEqual('shipped-quantities', row, 'returned_quantity', BigInt(line.returned_quantity), returned)
    if (line.shipped_quantity > line.quantity)
      findings.addViolation('shipped-quantities', `${row}: shipped_quantity > quantity`)
  }
  for (const { shipment_id, line_id } of shipmentLines)
    if (!shipments.some(({ id }) => id === shipment_id) || !lines.some(({ id }) => id === line_id))
      findings.addViolation(
        'shipped-quantities',
        `shipment_lines ${shipment_id} ${line_id}: not of order ${order.number}`,
      )
  const status = fulfillmentStatusOf(lines.map(toLineQuantities))
  findings.expectEqual('order-statuses', describeOrder(order), 'fulfillment_status', order.fulfillment_status, status)
  findings.examined(lines.length, 'shipped-quantities')
}
