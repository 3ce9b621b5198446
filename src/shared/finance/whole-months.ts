import type { Days } from '#shared/finance/flow-groups.ts'
import { endOfUnit, startOfUnit } from '#shared/time-unit.ts'
import { addDays } from '#shared/time.ts'

/** Days of which totals are kept: single ones, or whole months. Both ends are inclusive. */
export interface TotalDays extends Days {
  unit: 'day' | 'month'
}

/** Days, both ends inclusive if there are any. */
export interface OpenDays {
  from?: string | undefined
  to?: string | undefined
  /** The time from which the first day counts, ms. */
  since?: number | undefined
  /** The time until which the last day counts, exclusive, ms. */
  until?: number | undefined
}

export const lastDay = '9999-12-31'

/** The fewest totals that cover some days, in their order: those of the days before, in and after whole months. */
export function splitWholeMonths({ from = '', to = lastDay }: OpenDays): TotalDays[] {
  const startsMonth = from === '' || startOfUnit(from, 'month') === from
  const endsMonth = endOfUnit(to, 'month') === to
  const endOfFirst = from === '' ? '' : endOfUnit(from, 'month')
  const hasMonth = startsMonth && endsMonth ? from <= to : endOfFirst < to
  if (!hasMonth) return [{ unit: 'day', from, to }]
  const startOfLast = startOfUnit(to, 'month')
  const months = {
    from: startsMonth ? from : addDays(endOfFirst, 1),
    to: endsMonth ? to : addDays(startOfLast, -1),
  }
  return [
    ...(startsMonth ? [] : [{ unit: 'day' as const, from, to: endOfFirst }]),
    ...(months.from <= months.to ? [{ unit: 'month' as const, ...months }] : []),
    ...(endsMonth ? [] : [{ unit: 'day' as const, from: startOfLast, to }]),
  ]
}
