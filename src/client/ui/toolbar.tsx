import { shortcutKeys } from '#client/app/keys.ts'
import type { KeyboardEvent, ReactNode } from 'react'
import { Icon } from '#client/ui/icon.tsx'

/** The row between tabs and table: search, filters, chips. With `action` it is a GET form. */
export function Toolbar({ action, label, children }: { action?: string; label?: string; children: ReactNode }) {
  if (action === undefined) return <div className="toolbar">{children}</div>
  return (
    <form className="toolbar" method="get" action={action} role="search" aria-label={label}>
      {children}
    </form>
  )
}

/** The id of what is wrong with a search (see `SearchErrorNote`). */
export const searchErrorId = 'search-error'

interface SearchFieldProps {
  id?: string
  name?: string
  /** What is searched, for screen readers. */
  label: string
  placeholder: string
  defaultValue?: string | undefined
  disabled?: boolean
  /** The search could not be understood: the page says why under `searchErrorId`. */
  isInvalid?: boolean
  /** Shows the key `/`, which focuses the field (see `useShortcuts`). */
  shortcut?: boolean
}

/** A search field for a GET form. */
export const SearchField = ({
  id,
  name = 'q',
  label,
  placeholder,
  defaultValue = '',
  disabled,
  isInvalid = false,
  shortcut = false,
}: SearchFieldProps) => (
  <label className="input search" aria-invalid={isInvalid || undefined}>
    <Icon name="search" />
    <span className="sr-only">{label}</span>
    <input
      id={id}
      type="search"
      name={name}
      placeholder={placeholder}
      defaultValue={defaultValue}
      disabled={disabled}
      maxLength={500}
      autoComplete="off"
      aria-invalid={isInvalid || undefined}
      aria-describedby={isInvalid ? searchErrorId : undefined}
      aria-keyshortcuts={shortcut ? shortcutKeys.list.search : undefined}
      onKeyDown={leaveOnEscape}
    />
    {shortcut && (
      <kbd className="kbd hide-sm needs-script" aria-hidden="true">
        {shortcutKeys.list.search}
      </kbd>
    )}
  </label>
)

/** Escape leaves the field, for the keys of the list. Chromium would clear it, although the list stays filtered. */
function leaveOnEscape(event: KeyboardEvent<HTMLInputElement>): void {
  if (event.key !== 'Escape' || event.nativeEvent.isComposing) return
  event.preventDefault()
  event.currentTarget.blur()
}
