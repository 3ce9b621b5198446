import type { Db } from '#server/db/database.ts'
import { listReportFigures, listReportCurrencies } from '#server/finance/closing/report-store.ts'
import { readTaxes } from '#server/finance/closing/taxes.ts'
import { buildReport } from '#shared/finance/closing/build-report.ts'
import { reportDays, type ReportName, type ReportSpan, type ReportView } from '#shared/finance/closing/reports.ts'

interface ReportOptions {
  month: string
  report: ReportName
  span: ReportSpan
  currency: string
}

/** A report in one currency. */
export async function readReport(db: Db, { month, report, span, currency }: ReportOptions): Promise<ReportView> {
  const { days, previousDays } = reportDays(month, span)
  const [figures, currencies] = await Promise.all([
    // Only the balances of accounts have closing entries: every other report is the same whether its months are closed or open.
    listReportFigures(db, { currency, days, previousDays }, { isWithoutClosing: report !== 'trial_balance' }),
    listReportCurrencies(db),
  ])
  const taxes = report === 'tax' ? await readTaxes(db, { currency, days, previousDays }) : []
  return {
    ...{ report, span, currency, currencies, days, previousDays },
    ...buildReport(report, figures, taxes),
  }
}
