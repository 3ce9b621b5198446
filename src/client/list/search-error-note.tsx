import { Fragment } from 'react'
import { Empty } from '#client/ui/empty.tsx'
import { searchErrorId } from '#client/ui/toolbar.tsx'
import type { SearchError } from '#shared/list/query-errors.ts'

/** A search that could not be understood: its text with the errors marked, and what is wrong with each. */
export function SearchErrorNote({ error: { title, text, errors } }: { error: SearchError }) {
  return (
    <Empty icon="search" title={title} errorId={searchErrorId}>
      <code>
        {errors.map(({ start, end }, index) => (
          <Fragment key={start}>
            {text.slice(errors[index - 1]?.end ?? 0, start)}
            <mark>{text.slice(start, end)}</mark>
          </Fragment>
        ))}
        {text.slice(errors.at(-1)?.end)}
      </code>
      {errors.map(({ message, start }) => (
        <span key={start} className="empty__line">
          {message}
        </span>
      ))}
    </Empty>
  )
}
