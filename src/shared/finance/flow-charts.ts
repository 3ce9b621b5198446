import type { AccountName } from '#shared/finance/flow-figures.ts'
import type { FlowGroup } from '#shared/finance/page-views.ts'
import type { TimeUnit } from '#shared/time-unit.ts'

/** What is drawn of the cash flow: money in and out over time, by kind and channel, or how old the money is that is still to come. */
export const flowCharts = ['trend', 'composition', 'aging'] as const

export type FlowChartView =
  | {
      chart: 'trend'
      unit: TimeUnit
      /** First and last day drawn. */
      from: string
      to: string
      /** Units with any flow, by their first day. */
      flows: { start: string; in: number; out: number; transfers?: number }[]
      /** The balance of the money accounts before the first day, or that of the chosen accounts, which also have transfers; null with a filter that leaves movements out. */
      opening: number | null
    }
  | { chart: 'composition'; kinds: FlowGroup[]; channels: FlowGroup[] }
  | { chart: 'aging'; to: string; accounts: AgedAccount[] }

/** The balance of an account at the end of a day and how long it has been there; the parts, newest first, add up to it. */
export interface AgedAccount {
  account: AccountName
  balance: number
  parts: number[]
}

/** The ages that balances are divided by, in days before the last day, both inclusive; the last one is open. */
export const ages = [
  { from: 0, to: 6 },
  { from: 7, to: 29 },
  { from: 30, to: 89 },
  { from: 90, to: null },
] as const

/**
 * Divides a balance by age when what came first goes first: `debits` is what came in each age, newest first, without the last one, which gets
 * the rest. A balance below zero has no age and counts as new.
 */
export function divideByAge(balance: number, debits: readonly number[]): number[] {
  let rest = balance
  const parts = debits.map((debit) => {
    const part = Math.min(Math.max(rest, 0), Math.max(debit, 0))
    rest -= part
    return part
  })
  return balance > 0 ? [...parts, rest] : [balance, ...parts]
}
