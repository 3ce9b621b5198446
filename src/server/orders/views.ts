import { hasPermission } from '#server/auth/access.ts'
import type { RequestContext } from '#server/context.ts'
import type { Db } from '#server/db/database.ts'
import type { OrderRecord } from '#server/db/schema/orders.ts'
import { listEvents } from '#server/events/events.ts'
import { findEntriesOfOrder } from '#server/finance/entries-of-orders.ts'
import { listSettledLater } from '#server/finance/settlement-entries.ts'
import { maskOrder } from '#server/orders/masking.ts'
import { loadNames } from '#server/orders/annotations/annotation-store.ts'
import { toNoteFacts } from '#server/orders/annotations/note-store.ts'
import {
  findOwnRefundLimit,
  toPaymentView,
  toRefundable,
  toRefunded,
  toRefundView,
} from '#server/orders/money/money-views.ts'
import { type Documents, loadDocuments } from '#server/orders/load-documents.ts'
import { loadDisputeViews } from '#server/orders/money/dispute-views.ts'
import { toMoney } from '#server/orders/order-money.ts'
import { loadRefundedToday } from '#server/orders/money/refund-policy.ts'
import * as store from '#server/orders/store.ts'
import { readLineTax } from '#server/orders/tax-columns.ts'
import { annotationPermissions } from '#shared/orders/actions.ts'
import { listLines, toLineQuantities } from '#server/orders/lines.ts'
import { toShipmentTimes } from '#server/orders/fulfillment/shipments.ts'
import type { ReturnRecord } from '#server/orders/fulfillment/return-store.ts'
import { awaitedQuantityOf } from '#server/orders/fulfillment/returns.ts'
import { decideActions, decideReturnActions, decideShipmentActions } from '#server/orders/decide-actions.ts'
import { findOrder } from '#server/orders/find-order.ts'
import { findReturnedShipments } from '#server/orders/fulfillment/returned-shipments.ts'
import { listCarrierViews } from '#server/orders/fulfillment/carriers.ts'
import { trackingUrlOf } from '#shared/orders/carriers.ts'
import { shipmentStatusOf } from '#shared/orders/shipment.ts'
import { balanceOf } from '#shared/orders/order.ts'
import { add } from '#shared/money.ts'
import { listNoteActions } from '#shared/orders/notes.ts'
import type { TaxLine } from '#shared/orders/tax-lines.ts'
import type { Address, OrderView } from '#shared/orders/views.ts'
import type { AttachmentView, OrderNote } from '#shared/orders/annotation-views.ts'
import type { CarrierView } from '#shared/orders/document-views.ts'

/** An order that changes while it is read is read again, at most this often. */
const maxReads = 5

/**
 * The order with this number and its documents, all of the same version, masked by the user's permissions; `undefined` if it does not
 * exist. `known` is its row, if it was read just now.
 */
export async function loadOrderView(
  db: Db,
  context: RequestContext,
  number: string,
  known?: OrderRecord,
): Promise<OrderView | undefined> {
  for (let reads = 1; ; reads++) {
    const order = reads === 1 && known ? known : await findOrder(db, number)
    if (!order) return undefined
    const view = await composeView(db, context, order)
    if (reads === maxReads || (await store.findVersion(db, order.id)) === order.version) return view
  }
}

async function composeView(db: Db, context: RequestContext, order: OrderRecord): Promise<OrderView> {
  const withPersonal = hasPermission(context, 'customers.view_personal')
  const [lines, documents, names, entries, events, refundedTodayMinor] = await Promise.all([
    listLines(db, order.id),
    loadDocuments(db, order.id, { withPersonal }),
    loadNames(db, new Set(order.assignee_id === null ? [] : [order.assignee_id])),
    hasPermission(context, 'finance.view') ? findEntriesOfOrder(db, order.id) : new Map<string, number>(),
    hasPermission(context, 'events.view') ? listEvents(db, 'order', order.id) : [],
    context.session ? loadRefundedToday(db, context.kontor, context.session.user) : 0,
  ])
  const { returns } = documents
  const carriers = documents.shipments.length === 0 ? [] : await listCarrierViews(db)
  const returnedShipments = await findReturnedShipments(db, order.id, returns)
  const refunded = { currency: order.currency, refunds: documents.refunds, refundedTodayMinor }
  const settled = documents.payments.filter(({ settlement_currency }) => settlement_currency !== '')
  const settledLater = await listSettledLater(
    db,
    settled.map(({ id }) => id),
  )
  const disputes = await loadDisputeViews(db, context, order, documents, entries)
  const refundable = toRefundable(order, lines, documents.refunds, documents.refundLines)
  const view: OrderView = {
    ...toOrderFields(order, names),
    lines: lines.map((line, index) => ({ ...toLineView(line), ...toRefunded(refundable.lines[index]) })),
    payments: documents.payments.map((payment) =>
      toPaymentView(context, payment, entries.get(payment.number), { settledLater, refunds: documents.refunds }),
    ),
    refunds: documents.refunds.map((refund) =>
      toRefundView(context, refund, documents, order, refunded, entries.get(refund.number)),
    ),
    disputes,
    // What no refund has granted was written off.
    writtenOffMinor: add(order.granted_minor, ...documents.refunds.map(({ granted_minor }) => -granted_minor)),
    shippingRefundedMinor: refundable.shippingRefundedMinor,
    ownRefundLimitMinor: findOwnRefundLimit(context, refunded),
    shipments: documents.shipments.map((shipment) =>
      toShipmentView(
        shipment,
        carriers,
        decideShipmentActions(context, order, {
          status: shipmentStatusOf(toShipmentTimes(shipment)),
          hasReturn: returnedShipments.has(shipment.number),
        }),
      ),
    ),
    returns: returns.map((record) => toReturnView(record, decideReturnActions(context, order, record))),
    notes: documents.notes.map((note) => toNoteView(context, note)),
    attachments: documents.attachments.map((found) => toAttachmentView(found, documents.payments)),
    events,
    ...decideActions(context, order),
  }
  return withPersonal ? view : maskOrder(view)
}

function toNoteView(context: RequestContext, note: Documents['notes'][number]): OrderNote {
  const { session, kontor } = context
  const canWrite = session !== null && hasPermission(context, annotationPermissions.note)
  return {
    id: note.id,
    text: note.body,
    author: note.author_name,
    createdAt: note.created_at,
    editedAt: note.edited_at,
    struckBy: note.striker_name,
    struckAt: note.struck_at,
    actions: canWrite ? listNoteActions(toNoteFacts(note), session.user.id, kontor.now()) : [],
  }
}

const toAttachmentView = (
  found: Documents['attachments'][number],
  payments: Documents['payments'],
): AttachmentView => ({
  id: found.id,
  name: found.name,
  contentType: found.content_type,
  sizeBytes: found.size_bytes,
  paymentNumber: payments.find(({ id }) => id === found.payment_id)?.number ?? null,
  author: found.author_name,
  createdAt: found.created_at,
})

const toOrderFields = (order: OrderRecord, names: ReadonlyMap<string, string>) => ({
  ...store.toOrderRow(order, names),
  version: order.version,
  assigneeId: order.assignee_id,
  customerNumber: order.customer_number,
  email: order.email,
  phone: order.phone,
  note: order.note,
  shippingMethod: order.shipping_method,
  discountCode: order.discount_code,
  subtotalMinor: order.subtotal_minor,
  discountMinor: order.discount_minor,
  shippingMinor: order.shipping_minor,
  taxMinor: order.tax_minor,
  taxesIncluded: order.taxes_included === 1,
  taxLines: JSON.parse(order.tax_lines) as TaxLine[],
  shippingTaxRate: order.shipping_tax_rate,
  shippingTaxMinor: order.shipping_tax_minor,
  balanceMinor: balanceOf(toMoney(order)),
  authorizedMinor: order.authorized_minor,
  refundPendingMinor: order.refund_pending_minor,
  disputeOpenMinor: order.dispute_open_minor,
  disputeLostMinor: order.dispute_lost_minor,
  shippingAddress: JSON.parse(order.shipping_address) as Address,
  billingAddress: JSON.parse(order.billing_address) as Address,
  cancelledAt: order.cancelled_at,
  cancelReason: order.cancel_reason,
  holdReason: order.hold_reason,
  holdUntil: order.hold_until,
  isArchived: order.archived === 1,
  importedAt: order.imported_at,
})

const toLineView = (
  line: Awaited<ReturnType<typeof listLines>>[number],
): Omit<OrderView['lines'][number], 'refundedQuantity' | 'refundedMinor'> => ({
  id: line.id,
  position: line.position,
  sku: line.sku,
  name: line.name,
  ...toLineQuantities(line),
  unitPriceMinor: line.unit_price_minor,
  discountMinor: line.discount_minor,
  totalMinor: line.total_minor,
  ...readLineTax(line),
})

const toShipmentView = (
  shipment: Documents['shipments'][number],
  carriers: readonly CarrierView[],
  decision: ReturnType<typeof decideShipmentActions>,
): OrderView['shipments'][number] => ({
  number: shipment.number,
  carrier: shipment.carrier,
  trackingNumber: shipment.tracking_number,
  trackingUrl: trackingUrlOf({ carrier: shipment.carrier, trackingNumber: shipment.tracking_number }, carriers),
  status: shipmentStatusOf(toShipmentTimes(shipment)),
  shippedAt: shipment.shipped_at,
  ...toShipmentTimes(shipment),
  cancelReason: shipment.cancel_reason,
  ...decision,
  itemCount: Number(shipment.item_count),
})

const toReturnView = (
  record: ReturnRecord,
  decision: ReturnType<typeof decideReturnActions>,
): OrderView['returns'][number] => ({
  number: record.row.number,
  status: record.row.status,
  reason: record.row.reason,
  closingReason: record.row.closing_reason,
  requestedAt: record.row.requested_at,
  lines: record.lines.map(({ line_id, quantity }) => ({
    id: line_id,
    quantity,
    awaitedQuantity: awaitedQuantityOf(record, line_id),
  })),
  receipts: record.receipts.map((receipt) => ({
    lineId: receipt.line_id,
    quantity: receipt.quantity,
    condition: receipt.condition,
    restock: receipt.restock === 1,
    receivedAt: receipt.received_at,
  })),
  ...decision,
})
