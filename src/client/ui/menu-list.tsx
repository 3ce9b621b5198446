import * as DropdownMenu from 'radix-ui/dropdown-menu'
import { Icon } from '#client/ui/icon.tsx'
import { Kbd } from '#client/ui/kbd.tsx'
import type { MenuEntry, MenuListProps } from '#client/ui/menu.tsx'
import { navigate } from '#client/navigation/router.ts'

/** The open menu, with Radix's keyboard behavior: arrow keys, typeahead, Escape. Loaded when its button is first hovered or focused. */
export function MenuList({ entries, button, label, onClose }: MenuListProps) {
  return (
    <DropdownMenu.Root open modal={false} onOpenChange={onClose}>
      <DropdownMenu.Trigger asChild>
        <span className="menu-host__anchor" aria-hidden="true" />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          className="menu"
          align="start"
          sideOffset={4}
          collisionPadding={8}
          aria-label={label}
          onInteractOutside={(event) => {
            if (button.current?.contains(event.target as Node)) event.preventDefault()
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            button.current?.focus()
          }}
        >
          {entries.map((entry, index) => (
            <Entry key={index} entry={entry} />
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}

function Entry({ entry }: { entry: MenuEntry }) {
  if (entry === 'rule') return <DropdownMenu.Separator className="menu__rule" />
  if ('heading' in entry) return <DropdownMenu.Label className="menu__label">{entry.heading}</DropdownMenu.Label>
  const { label, icon, shortcut, href, onSelect, danger = false, disabledReason } = entry
  return (
    <DropdownMenu.Item
      className={danger ? 'menu__item menu__item--danger' : 'menu__item'}
      disabled={disabledReason !== undefined}
      onSelect={() => {
        onSelect?.()
        if (href !== undefined) navigate(href)
      }}
    >
      {icon && <Icon name={icon} />}
      {label}
      {(disabledReason ?? shortcut) && <span className="end">{disabledReason ?? <Kbd>{shortcut}</Kbd>}</span>}
    </DropdownMenu.Item>
  )
}
