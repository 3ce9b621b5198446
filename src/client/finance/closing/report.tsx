import { usePermission } from '#client/app/page-context.tsx'
import { closingHref } from '#client/finance/closing/closing-href.ts'
import { TaxEntriesTable, taxEntriesHref } from '#client/finance/closing/tax-entries.tsx'
import { useClosingMessages } from '#client/finance/closing/use-closing-messages.ts'
import { accountHref } from '#client/finance/finance-url.ts'
import { Form } from '#client/ui/form.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { Money } from '#client/ui/money.tsx'
import { Segmented } from '#client/ui/segmented.tsx'
import { SubmitButton } from '#client/ui/submit-button.tsx'
import { Table } from '#client/ui/table.tsx'
import { useDayRangeFormat } from '#client/ui/day-range.ts'
import { titleOfColumn } from '#shared/finance/closing/column-title.ts'
import { reportFormats, type TaxEntries } from '#shared/finance/closing/period-views.ts'
import {
  type ReportAccount,
  type ReportColumn,
  reportNames,
  type ReportRow,
  type ReportSection,
  reportSpans,
  type ReportView,
} from '#shared/finance/closing/reports.ts'
import type { FinanceQuery } from '#shared/finance/inputs.ts'
import type { FormOutcome } from '#shared/page-state.ts'
import { addDays } from '#shared/time.ts'

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

function ReportTable({ query, view }: Pick<ReportProps, 'query' | 'view'>) {
  const { closing } = useClosingMessages()
  const formatDays = useDayRangeFormat('with-year')
  const headings = view.columns.map((column) => titleOfColumn(column, view, closing, formatDays))
  const { report, columns, sections, currency } = view
  return (
    <div className="report__table">
      <Table label={closing.reportNames[report]} inset className="table--labeled">
        <thead>
          <tr>
            <th scope="col">{report === 'tax' ? closing.rate : closing.account}</th>
            {headings.map((heading) => (
              <th key={heading} scope="col" className="num">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        {sections.map(({ id, rows, total }) => (
          <tbody key={id} data-section={id}>
            {rows.map((row) => (
              <ReportTableRow
                key={row.account?.code ?? row.line ?? row.taxRate}
                query={query}
                row={row}
                view={view}
                headings={headings}
              />
            ))}
            <tr className="report__total">
              <th scope="row" data-label="">
                {titleOf(id, closing)}
              </th>
              {total.map((minor, index) => (
                <td key={columns[index]} className="num" data-label={headings[index]}>
                  <Money minor={minor} currency={currency} hideCurrency />
                </td>
              ))}
            </tr>
          </tbody>
        ))}
      </Table>
      <BothSides view={view} />
    </div>
  )
}

/** A section with rows ends with their total; the others only have a name. */
const titleOf = (id: ReportSection, closing: ReturnType<typeof useClosingMessages>['closing']): string =>
  ['income', 'expense', 'asset', 'liability', 'equity'].includes(id)
    ? closing.sectionTotal(closing.sections[id])
    : closing.sections[id]

function ReportTableRow({
  query,
  row,
  view,
  headings,
}: Pick<ReportProps, 'query' | 'view'> & { row: ReportRow; headings: readonly string[] }) {
  const { closing, ledger } = useClosingMessages()
  const { account, line, taxRate, values } = row
  return (
    <tr>
      <td data-label="">
        {account ? (
          <>
            <span className="dimmed">{account.code}</span> {ledger.accountName(account)}
          </>
        ) : (
          ((line && closing.lines[line]) ?? (taxRate !== undefined && closing.taxRate(taxRate)))
        )}
      </td>
      {view.columns.map((column, index) => {
        const minor = values[index] ?? 0
        // Of two columns for the sides of a balance, one is always empty.
        if (minor === 0 && view.report === 'trial_balance') return <td key={column} className="num" />
        const href = account
          ? accountHref(account.code, { ...daysOf(column, view), closing: closingFilter(account, view) })
          : taxRate !== undefined
            ? taxEntriesHref(query, taxRate, column.startsWith('previous'))
            : line === 'result_of_year'
              ? incomeHref(query, daysOf(column, view))
              : undefined
        const amount = <Money minor={minor} currency={view.currency} hideCurrency />
        return (
          <td key={column} className="num" data-label={headings[index]}>
            {href !== undefined && minor !== 0 ? (
              <a className="report__figure" href={href}>
                {amount}
              </a>
            ) : (
              amount
            )}
          </td>
        )
      })}
    </tr>
  )
}

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

/** Whether debits equal credits, and assets equal liabilities and equity. */
function BothSides({ view: { report, sections } }: { view: ReportView }) {
  const { closing } = useClosingMessages()
  const isBalanced = checkSides[report]?.(sections)
  if (isBalanced === undefined) return null
  return (
    <p className="report__check">
      <span className={isBalanced ? 'status' : 'status status--error'}>
        <Icon name={isBalanced ? 'scale' : 'triangle-alert'} />
        {isBalanced ? closing.balanced : closing.unbalanced}
      </span>
    </p>
  )
}

const checkSides: Partial<Record<ReportView['report'], (sections: ReportView['sections']) => boolean>> = {
  trial_balance: ([accounts]) => {
    const [openingDebit, openingCredit, debit, credit, closingDebit, closingCredit] = accounts?.total ?? []
    return openingDebit === openingCredit && debit === credit && closingDebit === closingCredit
  },
  balance_sheet: (sections) => {
    const totalOf = (id: ReportSection) => sections.find((section) => section.id === id)?.total ?? []
    return totalOf('asset').every((minor, index) => minor === totalOf('liabilities_and_equity')[index])
  },
}
