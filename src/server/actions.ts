import * as account from '#server/account/actions.ts'
import * as auth from '#server/auth/actions.ts'
import { confirmIdentity, confirmWithPasskey } from '#server/auth/confirm-identity.ts'
import * as factors from '#server/auth/factor-actions.ts'
import { linkIdentity, unlinkIdentity } from '#server/auth/identities.ts'
import * as loginActions from '#server/auth/login-actions.ts'
import * as passkeys from '#server/auth/passkey-actions.ts'
import * as passwords from '#server/auth/password-actions.ts'
import { getProviderLogin } from '#server/auth/provider-login.ts'
import * as build from '#server/build/build-info.ts'
import type { Action } from '#server/context.ts'
import * as customers from '#server/customers/actions.ts'
import { eraseCustomer } from '#server/customers/erase-customer.ts'
import { createCustomerExportJob, exportCustomers } from '#server/customers/export-actions.ts'
import { mergeCustomers } from '#server/customers/merge-customers.ts'
import { createCustomer, editCustomer } from '#server/customers/profile-actions.ts'
import * as audit from '#server/events/actions.ts'
import * as auditExport from '#server/events/export-actions.ts'
import * as ledgerAccounts from '#server/finance/account-actions.ts'
import * as finance from '#server/finance/actions.ts'
import * as periods from '#server/finance/closing/period-actions.ts'
import * as reports from '#server/finance/closing/report-actions.ts'
import * as ledgerExports from '#server/finance/export-actions.ts'
import { listEntries } from '#server/finance/list-entries.ts'
import * as entryAttachments from '#server/finance/manual/attachment-actions.ts'
import { postCreditEntry } from '#server/finance/manual/credit-entry.ts'
import * as manualEntries from '#server/finance/manual/entry-actions.ts'
import * as entryRequests from '#server/finance/manual/entry-requests.ts'
import * as entryTemplates from '#server/finance/manual/templates.ts'
import * as checkRefundStatus from '#server/finance/matching/check-refund-status.ts'
import * as followUps from '#server/finance/matching/follow-up-actions.ts'
import * as matching from '#server/finance/matching/match-actions.ts'
import * as exchangeRates from '#server/finance/rates/actions.ts'
import * as statements from '#server/finance/statements/statement-actions.ts'
import { verifyEntry } from '#server/finance/verify-entry.ts'
import * as icons from '#server/icons/actions.ts'
import * as imports from '#server/imports/actions.ts'
import * as customerImports from '#server/imports/customer-actions.ts'
import { createImportJob } from '#server/imports/import-job.ts'
import { previewImportUndo, undoImport } from '#server/imports/undo-actions.ts'
import { undoCustomerImport } from '#server/imports/undo-customers.ts'
import * as jobs from '#server/jobs/actions.ts'
import { downloadJobFile } from '#server/jobs/download-file.ts'
import * as lists from '#server/list/actions.ts'
import { createCountMatches, createCountViews } from '#server/list/count-views.ts'
import { chooseDefaultView } from '#server/list/default-view.ts'
import * as views from '#server/list/view-actions.ts'
import * as live from '#server/live/actions.ts'
import * as openapi from '#server/openapi/actions.ts'
import * as orders from '#server/orders/actions.ts'
import * as annotations from '#server/orders/annotations/annotation-actions.ts'
import * as attachments from '#server/orders/annotations/attachment-actions.ts'
import * as notes from '#server/orders/annotations/note-actions.ts'
import { createOrderJob } from '#server/orders/bulk/create-order-job.ts'
import { createShipmentJob } from '#server/orders/bulk/create-shipment-job.ts'
import { editOrder, previewOrderEdit } from '#server/orders/edits/edit-order.ts'
import { exportOrders } from '#server/orders/export/export-actions.ts'
import { createExportJob } from '#server/orders/export/export-job.ts'
import * as carriers from '#server/orders/fulfillment/carrier-actions.ts'
import * as returns from '#server/orders/fulfillment/return-actions.ts'
import * as shipments from '#server/orders/fulfillment/shipment-actions.ts'
import { claimNextOrder } from '#server/orders/fulfillment/work-queue.ts'
import { createOrder, createOrders } from '#server/orders/intake/create-orders.ts'
import { enterOrder, previewOrder } from '#server/orders/intake/enter-order.ts'
import * as lifecycle from '#server/orders/lifecycle-actions.ts'
import { countOrders } from '#server/orders/list/count-all.ts'
import * as refunds from '#server/orders/money/decide-refund.ts'
import * as disputes from '#server/orders/money/dispute-actions.ts'
import * as payments from '#server/orders/money/payment-actions.ts'
import { receiveRefundWebhook } from '#server/orders/money/refund-webhook.ts'
import { refundOrder } from '#server/orders/money/request-refund.ts'
import { settlePayment, unsettlePayment } from '#server/orders/money/settlement-actions.ts'
import { findProducts } from '#server/orders/products/find-products.ts'
import { revealOrder } from '#server/orders/reveal-order.ts'
import * as print from '#server/print/actions.ts'
import { printJobPart } from '#server/print/print-job.ts'
import { changeSeller } from '#server/print/seller-actions.ts'
import * as roles from '#server/roles/actions.ts'
import { searchEverything } from '#server/search/actions.ts'
import * as selfCheck from '#server/self-check/actions.ts'
import * as staff from '#server/staff/actions.ts'
import * as bulk from '#server/staff/bulk-actions.ts'
import * as usersExport from '#server/staff/export-actions.ts'
import { importUsers } from '#server/staff/import-actions.ts'
import * as invitations from '#server/staff/invitation-actions.ts'
import { removeFactors } from '#server/staff/remove-factors.ts'
import * as resetLinks from '#server/staff/reset-link.ts'
import * as sessions from '#server/staff/session-actions.ts'
import * as tokens from '#server/tokens/actions.ts'
import { viewCounters } from '#server/view-counters.ts'
import * as webhooks from '#server/webhooks/actions.ts'
import * as deliveries from '#server/webhooks/delivery-actions.ts'
import * as workbench from '#server/workbench/actions.ts'
import type { EndpointName } from '#shared/routes/endpoints.ts'

/** The action of every endpoint. The type requires all of them: a missing one does not compile. */
export const actions: { [Name in EndpointName]: Action<Name> } = {
  searchEverything,
  saveView: views.saveView,
  changeView: views.changeView,
  removeView: views.removeView,
  chooseDefaultView,
  countViews: createCountViews(viewCounters),
  countMatches: createCountMatches(viewCounters),
  getSession: auth.getSession,
  logout: auth.logout,
  login: loginActions.login,
  continueLogin: loginActions.continueLogin,
  confirmIdentity,
  requestPasskey: passkeys.requestPasskey,
  logInWithPasskey: passkeys.logInWithPasskey,
  confirmWithPasskey,
  startPasskey: passkeys.startPasskey,
  addPasskey: passkeys.addPasskey,
  renamePasskey: passkeys.renamePasskey,
  removePasskey: passkeys.removePasskey,
  getProviderLogin,
  linkIdentity,
  unlinkIdentity,
  addTotp: factors.addTotp,
  removeTotp: factors.removeTotp,
  createRecoveryCodes: factors.createRecoveryCodes,
  register: auth.register,
  requestReset: passwords.requestReset,
  resetPassword: passwords.resetPassword,
  getAccount: account.getAccount,
  updateProfile: account.updateProfile,
  changePassword: passwords.changePassword,
  endOwnSession: account.endOwnSession,
  endOwnSessions: account.endOwnSessions,
  chooseColumns: lists.chooseColumns,
  resizeColumn: lists.resizeColumn,
  setLocale: staff.setLocale,
  listOrders: orders.listOrders,
  countOrders,
  exportOrders,
  createExportJob,
  createShipmentJob,
  downloadJobFile,
  printJobPart,
  createOrder,
  createOrders,
  enterOrder,
  previewOrder,
  findProducts,
  confirmOrder: lifecycle.confirmOrder,
  discardOrder: lifecycle.discardOrder,
  getOrder: orders.getOrder,
  shipOrder: shipments.shipOrder,
  editOrder,
  previewOrderEdit,
  requestReturn: returns.requestReturn,
  approveReturn: returns.approveReturn,
  rejectReturn: returns.rejectReturn,
  receiveReturn: returns.receiveReturn,
  completeReturn: returns.completeReturn,
  cancelReturn: returns.cancelReturn,
  settlePayment,
  unsettlePayment,
  recordDispute: disputes.recordDispute,
  winDispute: disputes.winDispute,
  loseDispute: disputes.loseDispute,
  reopenDispute: disputes.reopenDispute,
  cancelDispute: disputes.cancelDispute,
  listCarriers: carriers.listCarriers,
  addCarrier: carriers.addCarrier,
  removeCarrier: carriers.removeCarrier,
  deliverShipment: shipments.deliverShipment,
  correctShipment: shipments.correctShipment,
  cancelShipment: shipments.cancelShipment,
  holdOrder: lifecycle.holdOrder,
  releaseOrder: lifecycle.releaseOrder,
  archiveOrder: lifecycle.archiveOrder,
  unarchiveOrder: lifecycle.unarchiveOrder,
  cancelOrder: lifecycle.cancelOrder,
  assignOrder: annotations.assignOrder,
  revealOrder,
  tagOrder: annotations.tagOrder,
  untagOrder: annotations.untagOrder,
  listCustomers: customers.listCustomers,
  exportCustomers,
  createCustomerExportJob,
  getCustomer: customers.getCustomer,
  createCustomer,
  editCustomer,
  mergeCustomers,
  postCreditEntry,
  eraseCustomer,
  attachFile: attachments.attachFile,
  getAttachment: attachments.getAttachment,
  removeAttachment: attachments.removeAttachment,
  addNote: notes.addNote,
  editNote: notes.editNote,
  deleteNote: notes.deleteNote,
  strikeNote: notes.strikeNote,
  restoreNote: notes.restoreNote,
  watchOrders: live.watchOrders,
  watchSession: live.watchSession,
  printOrders: print.printOrders,
  changeSeller,
  recordPayment: payments.recordPayment,
  captureAuthorization: payments.captureAuthorization,
  voidAuthorization: payments.voidAuthorization,
  writeOffBalance: payments.writeOffBalance,
  refundOrder,
  creditRefund: refunds.creditRefund,
  approveRefund: refunds.approveRefund,
  receiveRefundWebhook,
  withdrawRefund: refunds.withdrawRefund,
  rejectRefund: refunds.rejectRefund,
  retryRefund: refunds.retryRefund,
  markRefundPaid: refunds.markRefundPaid,
  markRefundFailed: refunds.markRefundFailed,
  markRefundReturned: refunds.markRefundReturned,
  payRefundByTransfer: refunds.payRefundByTransfer,
  createImportJob,
  importCustomers: customerImports.importCustomers,
  createCustomerImportJob: customerImports.createCustomerImportJob,
  listCustomerImports: customerImports.listCustomerImports,
  undoCustomerImport,
  importOrders: imports.importOrders,
  listImports: imports.listImports,
  previewImportUndo,
  undoImport,
  listEntries,
  getSummary: finance.getSummary,
  exportEntries: ledgerExports.exportEntries,
  exportJournal: ledgerExports.exportJournal,
  postEntry: manualEntries.postEntry,
  reverseManualEntry: manualEntries.reverseManualEntry,
  verifyEntry,
  listEntryTemplates: entryTemplates.listEntryTemplates,
  addEntryTemplate: entryTemplates.addEntryTemplate,
  editEntryTemplate: entryTemplates.editEntryTemplate,
  archiveEntryTemplate: entryTemplates.archiveEntryTemplate,
  unarchiveEntryTemplate: entryTemplates.unarchiveEntryTemplate,
  skipMonth: entryTemplates.skipMonth,
  restoreMonth: entryTemplates.restoreMonth,
  attachToEntry: entryAttachments.attachToEntry,
  attachToEntryRequest: entryAttachments.attachToEntryRequest,
  getEntryAttachment: entryAttachments.getEntryAttachment,
  listEntryRequests: entryRequests.listEntryRequests,
  approveEntryRequest: entryRequests.approveEntryRequest,
  declineEntryRequest: entryRequests.declineEntryRequest,
  withdrawEntryRequest: entryRequests.withdrawEntryRequest,
  listLedgerAccounts: ledgerAccounts.listLedgerAccounts,
  addLedgerAccount: ledgerAccounts.addLedgerAccount,
  renameLedgerAccount: ledgerAccounts.renameLedgerAccount,
  archiveLedgerAccount: ledgerAccounts.archiveLedgerAccount,
  unarchiveLedgerAccount: ledgerAccounts.unarchiveLedgerAccount,
  listPostings: ledgerAccounts.listPostings,
  listExchangeRates: exchangeRates.listExchangeRates,
  setExchangeRate: exchangeRates.setExchangeRate,
  removeExchangeRate: exchangeRates.removeExchangeRate,
  importExchangeRates: exchangeRates.importExchangeRates,
  undoExchangeRates: exchangeRates.undoExchangeRates,
  listStatements: statements.listStatements,
  importStatement: statements.importStatement,
  listStatementLines: statements.listStatementLines,
  getStatementFile: statements.getStatementFile,
  removeStatement: statements.removeStatement,
  listPeriods: periods.listPeriods,
  getPeriod: periods.getPeriod,
  closePeriod: periods.closePeriod,
  getReport: reports.getReport,
  exportReport: reports.exportReport,
  exportAccountingPackage: reports.exportAccountingPackage,
  requestReopening: periods.requestReopening,
  approveReopening: periods.approveReopening,
  rejectReopening: periods.rejectReopening,
  listReconciliations: matching.listReconciliations,
  listMatchLines: matching.listMatchLines,
  runMatching: matching.runMatching,
  matchLine: matching.matchLine,
  postMatch: matching.postMatch,
  ignoreLine: matching.ignoreLine,
  assignLine: followUps.assignLine,
  deferLine: followUps.deferLine,
  resumeLine: followUps.resumeLine,
  setLineDueDate: followUps.setLineDueDate,
  attachToLine: entryAttachments.attachToLine,
  commentLine: followUps.commentLine,
  checkRefundStatus: checkRefundStatus.checkRefundStatus,
  undoMatch: matching.undoMatch,
  undoPostedMatch: matching.undoPostedMatch,
  verifyBooks: selfCheck.verifyBooks,
  listTokens: tokens.listTokens,
  createToken: tokens.createToken,
  revokeToken: tokens.revokeToken,
  listWebhooks: webhooks.listWebhooks,
  createWebhook: webhooks.createWebhook,
  changeWebhook: webhooks.changeWebhook,
  pauseWebhook: webhooks.pauseWebhook,
  resumeWebhook: webhooks.resumeWebhook,
  replaceWebhookSecret: webhooks.replaceWebhookSecret,
  removeWebhook: webhooks.removeWebhook,
  testWebhook: deliveries.testWebhook,
  listDeliveries: deliveries.listDeliveries,
  getDelivery: deliveries.getDelivery,
  resendDelivery: deliveries.resendDelivery,
  listUsers: staff.listUsers,
  listEvents: audit.listEvents,
  getEventsHead: audit.getEventsHead,
  exportEventsAsCsv: auditExport.exportEventsAsCsv,
  exportEventsAsJson: auditExport.exportEventsAsJson,
  exportUsers: usersExport.exportUsers,
  listSessions: sessions.listSessions,
  endSessions: sessions.endSessions,
  endUserSessions: sessions.endUserSessions,
  changeUsers: bulk.changeUsers,
  changeUserRole: staff.changeUserRole,
  archiveUser: staff.archiveUser,
  unarchiveUser: staff.unarchiveUser,
  listInvitations: invitations.listInvitations,
  inviteUser: invitations.inviteUser,
  resendInvitation: invitations.resendInvitation,
  revokeInvitation: invitations.revokeInvitation,
  approveUser: staff.approveUser,
  rejectUser: staff.rejectUser,
  reopenUser: staff.reopenUser,
  createResetLink: resetLinks.createResetLink,
  removeFactors,
  suspendUser: staff.suspendUser,
  importUsers,
  viewAs: staff.viewAs,
  endView: staff.endView,
  restoreUser: staff.restoreUser,
  claimNextOrder,
  createOrderJob,
  listJobs: jobs.listJobs,
  getJob: jobs.getJob,
  listJobItems: jobs.listJobItems,
  startJob: jobs.startJob,
  pauseJob: jobs.pauseJob,
  resumeJob: jobs.resumeJob,
  cancelJob: jobs.cancelJob,
  undoJob: jobs.undoJob,
  listRoles: roles.listRoles,
  createRole: roles.createRole,
  changeRole: roles.changeRole,
  removeRole: roles.removeRole,
  calculateQuote: workbench.calculateQuote,
  getBuild: build.getBuild,
  getOpenApi: openapi.getOpenApi,
  getApiReference: openapi.getApiReference,
  getApiClient: openapi.getApiClient,
  getIcons: icons.getIcons,
}
