import type { OrderRecord } from '#server/db/schema/orders.ts'
import { parseParameters } from '#server/events/events.ts'
import { readingActions } from '#server/orders/digests/reading-actions.ts'
import { isOrderField } from '#server/orders/recorded-fields.ts'
import type { Findings } from '#server/self-check/findings.ts'
import { foldChanges, type FoldedChange } from '#server/self-check/orders/document-changes.ts'
import { verifyReturnEvents } from '#server/self-check/orders/fulfillment/return-events.ts'
import { verifyShipmentEvents } from '#server/self-check/orders/fulfillment/shipment-events.ts'
import { verifyShopUpdates } from '#server/self-check/orders/intake/shop-updates.ts'
import { verifyDisputeEvents } from '#server/self-check/orders/money/dispute-events.ts'
import { verifyMoneyEvents } from '#server/self-check/orders/money/money-events.ts'
import { describeOrder, type RelatedRows } from '#server/self-check/orders/related-rows.ts'
import type { EventView, FieldChange } from '#shared/events/views.ts'
import { ownSource } from '#shared/orders/draft.ts'

/** An event with its parameters read; they are empty if they cannot be. */
export type OrderEvent = RelatedRows['events'][number] & { values: EventView['parameters']; changes: FieldChange[] }

/**
 * Every order has exactly one event of its import or creation, every later shipment has one, and every event has its order or shipment. Returns the
 * numbers of the documents that were added after the import, and what events changed, in the order in which it happened and joined for
 * documents.
 */
export function verifyOrderEvents(
  findings: Findings,
  order: OrderRecord,
  related: RelatedRows,
): {
  laterDocuments: ReadonlySet<string>
  changes: readonly RecordedChange[]
  documentChanges: ReadonlyMap<string, FoldedChange>
  /** The customer of the order when it was received. */
  customerNumber: string | null
} {
  const valuesByEvent = Map.groupBy(related.personalValues, ({ event_id }) => event_id)
  const events = related.events.map((event): OrderEvent => {
    const { parameters, changes } = parseParameters(event.parameters, valuesByEvent.get(event.id))
    return { ...event, values: parameters, changes }
  })
  const creation = order.source === ownSource ? 'order.created' : 'order.imported'
  const [imported, ...repeated] = events.filter(({ action }) => creations.has(action))
  const row = describeOrder(order)
  if (!imported) findings.addViolation('orders-recorded', `${row}: no event of its import`)
  else {
    findings.expectEqual('orders-recorded', `events ${imported.id}`, 'action', imported.action, creation)
    verifyImport(findings, order, related, imported)
  }
  for (const { id } of repeated)
    findings.addViolation('orders-recorded', `events ${id}: ${order.number} imported twice`)
  const later = events.filter(({ action }) => !creations.has(action))
  for (const event of events)
    findings.expectEqual('orders-recorded', `events ${event.id}`, 'object_label', event.object_label, order.number)
  const versions = later
    .filter(({ values }) => values['version'] !== undefined)
    .toSorted((a, b) => Number(a.values['version']) - Number(b.values['version']))
  for (const [index, { id, values }] of versions.entries())
    findings.expectEqual('orders-recorded', `events ${id}`, 'version', values['version'], index + 2)
  findings.expectEqual('orders-recorded', row, 'version', order.version, 1 + versions.length)
  verifyChangedAt(findings, order, { imported, later, lastVersion: versions.at(-1) })
  verifyShopUpdates(findings, order, related, versions)
  const laterDocuments = new Set<string>()
  for (const { table, number } of later.flatMap(listDocuments)) {
    if (!related[table].some((document) => document.number === number))
      findings.addViolation('orders-recorded', `${table} ${number}: missing`)
    if (laterDocuments.has(number)) findings.addViolation('orders-recorded', `${table} ${number}: recorded twice`)
    laterDocuments.add(number)
  }
  const changes = versions.flatMap((event) => event.changes.map((change) => ({ ...change, event: event.id })))
  const documentChanges = foldChanges(
    findings,
    changes.filter(({ field }) => !isOrderField(field)),
  )
  verifyDisputeEvents(findings, order, related, documentChanges)
  verifyReturnEvents(findings, order, related, documentChanges)
  verifyShipmentEvents(findings, order, related, later, documentChanges)
  for (const number of verifyMoneyEvents(findings, related, versions, documentChanges)) laterDocuments.add(number)
  const customer = imported?.values['customer']
  return { laterDocuments, changes, documentChanges, customerNumber: customer === undefined ? null : String(customer) }
}

/** An order was changed last by its last version, or by what was added to it without a new one. */
function verifyChangedAt(
  findings: Findings,
  order: OrderRecord,
  events: { imported: OrderEvent | undefined; later: readonly OrderEvent[]; lastVersion: OrderEvent | undefined },
): void {
  const additions = events.later.filter(
    ({ action, values }) => values['version'] === undefined && !readings.has(action),
  )
  const last = additions.length === 0 ? (events.lastVersion ?? events.imported) : events.lastVersion
  if (![last, ...additions].some((event) => event?.at === order.changed_at))
    findings.addViolation(
      'orders-recorded',
      `${describeOrder(order)}: changed_at ${order.changed_at} is not the time of its last change`,
    )
}

/** Events that change nothing of the order. */
const readings: ReadonlySet<string> = new Set([...readingActions, 'order.document_issued'])

/** The events with which an order begins. */
const creations: ReadonlySet<string> = new Set(['order.imported', 'order.created'])

/** A change of a field, and the id of the event that recorded it. */
export interface RecordedChange extends FieldChange {
  event: string
}

const documentTables = { payment: 'payments', refund: 'refunds', shipment: 'shipments', return: 'returns' } as const

/** Events that create documents name them as `payment`, `refund`, `shipment` or `return`. */
const listDocuments = ({
  values,
}: OrderEvent): { table: (typeof documentTables)[keyof typeof documentTables]; number: string }[] =>
  Object.entries(documentTables).flatMap(([name, table]) => {
    const number = values[name]
    return number === undefined ? [] : [{ table, number: String(number) }]
  })

function verifyImport(
  findings: Findings,
  order: OrderRecord,
  { imports }: RelatedRows,
  { at, values }: OrderEvent,
): void {
  const row = describeOrder(order)
  findings.expectEqual('orders-recorded', row, 'created_at', order.created_at, at)
  const importedAt = order.source === ownSource ? null : at
  findings.expectEqual('orders-recorded', row, 'imported_at', order.imported_at, importedAt)
  findings.expectEqual('orders-recorded', row, 'import_number', order.import_number, values['import'] ?? null)
  findings.expectEqual('orders-recorded', `order_imports ${order.number}`, 'hash', imports[0]?.hash, values['hash'])
}
