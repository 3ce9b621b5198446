import { findBulkReason, type BulkFacts, type BulkReason } from '#shared/orders/bulk-actions.ts'
import type { OrderStatus } from '#shared/orders/order.ts'
import type { DocumentKind } from '#shared/print/documents.ts'

/** The statuses of orders that the customer owes. */
export const invoicedStatuses: readonly OrderStatus[] = ['open', 'on_hold', 'completed']

/** Why an order has no document of a kind to print, as far as its status and what was issued for it say; `undefined` if it has one. */
export function findPrintReason(
  facts: BulkFacts,
  kind: DocumentKind,
  issued: ReadonlySet<string>,
): BulkReason | undefined {
  switch (kind) {
    case 'packing-slip':
      return undefined
    case 'pick-list':
      return findBulkReason(facts, 'ship', { tag: '', assigneeId: '' })
    case 'invoice':
      return issued.has('invoice') || invoicedStatuses.includes(facts.status) ? undefined : facts.status
    case 'credit-note':
      return issued.has('invoice') ? undefined : 'no-invoice'
  }
}
