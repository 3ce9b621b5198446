import { reportView } from '#shared/finance/closing/reports.ts'
import {
  closePeriodInput,
  exportReportInput,
  periodDetail,
  periodList,
  periodParams,
  reportParams,
  reportQuery,
  reopenPeriodInput,
} from '#shared/finance/closing/period-views.ts'
import type { ProblemName } from '#shared/problem.ts'
import { endpoint } from '#shared/routes/endpoint.ts'
import { exportEndpoint } from '#shared/routes/endpoints/finance.ts'

/** What closing entries cannot be posted or reversed for. */
const closingProblems: ProblemName[] = ['account-archived', 'ledger-full']

/** The months of the ledger: reports, closing and reopening. */
export const closingEndpoints = {
  listPeriods: endpoint({
    method: 'GET',
    path: '/api/finance/periods',
    access: 'finance.view',
    output: periodList,
  }),
  getPeriod: endpoint({
    method: 'GET',
    path: '/api/finance/periods/:month',
    access: 'finance.view',
    params: periodParams,
    output: periodDetail,
    problems: ['not-found'],
  }),
  getReport: endpoint({
    method: 'GET',
    path: '/api/finance/periods/:month/reports/:report',
    access: 'finance.view',
    params: reportParams,
    query: reportQuery,
    output: reportView,
  }),
  exportReport: endpoint({
    ...exportEndpoint,
    path: '/api/finance/periods/:month/reports/:report/exports',
    params: reportParams,
    body: exportReportInput,
  }),
  exportAccountingPackage: endpoint({
    ...exportEndpoint,
    path: '/api/finance/periods/:month/packages',
    params: periodParams,
  }),
  closePeriod: endpoint({
    method: 'POST',
    path: '/api/finance/periods/:month/closings',
    access: 'finance.close',
    params: periodParams,
    body: closePeriodInput,
    output: periodDetail,
    problems: [
      'period-already-closed',
      'period-out-of-order',
      'period-not-over',
      'period-not-ready',
      'books-not-sound',
      ...closingProblems,
    ],
    timeLimit: 'long',
  }),
  requestReopening: endpoint({
    method: 'POST',
    path: '/api/finance/periods/:month/reopenings',
    access: 'finance.close',
    params: periodParams,
    body: reopenPeriodInput,
    output: periodDetail,
    problems: ['period-not-closed', 'period-out-of-order'],
  }),
  approveReopening: endpoint({
    method: 'POST',
    path: '/api/finance/periods/:month/reopenings/approval',
    access: 'finance.reopen',
    params: periodParams,
    output: periodDetail,
    problems: ['period-not-closed', 'period-out-of-order', 'own-reopening', ...closingProblems],
  }),
  rejectReopening: endpoint({
    method: 'POST',
    path: '/api/finance/periods/:month/reopenings/rejection',
    access: 'finance.reopen',
    params: periodParams,
    body: reopenPeriodInput,
    output: periodDetail,
    problems: ['period-not-closed'],
  }),
}
