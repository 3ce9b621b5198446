import type { Db } from '#server/db/database.ts'
import { readPeriod, readPeriods } from '#server/finance/closing/periods.ts'
import { readReport } from '#server/finance/closing/reports.ts'
import { readTaxEntries } from '#server/finance/closing/taxes.ts'
import type { TabLoader } from '#server/finance/tabs.ts'
import { isCurrency } from '#shared/currencies.ts'
import type { TaxEntries } from '#shared/finance/closing/period-views.ts'
import type { ReportView } from '#shared/finance/closing/reports.ts'
import type { FinanceQuery } from '#shared/finance/inputs.ts'
import { unknownRate } from '#shared/orders/tax-lines.ts'

/** The months, or one of them with its checklist and a report. */
export const loadClosingTab: TabLoader<'closing'> = async (context, query) => {
  const { month } = query
  if (month === undefined) return { tab: 'closing', periods: await readPeriods(context), opened: null }
  const { book, database } = context.kontor
  const period = await readPeriod(context, month)
  if (!period) return { tab: 'closing', periods: [], opened: { missing: month } }
  const currency = query.currency !== undefined && isCurrency(query.currency) ? query.currency : book.currency
  const report = await readReport(database.read, {
    month,
    report: query.report ?? 'trial_balance',
    span: query.span ?? 'month',
    currency,
  })
  return {
    tab: 'closing',
    periods: [],
    opened: { period, report, taxEntries: await loadTaxEntries(database.read, query, report) },
  }
}

/** The entries of the figure that is open in the report of taxes. */
async function loadTaxEntries(
  db: Db,
  { rate, previous, cursor }: FinanceQuery,
  { report, currency, days, previousDays }: ReportView,
): Promise<TaxEntries | null> {
  if (report !== 'tax' || rate === undefined) return null
  const filter = { ...(previous ? previousDays : days), currency, rate: rate === unknownRate ? '' : rate }
  return readTaxEntries(db, filter, cursor)
}
