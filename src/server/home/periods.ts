import { addDays, timeOfDayMs, dayOf, startOfDay, timeAt } from '#shared/time.ts'

/** A stretch of time from the beginning of a day up to an instant, which is not part of it. */
export interface TimeRange {
  /** Null: from the beginning of the books. */
  fromDay: string | null
  from: number | null
  until: number
}

export type PeriodName = 'today' | '7d' | 'month' | 'all'

/** A period until now and the same part of the one before: up to the same time of the clock, clamped where a month is shorter. */
export function resolvePeriod(
  name: PeriodName,
  now: number,
  zone: string,
): { during: TimeRange; before: TimeRange | null } {
  const today = dayOf(now, zone)
  const clock = timeOfDayMs(now, zone)
  const toRange = (fromDay: string, until: number): TimeRange => ({ fromDay, from: startOfDay(fromDay, zone), until })
  switch (name) {
    case 'today':
      return { during: toRange(today, now), before: shiftBack(1, today) }
    case '7d':
      return { during: toRange(addDays(today, -6), now), before: shiftBack(7, addDays(today, -6)) }
    case 'month': {
      const first = `${today.slice(0, 8)}01`
      const firstBefore = `${addDays(first, -1).slice(0, 8)}01`
      const sameDay = addDays(firstBefore, Number(today.slice(8)) - 1)
      const until = sameDay < first ? timeAt(sameDay, clock, zone) : startOfDay(first, zone)
      return { during: toRange(first, now), before: toRange(firstBefore, until) }
    }
    case 'all':
      return { during: { fromDay: null, from: null, until: now }, before: null }
  }

  function shiftBack(days: number, from: string): TimeRange {
    return toRange(addDays(from, -days), timeAt(addDays(today, -days), clock, zone))
  }
}
