import { loadOrderTaxes } from '#server/finance/order-taxes.ts'
import type { BuildContent } from '#server/print/issue-documents.ts'
import * as store from '#server/print/store.ts'
import { readIssued } from '#server/print/issued-so-far.ts'
import { areSharesOf, taxesOfOrder } from '#server/print/issued-taxes.ts'
import { addShares, negateShare, type TaxShare } from '#shared/finance/taxes.ts'
import { add } from '#shared/money.ts'
import { type CreditNoteContent, splitAmountByRate } from '#shared/print/issued-content.ts'

/**
 * A credit note of what the customer owes less than was invoiced and not credited yet: refunds since the last one, a cancellation, or a
 * lower total. So invoices and credit notes always add up to what the order costs. What was written off is still owed.
 */
export const buildCreditNote: BuildContent = async (transaction, order, issued, seller) => {
  const before = readIssued(issued)
  const [invoice] = before.invoices
  if (!invoice) return undefined
  const refunds = await store.listGrantedRefunds(transaction, order.id)
  const grantedMinor = add(...refunds.map(({ granted_minor }) => granted_minor))
  const owedMinor = order.status === 'cancelled' ? 0 : add(order.total_minor, -grantedMinor)
  const amountMinor = add(before.totalMinor, -owedMinor)
  if (amountMinor <= 0) return undefined

  const credited = new Set(before.creditNotes.flatMap((creditNote) => creditNote.refunds))
  const added = refunds.filter(({ number }) => !credited.has(number))
  const parts = describeRefunds(added, amountMinor)
  const restMinor = add(amountMinor, -sumOf(parts))
  const reason = order.status === 'cancelled' ? 'cancellation' : 'change'
  const leftAbove = (rest: readonly TaxShare[]): TaxShare[] => addShares(before.taxes, rest.map(negateShare))
  const aboveBooks = leftAbove((await loadOrderTaxes(transaction, [order.id])).get(order.id) ?? [])
  const taxes = splitAmountByRate(
    before.taxes,
    amountMinor,
    areSharesOf(aboveBooks, amountMinor)
      ? aboveBooks
      : grantedMinor === 0 && order.status !== 'cancelled'
        ? leftAbove(taxesOfOrder(order))
        : parts.taxes,
  )
  const content: CreditNoteContent = {
    seller,
    buyer: invoice.buyer,
    orderNumber: order.number,
    shopNumber: order.external_number,
    placedAt: order.placed_at,
    currency: order.currency,
    invoiceNumber: before.numbers.join(', '),
    refunds: added.map(({ number }) => number),
    lines: parts.lines,
    others: restMinor === 0 ? parts.others : [...parts.others, { reason, amountMinor: restMinor }],
    taxMinor: add(...taxes.map(({ taxMinor }) => taxMinor)),
    taxesIncluded: true,
    taxes,
    totalMinor: amountMinor,
  }
  return content
}

type Parts = Pick<CreditNoteContent, 'lines' | 'others' | 'taxes'>
type Refund = Awaited<ReturnType<typeof store.listGrantedRefunds>>[number]

const sumOf = ({ lines, others }: Parts): number =>
  add(...lines.map(({ totalMinor }) => totalMinor), ...others.map((other) => other.amountMinor))

/** What was refunded, up to an amount. A refund of which a part was owed to the customer anyway is one row, as no line says which part. */
function describeRefunds(refunds: readonly Refund[], amountMinor: number): Parts {
  const parts: Parts = { lines: [], others: [], taxes: [] }
  for (const refund of refunds) {
    const leftMinor = add(amountMinor, -sumOf(parts))
    if (leftMinor === 0) break
    if (refund.granted_minor <= leftMinor) parts.taxes.push(...refund.taxes)
    if (refund.granted_minor < refund.amount_minor || refund.granted_minor > leftMinor) {
      parts.others.push({ reason: 'refund', amountMinor: Math.min(refund.granted_minor, leftMinor) })
      continue
    }
    const lines = refund.lines.map(({ sku, name, quantity, amount_minor, tax_rate }) => ({
      sku,
      name,
      quantity,
      unitPriceMinor: 0,
      discountMinor: 0,
      totalMinor: amount_minor,
      taxRate: tax_rate,
    }))
    const restMinor = add(refund.granted_minor, -refund.shipping_minor, ...lines.map((line) => -line.totalMinor))
    parts.lines.push(...lines)
    if (refund.shipping_minor > 0) parts.others.push({ reason: 'shipping', amountMinor: refund.shipping_minor })
    if (restMinor > 0) parts.others.push({ reason: 'refund', amountMinor: restMinor })
  }
  return parts
}
