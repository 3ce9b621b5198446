import { useMessages, usePageContext, useTimeZone } from '#client/app/page-context.tsx'
import { formatTime, type TimeStyle } from '#client/ui/time-format.ts'

/** Whose time zone: the user's, or that of the books, where times belong to accounting days. */
type Zone = 'own' | 'book'

interface TimeProps {
  at: number
  style?: TimeStyle
  zone?: Zone
}

/** An instant in a time zone. `short` (default): the time today, day and time this year, the date in other years. */
export function Time({ at, style, zone }: TimeProps) {
  return <time dateTime={new Date(at).toISOString()}>{useTimeFormat(zone)(at, style)}</time>
}

/** Returns a formatter like `Time` for use in sentences: `(at, style) => text`. */
export function useTimeFormat(zone: Zone = 'own'): (at: number, style?: TimeStyle) => string {
  const { book, now } = usePageContext()
  const { common } = useMessages()
  const ownZone = useTimeZone()
  const context = { zone: zone === 'book' ? book.timeZone : ownZone, now, words: common }
  return (at, style = 'short') => formatTime(at, style, context)
}
