import type { Findings } from '#server/finance/verify/findings.ts'
import type { Order, RelatedRows } from '#server/finance/verify/related-rows.ts'
import { toMoney } from '#server/orders/order-money.ts'
import { accountRoles, type AccountRole, type EntryKind, type LinkType, splitSides } from '#shared/finance/ledger.ts'
import { isRevenueRecognized, type PostingLine, type OrderBalances } from '#shared/finance/order-balances.ts'
import { revenuePostings } from '#shared/finance/posting.ts'
import type { OrderDraft } from '#shared/orders/draft.ts'
import { balanceOf } from '#shared/orders/order.ts'
import { isSameProvider, storeCredit } from '#shared/payment-providers.ts'

export const describeOrder = ({ number }: Order): string => `orders ${number}`

/** Sums in BigInt, so that a wrong amount is reported instead of throwing. */
export const sumBy = <Row>(rows: readonly Row[], select: (row: Row) => number): bigint =>
  rows.reduce((sum, row) => sum + BigInt(select(row)), 0n)

/** What the ledger must say about a payment or a refund. */
interface ExpectedEntry {
  row: string
  amountMinor: number
  currency: string
  provider: string | undefined
  /** When the money moved, and when the document was recorded. */
  occurredAt: number | null
  recordedAt: number
  reference: string | undefined
  /** What the key of the entry belongs to: the shop of an imported document, or Kontor. */
  source: string
}

/**
 * Every payment and every succeeded refund has one entry that is not reversed and moves money of its provider by its amount, at its time
 * and with its reference; other refunds have none.
 */
export function verifyBooked(findings: Findings, order: Order, { payments, refunds, booked }: RelatedRows): void {
  const moneyPostings = booked
    .filter(({ reverses, reversed_by }) => reverses === null && reversed_by === null)
    .filter(({ role }) => accountRoles[role]?.isMoneyAccount || role === 'store_credit')
    .map((posting) => (posting.role === 'store_credit' ? { ...posting, provider: storeCredit } : posting))
  for (const payment of payments) {
    const moved = moneyPostings.filter(
      ({ kind, payment_id }) => kind === kindOfPayment(payment) && payment_id === payment.id,
    )
    const { number, captured_minor, subsidy_minor, provider, captured_at, recorded_at, reference } = payment
    const expected: ExpectedEntry = {
      row: `payments ${number}`,
      amountMinor: payment.settlement_minor || captured_minor,
      currency: payment.settlement_currency || order.currency,
      provider,
      occurredAt: captured_at,
      recordedAt: recorded_at,
      reference,
      source: payment.created_by === null ? order.source : 'kontor',
    }
    compareBooked(findings, expected, moved)
    const parts = payment.settlement_minor
      ? [payment.settlement_minor]
      : [captured_minor - subsidy_minor, subsidy_minor].filter((part) => part !== 0)
    const amounts = moved.map(({ amount_minor }) => amount_minor)
    if (sumBy(moved, ({ amount_minor }) => amount_minor) === BigInt(expected.amountMinor))
      findings.expectEqual('documents-have-entries', expected.row, 'subsidy_minor', toSorted(parts), toSorted(amounts))
  }
  for (const refund of refunds)
    verifyRefund(
      findings,
      order,
      refund,
      payments.find(({ id }) => id === refund.payment_id),
      moneyPostings.filter(({ refund_id }) => refund_id === refund.id),
    )
  findings.examined(payments.length + refunds.length, 'documents-have-entries')
}

const kindOfPayment = ({ provider }: { provider: string }): EntryKind =>
  provider === storeCredit ? 'credit.used' : 'payment.captured'

const toSorted = (amounts: readonly number[]): string => amounts.toSorted((a, b) => a - b).join(' ')

/**
 * The entries of a refund pay it out and take it back by turns. The last ones are at its times; each takes back what the one before has paid, from the
 * same provider. It has succeeded when the last one paid it.
 */
function verifyRefund(
  findings: Findings,
  order: Order,
  refund: RelatedRows['refunds'][number],
  payment: RelatedRows['payments'][number] | undefined,
  moved: RelatedRows['booked'],
): void {
  const row = `refunds ${refund.number}`
  const sorted = moved.toSorted((a, b) => a.seq - b.seq)
  const isPaid = (index: number): boolean => index % 2 === 0
  if ((refund.status === 'succeeded') !== (sorted.length % 2 === 1))
    findings.addViolation('documents-have-entries', `${row}: ${sorted.length} entries although ${refund.status}`)
  if ((refund.returned_at === null) !== sorted.length < 2)
    findings.addViolation('documents-have-entries', `${row}: returned_at ${refund.returned_at}`)
  for (const [index, entry] of sorted.entries()) {
    const isLast = index + 2 >= sorted.length
    const first = isPaid(index) ? undefined : sorted[index - 1]
    const isSettled = isLast && !first ? refund.settlement_minor > 0 : entry.currency === payment?.settlement_currency
    const paidMinor = !isSettled ? -refund.amount_minor : isLast ? -refund.settlement_minor : entry.amount_minor
    compareBooked(
      findings,
      {
        row,
        amountMinor: first ? -first.amount_minor : paidMinor,
        currency: isSettled ? (payment?.settlement_currency ?? '') : order.currency,
        provider: first ? first.provider : isLast ? refund.paid_through || payment?.provider : entry.provider,
        occurredAt: !isLast ? entry.occurred_at : isPaid(index) ? refund.refunded_at : refund.returned_at,
        recordedAt: refund.recorded_at,
        reference: payment?.reference,
        source: index === 0 && refund.requested_by === null ? order.source : 'kontor',
      },
      [entry],
    )
    const paid = entry.provider === storeCredit ? 'refund.credited' : 'refund.succeeded'
    const kind = isPaid(index) ? paid : 'refund.returned'
    findings.expectEqual('documents-have-entries', row, 'kind', entry.kind, kind)
  }
}

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

function compareBooked(
  findings: Findings,
  { row, amountMinor, currency, provider, occurredAt, recordedAt, reference, source }: ExpectedEntry,
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
    compare('currency', currency, entry.currency)
    if (!isSameProvider(provider ?? '', entry.provider)) compare('provider', provider, entry.provider)
    compare('time', occurredAt, entry.occurred_at)
    compare('reference', reference, entry.memo)
    compare('source', source, entry.source)
    if (entry.recorded_at < recordedAt) compare('recorded_at', recordedAt, entry.recorded_at)
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
