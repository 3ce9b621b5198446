import { toDay } from '#server/imports/parse-day-time.ts'

/** Banks count 30 days for every month: February 30 is its last day. Undefined for what is no day of a month either. */
export function toBankDay(year: string, month: string, date: string): string | undefined {
  const last = Number(date) > 28 && Number(date) < 31 ? [date, '30', '29', '28'] : [date]
  for (const candidate of last) {
    const day = toDay(year, month, candidate)
    if (day !== undefined) return day
  }
  return undefined
}

/** The century of a year of two digits: 80 and later are of the last one. */
export const toFullYear = (year: string): string => `${Number(year) >= 80 ? 19 : 20}${year}`
