import { addDays } from '#shared/time.ts'

/** A unit of the calendar. A range of days is divided into units by the first day of each, `YYYY-MM-DD`. */
export type TimeUnit = 'day' | 'month' | 'quarter' | 'year'

/** How many bars a chart can hold. */
const maxDays = 62
const maxMonths = 36
const maxQuarters = 40

/** The finest unit that divides a range of days, both inclusive, into few enough parts for a chart. */
export function pickTimeUnit(from: string, to: string): TimeUnit {
  if (to < addDays(from, maxDays)) return 'day'
  const months = monthIndex(to) - monthIndex(from) + 1
  if (months <= maxMonths) return 'month'
  return months <= maxQuarters * 3 ? 'quarter' : 'year'
}

/** The first day of the unit that a day is in. */
export function startOfUnit(day: string, unit: TimeUnit): string {
  if (unit === 'day') return day
  const size = monthsIn[unit]
  return firstDayOf(Math.floor(monthIndex(day) / size) * size)
}

/** The last day of the unit that a day is in. */
export function endOfUnit(day: string, unit: TimeUnit): string {
  if (unit === 'day') return day
  const next = nextUnit(startOfUnit(day, unit), unit)
  return next.length > lastDay.length ? lastDay : addDays(next, -1)
}

/** The first day of every unit from the one with the day `from` to the one with the day `to`. */
export function listUnits(from: string, to: string, unit: TimeUnit): string[] {
  const starts: string[] = []
  let start = startOfUnit(from, unit)
  // After the year 9999 days have more digits and no longer compare as text.
  while (start <= to && start > (starts.at(-1) ?? '')) {
    starts.push(start)
    start = nextUnit(start, unit)
  }
  return starts
}

/** Days are text of four-digit years, so this is the last one there is. */
const lastDay = '9999-12-31'

const monthsIn = { month: 1, quarter: 3, year: 12 } as const

const nextUnit = (start: string, unit: TimeUnit): string =>
  unit === 'day' ? addDays(start, 1) : firstDayOf(monthIndex(start) + monthsIn[unit])

/** Months since the year 0. */
const monthIndex = (day: string): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1

const firstDayOf = (month: number): string =>
  `${String(Math.floor(month / 12)).padStart(4, '0')}-${String((month % 12) + 1).padStart(2, '0')}-01`
