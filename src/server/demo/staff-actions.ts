import type { Action } from '#server/context.ts'
import { createCustomer } from '#server/customers/profile-actions.ts'
import * as ledgerAccounts from '#server/finance/account-actions.ts'
import * as periods from '#server/finance/closing/period-actions.ts'
import * as entryAttachments from '#server/finance/manual/attachment-actions.ts'
import * as manualEntries from '#server/finance/manual/entry-actions.ts'
import * as entryTemplates from '#server/finance/manual/templates.ts'
import * as matching from '#server/finance/matching/match-actions.ts'
import * as rates from '#server/finance/rates/actions.ts'
import * as statements from '#server/finance/statements/statement-actions.ts'
import { getOrder } from '#server/orders/actions.ts'
import * as annotations from '#server/orders/annotations/annotation-actions.ts'
import * as attachments from '#server/orders/annotations/attachment-actions.ts'
import * as notes from '#server/orders/annotations/note-actions.ts'
import { createOrderJob } from '#server/orders/bulk/create-order-job.ts'
import { editOrder } from '#server/orders/edits/edit-order.ts'
import * as carriers from '#server/orders/fulfillment/carrier-actions.ts'
import * as returns from '#server/orders/fulfillment/return-actions.ts'
import * as shipments from '#server/orders/fulfillment/shipment-actions.ts'
import { enterOrder } from '#server/orders/intake/enter-order.ts'
import * as lifecycle from '#server/orders/lifecycle-actions.ts'
import * as refunds from '#server/orders/money/decide-refund.ts'
import * as disputes from '#server/orders/money/dispute-actions.ts'
import * as payments from '#server/orders/money/payment-actions.ts'
import { refundOrder } from '#server/orders/money/request-refund.ts'
import { printOrders } from '#server/print/actions.ts'
import { changeSeller } from '#server/print/seller-actions.ts'
import type { EndpointName } from '#shared/routes/endpoints.ts'

/** What staff of the demo shop do. Every action is that of its endpoint, so permissions, rules and the books are as for a request. */
export const staffActions = {
  addCarrier: carriers.addCarrier,
  addEntryTemplate: entryTemplates.addEntryTemplate,
  addLedgerAccount: ledgerAccounts.addLedgerAccount,
  addNote: notes.addNote,
  approveRefund: refunds.approveRefund,
  approveReturn: returns.approveReturn,
  archiveOrder: lifecycle.archiveOrder,
  assignOrder: annotations.assignOrder,
  attachFile: attachments.attachFile,
  attachToEntryRequest: entryAttachments.attachToEntryRequest,
  cancelOrder: lifecycle.cancelOrder,
  cancelReturn: returns.cancelReturn,
  cancelShipment: shipments.cancelShipment,
  captureAuthorization: payments.captureAuthorization,
  closePeriod: periods.closePeriod,
  changeSeller,
  completeReturn: returns.completeReturn,
  confirmOrder: lifecycle.confirmOrder,
  correctShipment: shipments.correctShipment,
  createCustomer,
  createOrderJob,
  deliverShipment: shipments.deliverShipment,
  discardOrder: lifecycle.discardOrder,
  editOrder,
  enterOrder,
  getOrder,
  holdOrder: lifecycle.holdOrder,
  loseDispute: disputes.loseDispute,
  markRefundReturned: refunds.markRefundReturned,
  postEntry: manualEntries.postEntry,
  importExchangeRates: rates.importExchangeRates,
  importStatement: statements.importStatement,
  listLedgerAccounts: ledgerAccounts.listLedgerAccounts,
  listMatchLines: matching.listMatchLines,
  listPostings: ledgerAccounts.listPostings,
  postMatch: matching.postMatch,
  listPeriods: periods.listPeriods,
  printOrders,
  receiveReturn: returns.receiveReturn,
  recordDispute: disputes.recordDispute,
  recordPayment: payments.recordPayment,
  refundOrder,
  rejectRefund: refunds.rejectRefund,
  rejectReturn: returns.rejectReturn,
  releaseOrder: lifecycle.releaseOrder,
  requestReturn: returns.requestReturn,
  shipOrder: shipments.shipOrder,
  tagOrder: annotations.tagOrder,
  unarchiveOrder: lifecycle.unarchiveOrder,
  voidAuthorization: payments.voidAuthorization,
  withdrawRefund: refunds.withdrawRefund,
  writeOffBalance: payments.writeOffBalance,
} satisfies { [Name in EndpointName]?: Action<Name> }

/** The name of an action that the history takes. */
export type StaffAction = keyof typeof staffActions
