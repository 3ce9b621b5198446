import { navigate } from '#client/navigation/router.ts'
import { useEffect } from 'react'

/**
 * The keys of a page with a list: `/` focuses the search field; J and K, and the arrows on a focused row, move from row to row and the
 * open panel with them; E edits what the panel shows. Enter opens a row (it is a link), Escape closes the panel (see `Panel`).
 */
export function useListShortcuts(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const shortcut = shortcuts[event.key]
      if (
        !shortcut ||
        event.defaultPrevented ||
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        isShortcutBlocked(event.target)
      )
        return
      if (shortcut()) event.preventDefault()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}

/** Each returns whether it handled the key; if not, the browser's default action follows. */
const shortcuts: Record<string, () => boolean> = {
  '/': () => {
    const field = document.querySelector<HTMLInputElement>('main [role=search] input[type=search]')
    field?.select()
    return field !== null
  },
  'e': () => {
    const link = document.querySelector<HTMLElement>('.panel [aria-keyshortcuts="E"]')
    link?.click()
    return link !== null
  },
  'j': () => moveToRow(1),
  'k': () => moveToRow(-1),
  'ArrowDown': () => isRowFocused() && moveToRow(1),
  'ArrowUp': () => isRowFocused() && moveToRow(-1),
}

/** Focuses the row before or after; while a panel is open, opens it there. */
function moveToRow(step: 1 | -1): boolean {
  const rows = [...document.querySelectorAll('main table:not(.table--inset) > tbody > tr')]
  const links = rows.flatMap((row) => row.querySelector('a') ?? [])
  const panel = document.querySelector('.panel')
  const neighbor = panel?.querySelector<HTMLAnchorElement>(`a[rel=${step > 0 ? 'next' : 'prev'}]`)
  const focused = links.findIndex((link) => link === document.activeElement)
  const highlighted = links.findIndex((link) => link.closest('tr')?.dataset['open'] !== undefined)
  const from = !panel && focused >= 0 ? focused : highlighted
  const link = panel ? links.find((one) => one.href === neighbor?.href) : links[from + step]
  if (!panel?.contains(document.activeElement)) link?.focus()
  if (panel && neighbor) navigate(neighbor.href, { replace: true })
  return link !== undefined || (neighbor !== undefined && neighbor !== null)
}

/** The arrows scroll the page unless a row has the focus. */
const isRowFocused = (): boolean => document.activeElement?.matches('main tbody a') ?? false

/** No shortcuts while a field has the focus or a dialog or menu is open. */
const isShortcutBlocked = (target: EventTarget | null): boolean =>
  document.querySelector('dialog:modal, [role="menu"]') !== null ||
  (target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null)
