import { useMessages, usePageContext } from '#client/app/page-context.tsx'
import type { Messages } from '#shared/messages/en.ts'
import { dayOf } from '#shared/time.ts'

/** Formats a range of calendar days `YYYY-MM-DD`, both inclusive: `1–25 Sep`; adds the year when `to` is not in the year of `today`. */
export const formatDayRange = (from: string, to: string, today: string, { finance }: Messages): string =>
  finance.days(dateParts(from), dateParts(to), to.slice(0, 4) !== today.slice(0, 4))

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

const dateParts = (day: string) => ({
  year: Number(day.slice(0, 4)),
  month: Number(day.slice(5, 7)),
  day: Number(day.slice(8)),
})
