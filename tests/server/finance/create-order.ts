import type { Transaction } from '#server/db/database.ts'
import { newId } from '#server/db/id.ts'
import { insertAll } from '#server/db/insert.ts'
import type { OrdersTable } from '#server/db/schema.ts'
import { recordCountChanges } from '#server/orders/counts.ts'
import { postMovements, type Movement } from '#server/finance/actions.ts'
import { fulfillmentStatusOf, type OrderStatus, paymentStatusOf } from '#shared/orders/order.ts'
import type { LedgerFixture } from '#tests/server/finance/ledger-fixture.ts'
import type { Insertable } from 'kysely'

/** Changes to the default order: 2 × 30.00 less 5.00 and 1 × 15.00, shipping 8.00, tax 5.88 on top, nothing paid or shipped. */
export interface OrderOptions {
  currency?: string
  status?: OrderStatus
  taxesIncluded?: boolean
  provider?: string
  placedAt?: number
  /** The amounts of the payments. */
  captured?: number[]
  refunded?: number[]
  shipped?: 'all' | 'part'
  /** Multiplies every amount. */
  times?: number
  /** Makes the numbers of this process unique. */
  name?: string
}

let orderCount = 0

/** Inserts an order with all its documents and posts its money in one transaction, as the actions of orders do. */
export const createOrder = (
  fixture: LedgerFixture,
  options: OrderOptions = {},
): Promise<{ id: string; number: string; totalMinor: number }> =>
  fixture.kontor.database.inTransaction((transaction) => insertOrder(transaction, fixture, options))

export async function insertOrder(transaction: Transaction, { kontor, context }: LedgerFixture, options: OrderOptions) {
  const {
    currency = 'CNY',
    status = 'open',
    taxesIncluded = false,
    provider = 'Alipay',
    times = 1,
    name = '',
  } = options
  const { captured = [], refunded = [], placedAt = kontor.now() - 86_400_000 } = options
  const id = newId()
  const number = `SO-${name}${++orderCount}`
  const lines = [
    { quantity: 2, shipped: options.shipped ? 2 : 0, price: 3_000 * times, discount: 500 * times },
    { quantity: 1, shipped: options.shipped === 'all' ? 1 : 0, price: 1_500 * times, discount: 0 },
  ].map(({ quantity, shipped, price, discount }, index) => ({
    id: newId(),
    order_id: id,
    position: index + 1,
    sku: `S${index}`,
    name: `Thing ${index}`,
    quantity,
    shipped_quantity: shipped,
    requires_shipping: 1,
    unit_price_minor: price,
    discount_minor: discount,
    total_minor: quantity * price - discount,
  }))
  const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0)
  const amounts = {
    subtotalMinor: sum(lines.map(({ total_minor }) => total_minor)),
    discountMinor: sum(lines.map(({ discount_minor }) => discount_minor)),
    shippingMinor: 800 * times,
    taxMinor: 588 * times,
    taxesIncluded,
  }
  const totalMinor = amounts.subtotalMinor + amounts.shippingMinor + (taxesIncluded ? 0 : amounts.taxMinor)
  const money = { status, totalMinor, capturedMinor: sum(captured), refundedMinor: sum(refunded) }
  const quantities = lines.map((line) => ({
    quantity: line.quantity,
    shippedQuantity: line.shipped_quantity,
    requiresShipping: true,
  }))
  const orderRow = {
    id,
    number,
    source: 'test',
    external_id: number,
    external_number: `#${orderCount}`,
    status,
    payment_status: paymentStatusOf(money),
    fulfillment_status: fulfillmentStatusOf(quantities),
    currency,
    subtotal_minor: amounts.subtotalMinor,
    discount_minor: amounts.discountMinor,
    shipping_minor: amounts.shippingMinor,
    tax_minor: amounts.taxMinor,
    taxes_included: taxesIncluded ? 1 : 0,
    total_minor: totalMinor,
    authorized_minor: 0,
    captured_minor: money.capturedMinor,
    refunded_minor: money.refundedMinor,
    granted_minor: money.refundedMinor,
    customer_name: 'Wu Tong',
    place: 'Hangzhou, CN',
    item_count: 3,
    placed_at: placedAt,
    cancelled_at: status === 'cancelled' ? placedAt : null,
    imported_at: null,
    created_at: placedAt,
    version: 1,
    email: '',
    phone: '',
    shipping_address: '{}',
    billing_address: '{}',
    note: '',
    shipping_method: '',
    discount_code: '',
  } satisfies Insertable<OrdersTable>
  await insertAll(transaction, 'orders', [orderRow])
  await recordCountChanges(transaction, kontor, { after: [orderRow] })
  await insertAll(transaction, 'order_lines', lines)
  const payload = {
    ...amounts,
    totalMinor,
    authorizedMinor: 0,
    lines: lines.map((line) => ({
      quantity: line.quantity,
      unitPriceMinor: line.unit_price_minor,
      discountMinor: line.discount_minor,
    })),
  }
  await insertAll(transaction, 'order_imports', [{ order_id: id, hash: '', payload: JSON.stringify(payload) }])
  await insertShipment(transaction, id, lines, placedAt)

  const order = { id, number, currency, totalMinor, ...amounts }
  const payments = captured.map((amount, index) => ({
    id: newId(),
    number: `PY-${number}-${index}`,
    order_id: id,
    provider,
    reference: `c${number}.${index}`,
    currency,
    amount_minor: amount,
    captured_minor: amount,
    refunded_minor: 0,
    captured_at: placedAt,
    recorded_at: placedAt,
  }))
  const movements: Movement[] = payments.map((payment, index) => ({
    kind: 'captured',
    order,
    payment,
    amountMinor: payment.captured_minor,
    beforeMinor: sum(captured.slice(0, index)),
    occurredAt: placedAt,
    source: 'test',
    externalId: `${payment.number}:captured`,
  }))
  const refunds = refunded.map((amount, index) => {
    const payment = payments.find((candidate) => candidate.captured_minor - candidate.refunded_minor >= amount)
    if (!payment) throw new Error('No payment holds that much')
    payment.refunded_minor += amount
    const refund = { id: newId(), number: `RF-${number}-${index}` }
    movements.push({
      kind: 'refunded',
      order,
      payment,
      refund,
      amountMinor: amount,
      beforeMinor: sum(refunded.slice(0, index)),
      occurredAt: placedAt + 3_600_000,
      source: 'test',
      externalId: `${refund.number}:succeeded`,
    })
    return {
      ...refund,
      order_id: id,
      payment_id: payment.id,
      kind: 'allowance' as const,
      status: 'succeeded' as const,
      currency,
      amount_minor: amount,
      refunded_at: placedAt + 3_600_000,
      recorded_at: placedAt,
    }
  })
  await insertAll(transaction, 'payments', payments)
  await insertAll(transaction, 'refunds', refunds)
  await postMovements(transaction, context, movements)
  return { id, number, totalMinor }
}

async function insertShipment(
  transaction: Transaction,
  orderId: string,
  lines: readonly { id: string; shipped_quantity: number }[],
  shippedAt: number,
): Promise<void> {
  const shipped = lines.filter(({ shipped_quantity }) => shipped_quantity > 0)
  if (shipped.length === 0) return
  const id = newId()
  await insertAll(transaction, 'shipments', [
    {
      id,
      number: `SH-${id}`,
      order_id: orderId,
      carrier: 'SF Express',
      tracking_number: 'SF1',
      shipped_at: shippedAt,
      recorded_at: shippedAt,
      created_by: null,
    },
  ])
  await insertAll(
    transaction,
    'shipment_lines',
    shipped.map((line) => ({
      shipment_id: id,
      order_id: orderId,
      line_id: line.id,
      quantity: line.shipped_quantity,
    })),
  )
}
