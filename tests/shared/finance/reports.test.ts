import { type AccountFigures, buildReport, type PeriodSums } from '#shared/finance/closing/build-report.ts'
import { reportDays } from '#shared/finance/closing/reports.ts'
import { accountingDayOf, listMonths, monthDays, nextMonth, previousMonth } from '#shared/finance/closing/periods.ts'
import type { AccountType } from '#shared/finance/ledger.ts'
import { describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'

const sums = fc.record({
  opening: fc.integer({ min: -1e6, max: 1e6 }),
  debit: fc.nat(1e6),
  credit: fc.nat(1e6),
  in: fc.nat(1e6),
  out: fc.nat(1e6),
})
const types: AccountType[] = ['asset', 'liability', 'equity', 'income', 'expense']

/** Accounts of every type whose sums balance, as those of a ledger do: the last one takes what is missing. */
const balancedFigures = fc
  .array(
    fc.record({
      type: fc.constantFrom(...types),
      current: sums,
      previous: sums,
      year: fc.integer({ min: -1e6, max: 1e6 }),
    }),
    {
      minLength: 1,
      maxLength: 12,
    },
  )
  .map((accounts): AccountFigures[] => {
    const figures = accounts.map(({ type, current, previous, year }, index) =>
      toFigures(String(index), type, current, previous, year),
    )
    const total = (pick: (each: AccountFigures) => number): number => figures.reduce((sum, each) => sum + pick(each), 0)
    const rest = (period: 'current' | 'previous'): PeriodSums => ({
      opening: -total((each) => each[period].opening),
      debit: total((each) => each[period].credit),
      credit: total((each) => each[period].debit),
      in: 0,
      out: 0,
    })
    return [
      ...figures,
      toFigures('rest', 'asset', rest('current'), rest('previous'), -total((each) => each.beforeYear)),
    ]
  })

const toFigures = (
  code: string,
  type: AccountType,
  current: PeriodSums,
  previous: PeriodSums,
  beforeYear: number,
): AccountFigures => ({
  account: { code, role: 'bank', provider: '', name: '', nameZh: '', type },
  isMoneyAccount: type === 'asset',
  ...{ current, previous, beforeYear, beforePreviousYear: 0 },
})

describe('reports', () => {
  test('both sides of a trial balance are equal, and assets are liabilities and equity', () => {
    fc.assert(
      fc.property(balancedFigures, (figures) => {
        const [accounts] = buildReport('trial_balance', figures).sections
        const [openingDebit, openingCredit, debit, credit, closingDebit, closingCredit] = accounts?.total ?? []
        expect([openingDebit, debit, closingDebit]).toEqual([openingCredit, credit, closingCredit])
        const balanceSheet = buildReport('balance_sheet', figures).sections
        const totalOf = (id: string) => balanceSheet.find((section) => section.id === id)?.total
        expect(totalOf('asset')).toEqual(totalOf('liabilities_and_equity') ?? [])
      }),
    )
  })

  test('what an income statement shows is what the result of equity grows by', () => {
    fc.assert(
      fc.property(balancedFigures, (figures) => {
        const yearBegins = figures.map((each) => ({ ...each, beforeYear: each.current.opening }))
        const result = buildReport('income_statement', yearBegins).sections.at(-1)?.total[0]
        const equity = buildReport('balance_sheet', yearBegins).sections.find(({ id }) => id === 'equity')
        expect(equity?.rows.find(({ line }) => line === 'result_of_year')?.values[0] ?? 0).toBe(result ?? 0)
      }),
    )
  })

  test('cash flow adds up: opening, in, out and transfers are closing', () => {
    fc.assert(
      fc.property(balancedFigures, (figures) => {
        for (const { total } of buildReport('cash_flow', figures).sections) {
          const [opening = 0, received = 0, out = 0, transfers = 0, closing] = total
          expect(opening + received - out + transfers).toBe(closing ?? 0)
        }
      }),
    )
  })

  test('a quarter so far is compared with the same months of the quarter before', () => {
    expect(reportDays('2024-05', 'quarter')).toEqual({
      days: { from: '2024-04-01', to: '2024-05-31' },
      previousDays: { from: '2024-01-01', to: '2024-02-29' },
    })
    expect(reportDays('2024-03', 'quarter').previousDays).toEqual({ from: '2023-10-01', to: '2023-12-31' })
  })

  test('a year so far is compared with the same months of the year before', () => {
    expect(reportDays('2024-01', 'year').previousDays).toEqual({ from: '2023-01-01', to: '2023-01-31' })
    expect(reportDays('2025-02', 'year').previousDays).toEqual({ from: '2024-01-01', to: '2024-02-29' })
    expect(reportDays('2024-02', 'year')).toEqual({
      days: { from: '2024-01-01', to: '2024-02-29' },
      previousDays: { from: '2023-01-01', to: '2023-02-28' },
    })
    expect(reportDays('2024-03', 'month').previousDays).toEqual({ from: '2024-02-01', to: '2024-02-29' })
  })
})

describe('months', () => {
  test('have the days of the calendar and follow one another', () => {
    expect(monthDays('2024-02')).toEqual({ from: '2024-02-01', to: '2024-02-29' })
    expect(monthDays('2023-02').to).toBe('2023-02-28')
    expect([nextMonth('2025-12'), previousMonth('2026-01')]).toEqual(['2026-01', '2025-12'])
    expect(listMonths('2025-11', '2026-02')).toEqual(['2025-11', '2025-12', '2026-01', '2026-02'])
    expect(listMonths('2026-02', '2026-01')).toEqual([])
  })

  test('begin and end at midnight of the book, also where clocks change that day', () => {
    const at = (time: string, zone: string, closedThrough = '') =>
      accountingDayOf(Date.parse(time), zone, closedThrough)
    expect(at('2026-01-31T15:59:59.999Z', 'Asia/Shanghai')).toBe('2026-01-31')
    expect(at('2026-01-31T16:00:00Z', 'Asia/Shanghai')).toBe('2026-02-01')
    // Berlin: 01:59 CET, an hour later 03:59 CEST; midnight of 1 April is 22:00 UTC.
    expect(at('2026-03-31T21:59:59Z', 'Europe/Berlin', '2026-03-31')).toBe('2026-04-01')
    expect(at('2026-03-31T21:59:59Z', 'Europe/Berlin', '2026-02-28')).toBe('2026-03-31')
    // In Beirut clocks skip midnight on 29 March 2026.
    expect(at('2026-03-28T22:00:00Z', 'Asia/Beirut')).toBe('2026-03-29')
    expect(at('2024-02-29T12:00:00Z', 'Asia/Shanghai', '2024-02-29')).toBe('2024-03-01')
  })
})
