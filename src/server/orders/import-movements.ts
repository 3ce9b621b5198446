import type { Movement } from '#server/finance/actions.ts'
import type { OrderRows } from '#server/orders/import-rows.ts'
import type { OrderNumbers } from '#server/orders/prepare-draft.ts'
import { type PostingLine, applyPostings } from '#shared/finance/order-balances.ts'
import { capturePostings, refundPostings, type OrderAmounts } from '#shared/finance/posting.ts'
import { add } from '#shared/money.ts'
import type { OrderDraft } from '#shared/orders/draft.ts'
import type { TaxLine } from '#shared/orders/tax-lines.ts'

/**
 * What the draft's payment and refund change in the books. Entries are never posted twice under one key, so those of an order that came in before and was
 * removed (`isRepeated`) have its number in theirs.
 */
export function toMovements(
  draft: OrderDraft,
  { orders, payments, refunds }: OrderRows,
  numbers: OrderNumbers,
  isRepeated: boolean,
): Movement[] {
  const [[order], [payment]] = [orders, payments]
  if (!order || !payment) return []
  const { source, currency } = draft
  const externalId = isRepeated ? `${draft.externalId}/${numbers.order}` : draft.externalId
  const taxLines = JSON.parse(order.tax_lines) as TaxLine[]
  const common = {
    order: { id: order.id, number: numbers.order, currency, taxLines, ...toOrderAmounts(draft) },
    payment: { ...payment, number: numbers.payments[0] ?? '' },
    source,
  }
  const captured: Movement = {
    ...common,
    kind: 'captured',
    amountMinor: payment.captured_minor,
    beforeMinor: 0,
    occurredAt: payment.captured_at,
    externalId: `${externalId}/payment`,
  }
  const refunded = refunds.map((refund, index): Movement => ({
    ...common,
    kind: 'refunded',
    refund: { id: refund.id, number: numbers.refunds[index] ?? '' },
    amountMinor: refund.amount_minor,
    beforeMinor: add(...refunds.slice(0, index).map(({ amount_minor }) => amount_minor)),
    occurredAt: refund.refunded_at ?? 0,
    externalId: index === 0 ? `${externalId}/refund` : `${externalId}/refund/${index + 1}`,
  }))
  return [captured, ...refunded]
}

/** The ledger postings of the draft's payment and refund. */
export function toPostingLines(draft: OrderDraft): PostingLine[] {
  const { payment, refund } = draft
  if (!payment) return []
  const captured = capturePostings(toOrderAmounts(draft), {}, payment.capturedMinor)
  return refund ? [...captured, ...refundPostings(applyPostings({}, captured), refund.amountMinor)] : captured
}

function toOrderAmounts({
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
