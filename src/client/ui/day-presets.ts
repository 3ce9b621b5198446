import { addDays } from '#shared/time.ts'

/** Ranges of days that are often asked for, both ends included; `today` is `YYYY-MM-DD` in the book's time zone. */
export function dayPresets(today: string) {
  const yesterday = addDays(today, -1)
  const month = `${today.slice(0, 7)}-01`
  const endOfLastMonth = addDays(month, -1)
  return {
    today: { from: today, to: today },
    yesterday: { from: yesterday, to: yesterday },
    last7Days: { from: addDays(today, -6), to: today },
    last30Days: { from: addDays(today, -29), to: today },
    month: { from: month, to: today },
    lastMonth: { from: `${endOfLastMonth.slice(0, 7)}-01`, to: endOfLastMonth },
    year: { from: `${today.slice(0, 4)}-01-01`, to: today },
  }
}
