import { entryParams, postEntryInput, reverseEntryInput } from '#shared/finance/inputs.ts'
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
import { entryView } from '#shared/finance/views.ts'
import type { ProblemName } from '#shared/problem.ts'
import { endpoint } from '#shared/routes/endpoint.ts'
import * as z from 'zod/mini'

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
  'store-credit-too-low',
  'month-posted',
  'ledger-full',
]
/** What posting, correcting and reversing by hand may answer. */
const postingProblems: ProblemName[] = [
  ...approvalProblems,
  'entry-of-order',
  'entry-of-closing',
  'entry-is-reversal',
  'payout-completed',
  'above-limit',
]
/** Of entries that move store credit: whether they do is known when the entry is read. */
const proofProblems = ['confirm-identity', 'token-not-accepted'] as const

/** The entry, or with `approval` the request for it. */
export const postedOrRequested = z.union([entryView, entryRequestView])

/** Entries that staff post by hand: at once or after an approval, from templates, and their files. */
export const manualEntryEndpoints = {
  postEntry: endpoint({
    method: 'POST',
    path: '/api/finance/entries',
    access: 'finance.post',
    idempotent: true,
    body: postEntryInput,
    status: 201,
    output: postedOrRequested,
    afterForm: 'open-entry',
    problems: [...postingProblems, ...proofProblems, 'store-credit-unavailable'],
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
    problems: [...postingProblems, ...proofProblems],
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
    problems: [
      ...approvalProblems,
      ...proofProblems,
      'store-credit-unavailable',
      'own-request',
      'request-decided',
      'request-expired',
      'changed-meanwhile',
      'payout-completed',
    ],
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
}
