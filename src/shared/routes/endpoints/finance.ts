import { accountPostings, ledgerAccount, ledgerAccountList } from '#shared/finance/account-views.ts'
import { accountsList, postingsList } from '#shared/finance/accounts-list.ts'
import {
  accountParams,
  addAccountInput,
  entriesQuery,
  entryParams,
  exportEntriesInput,
  exportJournalInput,
  postingsQuery,
  renameAccountInput,
  summaryQuery,
} from '#shared/finance/inputs.ts'
import { entryVerification } from '#shared/finance/entry-verification.ts'
import { entryList, summary } from '#shared/finance/views.ts'
import { verification } from '#shared/self-check/verification-views.ts'
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

/** The ledger and its self-check. */
export const financeEndpoints = {
  listEntries: endpoint({
    method: 'GET',
    path: '/api/finance/entries',
    access: entriesList.permission,
    query: entriesQuery,
    output: entryList,
  }),
  verifyEntry: endpoint({
    method: 'GET',
    path: '/api/finance/entries/:number/verification',
    access: 'finance.view',
    params: entryParams,
    output: entryVerification,
    problems: ['not-found'],
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
