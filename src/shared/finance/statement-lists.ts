import { choice, option } from '#shared/list/filter-fields.ts'
import { defineList } from '#shared/list/list.ts'
import { days } from '#shared/list/range-fields.ts'
import { lineClasses } from '#shared/finance/statements.ts'

/** The statements that were imported, newest first: on `/finance?tab=reconciliation` and `GET /api/finance/statements`. */
export const statementsList = defineList({
  path: '/finance',
  parameters: { tab: 'reconciliation' },
  permission: 'finance.view',
  openParameter: 'statement',
  filters: [],
  columns: [
    { id: 'file' },
    { id: 'account', priority: 1 },
    { id: 'days' },
    { id: 'lines', align: 'end', priority: 2 },
    { id: 'opening', align: 'end', priority: 3, card: false },
    { id: 'in', align: 'end' },
    { id: 'out', align: 'end' },
    { id: 'closing', align: 'end', priority: 3, card: false },
    { id: 'ties', priority: 1 },
  ],
  sorts: [],
  paged: false,
  tabs: {},
})

/** The lines of one statement in the order of its file: on `/finance?tab=reconciliation&statement=ID` and in the API. */
export const statementLinesList = defineList({
  path: '/finance',
  parameters: { tab: 'reconciliation' },
  permission: 'finance.view',
  openParameter: 'entry',
  filters: [
    /** The id of the statement. */
    option('statement', { label: ({ finance }) => finance.statement }),
    days('day', { label: ({ finance }) => finance.day }),
    choice('class', {
      values: lineClasses,
      multiple: false,
      label: ({ finance }) => finance.flow,
      valueLabels: ({ finance }) => ({ ...finance.flows, neutral: finance.neutral }),
    }),
  ],
  columns: [
    { id: 'line', priority: 2, card: false },
    { id: 'day' },
    { id: 'counterparty' },
    { id: 'description', priority: 1 },
    { id: 'status', priority: 3, card: false },
    { id: 'class', priority: 2 },
    { id: 'amount', align: 'end' },
    { id: 'balance', align: 'end', priority: 3, card: false },
  ],
  sorts: [],
  paged: true,
  tabs: {},
})
