import { useMessages } from '#client/app/page-context.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { Tooltip } from '#client/ui/tooltip.tsx'

interface PreviousNextProps {
  /** The URLs of the rows, in the list's order. */
  hrefs: readonly string[]
  /** The index of the row open in the panel; -1 when it is not in the list. */
  currentIndex: number
  /** Labels that replace "previous" and "next". */
  labels?: { previous: string; next: string }
}

/** Links in a panel's bar to the previous and next row of the list. */
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
