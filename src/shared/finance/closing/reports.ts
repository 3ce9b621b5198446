import { type AccountType, accountTypes, naturalBalance } from '#shared/finance/ledger.ts'
import { accountNames } from '#shared/finance/account-views.ts'
import { type Days, previousPeriod } from '#shared/finance/flow-groups.ts'
import { add } from '#shared/money.ts'
import { monthDays } from '#shared/finance/closing/periods.ts'
import * as z from 'zod/mini'

/** The reports of a month or of its year so far, each in one currency and computed from the totals of days. */
export const reportNames = ['trial_balance', 'income_statement', 'balance_sheet', 'cash_flow'] as const
export type ReportName = (typeof reportNames)[number]
/** `year`: from its first day to the end of the month. */
export const reportSpans = ['month', 'year'] as const
export type ReportSpan = (typeof reportSpans)[number]

const columnsOf = {
  trial_balance: ['openingDebit', 'openingCredit', 'debit', 'credit', 'closingDebit', 'closingCredit'],
  income_statement: ['current', 'previous'],
  balance_sheet: ['current', 'previous'],
  cash_flow: ['opening', 'in', 'out', 'transfers', 'closing', 'previousNet'],
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

/** What an account held and moved, debits positive: `in` and `out` are own money that came from or went to others. */
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

/** The days of a report and those of the period before. */
export function reportDays(month: string, span: ReportSpan): { days: Days; previousDays: Days } {
  const { from, to } = monthDays(month)
  const reported = { from: span === 'month' ? from : `${month.slice(0, 4)}-01-01`, to }
  return { days: reported, previousDays: previousPeriod(reported) }
}

type Section = ReportView['sections'][number]

/** The columns and sections of a report. Rows without any amount are left out. */
export function buildReport(
  report: ReportName,
  figures: readonly AccountFigures[],
): { columns: ReportColumn[]; sections: Section[] } {
  return { columns: [...columnsOf[report]], sections: builders[report](figures) }
}

const closingOf = ({ opening, debit, credit }: PeriodSums): number => opening + debit - credit

const builders: Record<ReportName, (figures: readonly AccountFigures[]) => Section[]> = {
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
