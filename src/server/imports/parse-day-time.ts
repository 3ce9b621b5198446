import { day as existingDay } from '#shared/inputs.ts'

/** In which order a file writes year, month and day. */
export type DayOrder = 'ymd' | 'dmy' | 'mdy'

/** `clockTime` is `HH:mm` or `HH:mm:ss`, empty where there is none; `afterClock` is the text behind it. */
interface DayTime {
  day: string
  clockTime: string
  afterClock: string
}

/**
 * `2026-03-01 12:30:05`, `01.03.2026`, `3/1/26`, `20260301`: a day in this order, or with its year first, and its time if there is one. With the name of its
 * month, as in `1 Mar 2026` and `Mar 1, 2026`, its order is clear.
 */
export function parseDayTime(written: string, writtenOrder: DayOrder): DayTime | undefined {
  const named = numberMonth(written)
  const [text, order] = named === undefined ? [written, writtenOrder] : [named, 'dmy' as const]
  const [, first = '', second = '', third = '', clockTime = '', afterClock = ''] =
    /^(\d{1,4})[-/.年](\d{1,2})[-/.月](\d{1,4})日?(?:[ T,]+(\d{1,2}:\d\d(?::\d\d)?)(.*))?$/.exec(text) ??
    (order === 'ymd' ? /^(\d{4})(\d\d)(\d\d)(?:[ T]?(\d\d:\d\d(?::\d\d)?))?$/.exec(text) : null) ??
    []
  const [year, month, date] =
    order === 'ymd' || first.length === 4
      ? [first, second, third]
      : order === 'dmy'
        ? [third, second, first]
        : [third, first, second]
  const fullYear = year.length === 2 && order !== 'ymd' ? `20${year}` : year
  const day = toDay(fullYear, month, date)
  return day === undefined ? undefined : { day, clockTime, afterClock }
}

/** The day with its month as a number, day first; undefined for one without the name of a month in English or German. */
function numberMonth(text: string): string | undefined {
  const { date, name = '', year, rest = '' } = (dayFirst.exec(text) ?? monthFirst.exec(text))?.groups ?? {}
  const month = monthNames.findIndex((names) => names.includes(name.toLowerCase()))
  return month < 0 ? undefined : `${date}/${month + 1}/${year}${rest}`
}

const dayFirst = /^(?<date>\d{1,2})\.?[ -]?(?<name>\p{L}{3,9})\.?[ -]?(?<year>\d{4}|\d\d)(?<rest>\D.*)?$/u
const monthFirst = /^(?<name>\p{L}{3,9})\.?[ -](?<date>\d{1,2}),?[ -](?<year>\d{4}|\d\d)(?<rest>\D.*)?$/u

const monthNames: readonly (readonly string[])[] = [
  ['jan', 'january', 'januar'],
  ['feb', 'february', 'februar'],
  ['mar', 'march', 'm\u00E4r', 'mrz', 'm\u00E4rz'],
  ['apr', 'april'],
  ['may', 'mai'],
  ['jun', 'june', 'juni'],
  ['jul', 'july', 'juli'],
  ['aug', 'august'],
  ['sep', 'sept', 'september'],
  ['oct', 'october', 'okt', 'oktober'],
  ['nov', 'november'],
  ['dec', 'december', 'dez', 'dezember'],
]

/** A day `YYYY-MM-DD` that exists from its year, month and day; undefined for one that does not. */
export function toDay(year: string, month: string, date: string): string | undefined {
  const day = `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`
  return existingDay.safeParse(day).success ? day : undefined
}
