import { useMessages } from '#client/app/page-context.tsx'
import { Empty } from '#client/ui/empty.tsx'
import type { SearchError } from '#shared/list/query-errors.ts'

interface SearchErrorNoteProps {
  error: SearchError
  text: string | undefined
}

/** A search that found nothing because something is wrong with it, which is marked in its text. */
export function SearchErrorNote({ error: { message, start, end }, text = '' }: SearchErrorNoteProps) {
  const { common } = useMessages()
  return (
    <Empty icon="search" title={common.noMatchingData}>
      <code>
        {text.slice(0, start)}
        <mark>{text.slice(start, end)}</mark>
        {text.slice(end)}
      </code>
      <br />
      {message}
    </Empty>
  )
}
