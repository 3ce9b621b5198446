import type { OrderRecord } from '#server/db/schema/orders.ts'
import { toDisputeFields } from '#server/orders/money/disputes.ts'
import type { Findings } from '#server/self-check/findings.ts'
import type { FoldedChange } from '#server/self-check/orders/document-changes.ts'
import type { RelatedRows } from '#server/self-check/orders/related-rows.ts'

/** Every dispute is what the events recorded, and nothing else. */
export function verifyDisputeEvents(
  findings: Findings,
  order: OrderRecord,
  { disputes }: RelatedRows,
  changes: ReadonlyMap<string, FoldedChange>,
): void {
  const recorded = new Map([...changes].filter(([field]) => field.startsWith('disputes.')))
  for (const dispute of disputes)
    for (const [field, value] of toDisputeFields(dispute)) {
      const last = recorded.get(field)?.last ?? null
      findings.expectEqual('orders-recorded', `disputes ${dispute.number}`, field, value, last)
      recorded.delete(field)
    }
  for (const [field, { last }] of recorded)
    if (last !== null && last !== '') findings.addViolation('orders-recorded', `${order.number}: ${field} is missing`)
}
