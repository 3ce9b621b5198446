import { accountTypes } from '#shared/finance/ledger.ts'
import { accountNames } from '#shared/finance/account-views.ts'
import { type Days, monthAfter } from '#shared/finance/flow-groups.ts'
import { monthDays } from '#shared/finance/closing/periods.ts'
import { startOfUnit } from '#shared/time-unit.ts'
import * as z from 'zod/mini'

/** The reports of a month, or of its quarter or year so far, each in one currency and computed from the totals of months. */
export const reportNames = ['trial_balance', 'income_statement', 'balance_sheet', 'cash_flow', 'tax'] as const
export type ReportName = (typeof reportNames)[number]
/** `quarter` and `year`: from their first day to the end of the month. */
export const reportSpans = ['month', 'quarter', 'year'] as const
export type ReportSpan = (typeof reportSpans)[number]

/** The columns of each report, in their order. */
export const columnsOf = {
  trial_balance: ['openingDebit', 'openingCredit', 'debit', 'credit', 'closingDebit', 'closingCredit'],
  income_statement: ['current', 'previous'],
  balance_sheet: ['current', 'previous'],
  cash_flow: ['opening', 'in', 'out', 'transfers', 'closing', 'previousNet'],
  tax: ['sales', 'tax', 'previousSales', 'previousTax'],
} as const satisfies Record<ReportName, readonly string[]>
export type ReportColumn = (typeof columnsOf)[ReportName][number]

const reportColumns = [...new Set(Object.values(columnsOf).flat())] as [ReportColumn, ...ReportColumn[]]

/** Parts of a report. Those without rows of their own are a sum of others. */
export const reportSections = [
  'accounts',
  'income',
  'expense',
  'result',
  'asset',
  'liability',
  'equity',
  'liabilities_and_equity',
  'money',
  'orders',
  'other_entries',
  'sales_and_tax',
] as const
export type ReportSection = (typeof reportSections)[number]

/** A row that is no account: income less expenses that no entry has moved to equity. */
export const resultLines = ['result_of_year', 'result_of_earlier_years'] as const
export type ResultLine = (typeof resultLines)[number]

const reportAccount = z.object({ ...accountNames, code: z.string(), type: z.enum(accountTypes) })
export type ReportAccount = z.infer<typeof reportAccount>

const reportRow = z.object({
  /** Null for a line that is no account. */
  account: z.nullable(reportAccount),
  line: z.nullable(z.enum(resultLines)),
  /** In percent: `0` for sales without tax, empty for a rate that is not known. */
  taxRate: z.optional(z.string()),
  /** Minor units, in the order of the columns. */
  values: z.array(z.int()),
})
export type ReportRow = z.infer<typeof reportRow>

const days = z.object({ from: z.string(), to: z.string() })

export const reportView = z.object({
  report: z.enum(reportNames),
  span: z.enum(reportSpans),
  currency: z.string(),
  /** Those in which there are accounts. */
  currencies: z.array(z.string()),
  days,
  /** The period before. */
  previousDays: days,
  columns: z.array(z.enum(reportColumns)),
  sections: z.array(z.object({ id: z.enum(reportSections), rows: z.array(reportRow), total: z.array(z.int()) })),
})
export type ReportView = z.infer<typeof reportView>

/** The days of a report and those of the period before, which are whole months: until the same month of the quarter or year before. */
export function reportDays(month: string, span: ReportSpan): { days: Days; previousDays: Days } {
  const { from, to } = monthDays(month)
  const reported = { from: startOfUnit(from, span), to }
  const before = (day: string) => monthAfter(day, -monthsOf[span])
  return { days: reported, previousDays: { from: before(reported.from).from, to: before(to).to } }
}

const monthsOf: Record<ReportSpan, number> = { month: 1, quarter: 3, year: 12 }
