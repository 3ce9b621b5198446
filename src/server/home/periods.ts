import { dayOfBound, endOfBound } from '#shared/list/day-bounds.ts'
import type { Period } from '#shared/home/periods.ts'
import { endOfUnit } from '#shared/time-unit.ts'
import { addDays, dayMs, dayOf, startOfDay, zonedTime } from '#shared/time.ts'

/** Whole days `YYYY-MM-DD`, both inclusive. */
export interface Days {
  from: string
  to: string
}

/** A range of whole days, of which the last may not be over. */
export interface TimeRange {
  days: Days
  /** First instant, ms. */
  from: number
  /** The instant up to which the range has passed, exclusive, ms. */
  until: number
}

/** Everything until now, ms. */
export interface AllTime {
  days: null
  from: null
  until: number
}

/** A range that is over, as its rows are listed: its last day may end with a minute. */
export interface PastRange extends TimeRange {
  bounds: Days
}

/** A period and the one before it. */
export type PeriodRanges = { during: TimeRange; before: PastRange } | { during: AllTime; before: null }

/** A period until now, and the same part of the period before: up to the same minute of the day, the whole month where that is shorter. */
export function resolvePeriod(name: Period, now: number, zone: string): PeriodRanges {
  const today = dayOf(now, zone)
  const minute = minuteOfDay(now, zone)
  switch (name) {
    case 'today':
      return { during: toRange(today, today, now, zone), before: shiftBack(1, today) }
    case '7d':
      return { during: toRange(addDays(today, -6), today, now, zone), before: shiftBack(7, addDays(today, -6)) }
    case 'month': {
      const first = `${today.slice(0, 8)}01`
      const firstBefore = `${addDays(first, -1).slice(0, 8)}01`
      const sameDay = addDays(firstBefore, Number(today.slice(8)) - 1)
      return {
        during: toRange(first, today, now, zone),
        before:
          sameDay < first
            ? toPastRange(firstBefore, `${sameDay}${minute}`, zone)
            : toPastRange(firstBefore, endOfUnit(firstBefore, 'month'), zone),
      }
    }
    case 'all':
      return { during: { days: null, from: null, until: now }, before: null }
  }

  function shiftBack(days: number, from: string): PastRange {
    return toPastRange(addDays(from, -days), `${addDays(today, -days)}${minute}`, zone)
  }
}

/** A calendar month `2026-09` and the one before, both whole. The current month is the period `month`: it is not over yet. */
export function resolveMonth(month: string, now: number, zone: string): PeriodRanges {
  const first = `${month}-01`
  if (dayOf(now, zone).startsWith(month)) return resolvePeriod('month', now, zone)
  const firstBefore = `${addDays(first, -1).slice(0, 8)}01`
  return {
    during: toPastRange(first, endOfUnit(first, 'month'), zone),
    before: toPastRange(firstBefore, endOfUnit(firstBefore, 'month'), zone),
  }
}

/** Days that a person chose, in either order, until now at most, and as many days before them. */
export function resolveDays(days: Days, now: number, zone: string): PeriodRanges {
  const today = dayOf(now, zone)
  const [from = today, to = today] = [days.from, days.to].toSorted()
  const length = countDays(from, to)
  const isOver = to < today
  const until = isOver ? startOfDay(addDays(to, 1), zone) : now
  const [beforeFrom, beforeTo] = [toCommonEra(addDays(from, -length)), toCommonEra(addDays(to, -length))]
  return {
    during: toRange(from, to, until, zone),
    before: toPastRange(beforeFrom, to === today ? `${beforeTo}${minuteOfDay(now, zone)}` : beforeTo, zone),
  }
}

/** A day of a mistyped early year, before which there are no days that a list takes. */
const toCommonEra = (day: string): string => (day.startsWith('-') ? '0001-01-01' : day)

/** How many days from one through another. */
const countDays = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / dayMs) + 1

const toRange = (from: string, to: string, until: number, zone: string): TimeRange => ({
  days: { from, to },
  from: startOfDay(from, zone),
  until,
})

const toPastRange = (from: string, to: string, zone: string): PastRange => ({
  bounds: { from, to },
  ...toRange(from, dayOfBound(to), endOfBound(to, zone), zone),
})

/** The minute of an instant as the end of a bound: `T14:46`. */
const minuteOfDay = (time: number, zone: string): string => {
  const { hour, minute } = zonedTime(time, zone)
  return `T${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`
}
