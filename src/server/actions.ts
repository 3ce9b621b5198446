import * as roles from '#server/roles/actions.ts'
import type { Action } from '#server/context.ts'
import * as account from '#server/account/actions.ts'
import * as build from '#server/build/build-info.ts'
import * as customers from '#server/customers/actions.ts'
import * as finance from '#server/finance/actions.ts'
import * as ledgerExports from '#server/finance/export-actions.ts'
import * as manualEntries from '#server/finance/manual/entry-actions.ts'
import * as entryAttachments from '#server/finance/manual/attachment-actions.ts'
import * as entryTemplates from '#server/finance/manual/templates.ts'
import { postCreditEntry } from '#server/finance/manual/credit-entry.ts'
import { listEntries } from '#server/finance/list-entries.ts'
import { verifyEntry } from '#server/finance/verify-entry.ts'
import * as entryRequests from '#server/finance/manual/entry-requests.ts'
import * as reports from '#server/finance/closing/report-actions.ts'
import * as periods from '#server/finance/closing/period-actions.ts'
import * as checkRefundStatus from '#server/finance/matching/check-refund-status.ts'
import * as followUps from '#server/finance/matching/follow-up-actions.ts'
import * as matching from '#server/finance/matching/match-actions.ts'
import * as exchangeRates from '#server/finance/rates/actions.ts'
import * as statements from '#server/finance/statements/statement-actions.ts'
import * as ledgerAccounts from '#server/finance/account-actions.ts'
import * as icons from '#server/icons/actions.ts'
import * as imports from '#server/imports/actions.ts'
import * as lists from '#server/list/actions.ts'
import * as jobs from '#server/jobs/actions.ts'
import * as live from '#server/live/actions.ts'
import * as openapi from '#server/openapi/actions.ts'
import * as orders from '#server/orders/actions.ts'
import * as print from '#server/print/actions.ts'
import * as selfCheck from '#server/self-check/actions.ts'
import * as auth from '#server/auth/actions.ts'
import * as tokens from '#server/tokens/actions.ts'
import { linkIdentity, unlinkIdentity } from '#server/auth/identities.ts'
import { getProviderLogin } from '#server/auth/provider-login.ts'
import * as passkeys from '#server/auth/passkey-actions.ts'
import { confirmIdentity, confirmWithPasskey } from '#server/auth/confirm-identity.ts'
import * as factors from '#server/auth/factor-actions.ts'
import * as loginActions from '#server/auth/login-actions.ts'
import * as audit from '#server/events/actions.ts'
import * as auditExport from '#server/events/export-actions.ts'
import * as usersExport from '#server/staff/export-actions.ts'
import * as sessions from '#server/staff/session-actions.ts'
import * as bulk from '#server/staff/bulk-actions.ts'
import * as invitations from '#server/staff/invitation-actions.ts'
import * as passwords from '#server/auth/password-actions.ts'
import * as resetLinks from '#server/staff/reset-link.ts'
import { removeFactors } from '#server/staff/remove-factors.ts'
import { importUsers } from '#server/staff/import-actions.ts'
import * as staff from '#server/staff/actions.ts'
import * as webhooks from '#server/webhooks/actions.ts'
import * as deliveries from '#server/webhooks/delivery-actions.ts'
import * as views from '#server/list/view-actions.ts'
import { createCountMatches, createCountViews } from '#server/list/count-views.ts'
import { viewCounters } from '#server/view-counters.ts'
import { searchEverything } from '#server/search/actions.ts'
import * as workbench from '#server/workbench/actions.ts'
import type { EndpointName } from '#shared/routes/endpoints.ts'

/** The action of every endpoint. The type requires all of them: a missing one does not compile. */
export const actions: { [Name in EndpointName]: Action<Name> } = {
  searchEverything,
  saveView: views.saveView,
  changeView: views.changeView,
  removeView: views.removeView,
  chooseDefaultView: lists.chooseDefaultView,
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
  countOrders: orders.countOrders,
  exportOrders: orders.exportOrders,
  createExportJob: orders.createExportJob,
  createShipmentJob: orders.createShipmentJob,
  downloadJobFile: jobs.downloadJobFile,
  printJobPart: print.printJobPart,
  createOrder: orders.createOrder,
  createOrders: orders.createOrders,
  enterOrder: orders.enterOrder,
  previewOrder: orders.previewOrder,
  findProducts: orders.findProducts,
  confirmOrder: orders.confirmOrder,
  discardOrder: orders.discardOrder,
  getOrder: orders.getOrder,
  shipOrder: orders.shipOrder,
  editOrder: orders.editOrder,
  previewOrderEdit: orders.previewOrderEdit,
  requestReturn: orders.requestReturn,
  approveReturn: orders.approveReturn,
  rejectReturn: orders.rejectReturn,
  receiveReturn: orders.receiveReturn,
  completeReturn: orders.completeReturn,
  cancelReturn: orders.cancelReturn,
  settlePayment: orders.settlePayment,
  unsettlePayment: orders.unsettlePayment,
  recordDispute: orders.recordDispute,
  winDispute: orders.winDispute,
  loseDispute: orders.loseDispute,
  reopenDispute: orders.reopenDispute,
  cancelDispute: orders.cancelDispute,
  listCarriers: orders.listCarriers,
  addCarrier: orders.addCarrier,
  removeCarrier: orders.removeCarrier,
  deliverShipment: orders.deliverShipment,
  correctShipment: orders.correctShipment,
  cancelShipment: orders.cancelShipment,
  holdOrder: orders.holdOrder,
  releaseOrder: orders.releaseOrder,
  archiveOrder: orders.archiveOrder,
  unarchiveOrder: orders.unarchiveOrder,
  cancelOrder: orders.cancelOrder,
  assignOrder: orders.assignOrder,
  revealOrder: orders.revealOrder,
  tagOrder: orders.tagOrder,
  untagOrder: orders.untagOrder,
  listCustomers: customers.listCustomers,
  exportCustomers: customers.exportCustomers,
  createCustomerExportJob: customers.createCustomerExportJob,
  getCustomer: customers.getCustomer,
  createCustomer: customers.createCustomer,
  editCustomer: customers.editCustomer,
  mergeCustomers: customers.mergeCustomers,
  postCreditEntry,
  eraseCustomer: customers.eraseCustomer,
  attachFile: orders.attachFile,
  getAttachment: orders.getAttachment,
  removeAttachment: orders.removeAttachment,
  addNote: orders.addNote,
  editNote: orders.editNote,
  deleteNote: orders.deleteNote,
  strikeNote: orders.strikeNote,
  restoreNote: orders.restoreNote,
  watchOrders: live.watchOrders,
  watchSession: live.watchSession,
  printOrders: print.printOrders,
  changeSeller: print.changeSeller,
  recordPayment: orders.recordPayment,
  captureAuthorization: orders.captureAuthorization,
  voidAuthorization: orders.voidAuthorization,
  writeOffBalance: orders.writeOffBalance,
  refundOrder: orders.refundOrder,
  creditRefund: orders.creditRefund,
  approveRefund: orders.approveRefund,
  receiveRefundWebhook: orders.receiveRefundWebhook,
  withdrawRefund: orders.withdrawRefund,
  rejectRefund: orders.rejectRefund,
  retryRefund: orders.retryRefund,
  markRefundPaid: orders.markRefundPaid,
  markRefundFailed: orders.markRefundFailed,
  markRefundReturned: orders.markRefundReturned,
  payRefundByTransfer: orders.payRefundByTransfer,
  createImportJob: imports.createImportJob,
  importCustomers: imports.importCustomers,
  createCustomerImportJob: imports.createCustomerImportJob,
  listCustomerImports: imports.listCustomerImports,
  undoCustomerImport: imports.undoCustomerImport,
  importOrders: imports.importOrders,
  listImports: imports.listImports,
  previewImportUndo: imports.previewImportUndo,
  undoImport: imports.undoImport,
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
  claimNextOrder: orders.claimNextOrder,
  createOrderJob: orders.createOrderJob,
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
