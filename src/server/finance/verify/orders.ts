import type { Db } from '#server/db/database.ts'
import {
  type Order,
  describeOrder,
  type RelatedRows,
  sumBy,
  verifyBooked,
  verifyRevenue,
} from '#server/finance/verify/order-books.ts'
import type { Findings } from '#server/finance/verify/findings.ts'
import * as store from '#server/finance/verify/orders-store.ts'
import { verifyReceived } from '#server/finance/verify/received.ts'
import { verifyShipped } from '#server/finance/verify/shipments.ts'
import { paymentStatusOf } from '#shared/orders/order.ts'

/** Reads every order once with all its rows and compares its stored sums, its statuses and its ledger entries with what follows from them. */
export async function verifyOrders(db: Db, findings: Findings): Promise<void> {
  for await (const { orders, slice } of store.orderSlices(db)) {
    const relatedRowsOf = groupByOrder(await store.loadRelatedRows(db, slice))
    for (const order of orders) {
      const related = relatedRowsOf(order.id)
      verifyTotals(findings, order, related)
      verifyReceived(findings, order, related)
      verifyMoney(findings, order, related)
      verifyPayments(findings, related)
      verifyBooked(findings, order, related)
      verifyRevenue(findings, order, related)
      verifyShipped(findings, order, related)
    }
    findings.examined(orders.length, 'order-totals', 'order-money', 'order-statuses', 'revenue-of-orders')
  }
}

function groupByOrder(all: RelatedRows): (orderId: string) => RelatedRows {
  const group = <Row extends { order_id: string }>(rows: readonly Row[]): ((id: string) => Row[]) => {
    const groups = Map.groupBy(rows, ({ order_id }) => order_id)
    return (id) => groups.get(id) ?? []
  }
  const lines = group(all.lines)
  const imports = group(all.imports)
  const payments = group(all.payments)
  const refunds = group(all.refunds)
  const shipments = group(all.shipments)
  const shipmentLines = group(all.shipmentLines)
  const booked = group(all.booked)
  return (id) => ({
    lines: lines(id),
    imports: imports(id),
    payments: payments(id),
    refunds: refunds(id),
    shipments: shipments(id),
    shipmentLines: shipmentLines(id),
    booked: booked(id),
  })
}

function verifyTotals(findings: Findings, order: Order, { lines }: RelatedRows): void {
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

function verifyMoney(findings: Findings, order: Order, { payments, refunds }: RelatedRows): void {
  const row = describeOrder(order)
  const captured = sumBy(payments, (payment) => payment.captured_minor)
  findings.expectEqual('order-money', row, 'captured_minor', BigInt(order.captured_minor), captured)
  const succeeded = refunds.filter(({ status }) => status === 'succeeded')
  const refunded = sumBy(succeeded, (refund) => refund.amount_minor)
  findings.expectEqual('order-money', row, 'refunded_minor', BigInt(order.refunded_minor), refunded)
  const granted = sumBy(
    succeeded.filter(({ kind }) => kind === 'allowance'),
    (refund) => refund.amount_minor,
  )
  findings.expectEqual('order-money', row, 'granted_minor', BigInt(order.granted_minor), granted)
  const status = paymentStatusOf({
    status: order.status,
    totalMinor: order.total_minor,
    authorizedMinor: order.authorized_minor,
    capturedMinor: order.captured_minor,
    refundedMinor: order.refunded_minor,
  })
  findings.expectEqual('order-statuses', row, 'payment_status', order.payment_status, status)
  for (const { number, currency } of payments)
    findings.expectEqual('order-money', `payments ${number}`, 'currency', currency, order.currency)
  for (const { number, currency } of refunds)
    findings.expectEqual('order-money', `refunds ${number}`, 'currency', currency, order.currency)
}

function verifyPayments(findings: Findings, { payments, refunds }: RelatedRows): void {
  for (const payment of payments) {
    const row = `payments ${payment.number}`
    const refunded = sumBy(
      refunds.filter(({ payment_id, status }) => payment_id === payment.id && status === 'succeeded'),
      (refund) => refund.amount_minor,
    )
    findings.expectEqual('order-money', row, 'refunded_minor', BigInt(payment.refunded_minor), refunded)
    // A payment is recorded when it is captured: authorizations are columns of the order.
    findings.expectEqual('order-money', row, 'amount_minor', payment.amount_minor, payment.captured_minor)
    if (refunded > BigInt(payment.captured_minor))
      findings.addViolation(
        'refunds-within-captures',
        `${row}: refunds ${refunded} > captured_minor ${payment.captured_minor}`,
      )
  }
  for (const { number, payment_id } of refunds)
    if (!payments.some(({ id }) => id === payment_id))
      findings.addViolation('refunds-within-captures', `refunds ${number}: payment of another order`)
  findings.examined(payments.length, 'refunds-within-captures')
}
