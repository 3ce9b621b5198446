import { type DayOrder, parseDayTime } from '#server/imports/parse-day-time.ts'
import { timeAt } from '#shared/time.ts'

const time = /^(\d{4})-(\d\d)-(\d\d)[ T](\d\d):(\d\d):(\d\d)(?:\.\d{1,6})? ?(Z|UTC|[+-]\d\d:?\d\d)$/

/** A time with its UTC offset, as in `2026-03-14 09:30:00 +0800`, as epoch milliseconds; undefined for one that does not exist. */
export function parseTime(text: string): number | undefined {
  const match = time.exec(text)
  if (!match) return undefined
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match.slice(1, 7).map(Number)
  const local = Date.UTC(year, month - 1, day, hour, minute, second)
  // A month, day or time that does not exist is counted on to one that does.
  const date = new Date(local)
  const isValidDate =
    date.getUTCMonth() === month - 1 &&
    date.getUTCDate() === day &&
    date.getUTCHours() === hour &&
    date.getUTCMinutes() === minute &&
    date.getUTCSeconds() === second
  const offset = offsetMs(match[7] ?? 'Z')
  return isValidDate && offset !== undefined && year >= 1970 && year < 2200 ? local - offset : undefined
}

/** A time of the time zone, or the start of a day: `2026-03-14 09:30:00`, `14.03.2026`, `3/14/2026 9:30 AM`. */
export function parseLocalTime(text: string, order: DayOrder, timeZone: string): number | undefined {
  const found = parseDayTime(text, order)
  if (!found) return undefined
  const [hour = 0, minute = 0, second = 0] = found.clockTime.split(':').map(Number)
  const [half] = /[ap](?=\.?m)/i.exec(text) ?? []
  if (hour > (half ? 12 : 23) || minute > 59 || second > 59) return undefined
  const hours = half === undefined ? hour : (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0)
  const year = Number(found.day.slice(0, 4))
  if (year < 1970 || year >= 2200) return undefined
  return timeAt(found.day, ((hours * 60 + minute) * 60 + second) * 1000, timeZone)
}

function offsetMs(text: string): number | undefined {
  if (text === 'Z' || text === 'UTC') return 0
  const [hours, minutes] = [Number(text.slice(1, 3)), Number(text.slice(-2))]
  if (hours > 14 || minutes > 59) return undefined
  return (text.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * 60_000
}
