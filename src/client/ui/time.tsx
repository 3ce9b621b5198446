import { useMessages, usePageContext } from '#client/app/page-context.tsx'
import { formatTime, type TimeStyle } from '#client/ui/time-format.ts'

/** An instant in the book's time zone. `short` (default): the time today, day and time this year, the date in other years. */
export function Time({ at, style = 'short' }: { at: number; style?: TimeStyle }) {
  const { book, now } = usePageContext()
  const { common } = useMessages()
  return (
    <time dateTime={new Date(at).toISOString()}>
      {formatTime(at, style, { zone: book.timeZone, now, words: common })}
    </time>
  )
}

/** Returns a formatter like `Time` for use in sentences: `(at, style) => text`. */
export function useTimeFormat(): (at: number, style?: TimeStyle) => string {
  const { book, now } = usePageContext()
  const { common } = useMessages()
  return (at, style = 'short') => formatTime(at, style, { zone: book.timeZone, now, words: common })
}
