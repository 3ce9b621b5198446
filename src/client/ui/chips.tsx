import type { ReactNode } from 'react'
import { useMessages } from '#client/app/page-context.tsx'
import { Icon } from '#client/ui/icon.tsx'

interface ChipsProps {
  /** Where all filters are gone; without it there is no "Clear". */
  clearHref?: string
  children: ReactNode
}

/** The filters in use, each readable as a sentence. */
export function Chips({ clearHref, children }: ChipsProps) {
  const { common } = useMessages()
  return (
    <div className="chips" role="group" aria-label={common.filtersInUse}>
      {children}
      {clearHref && (
        <a className="link xs chips__clear" href={clearHref}>
          {common.clear}
        </a>
      )}
    </div>
  )
}

interface ChipProps {
  /** The field: "Status". */
  field: string
  /** The word between, if it is not "is". */
  word?: string
  /** "Pending, Open". */
  value: ReactNode
  /** Where this filter is gone. */
  removeHref: string
}

/** One filter: field, word, value, ×. */
export function Chip({ field, word, value, removeHref }: ChipProps) {
  const { common } = useMessages()
  return (
    <span className="chip">
      <span className="chip__key">{field}</span>
      {word && <span className="chip__op">{word}</span>}
      <span className="chip__val">{value}</span>
      <a className="chip__x" href={removeHref} aria-label={common.remove(field)}>
        <Icon name="x" />
      </a>
    </span>
  )
}
