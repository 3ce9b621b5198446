import { useRef, useState, type ComponentType, type ReactNode, type RefObject } from 'react'
import { Button } from '#client/ui/button.tsx'
import type { IconName } from '#client/ui/icons.ts'

export type MenuEntry =
  | 'rule'
  | { heading: string }
  | {
      label: string
      icon?: IconName
      /** The keyboard shortcut, shown at the end. */
      shortcut?: string
      /** A URL to navigate to; `onSelect` runs an action instead. */
      href?: string
      onSelect?: () => void
      danger?: boolean
      /** Disables the entry and shows why it is not possible now. */
      disabledReason?: string
    }

export interface MenuListProps {
  entries: readonly MenuEntry[]
  button: RefObject<HTMLElement | null>
  label: string
  onClose: () => void
}

interface MenuProps {
  /** The menu's accessible name; also the button's when there are no `children`. */
  label: string
  icon?: IconName
  entries: readonly MenuEntry[]
  variant?: 'default' | 'primary' | 'ghost'
  size?: 'sm' | 'md'
  children?: ReactNode
}

/** A button that opens a menu. Omit entries the user has no permission for; disable those that are not possible now, with a reason. */
export function Menu({ label, icon, entries, variant, size, children }: MenuProps) {
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const [List, setList] = useState<ComponentType<MenuListProps> | null>(null)
  const load = () => void import('#client/ui/menu-list.tsx').then(({ MenuList }) => setList(() => MenuList))
  const iconOnly = children === undefined
  return (
    <span className="menu-host">
      <Button
        ref={button}
        variant={variant}
        size={size}
        icon={icon ?? (iconOnly ? 'ellipsis' : undefined)}
        endIcon={iconOnly ? undefined : 'chevron-down'}
        className={iconOnly ? 'btn--icon' : undefined}
        aria-label={iconOnly ? label : undefined}
        aria-haspopup="menu"
        aria-expanded={open}
        onPointerEnter={load}
        onFocus={load}
        onClick={() => {
          load()
          setOpen(!open)
        }}
      >
        {children}
      </Button>
      {open && List && <List entries={entries} button={button} label={label} onClose={() => setOpen(false)} />}
    </span>
  )
}
