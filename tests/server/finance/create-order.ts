import { storeBeginnings } from '#server/orders/tokens/token-beginnings-store.ts'
import { toTokenRows } from '#server/orders/tokens/token-parts.ts'
import { chooseTokenPart } from '#server/orders/tokens/token-parts-store.ts'
import type { Transaction } from '#server/db/database.ts'
import { newId } from '#server/db/id.ts'
import { recordEvents } from '#server/events/events.ts'
import type { Movement } from '#server/finance/movement.ts'
import { postMovements } from '#server/finance/movements.ts'
import { recordCountChanges } from '#server/orders/counts.ts'
import { noOpenMoney, tokenizeFilters } from '#server/orders/tokens/filter-tokens.ts'
import { receiveDraftTaxes } from '#server/orders/tax-columns.ts'
import { buildImportedRows } from '#server/orders/intake/import-rows.ts'
import { insertImportedRows, insertTokenRows } from '#server/orders/intake/import-store.ts'
import { tokenizeOrderTexts } from '#server/orders/tokens/order-tokens.ts'
import { allocateNumbers, type NumberKind } from '#server/orders/numbers.ts'
import { storeProducts } from '#server/orders/tokens/product-store.ts'
import type { OrderDraft } from '#shared/orders/draft.ts'
import { type OrderStatus, paymentStatusOf, splitRefundByKind } from '#shared/orders/order.ts'
import type { LedgerFixture } from '#tests/server/finance/ledger-fixture.ts'

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
}

/** Inserts an order with all its documents and posts its money in one transaction, as the actions of orders do. */
export const createOrder = (
  fixture: LedgerFixture,
  options: OrderOptions = {},
): Promise<{ id: string; number: string; totalMinor: number }> =>
  fixture.kontor.database.inTransaction((transaction) => insertOrder(transaction, fixture, options))

/** Imports the order unpaid, perhaps shipped; its payments and refunds are recorded later, each with an event, as a next version may do. */
export async function insertOrder(transaction: Transaction, fixture: LedgerFixture, options: OrderOptions) {
  const { kontor, context } = fixture
  const { captured = [], refunded = [], provider = 'Alipay' } = options
  const now = kontor.now()
  const { placedAt = now - 86_400_000 } = options
  const draft = toDraft(options, placedAt)
  const { currency, totalMinor, status } = draft
  const allocate = (kind: NumberKind, times: number[]): Promise<string[]> =>
    allocateNumbers(transaction, kontor.book.timeZone, kind, times)
  const id = newId()
  const [number = ''] = await allocate('SO', [placedAt])
  const paymentNumbers = await allocate(
    'PY',
    captured.map(() => placedAt),
  )
  const refundedAt = placedAt + 3_600_000
  const refundNumbers = await allocate(
    'RF',
    refunded.map(() => refundedAt),
  )
  const [shipmentNumber = ''] = await allocate('SH', draft.shippedAt === null ? [] : [draft.shippedAt])
  const shipment = draft.shippedAt === null ? null : { id: newId(), number: shipmentNumber, shippedAt: draft.shippedAt }
  const rows = buildImportedRows(
    [
      {
        id,
        number,
        draft,
        payload: JSON.stringify(draft),
        taxes: receiveDraftTaxes(draft),
        payment: null,
        refunds: [],
        shipment,
        customerNumber: null,
        importNumber: null,
      },
    ],
    { now, timeZone: kontor.book.timeZone, tokenPart: 1 },
  )

  const payments = captured.map((amount, index) => ({
    id: newId(),
    number: paymentNumbers[index] ?? '',
    order_id: id,
    provider,
    reference: `c${number}.${index}`,
    currency,
    amount_minor: amount,
    captured_minor: amount,
    refunded_minor: 0,
    captured_at: placedAt,
    recorded_at: now,
  }))
  let grantedMinor = 0
  const refunds = refunded.map((amount, index) => {
    const payment = payments.find((candidate) => candidate.captured_minor - candidate.refunded_minor >= amount)
    if (!payment) throw new Error('No payment holds that much')
    payment.refunded_minor += amount
    const refundedMinor = sum(refunded.slice(0, index))
    const moneyBefore = { status, totalMinor, capturedMinor: sum(captured), refundedMinor, grantedMinor }
    const granted = splitRefundByKind(moneyBefore, amount).find(({ kind }) => kind === 'allowance')?.amountMinor ?? 0
    grantedMinor += granted
    return {
      id: newId(),
      number: refundNumbers[index] ?? '',
      order_id: id,
      payment_id: payment.id,
      status: 'succeeded' as const,
      currency,
      amount_minor: amount,
      granted_minor: granted,
      refunded_at: refundedAt,
      recorded_at: now,
    }
  })
  const [imported] = rows.orders
  if (!imported) throw new Error('No order was built')
  const money = { totalMinor, grantedMinor, capturedMinor: sum(captured), refundedMinor: sum(refunded) }
  const order = {
    ...imported,
    payment_status: paymentStatusOf({ status: imported.status, ...money }),
    captured_minor: money.capturedMinor,
    refunded_minor: money.refundedMinor,
    granted_minor: grantedMinor,
    version: 1 + payments.length + refunds.length,
  }
  const documents = [...payments, ...refunds].map((document) => document.number)
  const texts = {
    numbers: [...documents, ...(shipment ? [shipment.number] : [])],
    references: payments.map(({ reference }) => reference),
  }
  const tokens = tokenizeOrderTexts({ ...draft, number, customerNumber: null }, texts)
  const filtered = {
    providers: payments.map((payment) => payment.provider),
    paidAt: payments.map(({ captured_at }) => captured_at),
    shippedAt: draft.shippedAt === null ? [] : [draft.shippedAt],
    refundedAt: refunds.map(({ refunded_at }) => refunded_at),
    cancelledShipmentNumbers: [],
    refundNumbers: refunds.map((refund) => refund.number),
    hasNote: false,
  }
  const filterTokens = tokenizeFilters(
    { ...order, ...noOpenMoney, import_number: null },
    filtered,
    kontor.book.timeZone,
  )
  const order_tokens = toTokenRows(
    order,
    [...tokens, ...filterTokens],
    await chooseTokenPart(transaction, order.placed_at),
  )
  await storeProducts(transaction, draft.lines)
  await insertImportedRows(transaction, { ...rows, orders: [order], order_tokens, payments, refunds })
  await insertTokenRows(transaction, order_tokens)
  await storeBeginnings(
    transaction,
    order_tokens.map(({ token }) => token),
  )
  await recordCountChanges(transaction, kontor, { after: [order] })
  let version = 1
  const createEvent = (action: string, parameters: Record<string, string>) => ({
    action: action as 'order.imported',
    objectType: 'order' as const,
    objectId: id,
    objectLabel: number,
    parameters: action === 'order.imported' ? parameters : { ...parameters, version: ++version },
    at: now,
  })
  await recordEvents(
    transaction,
    context,
    createEvent('order.imported', { hash: rows.order_imports[0]?.hash ?? '' }),
    ...payments.map((payment) => createEvent('order.payment_recorded', { payment: payment.number })),
    ...refunds.map((refund) => createEvent('order.refund_recorded', { refund: refund.number })),
  )
  await postMovements(transaction, context, toMovements(draft, { id, number }, payments, refunds))
  return { id, number, totalMinor }
}

function toDraft(options: OrderOptions, placedAt: number): OrderDraft {
  const { currency = 'CNY', status = 'open', taxesIncluded = false, times = 1, shipped } = options
  const lines = [
    { quantity: 2, shippedQuantity: shipped ? 2 : 0, unitPriceMinor: 3_000 * times, discountMinor: 500 * times },
    { quantity: 1, shippedQuantity: shipped === 'all' ? 1 : 0, unitPriceMinor: 1_500 * times, discountMinor: 0 },
  ].map((line, index) => ({ ...line, sku: `S${index}`, name: `Thing ${index}`, requiresShipping: true }))
  const subtotalMinor = sum(lines.map((line) => line.quantity * line.unitPriceMinor - line.discountMinor))
  const [shippingMinor, taxMinor] = [800 * times, 588 * times]
  const address = {
    name: 'Wu Tong',
    company: '',
    phone: '',
    line1: '',
    line2: '',
    city: 'Hangzhou',
    province: '',
    postcode: '',
    country: 'CN',
  }
  const externalId = newId()
  return {
    source: 'test',
    externalId,
    externalNumber: `#${externalId}`,
    status: status as OrderDraft['status'],
    currency,
    subtotalMinor,
    shippingMinor,
    taxMinor,
    taxesIncluded,
    totalMinor: subtotalMinor + shippingMinor + (taxesIncluded ? 0 : taxMinor),
    authorizedMinor: 0,
    placedAt,
    cancelledAt: status === 'cancelled' ? placedAt : null,
    customerName: 'Wu Tong',
    email: '',
    phone: '',
    note: '',
    shippingMethod: 'SF Express',
    discountCode: '',
    shippingAddress: address,
    billingAddress: address,
    lines,
    payment: null,
    refund: null,
    shippedAt: shipped ? placedAt : null,
  }
}

type Document = { id: string; number: string }

function toMovements(
  draft: OrderDraft,
  { id, number }: Document,
  payments: readonly (Document & {
    provider: string
    reference: string
    captured_minor: number
    captured_at: number
  })[],
  refunds: readonly (Document & { payment_id: string; amount_minor: number; refunded_at: number })[],
): Movement[] {
  const discountMinor = sum(draft.lines.map((line) => line.discountMinor))
  const order = { ...draft, id, number, discountMinor }
  const sumBefore = (amounts: number[], index: number): number => sum(amounts.slice(0, index))
  return [
    ...payments.map((payment, index): Movement => ({
      kind: 'captured',
      order,
      payment,
      amountMinor: payment.captured_minor,
      beforeMinor: sumBefore(
        payments.map(({ captured_minor }) => captured_minor),
        index,
      ),
      occurredAt: payment.captured_at,
      source: draft.source,
      externalId: `${draft.externalId}/${payment.number}`,
    })),
    ...refunds.map((refund, index): Movement => ({
      kind: 'refunded',
      order,
      payment: payments.find((payment) => payment.id === refund.payment_id) ?? fail('No payment'),
      refund,
      amountMinor: refund.amount_minor,
      beforeMinor: sumBefore(
        refunds.map(({ amount_minor }) => amount_minor),
        index,
      ),
      occurredAt: refund.refunded_at,
      source: draft.source,
      externalId: `${draft.externalId}/${refund.number}`,
    })),
  ]
}

function fail(message: string): never {
  throw new Error(message)
}

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0)
