import { type DisputeRecord, listDisputes } from '#server/orders/money/dispute-store.ts'
import type { Transaction } from '#server/db/database.ts'
import type { SettlementAmount } from '#server/finance/movement.ts'
import { add } from '#shared/money.ts'
import { holdsAmount } from '#shared/orders/dispute.ts'
import { parseAmount } from '#server/orders/amount-input.ts'
import { listRefunds, type PaymentRecord, type RefundRecord } from '#server/orders/money/money-store.ts'

/** An amount in the currency in which the provider settles a payment; undefined where it is that of the order. */
export const toSettlement = (
  { settlement_currency: currency }: Pick<PaymentRecord, 'settlement_currency'>,
  amountMinor: number,
): SettlementAmount | undefined => (currency === '' || amountMinor === 0 ? undefined : { currency, amountMinor })

/** What a user says that the provider takes back; 0 if they do not say. Throws `invalid-input`. */
export const parseSettlementAmount = (
  { settlement_currency: currency }: Pick<PaymentRecord, 'settlement_currency'>,
  text: string | undefined,
): number => (currency === '' || text === undefined ? 0 : parseAmount(text, currency, '/settlementAmount'))

/**
 * What the provider takes back for a refund: what it says, or else at the rate of the payment, so that refunds of all of a payment take back all of it. Nothing for a refund that is paid by
 * other means.
 */
export function settledMinor(
  payment: PaymentRecord,
  { amount_minor, settlement_minor, paid_through }: RefundRecord,
): number {
  if (paid_through !== '') return 0
  if (payment.settlement_currency === '' || settlement_minor !== 0) return settlement_minor
  const upTo = (refundedMinor: number): number =>
    Number((BigInt(payment.settlement_minor) * BigInt(refundedMinor)) / BigInt(payment.captured_minor))
  // A refund that rounds to nothing in that currency takes its smallest unit.
  return Math.max(upTo(payment.refunded_minor + amount_minor) - upTo(payment.refunded_minor), 1)
}

/** What a part of a payment is at its rate in the currency in which it is settled: the smallest unit at least. */
export const shareOfSettlement = (
  { settlement_minor, captured_minor }: Pick<PaymentRecord, 'settlement_minor' | 'captured_minor'>,
  amountMinor: number,
): number => Math.max(Number((BigInt(settlement_minor) * BigInt(amountMinor)) / BigInt(captured_minor)), 1)

/** What the provider has taken back for a refund. */
export const takenBackMinor = (refund: Pick<RefundRecord, 'status' | 'settlement_minor'> | undefined): number =>
  refund?.status === 'succeeded' ? refund.settlement_minor : 0

/**
 * Whether a refund was paid in the currency in which its payment is settled and came back, or failed and would be paid in it again. One that came back and is paid by other means has no amount in
 * that currency any more; one without, which still is with the provider, came back before the payment was settled.
 */
export const keepsSettlement = ({
  status,
  settlement_minor,
  returned_at,
  paid_through,
}: Pick<RefundRecord, 'status' | 'settlement_minor' | 'returned_at' | 'paid_through'>): boolean =>
  (settlement_minor !== 0 && (returned_at !== null || status === 'failed')) ||
  (returned_at !== null && paid_through !== '')

/** What the provider has taken with a dispute in the currency in which its payment is settled, less what it gave back. */
export const disputedSettlementMinor = ({
  status,
  settlement_minor,
  settlement_returned_minor,
}: Pick<DisputeRecord, 'status' | 'settlement_minor' | 'settlement_returned_minor'>): number =>
  status === 'cancelled' ? 0 : settlement_minor - settlement_returned_minor

/** What takes back a part of a payment. */
type Reversal = RefundRecord | DisputeRecord

const isDispute = (reversal: Reversal): reversal is DisputeRecord => 'opened_at' in reversal

/** By how much a refund or dispute changes what was gained or lost by settling its payment in another currency. */
export async function findDifference<Changed extends Reversal>(
  transaction: Transaction,
  payment: PaymentRecord,
  before: Changed | undefined,
  after: Changed,
): Promise<SettlementAmount | undefined> {
  if (payment.settlement_currency === '') return undefined
  const all = [
    ...(await listRefunds(transaction, payment.order_id)),
    ...(await listDisputes(transaction, payment.order_id)),
  ]
  const others = all.filter(({ id, payment_id }) => id !== after.id && payment_id === payment.id)
  const earlierMinor = realizedMinor(payment, before ? [...others, before] : others)
  return toSettlement(payment, realizedMinor(payment, [...others, after]) - earlierMinor)
}

/**
 * What was gained (above zero) or lost by settling a payment in another currency: what is left of it in that one, once these refunds and disputes have left nothing of it in its own. Nothing before, and
 * nothing for what was paid back by other means.
 */
function realizedMinor(payment: PaymentRecord, reversals: readonly Reversal[]): number {
  const effective = reversals.filter((reversal) =>
    isDispute(reversal) ? reversal.settlement_minor > 0 && holdsAmount(reversal.status) : takenBackMinor(reversal) > 0,
  )
  if (add(...effective.map(({ amount_minor }) => amount_minor)) < payment.captured_minor) return 0
  return add(
    payment.settlement_minor,
    ...reversals.map((each) => -(isDispute(each) ? disputedSettlementMinor(each) : takenBackMinor(each))),
  )
}
