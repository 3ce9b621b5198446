import type { Findings } from '#server/finance/verify/findings.ts'
import type { Order, RelatedRows } from '#server/finance/verify/related-rows.ts'
import { accountRoles, type AccountRole, splitSides } from '#shared/finance/ledger.ts'
import { isRevenueRecognized, revenuePostings, type PostingLine, type OrderBalances } from '#shared/finance/posting.ts'

export const describeOrder = ({ number }: Order): string => `orders ${number}`

/** Sums in BigInt, so that a wrong amount is reported instead of throwing. */
export const sumBy = <Row>(rows: readonly Row[], select: (row: Row) => number): bigint =>
  rows.reduce((sum, row) => sum + BigInt(select(row)), 0n)

/** What the ledger must say about a payment or a refund. */
interface ExpectedEntry {
  row: string
  amountMinor: number
  provider: string | undefined
  /** When the money moved, and when the document was recorded. */
  occurredAt: number | null
  recordedAt: number
  reference: string | undefined
}

/**
 * Every payment and every succeeded refund has one entry that is not reversed and moves money of its provider by its amount, at its time
 * and with its reference; other refunds have none.
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
    const { number, captured_minor, provider, captured_at, recorded_at, reference } = payment
    const expected: ExpectedEntry = {
      row: `payments ${number}`,
      amountMinor: captured_minor,
      provider,
      occurredAt: captured_at,
      recordedAt: recorded_at,
      reference,
    }
    compareBooked(findings, order, expected, moved)
  }
  for (const refund of refunds) {
    const moved = moneyPostings.filter(({ refund_id }) => refund_id === refund.id)
    const payment = payments.find(({ id }) => id === refund.payment_id)
    const expected: ExpectedEntry = {
      row: `refunds ${refund.number}`,
      amountMinor: refund.status === 'succeeded' ? -refund.amount_minor : 0,
      provider: payment?.provider,
      occurredAt: refund.refunded_at,
      recordedAt: refund.recorded_at,
      reference: payment?.reference,
    }
    compareBooked(findings, order, expected, moved)
  }
  findings.examined(payments.length + refunds.length, 'documents-have-entries')
}

function compareBooked(
  findings: Findings,
  order: Order,
  { row, amountMinor, provider, occurredAt, recordedAt, reference }: ExpectedEntry,
  moved: RelatedRows['booked'],
): void {
  const compare = (column: string, actual: unknown, expected: unknown): void =>
    findings.expectEqual('documents-have-entries', row, column, actual, expected)
  compare('entries', new Set(moved.map(({ seq }) => seq)).size, amountMinor === 0 ? 0 : 1)
  compare(
    'amount',
    BigInt(amountMinor),
    sumBy(moved, ({ amount_minor }) => amount_minor),
  )
  for (const entry of moved) {
    compare('currency', order.currency, entry.currency)
    compare('provider', provider, entry.provider)
    compare('time', occurredAt, entry.occurred_at)
    compare('reference', reference, entry.memo)
    compare('source', order.source, entry.source)
    if (entry.recorded_at < recordedAt) compare('recorded_at', recordedAt, entry.recorded_at)
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
