import { dayOfBound } from '#shared/list/day-bounds.ts'
import type { Messages } from '#shared/messages/en.ts'

/**
 * Formats a range of calendar days `YYYY-MM-DD`, both inclusive, or of minutes of them (`day-bounds.ts`): `1–25 Sep`, `1–25 Sep, until 14:46`; adds the year when `to`
 * is not in the year of `today`.
 */
export function formatDayRange(from: string, to: string, today: string, messages: Messages): string {
  const { finance } = messages
  const [start, end] = [from.slice(11), to.slice(11)]
  if (start !== '' && (end === '' || dayOfBound(from) !== dayOfBound(to)))
    return [from, to].map((bound) => formatDayRange(bound, bound, today, messages)).join(' – ')
  const days = finance.days(dateParts(from), dateParts(to), to.slice(0, 4) !== today.slice(0, 4))
  if (start === '') return end === '' ? days : finance.daysUntil(days, end)
  return finance.minute(days, start === end ? end : `${start}–${end}`)
}

const dateParts = (day: string) => ({
  year: Number(day.slice(0, 4)),
  month: Number(day.slice(5, 7)),
  day: Number(day.slice(8, 10)),
})
