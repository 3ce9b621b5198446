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
import * as store from '#server/finance/verify/store.ts'
import { fulfillmentStatusOf, paymentStatusOf } from '#shared/orders/order.ts'

/** Reads every order once, with all that belongs to it, and compares its stored sums, statuses and books with what follows from its parts. */
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

function verifyShipped(findings: Findings, order: Order, { lines, shipments, shipmentLines }: RelatedRows): void {
  for (const line of lines) {
    const shipped = sumBy(
      shipmentLines.filter(({ line_id }) => line_id === line.id),
      ({ quantity }) => quantity,
    )
    const row = `order_lines ${order.number} ${line.position}`
    findings.expectEqual('shipped-quantities', row, 'shipped_quantity', BigInt(line.shipped_quantity), shipped)
    if (line.shipped_quantity > line.quantity)
      findings.addViolation('shipped-quantities', `${row}: shipped_quantity > quantity`)
  }
  for (const { shipment_id, line_id } of shipmentLines)
    if (!shipments.some(({ id }) => id === shipment_id) || !lines.some(({ id }) => id === line_id))
      findings.addViolation(
        'shipped-quantities',
        `shipment_lines ${shipment_id} ${line_id}: not of order ${order.number}`,
      )
  const status = fulfillmentStatusOf(
    lines.map((line) => ({
      quantity: line.quantity,
      shippedQuantity: line.shipped_quantity,
      requiresShipping: line.requires_shipping === 1,
    })),
  )
  findings.expectEqual('order-statuses', describeOrder(order), 'fulfillment_status', order.fulfillment_status, status)
  findings.examined(lines.length, 'shipped-quantities')
}

/** The amounts that an order had when it came in; other programs' orders carry them in what was received. */
interface ReceivedAmounts {
  subtotalMinor?: number
  shippingMinor?: number
  taxMinor?: number
  totalMinor?: number
  authorizedMinor?: number
  lines?: { quantity?: number; unitPriceMinor?: number; discountMinor?: number }[]
}

/** `undefined` when somebody made the text into something else than an order. */
function parseReceived(payload: string): ReceivedAmounts | undefined {
  try {
    const { lines = [], ...amounts } = JSON.parse(payload) as ReceivedAmounts
    return { ...amounts, lines: lines.map((line) => ({ ...line })) }
  } catch {
    return undefined
  }
}

function verifyReceived(findings: Findings, order: Order, { imports, lines }: RelatedRows): void {
  for (const { payload } of imports) {
    const row = describeOrder(order)
    const received = parseReceived(payload)
    if (!received) {
      findings.addViolation('orders-as-received', `order_imports ${order.number}: payload cannot be read`)
      continue
    }
    const compare = (column: keyof Order, value: number | undefined): void => {
      if (value !== undefined) findings.expectEqual('orders-as-received', row, column, order[column], value)
    }
    compare('subtotal_minor', received.subtotalMinor)
    compare('shipping_minor', received.shippingMinor)
    compare('tax_minor', received.taxMinor)
    compare('total_minor', received.totalMinor)
    compare('authorized_minor', received.authorizedMinor)
    for (const [index, line] of (received.lines ?? []).entries()) {
      const stored = lines.find(({ position }) => position === index + 1)
      const lineRow = `order_lines ${order.number} ${index + 1}`
      findings.expectEqual('orders-as-received', lineRow, 'quantity', stored?.quantity, line.quantity)
      findings.expectEqual(
        'orders-as-received',
        lineRow,
        'unit_price_minor',
        stored?.unit_price_minor,
        line.unitPriceMinor,
      )
      findings.expectEqual('orders-as-received', lineRow, 'discount_minor', stored?.discount_minor, line.discountMinor)
    }
  }
  findings.examined(imports.length, 'orders-as-received')
}
