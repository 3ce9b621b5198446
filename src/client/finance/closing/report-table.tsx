import { reportFigureHref } from '#client/finance/closing/report-figure-href.ts'
import { useClosingMessages } from '#client/finance/closing/use-closing-messages.ts'
import { Icon } from '#client/ui/icon.tsx'
import { Money } from '#client/ui/money.tsx'
import { Table } from '#client/ui/table.tsx'
import { useDayRangeFormat } from '#client/ui/day-range.ts'
import { titleOfColumn } from '#shared/finance/closing/column-title.ts'
import type { ReportRow, ReportSection, ReportView } from '#shared/finance/closing/reports.ts'
import type { FinanceQuery } from '#shared/finance/inputs.ts'

interface ReportTableProps {
  query: FinanceQuery
  view: ReportView
}

/** The sections of a report with their totals, and whether both sides are equal. */
export function ReportTable({ query, view }: ReportTableProps) {
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
            {rows.map((row, index) => (
              <ReportTableRow
                key={row.account?.code ?? row.line ?? row.taxRate}
                query={query}
                row={row}
                view={view}
                headings={headings}
                isLast={index === rows.length - 1}
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
  isLast,
}: ReportTableProps & { row: ReportRow; headings: readonly string[]; isLast: boolean }) {
  const { closing, ledger } = useClosingMessages()
  const { account, line, taxRate, values } = row
  return (
    <tr className={isLast ? 'report__last' : undefined}>
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
        // A balance is on one side only, so the column of the other side is empty.
        if (minor === 0 && view.report === 'trial_balance') return <td key={column} className="num" />
        const href = reportFigureHref(query, row, column, view)
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
