import type { Messages } from '#shared/messages/en.ts'
import { zonedTime } from '#shared/time.ts'

export type TimeStyle = 'short' | 'minute' | 'long' | 'full' | 'date'

interface TimeContext {
  zone: string
  /** The current time, epoch ms: decides what "today" and "this year" are. */
  now: number
  words: Messages['common']
}

/**
 * Formats an instant identically on server and browser. `short`: `14:12` today, `23 Sep 10:42` this year, `23 Sep 2025` in other years;
 * `minute`: the same with the time of day in other years; `date`: the day, with the year unless it is this year; `long` adds the weekday; `full` also adds year and seconds.
 */
export function formatTime(at: number, style: TimeStyle, { zone, now, words }: TimeContext): string {
  const time = zonedTime(at, zone)
  const today = zonedTime(now, zone)
  const month = words.months[time.month - 1] ?? ''
  const sameYear = time.year === today.year
  const clock = `${padTwo(time.hour)}:${padTwo(time.minute)}`
  if (style === 'full' || style === 'long') {
    const weekday = words.weekdays[new Date(Date.UTC(time.year, time.month - 1, time.day)).getUTCDay()] ?? ''
    if (style === 'full')
      return words.fullTime(weekday, words.day(time.day, month, time.year), `${clock}:${padTwo(time.second)}`)
    return words.fullTime(weekday, words.day(time.day, month, sameYear ? undefined : time.year), clock)
  }
  const day = words.day(time.day, month, sameYear ? undefined : time.year)
  if (style === 'date' || (style === 'short' && !sameYear)) return day
  const isToday = sameYear && time.month === today.month && time.day === today.day
  return isToday ? clock : words.dayAndTime(day, clock)
}

/** How long ago something was, from its age in ms; undefined for what is not of the last 24 hours. */
export function formatAge(age: number, words: Messages['common']): string | undefined {
  if (age < 0 || age >= 24 * hourMs) return undefined
  if (age < minuteMs) return words.justNow
  return age < hourMs ? words.minutesAgo(Math.floor(age / minuteMs)) : words.hoursAgo(Math.floor(age / hourMs))
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs

const padTwo = (value: number): string => (value < 10 ? `0${value}` : String(value))
