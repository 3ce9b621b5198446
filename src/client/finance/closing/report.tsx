import { ReportTable } from '#client/finance/closing/report-table.tsx'
import { usePermission } from '#client/app/page-context.tsx'
import { closingHref } from '#client/finance/closing/closing-href.ts'
import { TaxEntriesTable } from '#client/finance/closing/tax-entries.tsx'
import { useClosingMessages } from '#client/finance/closing/use-closing-messages.ts'
import { Form } from '#client/ui/form.tsx'
import { Segmented } from '#client/ui/segmented.tsx'
import { SubmitButton } from '#client/ui/submit-button.tsx'
import { useDayRangeFormat } from '#client/ui/day-range.ts'
import { reportFormats, type TaxEntries } from '#shared/finance/closing/period-views.ts'
import { reportNames, reportSpans, type ReportView } from '#shared/finance/closing/reports.ts'
import type { FinanceQuery } from '#shared/finance/inputs.ts'
import type { FormOutcome } from '#shared/page-state.ts'

interface ReportProps {
  query: FinanceQuery
  month: string
  view: ReportView
  form: FormOutcome | null
  taxEntries: TaxEntries | null
}

/** A report of a month: each amount of an account opens the entries that add up to it. */
export function Report({ query, month, view, form, taxEntries }: ReportProps) {
  const { closing, finance, ledger } = useClosingMessages()
  const formatDays = useDayRangeFormat()
  const { report, span, currency, days, previousDays, currencies } = view
  return (
    <section className="card report">
      <header className="card__head">
        <h2>{closing.reportNames[report]}</h2>
        <span className="end sm dimmed">
          {formatDays(days)}
          {report !== 'trial_balance' && ` · ${closing.before(formatDays(previousDays))}`}
          {` · ${currency}`}
        </span>
      </header>
      <div className="report__choices">
        <Segmented
          size="sm"
          label={closing.reports}
          value={report}
          options={reportNames.map((value) => ({
            value,
            label: closing.reportNames[value],
            href: closingHref(query, { report: value, action: undefined }),
          }))}
        />
        <Segmented
          size="sm"
          label={finance.period}
          value={span}
          options={reportSpans.map((value) => ({
            value,
            label: closing.spans[value],
            href: closingHref(query, { span: value, action: undefined }),
          }))}
        />
        {currencies.length > 1 && (
          <Segmented
            size="sm"
            label={ledger.accounts.currency}
            value={currency}
            options={currencies.map((value) => ({
              value,
              label: value,
              href: closingHref(query, { currency: value, action: undefined }),
            }))}
          />
        )}
        <ReportDownloads month={month} view={view} form={form} />
      </div>
      <ReportTable query={query} view={view} />
      {taxEntries && <TaxEntriesTable query={query} entries={taxEntries} currency={currency} />}
    </section>
  )
}

function ReportDownloads({ month, view, form }: Omit<ReportProps, 'query' | 'taxEntries'>) {
  const { closing } = useClosingMessages()
  if (!usePermission('finance.export')) return null
  const { report, span, currency } = view
  return (
    <Form
      endpoint="exportReport"
      hiddenValues={{ month, report, span, currency }}
      outcome={form}
      target="_blank"
      className="report__downloads"
    >
      {reportFormats.map((format) => (
        <SubmitButton key={format} size="sm" icon="download" name="format" value={format}>
          {format === 'xlsx' ? closing.excel : closing.csv}
        </SubmitButton>
      ))}
    </Form>
  )
}
