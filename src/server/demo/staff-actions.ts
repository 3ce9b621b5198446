import type { Action } from '#server/context.ts'
import { createCustomer } from '#server/customers/profile-actions.ts'
import * as ledgerAccounts from '#server/finance/account-actions.ts'
import * as entryAttachments from '#server/finance/manual/attachment-actions.ts'
import * as manualEntries from '#server/finance/manual/entry-actions.ts'
import * as entryTemplates from '#server/finance/manual/templates.ts'
import * as matching from '#server/finance/matching/match-actions.ts'
import * as rates from '#server/finance/rates/actions.ts'
import * as statements from '#server/finance/statements/statement-actions.ts'
import * as periods from '#server/finance/closing/period-actions.ts'
import * as orders from '#server/orders/actions.ts'
import { printOrders } from '#server/print/actions.ts'
import { changeSeller } from '#server/print/seller-actions.ts'
import type { EndpointName } from '#shared/routes/endpoints.ts'

/** What staff of the demo shop do. Every action is that of its endpoint, so permissions, rules and the books are as for a request. */
export const staffActions = {
  addCarrier: orders.addCarrier,
  addEntryTemplate: entryTemplates.addEntryTemplate,
  addLedgerAccount: ledgerAccounts.addLedgerAccount,
  addNote: orders.addNote,
  approveRefund: orders.approveRefund,
  approveReturn: orders.approveReturn,
  archiveOrder: orders.archiveOrder,
  assignOrder: orders.assignOrder,
  attachFile: orders.attachFile,
  attachToEntryRequest: entryAttachments.attachToEntryRequest,
  cancelOrder: orders.cancelOrder,
  cancelReturn: orders.cancelReturn,
  cancelShipment: orders.cancelShipment,
  captureAuthorization: orders.captureAuthorization,
  closePeriod: periods.closePeriod,
  changeSeller,
  completeReturn: orders.completeReturn,
  confirmOrder: orders.confirmOrder,
  correctShipment: orders.correctShipment,
  createCustomer,
  createOrderJob: orders.createOrderJob,
  deliverShipment: orders.deliverShipment,
  discardOrder: orders.discardOrder,
  editOrder: orders.editOrder,
  enterOrder: orders.enterOrder,
  getOrder: orders.getOrder,
  holdOrder: orders.holdOrder,
  loseDispute: orders.loseDispute,
  markRefundReturned: orders.markRefundReturned,
  postEntry: manualEntries.postEntry,
  importExchangeRates: rates.importExchangeRates,
  importStatement: statements.importStatement,
  listLedgerAccounts: ledgerAccounts.listLedgerAccounts,
  listMatchLines: matching.listMatchLines,
  listPostings: ledgerAccounts.listPostings,
  postMatch: matching.postMatch,
  listPeriods: periods.listPeriods,
  printOrders,
  receiveReturn: orders.receiveReturn,
  recordDispute: orders.recordDispute,
  recordPayment: orders.recordPayment,
  refundOrder: orders.refundOrder,
  rejectRefund: orders.rejectRefund,
  rejectReturn: orders.rejectReturn,
  releaseOrder: orders.releaseOrder,
  requestReturn: orders.requestReturn,
  shipOrder: orders.shipOrder,
  tagOrder: orders.tagOrder,
  unarchiveOrder: orders.unarchiveOrder,
  voidAuthorization: orders.voidAuthorization,
  withdrawRefund: orders.withdrawRefund,
  writeOffBalance: orders.writeOffBalance,
} satisfies { [Name in EndpointName]?: Action<Name> }

/** The name of an action that the history takes. */
export type StaffAction = keyof typeof staffActions
