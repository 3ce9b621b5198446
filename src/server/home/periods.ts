import type { Period } from '#shared/home/periods.ts'
import { endOfUnit } from '#shared/time-unit.ts'
import { addDays, dayMs, timeOfDayMs, dayOf, startOfDay, timeAt } from '#shared/time.ts'

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

/** A period and the one before it. */
export type PeriodRanges = { during: TimeRange; before: TimeRange } | { during: AllTime; before: null }

/** A period until now, and the same part of the period before: up to the same time of day, the whole month where that is shorter. */
export function resolvePeriod(name: Period, now: number, zone: string): PeriodRanges {
  const today = dayOf(now, zone)
  const clock = timeOfDayMs(now, zone)
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
            ? toRange(firstBefore, sameDay, timeAt(sameDay, clock, zone), zone)
            : toWholeMonth(firstBefore, zone),
      }
    }
    case 'all':
      return { during: { days: null, from: null, until: now }, before: null }
  }

  function shiftBack(days: number, from: string): TimeRange {
    const to = addDays(today, -days)
    return toRange(addDays(from, -days), to, timeAt(to, clock, zone), zone)
  }
}

/** A calendar month `2026-09` and the one before, both whole. The current month is the period `month`: it is not over yet. */
export function resolveMonth(month: string, now: number, zone: string): PeriodRanges {
  const first = `${month}-01`
  if (dayOf(now, zone).startsWith(month)) return resolvePeriod('month', now, zone)
  return { during: toWholeMonth(first, zone), before: toWholeMonth(addDays(first, -1), zone) }
}

/** Days that a person chose, in either order, until now at most, and as many days before them. */
export function resolveDays(days: Days, now: number, zone: string): PeriodRanges {
  const today = dayOf(now, zone)
  const [from = today, to = today] = [days.from, days.to].toSorted()
  const length = countDays(from, to)
  const isOver = to < today
  const until = isOver ? startOfDay(addDays(to, 1), zone) : now
  const beforeTo = addDays(to, -length)
  const beforeUntil =
    to === today ? timeAt(beforeTo, timeOfDayMs(now, zone), zone) : startOfDay(addDays(beforeTo, 1), zone)
  return {
    during: toRange(from, to, until, zone),
    before: toRange(addDays(from, -length), beforeTo, beforeUntil, zone),
  }
}

/** How many days from one through another. */
const countDays = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / dayMs) + 1

const toRange = (from: string, to: string, until: number, zone: string): TimeRange => ({
  days: { from, to },
  from: startOfDay(from, zone),
  until,
})

function toWholeMonth(day: string, zone: string): TimeRange {
  const last = endOfUnit(day, 'month')
  return toRange(`${day.slice(0, 8)}01`, last, startOfDay(addDays(last, 1), zone), zone)
}
