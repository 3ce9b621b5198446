import { shortcutKeys } from '#client/app/keys.ts'
import { Icon } from '#client/ui/icon.tsx'
import { openDetails, useDismissDetails } from '#client/ui/use-dismiss-details.ts'
import { type ReactNode, useEffect, useRef } from 'react'

interface ActionMenuProps {
  label: string
  /** The menu closes when this changes. */
  closedBy: string
  children: ReactNode
}

/** A menu of links above its button, in which the arrow keys move. Works without script. */
export function ActionMenu({ label, closedBy, children }: ActionMenuProps) {
  const menu = useRef<HTMLDetailsElement>(null)
  useDismissDetails(menu, true)
  useEffect(() => {
    if (menu.current) menu.current.open = false
  }, [closedBy])
  useEffect(() => {
    const moveFocus = (event: KeyboardEvent): void => {
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
      if (step === undefined || !menu.current?.open) return
      event.preventDefault()
      const links = listLinks(menu.current)
      const from = links.findIndex((link) => link === document.activeElement)
      links.at((Math.max(from, 0) + step) % links.length)?.focus()
    }
    const element = menu.current
    element?.addEventListener('keydown', moveFocus)
    return () => element?.removeEventListener('keydown', moveFocus)
  }, [])
  return (
    <details className="action-menu" ref={menu}>
      <summary
        className="btn btn--icon"
        onClick={(event) => openDetails(event, findFirstLink)}
        aria-label={label}
        aria-keyshortcuts={shortcutKeys.order.more}
      >
        <Icon name="ellipsis" />
      </summary>
      <ul className="menu" aria-label={label}>
        {children}
      </ul>
    </details>
  )
}

const findFirstLink = (menu: HTMLElement): HTMLElement | undefined => listLinks(menu)[0]

const listLinks = (menu: HTMLElement): HTMLElement[] =>
  [...menu.querySelectorAll('a')].filter((link) => link.checkVisibility())
