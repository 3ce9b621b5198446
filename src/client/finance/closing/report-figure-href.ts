import { closingHref } from '#client/finance/closing/closing-href.ts'
import { taxEntriesHref } from '#client/finance/closing/tax-entries.tsx'
import { accountHref } from '#client/finance/finance-url.ts'
import type { ReportAccount, ReportColumn, ReportRow, ReportView } from '#shared/finance/closing/reports.ts'
import type { FinanceQuery } from '#shared/finance/inputs.ts'
import { href } from '#shared/routes/pages.ts'
import { addDays } from '#shared/time.ts'

/** URL of the rows that add up to a figure of a report; undefined for one that has none, as transfers, because an entry may also move money in or out. */
export function reportFigureHref(
  query: FinanceQuery,
  { account, line, taxRate }: ReportRow,
  column: ReportColumn,
  view: ReportView,
): string | undefined {
  if (column === 'transfers') return undefined
  const days = daysOf(column, view)
  if (account && isFlow(column)) {
    const flow = column === 'previousNet' ? undefined : column
    return href('finance', { account: [account.code], currency: view.currency, flow, ...days })
  }
  if (account) return accountHref(account.code, { ...days, closing: closingFilter(account, view) })
  if (taxRate !== undefined) return taxEntriesHref(query, taxRate, column.startsWith('previous'))
  return line === 'result_of_year' ? incomeHref(query, days) : undefined
}

/** What came from others or went to them: entries of the cash flow, as the postings of an account have transfers, too. */
const isFlow = (column: ReportColumn): column is 'in' | 'out' | 'previousNet' =>
  column === 'in' || column === 'out' || column === 'previousNet'

/** Only the trial balance has closing entries. */
const closingFilter = ({ type, role }: ReportAccount, { report }: ReportView): 'without' | undefined =>
  report !== 'trial_balance' && (type === 'income' || type === 'expense' || role === 'profit') ? 'without' : undefined

/** The income statement of the year through a day. */
const incomeHref = (query: FinanceQuery, { to }: { to?: string }): string =>
  closingHref(query, { month: to?.slice(0, 7), report: 'income_statement', span: 'year', action: undefined })

/** The days whose postings add up to a figure: until a day for a balance. */
function daysOf(column: ReportColumn, { report, days, previousDays }: ReportView): { from?: string; to?: string } {
  const isBalance = report === 'balance_sheet' || column.startsWith('closing')
  if (column.startsWith('opening')) return { to: addDays(days.from, -1) }
  if (column.startsWith('previous')) return isBalance ? { to: previousDays.to } : previousDays
  return isBalance ? { to: days.to } : days
}
