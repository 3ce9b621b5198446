/** Calendar days and clock times in a time zone. Pure: takes the current time as an argument. Times are epoch ms, days `YYYY-MM-DD`. */

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

/** Time zone offsets change at quarter hours at the finest, so one lookup serves a whole quarter. */
const quarterMs = 15 * 60_000
const offsets = new Map<string, Map<number, number>>()
/** A day of 24 hours. */
export const dayMs = 86_400_000
/** The offset of the days (in UTC) on which it does not change, by zone; undefined for the others. */
const dayOffsets = new Map<string, Map<number, number | undefined>>()
/** Cache limit per zone; a page needs a few hundred offsets. */
const maxCachedOffsets = 20_000

/** Whether there is a time zone of this name. */
export function isTimeZone(zone: string): boolean {
  try {
    return getFormat(zone) !== undefined
  } catch {
    return false
  }
}

/** The zone's offset from UTC at an instant, in milliseconds; positive east of Greenwich. */
export function offsetAt(time: number, zone: string): number {
  const day = Math.floor(time / dayMs)
  const days = dayOffsets.get(zone)
  const dayOffset = days?.has(day) ? days.get(day) : computeDayOffset(day, zone)
  return dayOffset ?? quarterOffsetAt(time, zone)
}

function computeDayOffset(day: number, zone: string): number | undefined {
  const offset = quarterOffsetAt(day * dayMs, zone)
  const dayOffset = offset === quarterOffsetAt((day + 1) * dayMs, zone) ? offset : undefined
  const known = dayOffsets.get(zone)
  dayOffsets.set(zone, known && known.size < maxCachedOffsets ? known.set(day, dayOffset) : new Map([[day, dayOffset]]))
  return dayOffset
}

function quarterOffsetAt(time: number, zone: string): number {
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

/** The calendar date and clock time of an instant in a zone. */
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
export function dayOf(time: number, zone: string): string {
  const day = Math.floor((time + offsetAt(time, zone)) / dayMs)
  return dayNames.get(day) ?? nameDay(day)
}

/** The names of the days since 1970: a ledger asks for the same ones again and again. */
const dayNames = new Map<number, string>()

function nameDay(day: number): string {
  const name = new Date(day * dayMs).toISOString().slice(0, 10)
  if (dayNames.size < maxCachedOffsets) dayNames.set(day, name)
  return name
}

/** The first instant of a calendar day in a zone; where midnight does not exist, the first instant after it. */
export const startOfDay = (day: string, zone: string): number => timeAt(day, 0, zone)

/**
 * The instant when a zone's clock shows `clockMs` after midnight on a day. When the clock shows it twice, the first instant; when the
 * clock skips it, as long after the change as the skipped time is into the gap.
 */
export function timeAt(day: string, clockMs: number, zone: string): number {
  const local = Date.parse(`${day}T00:00:00Z`) + clockMs
  // Try the offsets before and after a possible change on that day.
  const candidates = [local - offsetAt(local - 86_400_000, zone), local - offsetAt(local + 86_400_000, zone)]
  const exact = candidates.filter((time) => time + offsetAt(time, zone) === local)
  return exact.length > 0 ? Math.min(...exact) : Math.max(...candidates)
}

/** The instant of a day and clock time in a zone, `YYYY-MM-DDTHH:mm` or with a space in place of the `T`. */
export const localTimeAt = (text: string, zone: string): number =>
  timeAt(text.slice(0, 10), Date.parse(`1970-01-01T${text.slice(11)}:00Z`), zone)

/** Milliseconds since midnight on the zone's clock. */
export const timeOfDayMs = (time: number, zone: string): number => {
  const local = time + offsetAt(time, zone)
  return ((local % 86_400_000) + 86_400_000) % 86_400_000
}

/** The day `days` later, or earlier for a negative number. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

/** The last day of a month `YYYY-MM`. */
export const lastDayOfMonth = (month: string): string => {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10)
}

/** How many days lie between two days, `YYYY-MM-DD`; negative if `to` is before `from`. */
export const countDays = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / dayMs
