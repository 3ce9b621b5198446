import type { OrderRecord } from '#server/db/schema/orders.ts'
import { disputedSettlementMinor } from '#server/orders/money/settlement.ts'
import type { Findings } from '#server/self-check/findings.ts'
import type { RelatedRows } from '#server/self-check/orders/related-rows.ts'
import { sumBy } from '#server/self-check/orders/sum-by.ts'
import { holdsAmount } from '#shared/orders/dispute.ts'

const check = 'conversion-accounts'

/**
 * Of a payment that was settled in another currency, the conversion accounts hold what was not refunded, in both currencies: once all of it was refunded, nothing. No other payment
 * has anything there, and what was taken back of a payment is what its refunds say.
 */
export function verifySettlements(
  findings: Findings,
  order: OrderRecord,
  { payments, refunds, disputes, booked, bookedDisputes }: RelatedRows,
): void {
  const postings = [...booked, ...bookedDisputes]
  for (const payment of payments) {
    const row = `payments ${payment.number}`
    const { captured_minor, settlement_minor, settlement_refunded_minor } = payment
    const takenBack = refunds.filter(
      ({ payment_id, status, settlement_minor: minor }) =>
        payment_id === payment.id && status === 'succeeded' && minor > 0,
    )
    const ofPayment = disputes.filter(({ payment_id }) => payment_id === payment.id)
    const disputed = ofPayment.filter(({ status, settlement_minor: minor }) => minor > 0 && holdsAmount(status))
    const held = postings.filter(({ role, payment_id }) => role === 'conversion' && payment_id === payment.id)
    const sumOf = (currency: string): bigint =>
      sumBy(
        held.filter((posting) => posting.currency === currency),
        ({ amount_minor }) => amount_minor,
      )
    const isSettled = payment.settlement_currency !== ''
    const left =
      BigInt(captured_minor) -
      sumBy(takenBack, ({ amount_minor }) => amount_minor) -
      sumBy(disputed, ({ amount_minor }) => amount_minor)
    const kept =
      left === 0n
        ? 0n
        : BigInt(settlement_minor - settlement_refunded_minor) - sumBy(ofPayment, disputedSettlementMinor)
    findings.expectEqual(check, row, order.currency, sumOf(order.currency), isSettled ? left : 0n)
    if (isSettled) {
      const { settlement_currency: currency } = payment
      findings.expectEqual(check, row, currency, sumOf(currency), -kept)
    }
    findings.expectEqual(
      check,
      row,
      'settlement_refunded_minor',
      BigInt(settlement_refunded_minor),
      sumBy(takenBack, (refund) => refund.settlement_minor),
    )
    if (isSettled) continue
    for (const { number, payment_id, settlement_minor: minor } of refunds)
      if (payment_id === payment.id && minor !== 0)
        findings.addViolation(check, `refunds ${number}: settlement_minor ${minor}`)
  }
  findings.examined(payments.length, check)
}
