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
  /** What happened then, which stays on the line of the time. */
  event?: string
}

/** An instant in a time zone. `short` (default): the time today, day and time this year, the date in other years. */
export function Time({ at, style, zone, event }: TimeProps) {
  const text = useTimeFormat(zone)(at, style)
  return <time dateTime={new Date(at).toISOString()}>{event === undefined ? text : `${event} ${text}`}</time>
}

/** An instant that may be recent: `12 min ago` within a day, then as `Time`; its title is the exact time, and so is what is printed. */
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

/** Returns a formatter like `Time` for use in sentences: `(at, style) => text`. `current` is the time by which days are named; by default that of the page. */
export function useTimeFormat(zone: Zone = 'own', current?: number): (at: number, style?: TimeStyle) => string {
  const { book, now: loadedAt } = usePageContext()
  const { common } = useMessages()
  const ownZone = useTimeZone()
  const context = { zone: zone === 'book' ? book.timeZone : ownZone, now: current ?? loadedAt, words: common }
  return (at, style = 'short') => formatTime(at, style, context)
}
