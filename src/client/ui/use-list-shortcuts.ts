import { navigate } from '#client/navigation/router.ts'
import { useEffect } from 'react'

/**
 * Keyboard shortcuts of a list page: `/` focuses the search field; J and K move to the next and previous row, and an open panel
 * follows. Enter and Escape already work through the row's link and the panel.
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
      event.preventDefault()
      shortcut()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}

const shortcuts: Record<string, () => void> = {
  '/': () => document.querySelector<HTMLInputElement>('main [role=search] input[type=search]')?.select(),
  'j': () => moveToRow(1),
  'k': () => moveToRow(-1),
}

/** Moves from the focused row, or from the row shown in the panel if one is open. */
function moveToRow(step: 1 | -1): void {
  const rows = [...document.querySelectorAll('main table:not(.table--inset) > tbody > tr')]
  const links = rows.flatMap((row) => row.querySelector('a') ?? [])
  const panel = document.querySelector('.panel')
  const focused = links.findIndex((link) => link === document.activeElement)
  const highlighted = links.findIndex((link) => link.closest('tr')?.dataset['open'] !== undefined)
  const from = !panel && focused >= 0 ? focused : highlighted
  const link = links[from + step]
  if (!link) return
  if (!panel?.contains(document.activeElement)) link.focus()
  if (panel) navigate(link.href, { replace: true })
}

/** Shortcuts do not apply while typing in a field or while a dialog or menu is open. */
const isShortcutBlocked = (target: EventTarget | null): boolean =>
  document.querySelector('dialog:modal, [role="menu"]') !== null ||
  (target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null)
