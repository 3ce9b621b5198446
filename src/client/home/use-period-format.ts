import { useHomeMessages } from '#client/ui/use-home-messages.ts'
import { usePageContext } from '#client/app/page-context.tsx'
import { useDayRangeFormat } from '#client/ui/day-range.ts'
import type { HomeFigures } from '#shared/home/views.ts'
import { addDays, dayOf, startOfDay, zonedTime } from '#shared/time.ts'

/** The period of the figures, up to which time of day, the period it is compared with, and the time zone. */
export function usePeriodFormat(): (figures: HomeFigures) => string {
  const { book } = usePageContext()
  const home = useHomeMessages()
  const days = useDayRangeFormat()
  const formatRange = (from: number, until: number) => {
    const [firstDay, lastDay] = [dayOf(from, book.timeZone), dayOf(until, book.timeZone)]
    // Midnight ends the day before: a range of whole days needs no time.
    if (until > from && until === startOfDay(lastDay, book.timeZone))
      return days({ from: firstDay, to: addDays(lastDay, -1) })
    return days({ from: firstDay, to: `${lastDay}T${clock(until, book.timeZone)}` })
  }
  return ({ chosen, today, period }) => {
    const chosenBefore = chosen.before && days(chosen.before)
    const todayBefore = period !== 'today' && today.before && days(today.before)
    return [
      chosen.days === null || chosen.from === null
        ? home.allUpTo(clock(chosen.until, book.timeZone))
        : chosen.from > chosen.until
          ? days(chosen.days)
          : formatRange(chosen.from, chosen.until),
      chosenBefore && home.comparedWith(chosenBefore),
      todayBefore && home.todayComparedWith(todayBefore),
      book.timeZone,
    ]
      .filter(Boolean)
      .join(' · ')
  }
}

/** `14:20` */
function clock(at: number, zone: string): string {
  const { hour, minute } = zonedTime(at, zone)
  return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`
}
