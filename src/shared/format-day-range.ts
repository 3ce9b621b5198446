import type { Messages } from '#shared/messages/en.ts'

/** Formats a range of calendar days `YYYY-MM-DD`, both inclusive: `1–25 Sep`; adds the year when `to` is not in the year of `today`. */
export const formatDayRange = (from: string, to: string, today: string, { finance }: Messages): string =>
  finance.days(dateParts(from), dateParts(to), to.slice(0, 4) !== today.slice(0, 4))

const dateParts = (day: string) => ({
  year: Number(day.slice(0, 4)),
  month: Number(day.slice(5, 7)),
  day: Number(day.slice(8)),
})
