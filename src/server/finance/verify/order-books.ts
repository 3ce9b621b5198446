import type { Findings } from '#server/finance/verify/findings.ts'
import type * as store from '#server/finance/verify/orders-store.ts'
import { accountRoles, type AccountRole, splitSides } from '#shared/finance/ledger.ts'
import { isRevenueRecognized, revenuePostings, type PostingLine, type OrderBalances } from '#shared/finance/posting.ts'

export type Order = Awaited<
  ReturnType<typeof store.orderSlices> extends AsyncGenerator<infer Value> ? Value : never
>['orders'][number]
/** The rows of one order, or of all orders of a slice. */
export type RelatedRows = Awaited<ReturnType<typeof store.loadRelatedRows>>

export const describeOrder = ({ number }: Order): string => `orders ${number}`

/** Sums in BigInt, so that a wrong amount is reported instead of throwing. */
export const sumBy = <Row>(rows: readonly Row[], select: (row: Row) => number): bigint =>
  rows.reduce((sum, row) => sum + BigInt(select(row)), 0n)

/**
 * Every payment and every succeeded refund has one entry that is not reversed and moves money of its provider by its amount; other
 * refunds have none.
 */
export function verifyBooked(findings: Findings, order: Order, { payments, refunds, booked }: RelatedRows): void {
  const moneyPostings = booked.filter(
    ({ role, reverses, reversed_by }) =>
      accountRoles[role]?.isMoneyAccount && reverses === null && reversed_by === null,
  )
  for (const payment of payments) {
    const moved = moneyPostings.filter(
      ({ kind, payment_id }) => kind === 'payment.captured' && payment_id === payment.id,
    )
    compareBooked(
      findings,
      `payments ${payment.number}`,
      'captured_minor',
      payment.captured_minor,
      order,
      payment.provider,
      moved,
    )
  }
  for (const refund of refunds) {
    const moved = moneyPostings.filter(({ refund_id }) => refund_id === refund.id)
    const provider = payments.find(({ id }) => id === refund.payment_id)?.provider
    const expected = refund.status === 'succeeded' ? -refund.amount_minor : 0
    compareBooked(findings, `refunds ${refund.number}`, 'amount_minor', expected, order, provider, moved)
  }
  findings.examined(payments.length + refunds.length, 'documents-have-entries')
}

function compareBooked(
  findings: Findings,
  row: string,
  column: string,
  amount: number,
  order: Order,
  provider: string | undefined,
  moved: RelatedRows['booked'],
): void {
  findings.expectEqual(
    'documents-have-entries',
    row,
    'entries',
    new Set(moved.map(({ seq }) => seq)).size,
    amount === 0 ? 0 : 1,
  )
  const booked = sumBy(moved, ({ amount_minor }) => amount_minor)
  findings.expectEqual('documents-have-entries', row, column, BigInt(Math.abs(amount)), amount < 0 ? -booked : booked)
  for (const side of moved) {
    findings.expectEqual('documents-have-entries', row, 'currency', order.currency, side.currency)
    findings.expectEqual('documents-have-entries', row, 'provider', provider, side.provider)
  }
}

/** Once an order is paid in full, the ledger holds its sales, shipping, tax and discount as its amounts say; before that, none of them. */
export function verifyRevenue(findings: Findings, order: Order, { booked }: RelatedRows): void {
  const balances: OrderBalances = {}
  for (const { role, amount_minor, reverses } of booked) {
    const side = (balances[role] ??= { debit: 0, credit: 0 })
    const { debit, credit } = splitSides(amount_minor, reverses !== null)
    side.debit += debit
    side.credit += credit
  }
  const expected = new Map<AccountRole, number>(
    (isRevenueRecognized(balances) ? expectedRevenue(order) : []).map(({ role, amountMinor }) => [role, amountMinor]),
  )
  for (const role of ['sales', 'shipping', 'tax', 'discount'] as const) {
    const amount = role === 'discount' ? balances[role]?.debit : -(balances[role]?.credit ?? 0)
    findings.expectEqual('revenue-of-orders', describeOrder(order), role, (amount ?? 0) + 0, expected.get(role) ?? 0)
  }
  const depositBalance = (balances.deposit?.credit ?? 0) - (balances.deposit?.debit ?? 0)
  if (depositBalance < 0 || (isRevenueRecognized(balances) && depositBalance !== 0))
    findings.addViolation('revenue-of-orders', `${describeOrder(order)}: deposit ${depositBalance}`)
}

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
