/** Days and clock times of a zone, without a clock of its own. Times are epoch milliseconds, days `YYYY-MM-DD`. */

export interface ZonedTime {
  year: number
  /** 1 to 12. */
  month: number
  day: number
  hour: number
  minute: number
  second: number
}

const formats = new Map<string, Intl.DateTimeFormat>()

function getFormat(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known) return known
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    calendar: 'iso8601',
    hourCycle: 'h23',
    era: 'short',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  formats.set(zone, format)
  return format
}

/** Zone rules change on quarter hours at the finest, so one look-up serves all instants of a quarter. */
const quarterMs = 15 * 60_000
const offsets = new Map<string, Map<number, number>>()
/** So many are remembered for a zone: a screen needs a few hundred. */
const maxCachedOffsets = 20_000

/** How far the zone's clock is ahead of UTC at an instant, in milliseconds. */
export function offsetAt(time: number, zone: string): number {
  const quarter = Math.floor(time / quarterMs)
  return offsets.get(zone)?.get(quarter) ?? computeOffset(quarter, zone)
}

function computeOffset(quarter: number, zone: string): number {
  const start = quarter * quarterMs
  const part: Record<string, number> = {}
  for (const { type, value } of getFormat(zone).formatToParts(start)) part[type] = Number(value)
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part
  const offset = Date.UTC(year, month - 1, day, hour, minute, second) - start
  const known = offsets.get(zone)
  offsets.set(zone, known && known.size < maxCachedOffsets ? known.set(quarter, offset) : new Map([[quarter, offset]]))
  return offset
}

/** The zone's calendar and clock at an instant. */
export function zonedTime(time: number, zone: string): ZonedTime {
  const local = new Date(time + offsetAt(time, zone))
  return {
    year: local.getUTCFullYear(),
    month: local.getUTCMonth() + 1,
    day: local.getUTCDate(),
    hour: local.getUTCHours(),
    minute: local.getUTCMinutes(),
    second: local.getUTCSeconds(),
  }
}

/** The calendar day of an instant in a zone. */
export const dayOf = (time: number, zone: string): string =>
  new Date(time + offsetAt(time, zone)).toISOString().slice(0, 10)

/** The first instant of a calendar day in a zone; where midnight does not exist, the first instant after it. */
export const startOfDay = (day: string, zone: string): number => timeAt(day, 0, zone)

/**
 * The instant at which the clock of a zone shows `clockMs` after midnight on a day. Where it shows that twice, the first; where it skips
 * it, the instant of the change or, within the hour that is skipped, as much after it.
 */
export function timeAt(day: string, clockMs: number, zone: string): number {
  const local = Date.parse(`${day}T00:00:00Z`) + clockMs
  // The offset before a change nearby and the one after it: the earliest instant that shows the wanted clock.
  const candidates = [local - offsetAt(local - 86_400_000, zone), local - offsetAt(local + 86_400_000, zone)]
  const exact = candidates.filter((time) => time + offsetAt(time, zone) === local)
  return exact.length > 0 ? Math.min(...exact) : Math.max(...candidates)
}

/** How long ago midnight was on the zone's clock, in milliseconds. */
export const timeOfDayMs = (time: number, zone: string): number => {
  const local = time + offsetAt(time, zone)
  return ((local % 86_400_000) + 86_400_000) % 86_400_000
}

/** A day some days later, or earlier with a negative number. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
