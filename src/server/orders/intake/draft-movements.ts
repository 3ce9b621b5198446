import type { Movement } from '#server/finance/movement.ts'
import type { NumberedDraft } from '#server/orders/intake/numbered-draft.ts'
import type { OrderAmounts } from '#shared/finance/revenue-postings.ts'
import { add } from '#shared/money.ts'
import type { OrderDraft } from '#shared/orders/draft.ts'
import type { TaxLine } from '#shared/orders/tax-lines.ts'

/**
 * What the payment and the refunds of a new order move. Entries are never posted twice under one key, so those of an order that came in before have its number in theirs.
 */
export function toMovements(
  { id, number, draft, taxes, payment, refunds }: NumberedDraft,
  isRepeated: boolean,
): Movement[] {
  if (!payment) return []
  const { source, currency } = draft
  const taxLines = JSON.parse(taxes.columns.tax_lines) as TaxLine[]
  const externalId = isRepeated ? `${draft.externalId}/${number}` : draft.externalId
  const common = { order: { id, number, currency, taxLines, ...toOrderAmounts(draft) }, payment, source }
  const captured: Movement = {
    ...common,
    kind: 'captured',
    amountMinor: payment.capturedMinor,
    subsidyMinor: payment.subsidyMinor,
    settlement: payment.settlement,
    beforeMinor: 0,
    occurredAt: payment.capturedAt,
    externalId: `${externalId}/payment`,
  }
  const refunded = refunds.map((refund, index): Movement => ({
    ...common,
    kind: 'refunded',
    refund,
    amountMinor: refund.amountMinor,
    beforeMinor: add(...refunds.slice(0, index).map(({ amountMinor }) => amountMinor)),
    occurredAt: refund.refundedAt,
    externalId: index === 0 ? `${externalId}/refund` : `${externalId}/refund/${index + 1}`,
  }))
  return [captured, ...refunded]
}

export function toOrderAmounts({
  lines,
  subtotalMinor,
  shippingMinor,
  taxMinor,
  taxesIncluded,
  totalMinor,
}: OrderDraft): OrderAmounts {
  const discountMinor = add(...lines.map((line) => line.discountMinor))
  return { subtotalMinor, discountMinor, shippingMinor, taxMinor, taxesIncluded, totalMinor }
}
