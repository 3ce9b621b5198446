import type { OrderRecord } from '#server/db/schema/orders.ts'
import { toReturnFields } from '#server/orders/fulfillment/returns.ts'
import type { Findings } from '#server/self-check/findings.ts'
import type { FoldedChange } from '#server/self-check/orders/document-changes.ts'
import type { RelatedRows } from '#server/self-check/orders/related-rows.ts'
import { sumBy } from '#server/self-check/orders/sum-by.ts'

/** Every return with its lines and receipts is what the events recorded, and nothing else; what came back was announced. */
export function verifyReturnEvents(
  findings: Findings,
  order: OrderRecord,
  { returns, returnLines, returnReceipts }: RelatedRows,
  changes: ReadonlyMap<string, FoldedChange>,
): void {
  const recorded = new Map([...changes].filter(([field]) => field.startsWith('returns.')))
  for (const row of returns) {
    const lines = returnLines.filter(({ return_id }) => return_id === row.id)
    const receipts = returnReceipts.filter(({ return_id }) => return_id === row.id)
    for (const [field, value] of toReturnFields({ row, lines, receipts })) {
      findings.expectEqual('orders-recorded', `returns ${row.number}`, field, value, recorded.get(field)?.last ?? null)
      recorded.delete(field)
    }
    for (const { line_id, quantity } of lines) {
      const arrived = sumBy(
        receipts.filter((receipt) => receipt.line_id === line_id),
        (receipt) => receipt.quantity,
      )
      if (arrived > BigInt(quantity))
        findings.addViolation(
          'shipped-quantities',
          `return_lines ${row.number} ${line_id}: received ${arrived} > ${quantity}`,
        )
    }
  }
  for (const [field, { last }] of recorded)
    if (last !== null && last !== '') findings.addViolation('orders-recorded', `${order.number}: ${field} is missing`)
  const ids = new Set(returns.map(({ id }) => id))
  for (const { return_id, line_id } of [...returnLines, ...returnReceipts])
    if (!ids.has(return_id))
      findings.addViolation('orders-recorded', `return of ${order.number}: ${return_id} ${line_id} of another order`)
}
