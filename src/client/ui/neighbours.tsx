import { useMessages } from '#client/screen.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { Tooltip } from '#client/ui/tooltip.tsx'

interface NeighboursProps {
  /** Where each row of the list opens, in the list's order. */
  addresses: readonly string[]
  /** Which of them stands in the panel; -1 when it is not among them. */
  at: number
  /** What they are called, where "previous" and "next" alone say too little. */
  labels?: { previous: string; next: string }
}

/** In a panel's bar: the row before and the row after. */
export function Neighbours({ addresses, at, labels }: NeighboursProps) {
  const { previous, next } = { ...useMessages().common, ...labels }
  if (at < 0) return null
  return (
    <>
      <Neighbour label={previous} shortcut="K" icon="chevron-up" address={addresses[at - 1]} />
      <Neighbour label={next} shortcut="J" icon="chevron-down" address={addresses[at + 1]} />
    </>
  )
}

interface NeighbourProps {
  label: string
  shortcut: string
  icon: 'chevron-up' | 'chevron-down'
  address: string | undefined
}

function Neighbour({ label, shortcut, icon, address }: NeighbourProps) {
  const look = 'btn btn--ghost btn--icon btn--sm'
  if (address === undefined)
    return (
      <button type="button" className={look} disabled aria-label={label}>
        <Icon name={icon} />
      </button>
    )
  return (
    <Tooltip label={label} shortcut={shortcut}>
      <a className={look} href={address} aria-label={label}>
        <Icon name={icon} />
      </a>
    </Tooltip>
  )
}
