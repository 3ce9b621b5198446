import type { OrderRecord } from '#server/db/schema/orders.ts'
import { toCustomerSortKey } from '#server/orders/customer-sort-key.ts'
import type { buildOrderRows } from '#server/orders/intake/import-rows.ts'
import { fromFields, toFields } from '#server/orders/recorded-fields.ts'
import type { Findings } from '#server/self-check/findings.ts'
import type { RecordedChange } from '#server/self-check/orders/order-events.ts'
import type { RelatedRows } from '#server/self-check/orders/related-rows.ts'
import { lineIdOf, valueOf } from '#shared/orders/fields.ts'

/** What an import leaves at the default of the column. */
export const unchangedColumns = { hold_reason: '', hold_until: '', cancel_reason: '', archived: 0 }

/**
 * Applies the recorded changes to the imported order and its lines; each must start from the value before it. What was
 * erased is missing in both.
 */
export function replayChanges(
  findings: Findings,
  expected: ReturnType<typeof buildOrderRows>,
  storedLines: RelatedRows['lines'],
  changes: readonly RecordedChange[],
): void {
  const [imported] = expected.orders
  if (!imported) return
  const order = { ...unchangedColumns, ...imported } as OrderRecord
  const lines = withStoredIds(expected.order_lines as RelatedRows['lines'], storedLines, changes)
  const fields = new Map(toFields(order, lines))
  for (const { event, field, from, to, isErased } of changes) {
    if (isErased) continue
    findings.expectEqual('orders-recorded', `events ${event}`, field, from, valueOf(fields, field))
    if (to === null) fields.delete(field)
    else fields.set(field, to)
  }
  const after = fromFields(fields, order)
  const changed = { ...order, ...after.columns }
  expected.orders = [{ ...changed, customer_sort_key: toCustomerSortKey(changed.customer_name) }]
  expected.order_lines = after.lines.map((line) => ({
    ...line,
    order_id: order.id,
    shipped_quantity: lines.find(({ id }) => id === line.id)?.shipped_quantity ?? 0,
    total_minor: line.quantity * line.unit_price_minor - line.discount_minor,
  }))
}

/**
 * Lines get new ids when they are built again. An imported line keeps its position, so its id is that of the stored line with this position, or of
 * the one that a change removed.
 */
function withStoredIds(
  lines: RelatedRows['lines'],
  stored: RelatedRows['lines'],
  changes: readonly RecordedChange[],
): RelatedRows['lines'] {
  const moves = changes.filter(({ field }) => /^lines\.[^.]+\.position$/.test(field))
  const added = new Set(moves.filter(({ from }) => from === null).map(({ field }) => lineIdOf(field)))
  const ids = new Map<unknown, string>()
  for (const { field, from } of moves) {
    const id = lineIdOf(field)
    if (id !== undefined && !added.has(id)) ids.set(from, id)
  }
  for (const { id, position } of stored) if (!added.has(id)) ids.set(position, id)
  return lines.map((line) => ({ ...line, id: ids.get(line.position) ?? line.id }))
}
