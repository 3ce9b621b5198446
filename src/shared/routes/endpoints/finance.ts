import { entriesQuery, summaryQuery } from '#shared/finance/inputs.ts'
import { entryList, summary, verification } from '#shared/finance/views.ts'
import { endpoint } from '#shared/routes/endpoint.ts'
import { entriesList } from '#shared/finance/entries-list.ts'

/** The ledger and its self-check. */
export const financeEndpoints = {
  listEntries: endpoint({
    method: 'GET',
    path: '/api/finance/entries',
    access: entriesList.permission,
    query: entriesQuery,
    output: entryList,
  }),
  getSummary: endpoint({
    method: 'GET',
    path: '/api/finance/summary',
    access: 'finance.view',
    query: summaryQuery,
    output: summary,
  }),
  verifyBooks: endpoint({
    method: 'GET',
    path: '/api/finance/verification',
    access: 'books.verify',
    output: verification,
    timeLimit: 'long',
  }),
}
