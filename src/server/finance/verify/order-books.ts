import type { Findings } from '#server/finance/verify/findings.ts'
import type * as store from '#server/finance/verify/store.ts'
import { accountRoles, type AccountRole } from '#shared/finance/ledger.ts'
import { isRecognised, linesOfRevenue, type PostingLine, type Standing } from '#shared/finance/posting.ts'

export type Order = Awaited<
  ReturnType<typeof store.orderSlices> extends AsyncGenerator<infer Value> ? Value : never
>['orders'][number]
/** What belongs to one order, or to all orders of a slice. */
export type Own = Awaited<ReturnType<typeof store.belongings>>

export const orderRow = ({ number }: Order): string => `orders ${number}`

/** Sums in BigInt: a wrong amount must be named, not thrown about. */
export const sumOf = <Row>(rows: readonly Row[], of: (row: Row) => number): bigint =>
  rows.reduce((sum, row) => sum + BigInt(of(row)), 0n)

/** Every payment and every refund has one entry that moves own money of its provider by its amount. */
export function verifyBooked(findings: Findings, order: Order, { payments, refunds, booked }: Own): void {
  const own = booked.filter(({ role }) => accountRoles[role]?.own)
  for (const payment of payments) {
    const moved = own.filter(({ kind, payment_id }) => kind === 'payment.captured' && payment_id === payment.id)
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
    const moved = own.filter(({ refund_id }) => refund_id === refund.id)
    const provider = payments.find(({ id }) => id === refund.payment_id)?.provider
    compareBooked(findings, `refunds ${refund.number}`, 'amount_minor', -refund.amount_minor, order, provider, moved)
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
  moved: Own['booked'],
): void {
  findings.same(
    'documents-have-entries',
    row,
    'entries',
    new Set(moved.map(({ seq }) => seq)).size,
    amount === 0 ? 0 : 1,
  )
  const booked = sumOf(moved, ({ amount_minor }) => amount_minor)
  findings.same('documents-have-entries', row, column, BigInt(Math.abs(amount)), amount < 0 ? -booked : booked)
  for (const side of moved) {
    findings.same('documents-have-entries', row, 'currency', order.currency, side.currency)
    findings.same('documents-have-entries', row, 'provider', provider, side.provider)
  }
}

/** Once an order is paid in full its sales, shipping, tax and discount stand in the books as its amounts say; before, none of it does. */
export function verifyRevenue(findings: Findings, order: Order, { booked }: Own): void {
  const standing: Standing = {}
  for (const { role, amount_minor } of booked) {
    const side = (standing[role] ??= { debit: 0, credit: 0 })
    if (amount_minor > 0) side.debit += amount_minor
    else side.credit -= amount_minor
  }
  const expected = new Map<AccountRole, number>(
    (isRecognised(standing) ? revenueOf(order) : []).map(({ role, amountMinor }) => [role, amountMinor]),
  )
  for (const role of ['sales', 'shipping', 'tax', 'discount'] as const) {
    const amount = role === 'discount' ? standing[role]?.debit : -(standing[role]?.credit ?? 0)
    findings.same('revenue-of-orders', orderRow(order), role, (amount ?? 0) + 0, expected.get(role) ?? 0)
  }
  const held = (standing.deposit?.credit ?? 0) - (standing.deposit?.debit ?? 0)
  if (held < 0 || (isRecognised(standing) && held !== 0))
    findings.offends('revenue-of-orders', `${orderRow(order)}: deposit ${held}`)
}

/** What the order's amounts say; nothing where they contradict themselves, which another check names. */
function revenueOf(order: Order): PostingLine[] {
  try {
    return linesOfRevenue({
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
