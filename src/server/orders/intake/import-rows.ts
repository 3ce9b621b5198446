import {
  type DraftRefund,
  type NumberedDraft,
  hashPayload,
  tokenizeDraft,
} from '#server/orders/intake/numbered-draft.ts'
import { newId } from '#server/db/id.ts'
import type { ImportedRows } from '#server/orders/intake/import-store.ts'
import { toCustomerSortKey } from '#server/orders/customer-sort-key.ts'
import { type FilteredDocuments, noOpenMoney, tokenizeFilters } from '#server/orders/tokens/filter-tokens.ts'
import { toOrderKey } from '#server/orders/numbers.ts'
import { toTokenRows } from '#server/orders/tokens/token-parts.ts'
import { add } from '#shared/money.ts'
import { ownSource } from '#shared/orders/draft.ts'
import { fulfillmentStatusOf, paymentStatusOf, placeOf } from '#shared/orders/order.ts'

/** The rows of these orders in all tables, except ledger entries and events. */
export function buildImportedRows(
  numberedDrafts: readonly NumberedDraft[],
  { now, timeZone, tokenPart }: { now: number; timeZone: string; tokenPart: number },
): ImportedRows {
  const rows: ImportedRows = { ...emptyRows(), order_tokens: [] }
  for (const numberedDraft of numberedDrafts) {
    const order = addRows(rows, numberedDraft, now)
    const filters = tokenizeFilters({ ...order, ...noOpenMoney }, toFilteredDocuments(numberedDraft), timeZone)
    rows.order_tokens.push(...toTokenRows(order, [...tokenizeDraft(numberedDraft), ...filters], tokenPart))
  }
  return rows
}

const toFilteredDocuments = ({ payment, refunds, shipment }: NumberedDraft): FilteredDocuments => ({
  providers: payment ? [payment.provider] : [],
  paidAt: payment ? [payment.capturedAt] : [],
  shippedAt: shipment ? [shipment.shippedAt] : [],
  refundedAt: refunds.map(({ refundedAt }) => refundedAt),
  cancelledShipmentNumbers: [],
  refundNumbers: refunds.map(({ number }) => number),
  hasNote: false,
})

/** The rows of one order, without its search tokens. */
export function buildOrderRows(numberedDraft: NumberedDraft, now: number): OrderRows {
  const rows = emptyRows()
  addRows(rows, numberedDraft, now)
  return rows
}

type OrderRows = Omit<ImportedRows, 'order_tokens'>

const emptyRows = (): OrderRows => ({
  orders: [],
  order_lines: [],
  order_imports: [],
  payments: [],
  refunds: [],
  shipments: [],
  shipment_lines: [],
})

/** Adds the rows of an order and returns its own. */
function addRows(rows: OrderRows, numberedDraft: NumberedDraft, now: number): ReturnType<typeof toOrderRow> {
  const { id, draft, payload, taxes, payment, shipment } = numberedDraft
  const order = { ...toOrderRow(numberedDraft, now), ...taxes.columns }
  rows.orders.push(order)
  const lineIds = draft.lines.map(newId)
  for (const [index, line] of draft.lines.entries()) {
    const gross = line.quantity * line.unitPriceMinor
    rows.order_lines.push({
      id: lineIds[index] ?? '',
      order_id: id,
      position: index + 1,
      sku: line.sku,
      name: line.name,
      quantity: line.quantity,
      shipped_quantity: line.shippedQuantity,
      requires_shipping: line.requiresShipping ? 1 : 0,
      unit_price_minor: line.unitPriceMinor,
      discount_minor: line.discountMinor,
      total_minor: gross - line.discountMinor,
      ...taxes.lines[index],
    })
  }
  rows.order_imports.push({ order_id: id, revision: 1, hash: hashPayload(payload), payload })
  if (payment) addPayment(rows, numberedDraft, payment, now)
  if (shipment) addShipment(rows, numberedDraft, shipment, { lineIds, now })
  return order
}

function addPayment(
  rows: OrderRows,
  { id: orderId, draft: { currency }, refunds }: NumberedDraft,
  payment: NonNullable<NumberedDraft['payment']>,
  now: number,
): void {
  rows.payments.push({
    id: payment.id,
    number: payment.number,
    order_id: orderId,
    provider: payment.provider,
    reference: payment.reference,
    currency,
    amount_minor: payment.capturedMinor,
    captured_minor: payment.capturedMinor,
    subsidy_minor: payment.subsidyMinor ?? 0,
    settlement_currency: payment.settlement?.currency ?? '',
    settlement_minor: payment.settlement?.amountMinor ?? 0,
    settlement_rate: payment.settlement?.rate ?? '',
    refunded_minor: sumRefunds(refunds),
    captured_at: payment.capturedAt,
    recorded_at: now,
  })
  for (const refund of refunds)
    rows.refunds.push({
      id: refund.id,
      number: refund.number,
      order_id: orderId,
      payment_id: payment.id,
      status: 'succeeded',
      currency,
      amount_minor: refund.amountMinor,
      granted_minor: refund.kind === 'allowance' ? refund.amountMinor : 0,
      refunded_at: refund.refundedAt,
      recorded_at: now,
    })
}

/** The export has no carrier, so the shipment uses the shipping method that the customer chose. */
function addShipment(
  rows: OrderRows,
  { id: orderId, draft }: NumberedDraft,
  { id, number, shippedAt }: NonNullable<NumberedDraft['shipment']>,
  { lineIds, now }: { lineIds: readonly string[]; now: number },
): void {
  rows.shipments.push({
    id,
    number,
    order_id: orderId,
    carrier: draft.shippingMethod,
    tracking_number: '',
    shipped_at: shippedAt,
    recorded_at: now,
    created_by: null,
  })
  for (const [index, { shippedQuantity }] of draft.lines.entries())
    if (shippedQuantity > 0)
      rows.shipment_lines.push({
        shipment_id: id,
        order_id: orderId,
        line_id: lineIds[index] ?? '',
        quantity: shippedQuantity,
      })
}

const sumRefunds = (refunds: readonly DraftRefund[]): number => add(...refunds.map(({ amountMinor }) => amountMinor))

function toOrderRow({ id, number, draft, refunds, customerNumber, importNumber }: NumberedDraft, now: number) {
  const { status, totalMinor, authorizedMinor, shippingAddress, billingAddress, lines } = draft
  const capturedMinor = draft.payment?.capturedMinor ?? 0
  const refundedMinor = sumRefunds(refunds)
  const grantedMinor = sumRefunds(refunds.filter(({ kind }) => kind === 'allowance'))
  return {
    key: toOrderKey(number),
    id,
    number,
    source: draft.source,
    external_id: draft.externalId,
    external_number: draft.externalNumber,
    status,
    payment_status: paymentStatusOf({
      status,
      totalMinor,
      grantedMinor,
      capturedMinor,
      refundedMinor,
      authorizedMinor,
    }),
    fulfillment_status: fulfillmentStatusOf(lines),
    currency: draft.currency,
    subtotal_minor: draft.subtotalMinor,
    discount_minor: add(...lines.map((line) => line.discountMinor)),
    shipping_minor: draft.shippingMinor,
    tax_minor: draft.taxMinor,
    taxes_included: draft.taxesIncluded ? 1 : 0,
    total_minor: totalMinor,
    authorized_minor: authorizedMinor,
    captured_minor: capturedMinor,
    refunded_minor: refundedMinor,
    granted_minor: grantedMinor,
    customer_name: draft.customerName,
    customer_sort_key: toCustomerSortKey(draft.customerName),
    place: placeOf({ shippingAddress, billingAddress }),
    item_count: add(...lines.map(({ quantity }) => quantity)),
    placed_at: draft.placedAt,
    cancelled_at: draft.cancelledAt,
    imported_at: draft.source === ownSource ? null : now,
    created_at: now,
    changed_at: now,
    email: draft.email,
    phone: draft.phone,
    shipping_address: JSON.stringify(shippingAddress),
    billing_address: JSON.stringify(billingAddress),
    note: draft.note,
    shipping_method: draft.shippingMethod,
    discount_code: draft.discountCode,
    customer_number: customerNumber,
    import_number: importNumber,
  }
}
