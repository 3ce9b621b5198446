import { parseParameters } from '#server/events/events.ts'
import type { Findings } from '#server/finance/verify/findings.ts'
import { columnOfField } from '#server/orders/recorded-fields.ts'
import { describeOrder, sumBy } from '#server/finance/verify/order-books.ts'
import type { Order, RelatedRows } from '#server/finance/verify/related-rows.ts'
import type { EventView, FieldChange } from '#shared/events/views.ts'
import { settledStatus } from '#shared/orders/actions.ts'
import { fulfillmentStatusOf } from '#shared/orders/order.ts'

/** An event with its parameters read; they are empty if they cannot be. */
type OrderEvent = RelatedRows['events'][number] & { values: EventView['parameters']; changes: FieldChange[] }

/**
 * Every order has exactly one event of its import, every later shipment has one, and every event has its order or shipment. Returns the
 * numbers of the documents that were added after the import, and the columns that events changed with the value that they have since.
 */
export function verifyOrderEvents(
  findings: Findings,
  order: Order,
  related: RelatedRows,
): { laterDocuments: ReadonlySet<string>; changedColumns: ReadonlyMap<string, ColumnChange> } {
  const events = related.events.map((event): OrderEvent => {
    const { parameters, changes } = parseParameters(event.parameters)
    return { ...event, values: parameters, changes }
  })
  const [imported, ...repeated] = events.filter(({ action }) => action === 'order.imported')
  const row = describeOrder(order)
  if (!imported) findings.addViolation('orders-recorded', `${row}: no event of its import`)
  else verifyImport(findings, order, related, imported)
  for (const { id } of repeated)
    findings.addViolation('orders-recorded', `events ${id}: ${order.number} imported twice`)
  const later = events.filter(({ action }) => action !== 'order.imported')
  for (const event of events)
    findings.expectEqual('orders-recorded', `events ${event.id}`, 'object_label', event.object_label, order.number)
  findings.expectEqual('orders-recorded', row, 'version', order.version, 1 + later.length)
  const laterDocuments = new Set<string>()
  for (const { table, number } of later.flatMap(listDocuments)) {
    if (!related[table].some((document) => document.number === number))
      findings.addViolation('orders-recorded', `${table} ${number}: missing`)
    if (laterDocuments.has(number)) findings.addViolation('orders-recorded', `${table} ${number}: recorded twice`)
    laterDocuments.add(number)
  }
  verifyShipments(findings, order, related, later)
  return { laterDocuments, changedColumns: foldChanges(findings, later) }
}

/** A column before its first recorded change and after its last one. */
export interface ColumnChange {
  first: FieldChange['from']
  last: FieldChange['to']
}

/** Joins the changes of all events, which must follow on each other. */
function foldChanges(findings: Findings, events: readonly OrderEvent[]): ReadonlyMap<string, ColumnChange> {
  const columns = new Map<string, ColumnChange>()
  for (const { id, changes } of events)
    for (const { field, from, to } of changes) {
      const column = columnOfField.get(field) ?? field
      const before = columns.get(column)
      if (before) findings.expectEqual('orders-recorded', `events ${id}`, field, from, before.last)
      columns.set(column, { first: before ? before.first : from, last: to })
    }
  return columns
}

const documentTables = { payment: 'payments', refund: 'refunds', shipment: 'shipments' } as const

/** Events of documents name them as `payment`, `refund` or `shipment`. */
const listDocuments = ({ values }: OrderEvent): { table: 'payments' | 'refunds' | 'shipments'; number: string }[] =>
  Object.entries(documentTables).flatMap(([name, table]) => {
    const number = values[name]
    return number === undefined ? [] : [{ table, number: String(number) }]
  })

function verifyImport(findings: Findings, order: Order, { imports }: RelatedRows, { at, values }: OrderEvent): void {
  const row = describeOrder(order)
  findings.expectEqual('orders-recorded', row, 'created_at', order.created_at, at)
  findings.expectEqual('orders-recorded', row, 'imported_at', order.imported_at, at)
  findings.expectEqual('orders-recorded', `order_imports ${order.number}`, 'hash', imports[0]?.hash, values['hash'])
}

function verifyShipments(
  findings: Findings,
  order: Order,
  { shipments, shipmentLines, lines }: RelatedRows,
  later: readonly OrderEvent[],
): void {
  for (const { at, actor_id, values } of later.filter(({ action }) => action === 'order.shipped')) {
    const shipment = shipments.find(({ number }) => number === values['shipment'])
    if (!shipment) continue
    const row = `shipments ${shipment.number}`
    const itemCount = sumBy(
      shipmentLines.filter(({ shipment_id }) => shipment_id === shipment.id),
      ({ quantity }) => quantity,
    )
    findings.expectEqual('orders-recorded', row, 'carrier', shipment.carrier, values['carrier'])
    findings.expectEqual('orders-recorded', row, 'tracking_number', shipment.tracking_number, values['trackingNumber'])
    findings.expectEqual('orders-recorded', row, 'shipped_at', shipment.shipped_at, at)
    findings.expectEqual('orders-recorded', row, 'recorded_at', shipment.recorded_at, at)
    findings.expectEqual('orders-recorded', row, 'created_by', shipment.created_by, actor_id)
    findings.expectEqual('orders-recorded', row, 'items', itemCount, BigInt(Number(values['itemCount'])))
    const status = settledStatus({
      status: 'open',
      totalMinor: order.total_minor,
      capturedMinor: order.captured_minor,
      refundedMinor: order.refunded_minor,
      grantedMinor: order.granted_minor,
      fulfillmentStatus: fulfillmentStatusOf(
        lines.map((line) => ({
          quantity: line.quantity,
          shippedQuantity: line.shipped_quantity,
          requiresShipping: line.requires_shipping === 1,
        })),
      ),
    })
    if (order.status === 'open' || order.status === 'completed')
      findings.expectEqual('order-statuses', describeOrder(order), 'status', order.status, status)
  }
}
