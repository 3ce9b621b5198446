import type { Findings } from '#server/finance/verify/findings.ts'
import { describeOrder, sumBy } from '#server/finance/verify/order-books.ts'
import type { Order, RelatedRows } from '#server/finance/verify/related-rows.ts'
import { fulfillmentStatusOf } from '#shared/orders/order.ts'

/** What was shipped of every line is the sum of its shipments, and the fulfillment status follows from it. */
export function verifyShipped(
  findings: Findings,
  order: Order,
  { lines, shipments, shipmentLines }: RelatedRows,
): void {
  for (const line of lines) {
    const shipped = sumBy(
      shipmentLines.filter(({ line_id }) => line_id === line.id),
      ({ quantity }) => quantity,
    )
    const row = `order_lines ${order.number} ${line.position}`
    findings.expectEqual('shipped-quantities', row, 'shipped_quantity', BigInt(line.shipped_quantity), shipped)
    if (line.shipped_quantity > line.quantity)
      findings.addViolation('shipped-quantities', `${row}: shipped_quantity > quantity`)
  }
  for (const { shipment_id, line_id, line_order_id } of shipmentLines)
    if (
      line_order_id !== order.id ||
      !shipments.some(({ id }) => id === shipment_id) ||
      !lines.some(({ id }) => id === line_id)
    )
      findings.addViolation(
        'shipped-quantities',
        `shipment_lines ${shipment_id} ${line_id}: not of order ${order.number}`,
      )
  const status = fulfillmentStatusOf(
    lines.map((line) => ({
      quantity: line.quantity,
      shippedQuantity: line.shipped_quantity,
      requiresShipping: line.requires_shipping === 1,
    })),
  )
  findings.expectEqual('order-statuses', describeOrder(order), 'fulfillment_status', order.fulfillment_status, status)
  findings.examined(lines.length, 'shipped-quantities')
}
