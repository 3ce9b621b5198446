import { shortcutKeys } from '#client/app/keys.ts'
import { useMessages } from '#client/app/page-context.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { Tooltip } from '#client/ui/tooltip.tsx'
import { useState } from 'react'

interface PreviousNextProps<Key extends string | number> {
  /** The keys of the list's rows, in their order. */
  keys: readonly Key[]
  /** The row that is open in the panel. */
  current: Key
  /** Where a row opens. */
  hrefOf: (key: Key) => string
  /** Names for the links, where "previous" and "next" alone say too little. */
  labels?: { previous: string; next: string }
}

/** In a panel's bar: the row before and the row after the open one. */
export function PreviousNext<Key extends string | number>({ keys, current, hrefOf, labels }: PreviousNextProps<Key>) {
  const { previous, next } = { ...useMessages().common, ...labels }
  const neighbors = useNeighbors(keys, current)
  if (!neighbors) return null
  const toHref = (key: Key | undefined) => (key === undefined ? undefined : hrefOf(key))
  return (
    <>
      <NeighborLink
        rel="prev"
        label={previous}
        shortcut={shortcutKeys.list.move[1]}
        icon="chevron-up"
        href={toHref(neighbors.previous)}
      />
      <NeighborLink
        rel="next"
        label={next}
        shortcut={shortcutKeys.list.move[0]}
        icon="chevron-down"
        href={toHref(neighbors.next)}
      />
    </>
  )
}

/**
 * The rows around the open one. After an action moved it out of the list (an order that was shipped leaves "To ship"), those around its
 * last place; null for a row that never was in the list.
 */
function useNeighbors<Key>(keys: readonly Key[], current: Key): { previous?: Key; next?: Key } | null {
  const [last, setLast] = useState({ keys, current })
  const isListed = keys.includes(current)
  if (isListed && (last.current !== current || !isSameList(last.keys, keys))) setLast({ keys, current })
  const known = isListed ? { keys, current } : last
  const index = known.current === current ? known.keys.indexOf(current) : -1
  if (index < 0) return null
  const previous = known.keys.slice(0, index).findLast((key) => keys.includes(key))
  const next = known.keys.slice(index + 1).find((key) => keys.includes(key))
  return { ...(previous !== undefined && { previous }), ...(next !== undefined && { next }) }
}

const isSameList = <Key,>(one: readonly Key[], other: readonly Key[]): boolean =>
  one.length === other.length && one.every((key, index) => key === other[index])

interface NeighborLinkProps {
  rel: 'prev' | 'next'
  label: string
  shortcut: string
  icon: 'chevron-up' | 'chevron-down'
  href: string | undefined
}

function NeighborLink({ rel, label, shortcut, icon, href }: NeighborLinkProps) {
  const className = 'btn btn--ghost btn--icon btn--sm'
  if (href === undefined)
    return (
      <button type="button" className={className} disabled aria-label={label}>
        <Icon name={icon} />
      </button>
    )
  return (
    <Tooltip label={label} shortcut={shortcut}>
      <a className={className} rel={rel} href={href} aria-label={label}>
        <Icon name={icon} />
      </a>
    </Tooltip>
  )
}
