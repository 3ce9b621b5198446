import type { Action } from '#server/context.ts'
import { toCount } from '#server/list/keyset-page.ts'
import { readOrders } from '#server/orders/list/list.ts'
import { loadOrderView } from '#server/orders/views.ts'
import { ProblemError } from '#shared/problem.ts'

export { scheduleMerge as scheduleCountMerge } from '#server/orders/counts.ts'
export {
  sumOrdersBetween,
  sumOrdersBySource,
  type OrderSum,
  findLatestOrderDay,
  listOrderCounts,
} from '#server/orders/counts-store.ts'
export { findOrderItems, findSimilarNumbers } from '#server/orders/list/find-items.ts'
export { findIdsByTokens, findOldestOfTab, findOrderIds } from '#server/orders/list/list.ts'
export { findCustomerNames } from '#server/orders/list/customer-names.ts'
export { countListed } from '#server/orders/list/list.ts'
export { countTab, sumCounts, toCurrencies } from '#server/orders/list/list-ranges.ts'
export {
  findOrder,
  findOrdersByNumber,
  listLines,
  type OrderLineRecord,
  type OrderRecord,
} from '#server/orders/store.ts'
export { previewShopUpdate, updateFromShop } from '#server/orders/intake/update-from-shop.ts'
export { allocateNumbers } from '#server/orders/numbers.ts'
export { importDrafts, type ImportOutcome, classifyDrafts } from '#server/orders/intake/import-drafts.ts'

export { createOrder, createOrders } from '#server/orders/intake/create-orders.ts'
export { editOrder, previewOrderEdit } from '#server/orders/edits/edit-order.ts'
export { addCarrier, listCarriers, removeCarrier } from '#server/orders/fulfillment/carrier-actions.ts'
export {
  approveReturn,
  cancelReturn,
  completeReturn,
  receiveReturn,
  rejectReturn,
  requestReturn,
} from '#server/orders/fulfillment/return-actions.ts'
export {
  cancelDispute,
  loseDispute,
  recordDispute,
  reopenDispute,
  winDispute,
} from '#server/orders/money/dispute-actions.ts'
export {
  cancelShipment,
  correctShipment,
  deliverShipment,
  shipOrder,
} from '#server/orders/fulfillment/shipment-actions.ts'
export {
  captureAuthorization,
  recordPayment,
  voidAuthorization,
  writeOffBalance,
} from '#server/orders/money/payment-actions.ts'
export {
  approveRefund,
  creditRefund,
  markRefundFailed,
  markRefundPaid,
  markRefundReturned,
  payRefundByTransfer,
  rejectRefund,
  retryRefund,
  withdrawRefund,
} from '#server/orders/money/decide-refund.ts'
export {
  findNamedPayments,
  type NamedPayment,
  type ProviderReport,
  recordReport,
  type SettledDocument,
  undoSettlement,
} from '#server/orders/money/provider-reports.ts'
export { askRefundProvider, findProcessingRefunds, type ProcessingRefund } from '#server/orders/money/ask-refund.ts'
export { settlePayment, unsettlePayment } from '#server/orders/money/settlement-actions.ts'
export { refundOrder } from '#server/orders/money/request-refund.ts'
export { receiveRefundWebhook } from '#server/orders/money/refund-webhook.ts'
export { startResumingRefunds } from '#server/orders/money/pay-refund.ts'
export { startReleasingOrders } from '#server/orders/release-due-orders.ts'
export { listOpenRefunds } from '#server/orders/money/open-refunds.ts'
export { listOpenDisputes } from '#server/orders/money/dispute-views.ts'
export { listOpenReturns } from '#server/orders/fulfillment/open-returns.ts'
export { parseRefundLimit } from '#server/orders/money/refund-policy.ts'
export { findProducts } from '#server/orders/products/find-products.ts'
export { enterOrder, previewOrder } from '#server/orders/intake/enter-order.ts'
export {
  archiveOrder,
  cancelOrder,
  confirmOrder,
  discardOrder,
  holdOrder,
  releaseOrder,
  unarchiveOrder,
} from '#server/orders/lifecycle-actions.ts'

export { assignOrder, tagOrder, untagOrder } from '#server/orders/annotations/annotation-actions.ts'
export { attachFile, getAttachment, removeAttachment } from '#server/orders/annotations/attachment-actions.ts'
export { createOrderJob } from '#server/orders/bulk/create-order-job.ts'
export { claimNextOrder, purgeClaims } from '#server/orders/fulfillment/work-queue.ts'
export { createShipmentJob } from '#server/orders/bulk/create-shipment-job.ts'
export { orderJobKinds } from '#server/orders/bulk/kinds.ts'
export { countOrders } from '#server/orders/list/count-all.ts'
export { exportOrders } from '#server/orders/export/export-actions.ts'
export { createExportJob, exportJobKind } from '#server/orders/export/export-job.ts'
export { addNote, deleteNote, editNote, restoreNote, strikeNote } from '#server/orders/annotations/note-actions.ts'

/** `GET /api/orders`. */
export const listOrders: Action<'listOrders'> = async (context, query) => {
  const { rows, next, count } = await readOrders(context, query)
  return { rows, next, count: 'exact' in count ? toCount(count.exact) : count }
}

/** `GET /api/orders/:number`. */
export const getOrder: Action<'getOrder'> = async (context, { number }) => {
  const order = await loadOrderView(context.kontor.database.read, context, number)
  if (!order) throw new ProblemError('not-found', { number })
  return order
}
export { requireKeptImport } from '#server/orders/import-lock.ts'
export { findTouched, listOrdersToRemove, removeOrders } from '#server/orders/removal/remove-orders.ts'
export { revealOrder } from '#server/orders/reveal-order.ts'
