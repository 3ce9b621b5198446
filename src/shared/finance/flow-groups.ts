import { dayOfBound, toEnd } from '#shared/list/day-bounds.ts'
import { endOfUnit, startOfUnit, type TimeUnit } from '#shared/time-unit.ts'
import { addDays } from '#shared/time.ts'

const timeGroupings = ['day', 'week', 'month', 'quarter', 'year'] as const
export type TimeGrouping = (typeof timeGroupings)[number]

/**
 * What the cash flow can be grouped by: units of time, kinds of entries, or money accounts, also by channel: a payment provider, or
 * the purpose of the others. Weeks are those of ISO 8601.
 */
export const flowGroupings = [...timeGroupings, 'kind', 'channel', 'account'] as const
export type FlowGrouping = (typeof flowGroupings)[number]

export const isTimeGrouping = (grouping: FlowGrouping): grouping is TimeGrouping =>
  (timeGroupings as readonly FlowGrouping[]).includes(grouping)

/** The first day of the unit in which a day is. */
export const startOfGroup = (day: string, unit: TimeGrouping): string =>
  unit === 'week' ? addDays(day, -(isoWeekday(day) - 1)) : startOfUnit(day, unit satisfies TimeUnit)

/** The last day of the unit that begins on a day. */
export const endOfGroup = (start: string, unit: TimeGrouping): string =>
  unit === 'week' ? addDays(start, 6) : endOfUnit(start, unit satisfies TimeUnit)

/** 1 for Monday to 7 for Sunday. */
const isoWeekday = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay() || 7

/** The year and number of the ISO week of a day: that of its Thursday. */
export function isoWeek(day: string): { year: number; week: number } {
  const thursday = addDays(day, 4 - isoWeekday(day))
  const year = Number(thursday.slice(0, 4))
  const dayOfYear = (Date.parse(`${thursday}T00:00:00Z`) - Date.UTC(year, 0, 1)) / 86_400_000
  return { year, week: Math.floor(dayOfYear / 7) + 1 }
}

/** Days, both inclusive, or minutes of them (`day-bounds.ts`). */
export interface Days {
  from: string
  to: string
}

/**
 * The period before, for comparison, until the same time of day: of days in one month the same days of the month before, of days from the beginning of a year those of the
 * year before, else as many days as there are.
 */
export function previousPeriod({ from, to }: Days): Days {
  const before = previousDays({ from: dayOfBound(from), to: dayOfBound(to) })
  return { from: before.from + from.slice(10), to: before.to + to.slice(10) }
}

function previousDays({ from, to }: Days): Days {
  if (from.slice(0, 7) === to.slice(0, 7) && from.endsWith('-01')) {
    const before = addDays(from, -1)
    const start = startOfUnit(before, 'month')
    const sameDay = `${start.slice(0, 8)}${to.slice(8)}`
    return { from: start, to: to === endOfUnit(from, 'month') || sameDay > before ? before : sameDay }
  }
  if (from.slice(0, 4) === to.slice(0, 4) && from.endsWith('-01-01')) {
    const year = String(Number(from.slice(0, 4)) - 1).padStart(4, '0')
    return { from: `${year}-01-01`, to: to.endsWith('-02-29') ? `${year}-02-28` : `${year}${to.slice(4)}` }
  }
  const length = (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1
  return { from: addDays(from, -length), to: addDays(from, -1) }
}

/** The part of some days that is in a range. */
export const clampDays = (days: Days, { from, to }: { [Bound in keyof Days]?: Days[Bound] | undefined }): Days => ({
  from: from !== undefined && from > days.from ? from : days.from,
  to: to !== undefined && toEnd(to) < toEnd(days.to) ? to : days.to,
})

/** The whole month that is a number of months after that of a day. */
export function monthAfter(day: string, months: number): Days {
  const start = new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1 + months, 1))
  const from = start.toISOString().slice(0, 10)
  return { from, to: endOfUnit(from, 'month') }
}
