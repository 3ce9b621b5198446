import { useMessages } from '#client/app/page-context.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { Tooltip } from '#client/ui/tooltip.tsx'

interface PreviousNextProps {
  /** Where each row of the list opens, in the list's order. */
  hrefs: readonly string[]
  /** Which of them stands in the panel; -1 when it is not among them. */
  currentIndex: number
  /** What they are called, where "previous" and "next" alone say too little. */
  labels?: { previous: string; next: string }
}

/** In a panel's bar: the row before and the row after. */
export function PreviousNext({ hrefs, currentIndex, labels }: PreviousNextProps) {
  const { previous, next } = { ...useMessages().common, ...labels }
  if (currentIndex < 0) return null
  return (
    <>
      <PreviousNextLink label={previous} shortcut="K" icon="chevron-up" href={hrefs[currentIndex - 1]} />
      <PreviousNextLink label={next} shortcut="J" icon="chevron-down" href={hrefs[currentIndex + 1]} />
    </>
  )
}

interface PreviousNextLinkProps {
  label: string
  shortcut: string
  icon: 'chevron-up' | 'chevron-down'
  href: string | undefined
}

function PreviousNextLink({ label, shortcut, icon, href }: PreviousNextLinkProps) {
  const className = 'btn btn--ghost btn--icon btn--sm'
  if (href === undefined)
    return (
      <button type="button" className={className} disabled aria-label={label}>
        <Icon name={icon} />
      </button>
    )
  return (
    <Tooltip label={label} shortcut={shortcut}>
      <a className={className} href={href} aria-label={label}>
        <Icon name={icon} />
      </a>
    </Tooltip>
  )
}
