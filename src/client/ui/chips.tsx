import type { ReactNode } from 'react'
import { useMessages } from '#client/app/page-context.tsx'
import { Icon } from '#client/ui/icon.tsx'

interface ChipsProps {
  /** The list without any filter; without it there is no "Clear" link. */
  clearHref?: string
  children: ReactNode
}

/** The active filters, each readable as a sentence. */
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
  /** The operator, if it is not "is". */
  word?: string
  /** "Pending, Open". */
  value: ReactNode
  /** The list without this filter. */
  removeHref: string
}

/** One active filter: field, operator, value, and a link to remove it. */
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
