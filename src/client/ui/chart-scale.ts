import { decimalsOf } from '#shared/money.ts'
import type { Locale } from '#shared/locales.ts'
import type { TimeUnit } from '#shared/time-unit.ts'

/** An axis with money in above zero and money out below, both at the same scale. Amounts are in minor units. */
export interface FlowScale {
  step: number
  /** Whole steps above and below zero; both are ≥ 0 and together ≥ 1. */
  above: number
  below: number
}

const maxSteps = 4

/** The finest axis that fits both amounts (≥ 0) in at most four steps; a step is 1, 2 or 5 times a power of ten. */
export function computeFlowScale(highestIn: number, highestOut: number): FlowScale {
  if (highestIn === 0 && highestOut === 0) return { step: 1, above: 1, below: 0 }
  for (let power = 1; ; power *= 10)
    for (const factor of [1, 2, 5]) {
      const step = factor * power
      const above = Math.ceil(highestIn / step)
      const below = Math.ceil(highestOut / step)
      if (above + below <= maxSteps) return { step, above, below }
    }
}

const units: Record<Locale, readonly (readonly [number, string])[]> = {
  en: [
    [1e12, 'T'],
    [1e9, 'B'],
    [1e6, 'M'],
    [1e3, 'k'],
  ],
  zh: [
    [1e12, '万亿'],
    [1e8, '亿'],
    [1e4, '万'],
  ],
}

/** An axis label, without sign: `80k`, `1.3M`; in Chinese `8万`, `130万`. */
export function formatAxisAmount(minor: number, currency: string, locale: Locale): string {
  const major = Math.abs(minor) / 10 ** decimalsOf(currency)
  const [size, unit] = units[locale].find(([from]) => major >= from) ?? [1, '']
  return Number((major / size).toPrecision(4)) + unit
}

/** Which units get a label below the axis, by their index: round ones, at least as far apart as the text is wide. */
export function pickLabeledUnits(starts: readonly string[], unit: TimeUnit): number[] {
  if (unit === 'day') return pickLabeledDays(starts)
  const wanted = Math.ceil(starts.length / maxUnitLabels)
  const size = unitSteps[unit].find((step) => step >= wanted) ?? wanted
  return starts.flatMap((start, index) => (position(start, unit) % size === 0 ? [index] : []))
}

/** On a phone there is room for six labels such as "Jan 2026". */
const maxUnitLabels = 6

/** After how many units a label may follow, so that labels fall on the same months and on round years. */
const unitSteps = { month: [1, 2, 3, 6, 12], quarter: [4, 8, 20, 40], year: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000] }

/** The number of units since the year 0. */
function position(start: string, unit: Exclude<TimeUnit, 'day'>): number {
  const [year, month] = [Number(start.slice(0, 4)), Number(start.slice(5, 7)) - 1]
  return unit === 'year' ? year : unit === 'quarter' ? year * 4 + month / 3 : year * 12 + month
}

function pickLabeledDays(days: readonly string[]): number[] {
  const round = days.length > 35 ? [1, 10, 20] : [1, 5, 10, 15, 20, 25]
  const gap = Math.max(1, Math.ceil(days.length / 12))
  const labeled: number[] = []
  days.forEach((day, index) => {
    const last = labeled.at(-1)
    if (last === undefined || days.length <= 8 || (round.includes(Number(day.slice(8))) && index - last >= gap))
      labeled.push(index)
  })
  return labeled
}
