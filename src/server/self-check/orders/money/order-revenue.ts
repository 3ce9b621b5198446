import type { OrderRecord } from '#server/db/schema/orders.ts'
import { toMoney } from '#server/orders/order-money.ts'
import type { Findings } from '#server/self-check/findings.ts'
import { describeOrder, type RelatedRows } from '#server/self-check/orders/related-rows.ts'
import { type AccountRole, splitSides } from '#shared/finance/ledger.ts'
import { isRevenueRecognized, type PostingLine, type OrderBalances } from '#shared/finance/order-balances.ts'
import { revenuePostings } from '#shared/finance/revenue-postings.ts'
import type { OrderDraft } from '#shared/orders/draft.ts'
import { balanceOf } from '#shared/orders/order.ts'

/**
 * Once an order is paid in full, the ledger holds its sales, shipping, tax and discount as its amounts say; before that, none of them. What
 * is owed between the customer and the merchant is what the order's balance says.
 */
export function verifyOrderRevenue(findings: Findings, order: OrderRecord, { booked, imports }: RelatedRows): void {
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
function expectedDebts(order: OrderRecord, isClosed: boolean): { refund_due: number; receivable: number } {
  const balanceMinor = isClosed ? toBalance(order) : 0
  return { refund_due: Math.max(-balanceMinor, 0), receivable: Math.min(-balanceMinor, 0) + 0 }
}

const toBalance = (order: OrderRecord): number => balanceOf(toMoney(order))

function addSides(balances: OrderBalances, role: AccountRole, sides: { debit: number; credit: number }): void {
  const balance = (balances[role] ??= { debit: 0, credit: 0 })
  balance.debit += sides.debit
  balance.credit += sides.credit
}

const debitBalance = (balances: OrderBalances, role: AccountRole): number =>
  (balances[role]?.debit ?? 0) - (balances[role]?.credit ?? 0)

/** The revenue that follows from the order's amounts; none if they contradict each other, which another check reports. */
function expectedRevenue(order: OrderRecord): PostingLine[] {
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
