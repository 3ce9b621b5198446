import type { OrderRecord } from '#server/db/schema/orders.ts'
import { parseParameters } from '#server/events/events.ts'
import { toMoney, toOrderFacts } from '#server/orders/order-money.ts'
import type { Findings } from '#server/self-check/findings.ts'
import { describeOrder, type RelatedRows } from '#server/self-check/orders/related-rows.ts'
import { sumBy } from '#server/self-check/orders/sum-by.ts'
import { findBlocker } from '#shared/orders/actions.ts'
import { holdsAmount } from '#shared/orders/dispute.ts'
import { paymentStatusOf } from '#shared/orders/order.ts'
import { isPending, isVoid } from '#shared/orders/refunds.ts'

/** The amounts of an order follow from its lines. */
export function verifyOrderTotals(findings: Findings, order: OrderRecord, { lines }: RelatedRows): void {
  const row = describeOrder(order)
  for (const line of lines) {
    const total = BigInt(line.quantity) * BigInt(line.unit_price_minor) - BigInt(line.discount_minor)
    findings.expectEqual(
      'order-totals',
      `order_lines ${order.number} ${line.position}`,
      'total_minor',
      BigInt(line.total_minor),
      total,
    )
  }
  const subtotal = sumBy(lines, (line) => line.total_minor)
  findings.expectEqual('order-totals', row, 'subtotal_minor', BigInt(order.subtotal_minor), subtotal)
  const discount = sumBy(lines, (line) => line.discount_minor)
  findings.expectEqual('order-totals', row, 'discount_minor', BigInt(order.discount_minor), discount)
  findings.expectEqual(
    'order-totals',
    row,
    'item_count',
    BigInt(order.item_count),
    sumBy(lines, (line) => line.quantity),
  )
  const tax = order.taxes_included ? 0 : order.tax_minor
  const total = BigInt(order.subtotal_minor) + BigInt(order.shipping_minor) + BigInt(tax)
  findings.expectEqual('order-totals', row, 'total_minor', BigInt(order.total_minor), total)
}

/** What was captured and refunded of an order is the sum of its documents, and its payment status follows from it. */
export function verifyOrderMoney(
  findings: Findings,
  order: OrderRecord,
  { payments, refunds, events }: RelatedRows,
): void {
  const row = describeOrder(order)
  const captured = sumBy(payments, (payment) => payment.captured_minor)
  findings.expectEqual('order-money', row, 'captured_minor', BigInt(order.captured_minor), captured)
  const succeeded = refunds.filter(({ status }) => status === 'succeeded')
  const refunded = sumBy(succeeded, (refund) => refund.amount_minor)
  findings.expectEqual('order-money', row, 'refunded_minor', BigInt(order.refunded_minor), refunded)
  const writtenOff = sumBy(
    events.filter(({ action }) => action === 'order.written_off'),
    (event) => Number(parseParameters(event.parameters).parameters['amountMinor'] ?? 0),
  )
  const granted = sumBy(refunds, (refund) => refund.granted_minor)
  findings.expectEqual('order-money', row, 'granted_minor', BigInt(order.granted_minor), granted + writtenOff)
  const pending = sumBy(
    refunds.filter(({ status }) => isPending(status)),
    (refund) => refund.amount_minor,
  )
  findings.expectEqual('order-money', row, 'refund_pending_minor', BigInt(order.refund_pending_minor), pending)
  const status = paymentStatusOf({ ...toMoney(order), authorizedMinor: order.authorized_minor })
  findings.expectEqual('order-statuses', row, 'payment_status', order.payment_status, status)
  if (order.archived === 1 && findBlocker({ ...toOrderFacts(order), isArchived: false }, 'archive') !== undefined)
    findings.addViolation('order-statuses', `${row}: archived, although it is open or not settled`)
  for (const { number, currency } of payments)
    findings.expectEqual('order-money', `payments ${number}`, 'currency', currency, order.currency)
  for (const { number, currency } of refunds)
    findings.expectEqual('order-money', `refunds ${number}`, 'currency', currency, order.currency)
}

/** The refunds and disputes of every payment are within it. */
export function verifyPayments(
  findings: Findings,
  _order: OrderRecord,
  { payments, refunds, disputes }: RelatedRows,
): void {
  for (const payment of payments) {
    const row = `payments ${payment.number}`
    const refunded = sumBy(
      refunds.filter(({ payment_id, status }) => payment_id === payment.id && status === 'succeeded'),
      (refund) => refund.amount_minor,
    )
    findings.expectEqual('order-money', row, 'refunded_minor', BigInt(payment.refunded_minor), refunded)
    const pending = sumBy(
      refunds.filter(({ payment_id, status }) => payment_id === payment.id && isPending(status)),
      (refund) => refund.amount_minor,
    )
    findings.expectEqual('order-money', row, 'refund_pending_minor', BigInt(payment.refund_pending_minor), pending)
    // A payment is recorded when it is captured: authorizations are columns of the order.
    findings.expectEqual('order-money', row, 'amount_minor', payment.amount_minor, payment.captured_minor)
    const disputed = sumBy(
      disputes.filter(({ payment_id, status }) => payment_id === payment.id && holdsAmount(status)),
      (dispute) => dispute.amount_minor,
    )
    findings.expectEqual('order-money', row, 'disputed_minor', BigInt(payment.disputed_minor), disputed)
    if (refunded + pending + disputed > BigInt(payment.captured_minor))
      findings.addViolation(
        'refunds-within-captures',
        `${row}: refunds and disputes ${refunded + pending + disputed} > captured_minor ${payment.captured_minor}`,
      )
  }
  for (const { number, payment_id } of refunds)
    if (!payments.some(({ id }) => id === payment_id))
      findings.addViolation('refunds-within-captures', `refunds ${number}: payment of another order`)
  findings.examined(payments.length, 'refunds-within-captures')
}

/** The parts of a refund are within it, and no line is refunded more often than it was ordered. */
export function verifyRefundParts(
  findings: Findings,
  order: OrderRecord,
  { lines, refunds, refundLines }: RelatedRows,
): void {
  for (const { id, number, amount_minor, shipping_minor, granted_minor, status, returned_at } of refunds) {
    const parts = sumBy(
      refundLines.filter(({ refund_id }) => refund_id === id),
      (line) => line.amount_minor,
    )
    if (parts + BigInt(shipping_minor) > BigInt(amount_minor))
      findings.addViolation('order-money', `refunds ${number}: its parts exceed amount_minor ${amount_minor}`)
    if (status !== 'succeeded' && returned_at === null)
      findings.expectEqual('order-money', `refunds ${number}`, 'granted_minor', granted_minor, 0)
  }
  const counted = new Set(refunds.filter(({ status }) => !isVoid(status)).map(({ id }) => id))
  for (const { refund_id, line_id, line_order_id } of refundLines)
    if (line_order_id !== order.id || !lines.some(({ id }) => id === line_id))
      findings.addViolation('order-money', `refund_lines ${refund_id} ${line_id}: not of order ${order.number}`)
  for (const line of refundLines.length === 0 ? [] : lines) {
    const quantity = sumBy(
      refundLines.filter(({ line_id, refund_id }) => line_id === line.id && counted.has(refund_id)),
      (refunded) => refunded.quantity,
    )
    if (quantity > BigInt(line.quantity))
      findings.addViolation('order-money', `order_lines ${order.number} ${line.position}: refunded ${quantity} times`)
  }
}
