import { useMessages, usePageContext, useTimeZone } from '#client/app/page-context.tsx'
import { formatAge, formatTime, type TimeStyle } from '#client/ui/time-format.ts'
import { dayOf } from '#shared/time.ts'
import { type ReactNode, useEffect, useState } from 'react'

/** Whose time zone: the user's, or that of the books, where times belong to accounting days. */
type Zone = 'own' | 'book'

interface TimeProps {
  at: number
  style?: TimeStyle
  zone?: Zone
  /** What happened then, which stays on the line of the time. Only with a style, because a title would be printed instead. */
  event?: string
}

/**
 * An instant in a time zone, to the minute unless another style is given: keyboard and touch users cannot read a title. The one to the minute has a title
 * with the whole date and the seconds, which is also what is printed.
 */
export function Time({ at, style = 'minute', zone, event }: TimeProps) {
  const format = useTimeFormat(zone)
  const text = format(at, style)
  return (
    <time dateTime={new Date(at).toISOString()} title={style === 'minute' ? format(at, 'full') : undefined}>
      {event === undefined ? text : `${event} ${text}`}
    </time>
  )
}

/**
 * An instant that may be recent: `12 min ago` within a day, then day and time. Its title is the exact time, and so is what is printed. Only for rows that
 * open what shows the time as `Time`.
 */
export const RecentTime = ({ at }: Pick<TimeProps, 'at'>) => useRecentTime()(at)

/** Returns a function that renders as `RecentTime`, for lists with many. */
export function useRecentTime(): (at: number) => ReactNode {
  const { common } = useMessages()
  const now = useCurrentTime()
  const format = useTimeFormat('own', now)
  return (at) => (
    <time dateTime={new Date(at).toISOString()} title={format(at, 'full')}>
      {formatAge(now - at, common) ?? format(at)}
    </time>
  )
}

/** Returns what the text of a `RecentTime` depends on besides its time: how long ago that is and, after a day, on which day it is read. */
export function useTimePhase(): (at: number) => string {
  const { now } = usePageContext()
  const { common } = useMessages()
  const today = dayOf(now, useTimeZone())
  return (at) => formatAge(now - at, common) ?? today
}

/** Returns a function that renders a time with the exact one as its title, which is also what is printed. */
export function useTitledTime(zone?: Zone): (at: number) => ReactNode {
  const format = useTimeFormat(zone)
  return (at) => (
    <time dateTime={new Date(at).toISOString()} title={format(at, 'full')}>
      {format(at)}
    </time>
  )
}

/** The time of the page and what has passed since, by the minute. */
function useCurrentTime(): number {
  const { now } = usePageContext()
  const [current, setCurrent] = useState({ loadedAt: now, now })
  useEffect(() => {
    const start = performance.now()
    const timer = setInterval(() => setCurrent({ loadedAt: now, now: now + performance.now() - start }), 60_000)
    return () => clearInterval(timer)
  }, [now])
  return current.loadedAt === now ? current.now : now
}

/** Returns a formatter for use in sentences and lists: `(at, style) => text`, in the style `short` by default. `current` is the time by which days are named; by default that of the page. */
export function useTimeFormat(zone: Zone = 'own', current?: number): (at: number, style?: TimeStyle) => string {
  const { book, now: loadedAt } = usePageContext()
  const { common } = useMessages()
  const ownZone = useTimeZone()
  const context = { zone: zone === 'book' ? book.timeZone : ownZone, now: current ?? loadedAt, words: common }
  return (at, style = 'short') => formatTime(at, style, context)
}
