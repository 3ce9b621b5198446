import { accountPostings, ledgerAccount, ledgerAccountList } from '#shared/finance/account-views.ts'
import { accountsList, postingsList } from '#shared/finance/accounts-list.ts'
import {
  accountParams,
  addAccountInput,
  entriesQuery,
  entryParams,
  exportEntriesInput,
  exportJournalInput,
  postEntryInput,
  reverseEntryInput,
  postingsQuery,
  renameAccountInput,
  summaryQuery,
} from '#shared/finance/inputs.ts'
import { attachmentUploadBytes } from '#shared/constants.ts'
import { attachmentQuery } from '#shared/orders/inputs.ts'
import {
  editEntryTemplateInput,
  entryTemplateInput,
  entryTemplateList,
  entryTemplateParams,
  entryTemplateView,
  skippedMonthParams,
} from '#shared/finance/entry-templates.ts'
import {
  attachToEntryInput,
  declineEntryRequestInput,
  entryAttachmentList,
  entryAttachmentParams,
  entryRequestList,
  entryRequestParams,
  entryRequestView,
} from '#shared/finance/entry-requests.ts'
import { entryVerification } from '#shared/finance/entry-verification.ts'
import { entryList, entryView, summary, verification } from '#shared/finance/views.ts'
import type { ProblemName } from '#shared/problem.ts'
import { endpoint } from '#shared/routes/endpoint.ts'
import { entriesList } from '#shared/finance/entries-list.ts'
import * as z from 'zod/mini'

/** What a download asks for: it leaves the company. */
export const exportEndpoint = {
  method: 'POST',
  access: 'finance.export',
  answerType: 'application/octet-stream',
  output: z.string(),
  reentry: true,
  timeLimit: 'long',
} as const

const attachEndpoint = {
  method: 'POST',
  access: 'finance.post',
  body: attachToEntryInput,
  output: entryAttachmentList,
  status: 201,
  idempotent: true,
  problems: ['not-found'],
  timeLimit: 'long',
  uploadLimitBytes: attachmentUploadBytes,
} as const

/** What keeps an entry that was requested from being posted later. */
const approvalProblems: ProblemName[] = [
  'not-found',
  'entry-already-reversed',
  'account-archived',
  'month-posted',
  'ledger-full',
]
/** What posting, correcting and reversing by hand may answer. */
const postingProblems: ProblemName[] = [...approvalProblems, 'entry-of-order', 'entry-is-reversal', 'above-limit']
/** The entry, or with `approval` the request for it. */
const postedOrRequested = z.union([entryView, entryRequestView])

/** The ledger and its self-check. */
export const financeEndpoints = {
  listEntries: endpoint({
    method: 'GET',
    path: '/api/finance/entries',
    access: entriesList.permission,
    query: entriesQuery,
    output: entryList,
  }),
  postEntry: endpoint({
    method: 'POST',
    path: '/api/finance/entries',
    access: 'finance.post',
    idempotent: true,
    body: postEntryInput,
    status: 201,
    output: postedOrRequested,
    afterForm: 'open-entry',
    problems: postingProblems,
  }),
  reverseManualEntry: endpoint({
    method: 'POST',
    path: '/api/finance/entries/:number/reversal',
    access: 'finance.post',
    idempotent: true,
    params: entryParams,
    body: reverseEntryInput,
    status: 201,
    output: postedOrRequested,
    afterForm: 'open-entry',
    problems: postingProblems,
  }),
  listEntryRequests: endpoint({
    method: 'GET',
    path: '/api/finance/entry-requests',
    access: 'finance.view',
    output: entryRequestList,
  }),
  approveEntryRequest: endpoint({
    method: 'POST',
    path: '/api/finance/entry-requests/:request/approval',
    access: 'finance.approve',
    params: entryRequestParams,
    output: entryRequestView,
    problems: [...approvalProblems, 'own-request', 'request-decided', 'request-expired'],
  }),
  declineEntryRequest: endpoint({
    method: 'POST',
    path: '/api/finance/entry-requests/:request/rejection',
    access: 'finance.approve',
    params: entryRequestParams,
    body: declineEntryRequestInput,
    output: entryRequestView,
    problems: ['own-request', 'request-decided'],
  }),
  withdrawEntryRequest: endpoint({
    method: 'POST',
    path: '/api/finance/entry-requests/:request/withdrawal',
    access: 'finance.post',
    params: entryRequestParams,
    output: entryRequestView,
    problems: ['not-requester', 'request-decided'],
  }),
  verifyEntry: endpoint({
    method: 'GET',
    path: '/api/finance/entries/:number/verification',
    access: 'finance.view',
    params: entryParams,
    output: entryVerification,
    problems: ['not-found'],
  }),
  listEntryTemplates: endpoint({
    method: 'GET',
    path: '/api/finance/templates',
    access: 'finance.view',
    output: entryTemplateList,
  }),
  addEntryTemplate: endpoint({
    method: 'POST',
    path: '/api/finance/templates',
    access: 'finance.post',
    body: entryTemplateInput,
    output: entryTemplateView,
    status: 201,
    idempotent: true,
  }),
  editEntryTemplate: endpoint({
    method: 'PUT',
    path: '/api/finance/templates/:template',
    access: 'finance.post',
    params: entryTemplateParams,
    body: editEntryTemplateInput,
    output: entryTemplateView,
    problems: ['not-found', 'changed-meanwhile'],
  }),
  archiveEntryTemplate: endpoint({
    method: 'POST',
    path: '/api/finance/templates/:template/archive',
    access: 'finance.post',
    params: entryTemplateParams,
    output: entryTemplateView,
    problems: ['not-found'],
  }),
  unarchiveEntryTemplate: endpoint({
    method: 'POST',
    path: '/api/finance/templates/:template/unarchive',
    access: 'finance.post',
    params: entryTemplateParams,
    output: entryTemplateView,
    problems: ['not-found'],
  }),
  skipMonth: endpoint({
    method: 'PUT',
    path: '/api/finance/templates/:template/skipped-months/:month',
    access: 'finance.post',
    params: skippedMonthParams,
    output: entryTemplateView,
    problems: ['not-found'],
  }),
  restoreMonth: endpoint({
    method: 'DELETE',
    path: '/api/finance/templates/:template/skipped-months/:month',
    access: 'finance.post',
    params: skippedMonthParams,
    output: entryTemplateView,
    problems: ['not-found'],
  }),
  attachToEntry: endpoint({
    ...attachEndpoint,
    path: '/api/finance/entries/:number/attachments',
    params: entryParams,
  }),
  attachToEntryRequest: endpoint({
    ...attachEndpoint,
    path: '/api/finance/entry-requests/:request/attachments',
    params: entryRequestParams,
  }),
  getEntryAttachment: endpoint({
    method: 'GET',
    path: '/api/finance/attachments/:attachmentId',
    access: 'finance.view',
    params: entryAttachmentParams,
    query: attachmentQuery,
    answerType: 'application/octet-stream',
    output: z.string(),
    problems: ['not-found'],
    timeLimit: 'long',
  }),
  exportEntries: endpoint({ ...exportEndpoint, path: '/api/finance/exports', body: exportEntriesInput }),
  exportJournal: endpoint({ ...exportEndpoint, path: '/api/finance/journals', body: exportJournalInput }),
  getSummary: endpoint({
    method: 'GET',
    path: '/api/finance/summary',
    access: 'finance.view',
    query: summaryQuery,
    output: summary,
  }),
  listLedgerAccounts: endpoint({
    method: 'GET',
    path: '/api/finance/accounts',
    access: accountsList.permission,
    output: ledgerAccountList,
  }),
  addLedgerAccount: endpoint({
    method: 'POST',
    path: '/api/finance/accounts',
    access: 'finance.manage_accounts',
    idempotent: true,
    body: addAccountInput,
    status: 201,
    output: ledgerAccount,
  }),
  renameLedgerAccount: endpoint({
    method: 'PUT',
    path: '/api/finance/accounts/:account',
    access: 'finance.manage_accounts',
    params: accountParams,
    body: renameAccountInput,
    output: ledgerAccount,
    problems: ['not-found'],
  }),
  archiveLedgerAccount: endpoint({
    method: 'POST',
    path: '/api/finance/accounts/:account/archive',
    access: 'finance.manage_accounts',
    params: accountParams,
    output: ledgerAccount,
    problems: ['not-found', 'account-in-use'],
  }),
  unarchiveLedgerAccount: endpoint({
    method: 'POST',
    path: '/api/finance/accounts/:account/unarchive',
    access: 'finance.manage_accounts',
    params: accountParams,
    output: ledgerAccount,
    problems: ['not-found'],
  }),
  listPostings: endpoint({
    method: 'GET',
    path: '/api/finance/postings',
    access: postingsList.permission,
    query: postingsQuery,
    output: accountPostings,
  }),
  verifyBooks: endpoint({
    method: 'GET',
    path: '/api/finance/verification',
    access: 'books.verify',
    output: verification,
    timeLimit: 'long',
  }),
}
