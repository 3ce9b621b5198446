import type { Messages } from '#shared/messages/en.ts'
import { zonedTime } from '#shared/time.ts'

export type TimeStyle = 'short' | 'long' | 'full' | 'date'

interface TimeContext {
  zone: string
  /** What "today" is, ms. */
  now: number
  words: Messages['common']
}

/**
 * An instant in words, the same on server and in browser: `14:12` today, `23 Sep 10:42` this year, `23 Sep 2025` before;
 * `date` is the day alone (its year only when it is another one); `long` names the weekday; `full` year and seconds, too.
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
  if (style === 'date' || !sameYear) return words.day(time.day, month, sameYear ? undefined : time.year)
  const isToday = time.month === today.month && time.day === today.day
  return isToday ? clock : words.dayAndTime(words.day(time.day, month), clock)
}

const padTwo = (value: number): string => (value < 10 ? `0${value}` : String(value))
