import type { ReturnRecord } from '#server/orders/fulfillment/return-store.ts'
import type { Fields, FieldValue } from '#shared/orders/fields.ts'
import { isAwaited } from '#shared/orders/return.ts'

/**
 * What events record of a return, by the names that the fields have in their changes: `returns.RT260301-00001.status`,
 * `returns.RT260301-00001.receipts.<id>.quantity`. A field without a value has no entry.
 */
export function toReturnFields({ row, lines, receipts }: ReturnRecord): Fields {
  const fields = new Map<string, FieldValue>()
  const set = (name: string, value: FieldValue): void => {
    if (value !== null && value !== '') fields.set(`returns.${row.number}.${name}`, value)
  }
  set('status', row.status)
  set('reason', row.reason)
  set('closingReason', row.closing_reason)
  set('requestedAt', row.requested_at)
  set('requestedBy', row.requested_by)
  for (const { line_id, quantity } of lines) set(`lines.${line_id}.quantity`, quantity)
  for (const receipt of receipts) {
    set(`receipts.${receipt.id}.line`, receipt.line_id)
    set(`receipts.${receipt.id}.quantity`, receipt.quantity)
    set(`receipts.${receipt.id}.condition`, receipt.condition)
    set(`receipts.${receipt.id}.restock`, receipt.restock)
    set(`receipts.${receipt.id}.receivedAt`, receipt.received_at)
    set(`receipts.${receipt.id}.receivedBy`, receipt.received_by)
  }
  return fields
}

/** How many items of a line may still arrive with a return. */
export function awaitedQuantityOf({ row, lines, receipts }: ReturnRecord, lineId: string): number {
  if (!isAwaited(row.status)) return 0
  const announced = lines.find(({ line_id }) => line_id === lineId)?.quantity ?? 0
  return receipts.reduce((left, receipt) => (receipt.line_id === lineId ? left - receipt.quantity : left), announced)
}
