import type { OrderRecord } from '#server/db/schema/orders.ts'
import { toLineQuantities } from '#server/orders/lines.ts'
import { toMoney } from '#server/orders/order-money.ts'
import type { Findings } from '#server/self-check/findings.ts'
import { applyDocumentChanges, type FoldedChange } from '#server/self-check/orders/document-changes.ts'
import { isShopUpdate } from '#server/self-check/orders/intake/shop-updates.ts'
import type { OrderEvent } from '#server/self-check/orders/order-events.ts'
import { describeOrder, type RelatedRows } from '#server/self-check/orders/related-rows.ts'
import { sumBy } from '#server/self-check/orders/sum-by.ts'
import { settledStatus } from '#shared/orders/actions.ts'
import { fulfillmentStatusOf } from '#shared/orders/order.ts'

/** What a shipment is before anything of it changes. */
export const newShipmentColumns = { delivered_at: null, cancelled_at: null, cancel_reason: '' }

/** Every shipment is what its event says, with the changes that later events recorded. */
export function verifyShipmentEvents(
  findings: Findings,
  order: OrderRecord,
  { shipments, shipmentLines, lines }: RelatedRows,
  events: readonly OrderEvent[],
  changes: ReadonlyMap<string, FoldedChange>,
): void {
  for (const event of events.filter(({ values }) => values['shipment'] !== undefined)) {
    const { at, actor_id, values } = event
    const shipment = shipments.find(({ number }) => number === values['shipment'])
    if (!shipment) continue
    const row = `shipments ${shipment.number}`
    const created = {
      ...newShipmentColumns,
      number: shipment.number,
      carrier: values['carrier'],
      tracking_number: values['trackingNumber'],
      shipped_at: isShopUpdate(event) ? Number(values['shippedAt']) : at,
      recorded_at: at,
      created_by: isShopUpdate(event) ? null : actor_id,
    }
    for (const [column, expected] of Object.entries(applyDocumentChanges(findings, 'shipments', created, changes)))
      findings.expectEqual('orders-recorded', row, column, shipment[column as never], expected as never)
    const itemCount = sumBy(
      shipmentLines.filter(({ shipment_id }) => shipment_id === shipment.id),
      ({ quantity }) => quantity,
    )
    findings.expectEqual('orders-recorded', row, 'items', itemCount, BigInt(Number(values['itemCount'])))
  }
  if (events.some(({ action }) => recountingActions.has(action))) verifySettled(findings, order, lines)
}

/** After these, an order has the status that follows from its shipments. A shop may have completed others that it refunded before everything was shipped. */
const recountingActions: ReadonlySet<string> = new Set(['order.shipped', 'order.shipment_cancelled'])

/** An order is completed exactly when nothing is left to pay and to ship. */
function verifySettled(findings: Findings, order: OrderRecord, lines: RelatedRows['lines']): void {
  if (order.status !== 'open' && order.status !== 'completed') return
  const status = settledStatus({
    ...toMoney(order),
    status: 'open',
    fulfillmentStatus: fulfillmentStatusOf(lines.map(toLineQuantities)),
  })
  findings.expectEqual('order-statuses', describeOrder(order), 'status', order.status, status)
}
