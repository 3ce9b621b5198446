import {
  columnsOf,
  type ReportAccount,
  type ReportColumn,
  type ReportName,
  type ReportRow,
  type ReportSection,
  type ReportView,
} from '#shared/finance/closing/reports.ts'
import { type AccountType, naturalBalance } from '#shared/finance/ledger.ts'
import { revenueRoles } from '#shared/finance/order-balances.ts'
import { add } from '#shared/money.ts'

/** What an account held and moved, debits positive: `in` and `out` are what came to money accounts from others or went from them to others. */
export interface PeriodSums {
  opening: number
  debit: number
  credit: number
  in: number
  out: number
}

export interface AccountFigures {
  account: ReportAccount
  isMoneyAccount: boolean
  current: PeriodSums
  previous: PeriodSums
  /** Its balance when the year of the period began, and when that of the period before did. */
  beforeYear: number
  beforePreviousYear: number
}

type Section = ReportView['sections'][number]

/** What was sold at a tax rate, and its tax, without what was given back. */
export interface TaxFigures {
  /** As in `reportRow`. */
  rate: string
  current: { netMinor: number; taxMinor: number }
  previous: { netMinor: number; taxMinor: number }
}

/** The columns and sections of a report. Rows without any amount are left out. `taxes` are for the report of taxes, by rate. */
export function buildReport(
  report: ReportName,
  figures: readonly AccountFigures[],
  taxes: readonly TaxFigures[] = [],
): { columns: ReportColumn[]; sections: Section[] } {
  return { columns: [...columnsOf[report]], sections: builders[report](figures, taxes) }
}

const closingOf = ({ opening, debit, credit }: PeriodSums): number => opening + debit - credit

const builders: Record<ReportName, (figures: readonly AccountFigures[], taxes: readonly TaxFigures[]) => Section[]> = {
  trial_balance: (figures) => [
    toSection(
      'accounts',
      figures.map(({ account, current }) => {
        const closing = closingOf(current)
        const { opening, debit, credit } = current
        return toRow(account, [...toSides(opening), debit, credit, ...toSides(closing)])
      }),
      6,
    ),
  ],
  income_statement: (figures) => {
    const toMoved = (type: AccountType) =>
      toSection(
        type === 'income' ? 'income' : 'expense',
        ofType(figures, type).map(({ account, current, previous }) =>
          toRow(
            account,
            [current, previous].map(({ debit, credit }) => naturalBalance(type, debit - credit)),
          ),
        ),
        2,
      )
    const [income, expense] = [toMoved('income'), toMoved('expense')]
    return [income, expense, sumSections('result', [income], [expense])]
  },
  balance_sheet: (figures) => {
    const toBalances = (type: 'asset' | 'liability' | 'equity') =>
      toSection(
        type,
        [
          ...ofType(figures, type).map(({ account, current, previous }) =>
            toRow(
              account,
              [current, previous].map((sums) => naturalBalance(type, closingOf(sums))),
            ),
          ),
          ...(type === 'equity' ? toResultRows(figures) : []),
        ],
        2,
      )
    const [asset, liability, equity] = [toBalances('asset'), toBalances('liability'), toBalances('equity')]
    return [asset, liability, equity, sumSections('liabilities_and_equity', [liability, equity], [])]
  },
  cash_flow: (figures) => [
    toSection(
      'money',
      figures
        .filter(({ isMoneyAccount }) => isMoneyAccount)
        .map(({ account, current, previous }) => {
          const { opening, in: received, out } = current
          const closing = closingOf(current)
          const transfers = closing - opening - received + out
          return toRow(account, [opening, received, out, transfers, closing, previous.in - previous.out])
        }),
      6,
    ),
  ],
  tax: (figures, taxes) => {
    const orders = toSection('orders', taxes.map(toTaxRow), 4)
    const [sales, previousSales] = sumMoved(figures, ({ role }) => revenueRoles.some((each) => each === role))
    const [tax, previousTax] = sumMoved(figures, ({ role }) => role === 'tax')
    const posted = [sales, tax, previousSales, previousTax]
    const others = posted.map((minor, column) => minor - (orders.total[column] ?? 0))
    return [orders, { id: 'other_entries', rows: [], total: others }, { id: 'sales_and_tax', rows: [], total: posted }]
  },
}

const toTaxRow = ({ rate, current, previous }: TaxFigures): ReportRow => ({
  account: null,
  line: null,
  taxRate: rate,
  values: [current.netMinor, current.taxMinor, previous.netMinor, previous.taxMinor],
})

/** What some accounts were credited with, less their debits, in the period and in the one before. */
const sumMoved = (
  figures: readonly AccountFigures[],
  isIncluded: (account: ReportAccount) => boolean,
): [number, number] => {
  const included = figures.filter(({ account }) => isIncluded(account))
  return [
    add(...included.map(({ current }) => current.credit - current.debit)),
    add(...included.map(({ previous }) => previous.credit - previous.debit)),
  ]
}

const ofType = (figures: readonly AccountFigures[], type: AccountType): AccountFigures[] =>
  figures.filter(({ account }) => account.type === type)

const toSides = (balance: number): [number, number] => [Math.max(balance, 0), Math.max(-balance, 0)]

const toRow = (account: ReportAccount, values: number[]): ReportRow => ({ account, line: null, values })

/** Income less expenses: of the year until the end of the period, and of all years before it. */
function toResultRows(figures: readonly AccountFigures[]): ReportRow[] {
  const sumOf = (balance: (each: AccountFigures) => number): number =>
    noMinusZero(-add(...[...ofType(figures, 'income'), ...ofType(figures, 'expense')].map(balance)))
  return [
    {
      account: null,
      line: 'result_of_year',
      values: [
        sumOf(({ current, beforeYear }) => closingOf(current) - beforeYear),
        sumOf(({ previous, beforePreviousYear }) => closingOf(previous) - beforePreviousYear),
      ],
    },
    {
      account: null,
      line: 'result_of_earlier_years',
      values: [sumOf(({ beforeYear }) => beforeYear), sumOf(({ beforePreviousYear }) => beforePreviousYear)],
    },
  ]
}

const noMinusZero = (value: number): number => (value === 0 ? 0 : value)

function toSection(id: ReportSection, rows: ReportRow[], columnCount: number): Section {
  const total = Array.from({ length: columnCount }, (_, column) =>
    add(...rows.map(({ values }) => values[column] ?? 0)),
  )
  return { id, rows: rows.filter(({ values }) => values.some((value) => value !== 0)), total }
}

/** A section that adds up others, less some. */
const sumSections = (id: ReportSection, added: readonly Section[], subtracted: readonly Section[]): Section => ({
  id,
  rows: [],
  total: (added[0]?.total ?? []).map((_, column) =>
    add(
      ...added.map(({ total }) => total[column] ?? 0),
      ...subtracted.map(({ total }) => noMinusZero(-(total[column] ?? 0))),
    ),
  ),
})
