import type { ReportColumn, ReportView } from '#shared/finance/closing/reports.ts'
import type { Days } from '#shared/finance/flow-groups.ts'
import type { closing } from '#shared/messages/en/closing.ts'

/** The heading of a column: the days that its figures are of, for a balance the last one. */
export function titleOfColumn(
  column: ReportColumn,
  { report, days, previousDays }: Pick<ReportView, 'report' | 'days' | 'previousDays'>,
  texts: Pick<typeof closing, 'asOf' | 'reportColumns'>,
  formatDays: (days: Days) => string,
): string {
  if (column !== 'current' && column !== 'previous') return texts.reportColumns[column]
  const shown = column === 'current' ? days : previousDays
  return report === 'balance_sheet' ? texts.asOf(formatDays({ from: shown.to, to: shown.to })) : formatDays(shown)
}
