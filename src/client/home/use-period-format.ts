import { useMessages, usePageContext } from '#client/app/page-context.tsx'
import { useDayRangeFormat } from '#client/ui/day-range.ts'
import type { HomeFigures, PeriodFigures } from '#shared/home/views.ts'
import { addDays, dayOf, startOfDay, zonedTime } from '#shared/time.ts'

/** The period of the figures, up to which time of day, the period it is compared with, and the time zone. */
export function usePeriodFormat(): (figures: HomeFigures) => string {
  const { book } = usePageContext()
  const { home } = useMessages()
  const days = useDayRangeFormat()
  const formatRange = (from: number, until: number) => {
    const end = periodEnd(from, until, book.timeZone)
    return home.upTo(days({ from: dayOf(from, book.timeZone), to: end.day }), end.clock)
  }
  const before = ({ beforeFrom, beforeUntil }: PeriodFigures) =>
    beforeFrom === null || beforeUntil === null ? undefined : formatRange(beforeFrom, beforeUntil)
  return ({ chosen, today, period }) => {
    const chosenBefore = before(chosen)
    const todayBefore = period === 'today' ? undefined : before(today)
    return [
      chosen.from === null ? home.allUpTo(clock(chosen.until, book.timeZone)) : formatRange(chosen.from, chosen.until),
      chosenBefore && home.comparedWith(chosenBefore),
      todayBefore && home.todayComparedWith(todayBefore),
      book.timeZone,
    ]
      .filter(Boolean)
      .join(' · ')
  }
}

/** Day and time at which a period ends: midnight is 24:00 of the day that ended. */
function periodEnd(from: number, until: number, zone: string): { day: string; clock: string } {
  const day = dayOf(until, zone)
  if (until > from && until === startOfDay(day, zone)) return { day: addDays(day, -1), clock: '24:00' }
  return { day, clock: clock(until, zone) }
}

function clock(at: number, zone: string): string {
  const { hour, minute } = zonedTime(at, zone)
  return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`
}
