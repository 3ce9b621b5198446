import { buttonClass } from '#client/ui/button.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { openDetails, useDismissDetails } from '#client/ui/use-dismiss-details.ts'
import { type ReactNode, useEffect, useRef } from 'react'

interface ActionMenuProps {
  label: string
  /** The menu closes when this changes. */
  closedBy: string
  /** The key that opens it. */
  shortcut?: string
  /** Below its button instead of above. */
  below?: boolean
  size?: 'sm' | 'md'
  variant?: 'default' | 'ghost'
  children: ReactNode
}

/** A menu of links, or of buttons of the form around it, in which the arrow keys move. Works without script. */
export function ActionMenu({
  label,
  closedBy,
  shortcut,
  below = false,
  size = 'md',
  variant = 'default',
  children,
}: ActionMenuProps) {
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
      const entries = listEntries(menu.current)
      const from = entries.findIndex((entry) => entry === document.activeElement)
      entries.at((Math.max(from, 0) + step) % entries.length)?.focus()
    }
    const element = menu.current
    element?.addEventListener('keydown', moveFocus)
    return () => element?.removeEventListener('keydown', moveFocus)
  }, [])
  return (
    <details className={below ? 'action-menu action-menu--below' : 'action-menu'} ref={menu}>
      <summary
        className={buttonClass({ size, variant }, 'btn--icon')}
        onClick={(event) => openDetails(event, findFirstEntry)}
        aria-label={label}
        aria-keyshortcuts={shortcut}
      >
        <Icon name="ellipsis" />
      </summary>
      <ul className="menu" aria-label={label}>
        {children}
      </ul>
    </details>
  )
}

const findFirstEntry = (menu: HTMLElement): HTMLElement | undefined => listEntries(menu)[0]

const listEntries = (menu: HTMLElement): HTMLElement[] =>
  [...menu.querySelectorAll<HTMLElement>('.menu__item')].filter((entry) => entry.checkVisibility())
