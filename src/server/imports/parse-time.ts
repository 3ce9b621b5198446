import { type DayOrder, parseDayTime } from '#server/imports/parse-day-time.ts'
import { timeAt } from '#shared/time.ts'

/** A time with its UTC offset, as in `2026-03-14 09:30:00 +0800`, as epoch milliseconds; undefined for one that does not exist. */
export const parseTime = (text: string): number | undefined => parse(text, 'ymd', undefined)

/**
 * A time of the time zone unless it has an offset of its own, or the start of a day: `2026-03-14 09:30:00`, `14.03.2026`, `3/14/2026 9:30 AM`,
 * `2026-03-14T09:30Z`.
 */
export const parseLocalTime = (text: string, order: DayOrder, timeZone: string): number | undefined =>
  parse(text, order, timeZone)

/** What may follow the clock: a fraction of a second, half of the day, an offset. Anything else could mean another time, such as `CST`. */
const afterClock = /^(?:[.,:]\d+)? ?(?:([ap])\.? ?m\.?|uhr|h)? ?(z|(?:utc|gmt)?([+-])(\d\d?)(?::?(\d\d))?|utc|gmt)?$/i

const collapseSpaces = (text: string): string => text.replaceAll(/\s+/g, ' ').trimEnd()

function parse(text: string, order: DayOrder, timeZone: string | undefined): number | undefined {
  const found = parseDayTime(text, order)
  const [after, half, zone, sign, zoneHours = '0', zoneMinutes = '0'] =
    afterClock.exec(collapseSpaces(found?.afterClock ?? '')) ?? []
  if (!found || after === undefined) return undefined
  const [hour = 0, minute = 0, second = 0] = found.clockTime.split(':').map(Number)
  if (hour > (half ? 12 : 23) || minute > 59 || second > 59) return undefined
  const hours = half === undefined ? hour : (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0)
  const year = Number(found.day.slice(0, 4))
  if (year < 1970 || year >= 2200 || Number(zoneHours) > 14 || Number(zoneMinutes) > 59) return undefined
  const time = ((hours * 60 + minute) * 60 + second) * 1000
  if (zone === undefined) return timeZone === undefined ? undefined : timeAt(found.day, time, timeZone)
  const offset = (Number(zoneHours) * 60 + Number(zoneMinutes)) * 60_000
  return Date.parse(`${found.day}T00:00:00Z`) + time - (sign === '-' ? -offset : offset)
}
