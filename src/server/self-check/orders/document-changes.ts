import { recordedMoneyColumns } from '#server/orders/recorded-documents.ts'
import { type DocumentTable, documentFields, toDocumentField } from '#server/orders/recorded-fields.ts'
import type { Findings } from '#server/self-check/findings.ts'
import type { FieldChange } from '#shared/events/views.ts'

/** A field before its first recorded change and after its last one. */
export interface FoldedChange {
  first: FieldChange['from']
  last: FieldChange['to']
}

/** Joins changes in their order, which must follow on each other, by the name of the field. */
export function foldChanges(
  findings: Findings,
  changes: readonly (FieldChange & { event: string })[],
): ReadonlyMap<string, FoldedChange> {
  const fields = new Map<string, FoldedChange>()
  for (const { event, field, from, to } of changes) {
    const before = fields.get(field)
    if (before) findings.expectEqual('orders-recorded', `events ${event}`, field, from, before.last)
    fields.set(field, { first: before ? before.first : from, last: to })
  }
  return fields
}

/** The document that results from `created` and the recorded changes; each change must start from the current value. */
export function applyDocumentChanges(
  findings: Findings,
  table: DocumentTable,
  created: { number: string },
  changes: ReadonlyMap<string, FoldedChange>,
): { number: string } {
  const now: Record<string, unknown> = { ...created }
  for (const [column, field] of Object.entries<string>(documentFields[table])) {
    const change = changes.get(toDocumentField(table, created.number, field))
    if (!change) continue
    const row = `events of ${table} ${created.number}`
    findings.expectEqual('orders-recorded', row, column, change.first, created[column as never])
    now[column] = change.last
  }
  return now as typeof created
}

/** What a payment has that came with its order, until someone records more of it. */
const newPaymentColumns = { settlement_currency: '', settlement_minor: 0, settlement_rate: '', note: '' }

/** The same for a refund. */
const newRefundColumns = {
  shipping_minor: 0,
  shipping_tax_rate: '',
  shipping_tax_minor: 0,
  settlement_minor: 0,
  reason: '',
  decided_at: null,
  status_reason: '',
  reference: '',
  attempts: 0,
  started_at: null,
  returned_at: null,
  paid_through: '',
}

/** What a payment or a refund that came with its order is after the changes that events recorded; fields without a value have none in events. */
export function applyMoneyChanges(
  findings: Findings,
  table: 'payments' | 'refunds',
  created: { number: string },
  changes: ReadonlyMap<string, FoldedChange>,
): object {
  const empty: Record<string, unknown> = table === 'payments' ? newPaymentColumns : newRefundColumns
  const now: Record<string, unknown> = { ...empty, ...created }
  for (const [column, field] of Object.entries(recordedMoneyColumns[table])) {
    const change = changes.get(`${table}.${created.number}.${field}`)
    if (!change) continue
    const row = `events of ${table} ${created.number}`
    findings.expectEqual('orders-recorded', row, column, change.first || null, now[column] || null)
    now[column] = change.last ?? empty[column]
  }
  return now
}
