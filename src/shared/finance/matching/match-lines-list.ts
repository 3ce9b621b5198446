import { accountCode } from '#shared/finance/manual-entry-input.ts'
import { lineStates } from '#shared/finance/matching/views.ts'
import { option, search } from '#shared/list/filter-fields.ts'
import { optionalInput } from '#shared/inputs.ts'
import { defineList } from '#shared/list/list.ts'
import { days } from '#shared/list/range-fields.ts'
import { listQuery, listShape } from '#shared/list/list-query.ts'
import * as z from 'zod/mini'

/** The lines of an account with what is matched: on `/finance?tab=reconciliation&account=1002.1` and `GET /api/finance/match-lines`. */
export const matchLinesList = defineList({
  path: '/finance',
  parameters: { tab: 'reconciliation' },
  permission: 'finance.view',
  openParameter: 'line',
  /** The code of the account; and open, matched or ignored lines. The page chooses both by itself. */
  viewParameters: ['account', 'state'],
  filters: [
    option('owner', { label: ({ orders }) => orders.filter.assignee }),
    days('day', { label: ({ finance }) => finance.day }),
    search('search', { label: ({ orders }) => orders.filter.search }),
  ],
  columns: [
    { id: 'day' },
    { id: 'counterparty' },
    { id: 'proposal' },
    { id: 'owner', priority: 2 },
    { id: 'age', align: 'end', priority: 2, card: false },
    { id: 'amount', align: 'end' },
  ],
  sorts: [],
  paged: true,
  tabs: {},
})

/** The value of the filter by owner that means lines without one. */
export const linesWithoutOwner = 'none'

export const matchLinesQuery = listQuery(
  { ...listShape(matchLinesList), account: accountCode, state: optionalInput(z.enum(lineStates)) },
  matchLinesList,
)
export type MatchLinesQuery = z.infer<typeof matchLinesQuery>

/** Business days. The age of older lines is shown as "more than" this number. */
export const maximumAge = 999
