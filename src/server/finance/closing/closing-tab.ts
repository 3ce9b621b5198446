import { readPeriod, readPeriods } from '#server/finance/closing/periods.ts'
import { readReport } from '#server/finance/closing/reports.ts'
import type { TabLoader } from '#server/finance/tabs.ts'

/** The months, or one of them with its checklist and a report. */
export const loadClosingTab: TabLoader<'closing'> = async (context, { month, report, span, currency }) => {
  if (month === undefined) return { tab: 'closing', periods: await readPeriods(context), opened: null }
  const { book, database } = context.kontor
  const period = await readPeriod(context, month)
  if (!period) return { tab: 'closing', periods: [], opened: { missing: month } }
  return {
    tab: 'closing',
    periods: [],
    opened: {
      period,
      report: await readReport(database.read, {
        month,
        report: report ?? 'trial_balance',
        span: span ?? 'month',
        currency: currency ?? book.currency,
      }),
    },
  }
}
