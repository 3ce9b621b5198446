import type { DraftLine, OrderDraft } from '#shared/orders/draft.ts'
import { openQuantityOf } from '#shared/orders/order.ts'

/** An order is completed once it is fully paid and nothing is left to ship; a fully refunded order needs no shipping. */
export function deriveStatus(
  cancelledAt: number | null,
  totalMinor: number,
  lines: readonly DraftLine[],
  { payment, refund }: Pick<OrderDraft, 'payment' | 'refund'>,
): OrderDraft['status'] {
  if (cancelledAt !== null) return 'cancelled'
  const capturedMinor = payment?.capturedMinor ?? 0
  const refunded = refund !== null && refund.amountMinor === capturedMinor
  const nothingToShip = refunded || lines.every((line) => openQuantityOf(line) === 0)
  return capturedMinor === totalMinor && nothingToShip ? 'completed' : 'open'
}
