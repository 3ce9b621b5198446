import { useMessages, usePageContext } from '#client/app/page-context.tsx'
import { formatTime, type TimeStyle } from '#client/ui/time-format.ts'

/** An instant in the book's zone. `short` (default): the clock today, day and clock this year, the date before. */
export function Time({ at, style = 'short' }: { at: number; style?: TimeStyle }) {
  const { book, now } = usePageContext()
  const { common } = useMessages()
  return (
    <time dateTime={new Date(at).toISOString()}>
      {formatTime(at, style, { zone: book.timeZone, now, words: common })}
    </time>
  )
}

/** The same as `Time` as a function for sentences: `(at, style) => text`. */
export function useTimeFormat(): (at: number, style?: TimeStyle) => string {
  const { book, now } = usePageContext()
  const { common } = useMessages()
  return (at, style = 'short') => formatTime(at, style, { zone: book.timeZone, now, words: common })
}
