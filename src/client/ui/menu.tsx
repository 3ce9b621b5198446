import { useRef, useState, type ComponentType, type ReactNode, type RefObject } from 'react'
import { Button } from '#client/ui/button.tsx'
import type { IconName } from '#client/ui/icons.ts'

export type MenuEntry =
  | 'rule'
  | { heading: string }
  | {
      label: string
      icon?: IconName
      /** A key that does the same. */
      shortcut?: string
      /** An address, or what is done. */
      href?: string
      onSelect?: () => void
      danger?: boolean
      /** Why it is not possible now: then it is grey and says so. */
      disabledReason?: string
    }

export interface MenuListProps {
  entries: readonly MenuEntry[]
  button: RefObject<HTMLElement | null>
  label: string
  onClose: () => void
}

interface MenuProps {
  /** The button's name; its words too unless `children` are given. */
  label: string
  icon?: IconName
  entries: readonly MenuEntry[]
  variant?: 'default' | 'primary' | 'ghost'
  size?: 'sm' | 'md'
  children?: ReactNode
}

/** A button that opens a menu. What is not allowed is missing from it; what is not possible now is grey and says why. */
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
