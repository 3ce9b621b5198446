import type { Db } from '#server/db/database.ts'
import type { RemovedOrdersTable } from '#server/db/schema/imports.ts'
import { parseParameters } from '#server/events/events.ts'
import type { Findings } from '#server/self-check/findings.ts'
import type { DocumentNumbers } from '#server/self-check/orders/document-numbers.ts'
import { listOrderEntries } from '#server/self-check/orders/order-entries-store.ts'
import { listOrderEvents } from '#server/self-check/orders/orders-store.ts'
import type { Slice } from '#server/self-check/slices.ts'

const keptTables: ReadonlySet<string> = new Set(['events', 'ledger_links', 'ledger_postings', 'ledger_entry_taxes'])

/** Whether rows of a table stay when their order is removed. */
export const staysOfRemoved = (table: string): boolean => keptTables.has(table)

/** Which series the numbers belong to that an event names, by their beginning. */
const seriesByPrefix = { PY: 'payments', RF: 'refunds', SH: 'shipments' } as const

/**
 * Orders that the undo of their import has removed are as their events say, nothing else was ever done with them, and all of their entries are reversed. Their
 * numbers count as used.
 */
export async function verifyRemovedOrders(
  db: Db,
  findings: Findings,
  numbers: DocumentNumbers,
  { removed, slice }: { removed: readonly RemovedOrdersTable[]; slice: Slice<string> },
): Promise<void> {
  const last = removed.at(-1)
  if (!last) return
  const range = { after: slice.after, through: last.order_id }
  const events = Map.groupBy(await listOrderEvents(db, range), ({ order_id }) => order_id)
  const entries = Map.groupBy(await listOrderEntries(db, range), ({ order_id }) => order_id)
  for (const order of removed) {
    verifyEvents(findings, numbers, order, events.get(order.order_id) ?? [])
    for (const { seq, reverses, reversed_by, order_number } of entries.get(order.order_id) ?? []) {
      if (reverses === null && reversed_by === null)
        findings.addViolation('documents-have-entries', `ledger_entries ${seq}: ${order.number} was removed`)
      findings.expectEqual('entries-have-documents', `ledger_links ${seq} order`, 'number', order_number, order.number)
    }
  }
}

type OrderEvents = Awaited<ReturnType<typeof listOrderEvents>>

function verifyEvents(
  findings: Findings,
  numbers: DocumentNumbers,
  order: RemovedOrdersTable,
  events: OrderEvents,
): void {
  const row = `removed_orders ${order.number}`
  const compare = (column: string, actual: unknown, expected: unknown): void =>
    findings.expectEqual('orders-recorded', row, column, actual, expected)
  const actions = events.map(({ action }) => action).filter((action) => action !== 'customer.revealed')
  compare('events', actions.toSorted().join(', '), 'order.imported, order.removed')
  numbers.add('orders', order.number, null)
  for (const { action, object_label, parameters } of events) {
    if (action === 'customer.revealed') continue
    const { import: importNumber, source, externalId, documents } = parseParameters(parameters).parameters
    compare('number', order.number, object_label)
    compare('import_number', order.import_number, importNumber)
    if (action !== 'order.removed') continue
    compare('source', order.source, source)
    compare('external_id', order.external_id, externalId)
    for (const number of String(documents ?? '').split(' '))
      for (const [prefix, series] of Object.entries(seriesByPrefix))
        if (number.startsWith(prefix)) numbers.add(series, number, null)
  }
}
