import { leftOf } from '#server/orders/money/left-of-payment.ts'
import * as moneyStore from '#server/orders/money/money-store.ts'
import { type Transaction } from '#server/db/database.ts'
import type { OrderRecord } from '#server/db/schema/orders.ts'
import { parseAmount } from '#server/orders/amount-input.ts'
import { listLines } from '#server/orders/lines.ts'
import { toRefundable } from '#server/orders/money/money-views.ts'
import { type PaymentRecord, type RefundRecord } from '#server/orders/money/money-store.ts'
import { type RefundTaxes, taxRefund } from '#server/orders/money/tax-refund.ts'
import { type DisputeRecord, listDisputes } from '#server/orders/money/dispute-store.ts'
import { add, formatMoney } from '#shared/money.ts'
import { holdsAmount } from '#shared/orders/dispute.ts'
import { type RefundOrderInput } from '#shared/orders/money-inputs.ts'
import { calculateRefund, refundableParts, type RefundParts } from '#shared/orders/refunds.ts'
import { invalidInput, ProblemError, type ProblemParameters } from '#shared/problem.ts'

export interface ResolvedRefund {
  payment: PaymentRecord
  parts: RefundParts
  taxes: RefundTaxes
  /** All refunds of the order before it. */
  refunds: readonly RefundRecord[]
}

/** What a request means now: the payment that is refunded, and the parts. Throws `invalid-input` with the field that is too high. */
export async function resolveRefund(
  transaction: Transaction,
  order: OrderRecord,
  { everything, lines, shipping, amount, payment: paymentNumber }: Omit<RefundOrderInput, 'version'>,
): Promise<ResolvedRefund> {
  const payment = await pickPayment(transaction, order, paymentNumber)
  const availableMinor = leftOf(payment)
  const disputes = payment.disputed_minor === 0 ? [] : await listDisputes(transaction, order.id)
  const tooHigh = (pointer: string, maximumMinor: number) => tooHighOf(pointer, maximumMinor, payment, disputes)
  if (availableMinor === 0) throw tooHigh('/payment', 0)
  const refunds = await moneyStore.listRefunds(transaction, order.id)
  const loaded = await loadLines(transaction, order, refunds)
  const refundable = toRefundable(order, loaded.lines, refunds, loaded.refundLines)
  const resolve = (parts: RefundParts): ResolvedRefund => ({
    ...{ payment, parts, refunds },
    taxes: taxRefund(order, parts, { ...loaded, refunds }),
  })
  if (everything) return resolve(calculateRefund(refundable, 'everything', availableMinor))
  const left = refundableParts(refundable)
  const wanted = lines.filter(({ quantity }) => quantity > 0)
  for (const [index, { id, quantity }] of lines.entries()) {
    const line = left.lines.find((each) => each.id === id)
    if (!line || lines.findIndex((each) => each.id === id) !== index)
      throw invalidInput({ pointer: `/lines/${index}/id`, reason: 'choice' })
    if (quantity > line.quantity)
      throw invalidInput({
        pointer: `/lines/${index}/quantity`,
        reason: 'too-big',
        parameters: { maximum: line.quantity },
      })
  }
  const shippingMinor = parseAmount(shipping, order.currency, '/shipping')
  if (shippingMinor > left.shippingMinor) throw tooHigh('/shipping', left.shippingMinor)
  const otherMinor = parseAmount(amount, order.currency, '/amount')
  const parts = calculateRefund(refundable, { lines: wanted, shippingMinor, otherMinor }, availableMinor)
  if (parts.amountMinor === 0) throw invalidInput({ pointer: '/amount', reason: 'nothing-to-refund' })
  if (parts.amountMinor > availableMinor) throw tooHigh('/amount', availableMinor)
  return resolve(parts)
}

/** Throws `refund-too-high` when other refunds give back by now what a refund that failed is for: its items, or its part of shipping. */
export async function requirePartsLeft(
  transaction: Transaction,
  order: OrderRecord,
  refund: RefundRecord,
  refunds: readonly RefundRecord[],
): Promise<void> {
  const { lines, refundLines } = await loadLines(transaction, order, refunds)
  const refundable = toRefundable(order, lines, refunds, refundLines)
  const left = refundableParts(refundable)
  // An item that was edited since is in no other refund: what it cost less is owed to the customer anyway.
  const isInOthers = (lineId: string): boolean =>
    refundable.lines.some(
      ({ id, refundedQuantity, refundedMinor }) => id === lineId && (refundedQuantity > 0 || refundedMinor > 0),
    )
  const isLeft = refundLines
    .filter(({ refund_id, line_id }) => refund_id === refund.id && isInOthers(line_id))
    .every(({ line_id, quantity, amount_minor }) =>
      left.lines.some((line) => line.id === line_id && quantity <= line.quantity && amount_minor <= line.amountMinor),
    )
  if (!isLeft || (refundable.shippingRefundedMinor > 0 && refund.shipping_minor > left.shippingMinor))
    throw new ProblemError('refund-too-high', { number: refund.number })
}

/** Names the disputes of the payment, which keep a part of it from being refunded. */
export function describeTooHigh(
  maximumMinor: number,
  { id, currency }: PaymentRecord,
  disputes: readonly DisputeRecord[],
): ProblemParameters {
  const own = disputes.filter(({ payment_id, status }) => payment_id === id && holdsAmount(status))
  return {
    // Without one, the answer says that nothing is left.
    ...(maximumMinor > 0 && { maximum: formatMoney(maximumMinor, currency) }),
    ...(own.length > 0 && {
      disputed: formatMoney(add(...own.map(({ amount_minor }) => amount_minor)), currency),
      disputes: own.map(({ number }) => number).join(', '),
    }),
  }
}

const tooHighOf = (
  pointer: string,
  maximumMinor: number,
  payment: PaymentRecord,
  disputes: readonly DisputeRecord[],
): ProblemError =>
  invalidInput({
    pointer,
    reason: pointer !== '/shipping' && payment.disputed_minor > 0 ? 'refund-disputed' : 'refund-too-high',
    parameters: describeTooHigh(maximumMinor, payment, disputes),
  })

/** The payment with this number, or the one of which most is left. */
async function pickPayment(
  transaction: Transaction,
  order: OrderRecord,
  number: string | undefined,
): Promise<PaymentRecord> {
  const payments = await moneyStore.listPayments(transaction, order.id)
  const [payment] =
    number === undefined
      ? payments.toSorted((a, b) => leftOf(b) - leftOf(a))
      : payments.filter((each) => each.number === number)
  if (!payment) throw invalidInput({ pointer: '/payment', reason: 'choice' })
  return payment
}

async function loadLines(transaction: Transaction, order: OrderRecord, refunds: readonly RefundRecord[]) {
  const lines = await listLines(transaction, order.id)
  const refundLines = refunds.length === 0 ? [] : await moneyStore.listRefundLines(transaction, order.id)
  return { lines, refundLines }
}
