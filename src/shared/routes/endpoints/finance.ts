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
import {
  declineEntryRequestInput,
  entryRequestList,
  entryRequestParams,
  entryRequestView,
} from '#shared/finance/entry-requests.ts'
import {
  importStatementInput,
  importStatementQuery,
  statementImport,
  statementLimitBytes,
  statementLines,
  statementLinesList,
  statementLinesQuery,
  statementList,
  statementParams,
  statementsList,
} from '#shared/finance/statements.ts'
import { entryList, entryView, summary, verification } from '#shared/finance/views.ts'
import type { ProblemName } from '#shared/problem.ts'
import { endpoint } from '#shared/routes/endpoint.ts'
import { entriesList } from '#shared/finance/entries-list.ts'
import * as z from 'zod/mini'

const exportEndpoint = {
  method: 'POST',
  access: 'finance.export',
  answerType: 'application/octet-stream',
  output: z.string(),
  reentry: true,
  timeLimit: 'long',
} as const

/** What keeps an entry that was requested from being posted later. */
const approvalProblems: ProblemName[] = ['not-found', 'entry-already-reversed', 'account-archived', 'ledger-full']
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
  listStatements: endpoint({
    method: 'GET',
    path: '/api/finance/statements',
    access: statementsList.permission,
    output: statementList,
  }),
  importStatement: endpoint({
    method: 'POST',
    path: '/api/finance/statements',
    access: 'finance.reconcile',
    query: importStatementQuery,
    body: importStatementInput,
    output: statementImport,
    problems: ['not-a-statement', 'statement-import-running'],
    timeLimit: 'long',
    uploadLimitBytes: statementLimitBytes,
    afterForm: 'show-answer',
  }),
  listStatementLines: endpoint({
    method: 'GET',
    path: '/api/finance/statements/:statement/lines',
    access: statementLinesList.permission,
    params: statementParams,
    query: statementLinesQuery,
    output: statementLines,
    problems: ['not-found'],
  }),
  removeStatement: endpoint({
    method: 'POST',
    path: '/api/finance/statements/:statement/removal',
    access: 'finance.reconcile',
    params: statementParams,
    output: statementList,
    problems: ['not-found', 'statement-not-last'],
  }),
  verifyBooks: endpoint({
    method: 'GET',
    path: '/api/finance/verification',
    access: 'books.verify',
    output: verification,
    timeLimit: 'long',
  }),
}
