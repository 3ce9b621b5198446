import { convert, type ConvertedFigures, type DailyConversion, type RateFraction } from '#shared/finance/conversion.ts'
import type { DailyRates } from '#shared/finance/daily-rates.ts'

/** What moved on a day, in minor units: `moved` has transfers between own accounts, too. */
export interface DayFlow {
  day: string
  in: number
  out: number
  moved: number
}

interface Period {
  from: string
  to: string
  opening: number
  closing: number
  /** The day before the first one, and the last one: their rates convert the balances. */
  openingDay: string
  closingDay: string
  days: readonly DayFlow[]
  /** Whether the balances are those of what moved: then their difference is that of the rates. */
  isWhole: boolean
}

const maxNamedDays = 5

/**
 * Converts what moved at the rate of its day, and the balances at those of their days, as for a report of flows; what is between both is the
 * exchange difference. Null where a rate is missing or a sum is too large to be exact.
 */
export function convertByDay(
  { from, to, opening, closing, openingDay, closingDay, days, isWhole }: Period,
  rates: DailyRates,
): { converted: ConvertedFigures | null; daily: DailyConversion } {
  const missing = new Set<string>()
  let carriedCount = 0
  const rateOn = (day: string): RateFraction | undefined => {
    const found = rates.find(from, to, day)
    if (!found) missing.add(day)
    else if (found.day !== day) carriedCount += 1
    return found?.rate
  }
  const toMinor = (minor: number, rate: RateFraction | undefined): number =>
    minor === 0 ? 0 : ((rate && convert(minor, { from, to, rate })) ?? Number.NaN)
  const sums = { in: 0, out: 0, transfers: 0 }
  for (const { day, moved, ...flow } of days) {
    if (moved === 0 && flow.in === 0 && flow.out === 0) continue
    const rate = rateOn(day)
    sums.in += toMinor(flow.in, rate)
    sums.out += toMinor(flow.out, rate)
    if (isWhole) sums.transfers += toMinor(moved - flow.in + flow.out, rate)
  }
  const openingRate = opening === 0 ? undefined : rateOn(openingDay)
  const closingRate = closing === 0 ? undefined : rateOn(closingDay)
  const [before, after] = [toMinor(opening, openingRate), toMinor(closing, closingRate)]
  const net = sums.in - sums.out
  const converted = {
    ...sums,
    opening: before,
    net,
    difference: isWhole ? after - before - net - sums.transfers : 0,
    closing: after,
  }
  const named = [...missing].toSorted()
  return {
    converted: Object.values(converted).every(Number.isSafeInteger) ? converted : null,
    daily: {
      missing: named.slice(0, maxNamedDays),
      missingCount: named.length,
      carriedCount,
      openingRate: openingRate ? formatFraction(openingRate) : null,
      closingRate: closingRate ? formatFraction(closingRate) : null,
    },
  }
}

/** A fraction as a decimal with up to six places, rounded half up. */
export function formatFraction({ numerator, denominator }: RateFraction): string {
  const millionths = (numerator * 2_000_000n + denominator) / (denominator * 2n)
  const digits = String(millionths).padStart(7, '0')
  return `${digits.slice(0, -6)}.${digits.slice(-6)}`.replace(/[.]?0+$/, '')
}
