import { useMessages, usePageContext } from '#client/app/page-context.tsx'
import { formatDayRange } from '#shared/format-day-range.ts'
import { dayOf } from '#shared/time.ts'

/**
 * Returns a formatter for components. The range may be open at either end; open at both ends is "all time". `with-year` always names the
 * year, as on papers that are kept.
 */
export function useDayRangeFormat(
  style?: 'with-year',
): (days: { from?: string | undefined; to?: string | undefined }) => string {
  const { now, book } = usePageContext()
  const messages = useMessages()
  const today = style === 'with-year' ? '' : dayOf(now, book.timeZone)
  const formatDay = (day: string) => formatDayRange(day, day, today, messages)
  return ({ from, to }) => {
    if (from && to) return formatDayRange(from, to, today, messages)
    if (from) return messages.finance.since(formatDay(from))
    return to ? messages.finance.until(formatDay(to)) : messages.finance.allTime
  }
}
