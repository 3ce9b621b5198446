import type { Findings } from '#server/self-check/findings.ts'
import type { Order, RelatedRows } from '#server/self-check/orders/related-rows.ts'
import { toMoney } from '#server/orders/order-money.ts'
import { type AccountRole, type LinkType, splitSides } from '#shared/finance/ledger.ts'
import { isRevenueRecognized, type PostingLine, type OrderBalances } from '#shared/finance/order-balances.ts'
import { revenuePostings } from '#shared/finance/revenue-postings.ts'
import type { OrderDraft } from '#shared/orders/draft.ts'
import { balanceOf } from '#shared/orders/order.ts'

export const describeOrder = ({ number }: Order): string => `orders ${number}`

/** Sums in BigInt, so that a wrong amount is reported instead of throwing. */
export const sumBy = <Row>(rows: readonly Row[], select: (row: Row) => number): bigint =>
  rows.reduce((sum, row) => sum + BigInt(select(row)), 0n)

/** The entries of an order name it and its documents with their numbers. */
export function verifyLinks(
  findings: Findings,
  order: Order,
  { entries, payments, refunds, disputes }: RelatedRows,
): void {
  const compare = (seq: number, type: LinkType, number: string, document: { number: string } | undefined): void => {
    if (!document)
      findings.addViolation('entries-have-documents', `ledger_links ${seq} ${type}: no ${type} ${number} of its order`)
    else if (number !== document.number)
      findings.addViolation(
        'entries-have-documents',
        `ledger_links ${seq} ${type}: number ${number} ≠ ${document.number}`,
      )
  }
  for (const entry of entries) {
    const { seq, order_number, payment_id, payment_number, refund_id, refund_number, dispute_id, dispute_number } =
      entry
    compare(seq, 'order', order_number, order)
    if (payment_number !== null)
      compare(
        seq,
        'payment',
        payment_number,
        payments.find(({ id }) => id === payment_id),
      )
    if (refund_number !== null)
      compare(
        seq,
        'refund',
        refund_number,
        refunds.find(({ id }) => id === refund_id),
      )
    if (dispute_number !== null)
      compare(
        seq,
        'dispute',
        dispute_number,
        disputes.find(({ id, payment_id: paymentId }) => id === dispute_id && paymentId === payment_id),
      )
  }
}

/**
 * Once an order is paid in full, the ledger holds its sales, shipping, tax and discount as its amounts say; before that, none of them. What
 * is owed between the customer and the merchant is what the order's balance says.
 */
export function verifyRevenue(findings: Findings, order: Order, { booked, imports }: RelatedRows): void {
  const balances: OrderBalances = {}
  const recognized: OrderBalances = {}
  for (const { role, kind, amount_minor, reverses } of booked) {
    const sides = splitSides(amount_minor, reverses !== null)
    addSides(balances, role, sides)
    if (kind === 'refund.cancelled') continue
    if (kind === 'order.edited') addSides(recognized, role, sides)
    else addSides(recognized, role, role === 'discount' ? { ...sides, credit: 0 } : { ...sides, debit: 0 })
  }
  const isRecognized = isRevenueRecognized(balances)
  const expected = new Map<AccountRole, number>(
    (isRecognized ? expectedRevenue(order) : []).map(({ role, amountMinor }) => [role, amountMinor]),
  )
  // An edit also moves what was returned of shipping and tax that it removes.
  const isEdited = booked.some(({ kind }) => kind === 'order.edited')
  for (const role of isEdited ? (['sales', 'discount'] as const) : (['sales', 'shipping', 'tax', 'discount'] as const))
    findings.expectEqual(
      'revenue-of-orders',
      describeOrder(order),
      role,
      debitBalance(recognized, role),
      expected.get(role) ?? 0,
    )
  const isClosed = isRecognized || (balances.refund_due?.credit ?? 0) > 0
  const owed: Partial<Record<AccountRole, number>> = {
    deposit: isClosed ? 0 : order.captured_minor - order.refunded_minor,
    // What the shop cancelled before the import is still booked as sold.
    ...(order.status === 'cancelled' && wasImportedCancelled(imports) ? {} : expectedDebts(order, isClosed)),
  }
  for (const [role, amount] of Object.entries(owed))
    findings.expectEqual(
      'revenue-of-orders',
      describeOrder(order),
      role,
      -debitBalance(balances, role as AccountRole) + 0,
      amount,
    )
}

/** Whether the order was cancelled when it came in; no if that cannot be read, which another check reports. */
function wasImportedCancelled([received]: RelatedRows['imports']): boolean {
  try {
    return (JSON.parse(received?.payload ?? '') as OrderDraft).cancelledAt !== null
  } catch {
    return false
  }
}

/** What is owed to the customer and by them; nothing as long as the money is a deposit. */
function expectedDebts(order: Order, isClosed: boolean): { refund_due: number; receivable: number } {
  const balanceMinor = isClosed ? toBalance(order) : 0
  return { refund_due: Math.max(-balanceMinor, 0), receivable: Math.min(-balanceMinor, 0) + 0 }
}

const toBalance = (order: Order): number => balanceOf(toMoney(order))

function addSides(balances: OrderBalances, role: AccountRole, sides: { debit: number; credit: number }): void {
  const balance = (balances[role] ??= { debit: 0, credit: 0 })
  balance.debit += sides.debit
  balance.credit += sides.credit
}

const debitBalance = (balances: OrderBalances, role: AccountRole): number =>
  (balances[role]?.debit ?? 0) - (balances[role]?.credit ?? 0)

/** The revenue that follows from the order's amounts; none if they contradict each other, which another check reports. */
function expectedRevenue(order: Order): PostingLine[] {
  try {
    return revenuePostings({
      subtotalMinor: order.subtotal_minor,
      discountMinor: order.discount_minor,
      shippingMinor: order.shipping_minor,
      taxMinor: order.tax_minor,
      taxesIncluded: order.taxes_included === 1,
      totalMinor: order.total_minor,
    })
  } catch {
    return []
  }
}
