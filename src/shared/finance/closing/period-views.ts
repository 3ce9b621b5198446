import { isCurrency } from '#shared/currencies.ts'
import { accountNames } from '#shared/finance/account-views.ts'
import { periodActions, periodStates } from '#shared/finance/closing/periods.ts'
import { reportNames, reportSpans } from '#shared/finance/closing/reports.ts'
import type { Days } from '#shared/finance/flow-groups.ts'
import { optionalInput, optionalLine, singleLine } from '#shared/inputs.ts'
import * as z from 'zod/mini'

/**
 * What is looked at before a month is closed. `months-in-order`, `month-over`, `statements-tie` and `self-check` must be settled; the others may be
 * accepted with a reason.
 */
export const checklistIds = [
  'month-over',
  'months-in-order',
  'statements-there',
  'statements-tie',
  'lines-matched',
  'suspense-empty',
  'requests-decided',
  'self-check',
] as const
export type ChecklistId = (typeof checklistIds)[number]

/** `at-close`: found out when the month is closed. */
const checklistStates = ['done', 'warning', 'blocking', 'at-close'] as const

/** A row that a point of the checklist is about, and how much it is of. */
const checklistRow = z.object({
  type: z.enum(['month', 'account', 'statement', 'lines', 'request']),
  /** The month, the code of the account (also of lines), or the id of the statement or of the request for an entry. */
  id: z.string(),
  /** The name of a file or a request. */
  label: z.optional(z.string()),
  /** The name of an account. */
  account: z.optional(z.object(accountNames)),
  /** With the currency: the balance of an account, debit positive, or the sum of lines. */
  amountMinor: z.optional(z.int()),
  currency: z.optional(z.string()),
  /** How many lines these are that wait for a later day; without it, none of them does. */
  waiting: z.optional(z.int()),
})
export type ChecklistRow = z.infer<typeof checklistRow>

export const checklistItem = z.object({
  id: z.enum(checklistIds),
  state: z.enum(checklistStates),
  /** The first rows that it is about. */
  rows: z.array(checklistRow),
  /** How many there are. */
  count: z.int(),
})
export type ChecklistItem = z.infer<typeof checklistItem>

const periodChange = z.object({
  action: z.enum(periodActions),
  at: z.int(),
  actor: z.string(),
  reason: z.string(),
  /** The points of the checklist that the month was closed with. */
  accepted: z.array(z.string()),
  /** The numbers of the closing entries that a close has posted, or of the reversals that a reopening has; one for each currency. */
  entries: z.array(z.int()),
  /** The last entry and the last sealed event at that time; number 0 and no hash before the first. */
  ledger: z.object({ seq: z.int(), hash: z.string() }),
  events: z.object({ seq: z.int(), hash: z.string() }),
})
export type PeriodChangeView = z.infer<typeof periodChange>

const period = {
  /** `YYYY-MM`. */
  month: z.string(),
  state: z.enum(periodStates),
  /** The time of the last close; null for a month that is open. */
  closedAt: z.nullable(z.int()),
  closedBy: z.nullable(z.string()),
}

/** The months from the first entry to today, newest first. */
export const periodList = z.object({ periods: z.array(z.object(period)) })
export type PeriodRow = z.infer<typeof periodList>['periods'][number]

export const periodDetail = z.object({
  ...period,
  /** Actions allowed to the user now. */
  actions: z.array(z.enum(periodActions)),
  /** Null for a month that is closed. */
  checklist: z.nullable(z.array(checklistItem)),
  /** Newest first. */
  history: z.array(periodChange),
})
export type PeriodDetail = z.infer<typeof periodDetail>

/** A page of the entries at a tax rate. */
export interface TaxEntries {
  /** In percent; empty if it is not known. */
  rate: string
  days: Days
  rows: { entry: number; day: string; kind: string; order: string | null; netMinor: number; taxMinor: number }[]
  next: string | null
  previous: string | null
}

const month = z.string().check(z.regex(/^(19|20)\d\d-(0[1-9]|1[0-2])$/, 'month'))
const currencyCode = z.string().check(z.refine(isCurrency, 'currency'))
export const periodParams = z.object({ month })
/** A report of a month; that of the month alone and in the book's currency unless something else is asked for. */
export const reportParams = z.object({ month, report: z.enum(reportNames) })
const reportOptions = { span: optionalInput(z.enum(reportSpans)), currency: optionalInput(currencyCode) }
export const reportQuery = z.object(reportOptions)
export const reportFormats = ['xlsx', 'csv'] as const
export const exportReportInput = z.object({ format: z.enum(reportFormats), ...reportOptions })
/** A month whose checklist has warnings needs a reason. */
export const closePeriodInput = z.object({ reason: optionalLine(300) })
export const reopenPeriodInput = z.object({ reason: singleLine(300) })
