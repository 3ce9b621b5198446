import type { Action } from '#server/context.ts'
import { toCount } from '#server/keyset-page.ts'
import { readOrders } from '#server/orders/list.ts'
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
export { findOrderItems, findSimilarNumbers } from '#server/orders/find-items.ts'
export { findIdsByTokens, findOldestOfTab, findOrderIds } from '#server/orders/list.ts'
export { findCustomerNames } from '#server/orders/customer-names.ts'
export { countListed } from '#server/orders/list.ts'
export { countTab, sumCounts, toCurrencies } from '#server/orders/list-ranges.ts'
export { findOrder, listLines, type OrderLineRecord, type OrderRecord } from '#server/orders/store.ts'
export { previewShopUpdate, updateFromShop } from '#server/orders/update-from-shop.ts'
export { allocateNumbers } from '#server/orders/numbers.ts'
export { importDrafts, type ImportOutcome, classifyDrafts } from '#server/orders/import-drafts.ts'

export { createOrder, createOrders } from '#server/orders/create-orders.ts'
export { editOrder, previewOrderEdit } from '#server/orders/edit-order.ts'
export { addCarrier, listCarriers, removeCarrier } from '#server/orders/carrier-actions.ts'
export {
  approveReturn,
  cancelReturn,
  completeReturn,
  receiveReturn,
  rejectReturn,
  requestReturn,
} from '#server/orders/return-actions.ts'
export { cancelDispute, loseDispute, recordDispute, reopenDispute, winDispute } from '#server/orders/dispute-actions.ts'
export { cancelShipment, correctShipment, deliverShipment, shipOrder } from '#server/orders/shipment-actions.ts'
export {
  captureAuthorization,
  recordPayment,
  voidAuthorization,
  writeOffBalance,
} from '#server/orders/payment-actions.ts'
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
} from '#server/orders/decide-refund.ts'
export {
  findNamedPayments,
  type NamedPayment,
  type ProviderReport,
  recordReport,
  type SettledDocument,
  undoSettlement,
} from '#server/orders/provider-reports.ts'
export { askRefundProvider, findRefundsUnderWay, type RefundUnderWay } from '#server/orders/ask-refund.ts'
export { settlePayment, unsettlePayment } from '#server/orders/settlement-actions.ts'
export { refundOrder } from '#server/orders/request-refund.ts'
export { receiveRefundWebhook } from '#server/orders/refund-webhook.ts'
export { startResumingRefunds } from '#server/orders/pay-refund.ts'
export { startReleasingOrders } from '#server/orders/release-due-orders.ts'
export { listOpenRefunds } from '#server/orders/open-refunds.ts'
export { listOpenDisputes } from '#server/orders/dispute-views.ts'
export { listOpenReturns } from '#server/orders/open-returns.ts'
export { parseRefundLimit } from '#server/orders/refund-policy.ts'
export { enterOrder, previewOrder } from '#server/orders/enter-order.ts'
export {
  archiveOrder,
  cancelOrder,
  confirmOrder,
  discardOrder,
  holdOrder,
  releaseOrder,
  unarchiveOrder,
} from '#server/orders/lifecycle-actions.ts'

export { assignOrder, tagOrder, untagOrder } from '#server/orders/annotation-actions.ts'
export { attachFile, getAttachment, removeAttachment } from '#server/orders/attachment-actions.ts'
export { createOrderJob } from '#server/orders/bulk/create-order-job.ts'
export { claimNextOrder, purgeClaims } from '#server/orders/work-queue.ts'
export { createShipmentJob } from '#server/orders/bulk/create-shipment-job.ts'
export { orderJobKinds } from '#server/orders/bulk/kinds.ts'
export { countOrders } from '#server/orders/count-all.ts'
export { exportOrders } from '#server/orders/export-actions.ts'
export { createExportJob, exportJobKind } from '#server/orders/export-job.ts'
export { addNote, deleteNote, editNote, restoreNote, strikeNote } from '#server/orders/note-actions.ts'

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
export { findTouched, listOrdersToRemove, removeOrders } from '#server/orders/remove-orders.ts'
export { revealOrder } from '#server/orders/reveal-order.ts'
