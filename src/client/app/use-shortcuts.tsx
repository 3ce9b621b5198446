import { pageKeys, shortcutKeys } from '#client/app/keys.ts'
import { usePageContext } from '#client/app/page-context.tsx'
import { areSingleKeysOn } from '#client/app/single-keys.ts'
import { navigate } from '#client/navigation/router.ts'
import { navigationStatus } from '#client/navigation/navigation-status.ts'
import { href, pages } from '#shared/routes/pages.ts'
import { type ComponentType, type ReactNode, useEffect, useRef, useState } from 'react'

interface Shortcuts {
  /** Opens the dialog that lists the keys. */
  showHelp: () => void
  /** Opens the global search. */
  showSearch: () => void
  /** The dialog that a shortcut has opened; the caller renders it. */
  dialog: ReactNode
}

/** `typed`: what was typed while it loaded. */
type OpenDialog = ComponentType<{ onClose: () => void; typed: string }>

/** The letter must follow within this time. */
const sequenceMs = 1500

/**
 * The keys of every page with navigation: Ctrl K or ⌘K opens the global search; G and a letter opens a page; `/` focuses the search of the list; J and K, and the arrows on a focused row, move from row to row and the
 * open panel with them; a letter presses the control that names it in `aria-keyshortcuts`, once for as long as it is held; `?` lists all of them. Enter opens a row (it is
 * a link), Escape closes the panel (see `Panel`).
 */
export function useShortcuts(): Shortcuts {
  const { startHrefs } = usePageContext()
  const [opened, setOpened] = useState<{ Dialog: OpenDialog; typed: string } | null>(null)
  // Until the dialog is open, letters are text for it and press nothing.
  const typed = useRef<string | null>(null)
  const show = (load: () => Promise<OpenDialog>): void => {
    typed.current = ''
    void load().then(
      (Dialog) => setOpened({ Dialog, typed: typed.current ?? '' }),
      () => (typed.current = null),
    )
  }
  const showHelp = () => show(async () => (await import('#client/app/shortcuts-dialog.tsx')).ShortcutsDialog)
  const showSearch = () => show(async () => (await import('#client/search/search-dialog.tsx')).SearchDialog)
  useEffect(() => {
    if (!areSingleKeysOn()) void import('#client/app/shown-keys.ts').then((module) => module.updateShownKeys())
  }, [])
  useEffect(() => {
    if (opened) typed.current = null
  }, [opened])
  useEffect(() => {
    let pageKeysUntil = 0
    const onKey = (event: KeyboardEvent): void => {
      const { target } = event
      // The key belongs to an input method, or the browser has filled in a field without a key.
      if (event.isComposing || !event.key) return
      // The same with Caps Lock.
      const key = event.shiftKey || event.key.length > 1 ? event.key : event.key.toLowerCase()
      if (isSearchKey(event) && document.querySelector('dialog:modal') === null) {
        event.preventDefault()
        return showSearch()
      }
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isShortcutBlocked(key, target))
        return
      if (typed.current !== null) {
        if (key.length > 1) return
        typed.current += event.key
        return event.preventDefault()
      }
      const page = Date.now() < pageKeysUntil ? pageKeys[key as keyof typeof pageKeys] : undefined
      pageKeysUntil = key === 'g' ? Date.now() + sequenceMs : 0
      if (page) navigate(startHrefs[pages[page].path] ?? pages[page].path)
      else if (key === shortcutKeys.everywhere.help) showHelp()
      else if (!(shortcuts[key]?.() ?? (!event.repeat && pressControl(key)))) return
      event.preventDefault()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [startHrefs])
  return {
    showHelp,
    showSearch,
    dialog: opened && <opened.Dialog typed={opened.typed} onClose={() => setOpened(null)} />,
  }
}

const isSearchKey = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean =>
  (ctrlKey || metaKey) && !altKey && !shiftKey && key.toUpperCase() === shortcutKeys.everywhere.search[1]

const [next, previous] = shortcutKeys.list.move
/** Each returns whether it handled the key; if not, the browser's default action follows. */
const shortcuts: Record<string, () => boolean> = {
  [shortcutKeys.list.search]: () => {
    if (focusSearch()) return true
    // The other pages have no search of their own.
    navigate(href('orders', {}))
    globalThis.navigation?.addEventListener('navigatesuccess', focusSearch, { once: true })
    return true
  },
  [next.toLowerCase()]: () => moveToRow(1),
  [previous.toLowerCase()]: () => moveToRow(-1),
  ArrowDown: () => isRowOrSearchFocused() && moveToRow(1),
  ArrowUp: () => isRowOrSearchFocused() && moveToRow(-1),
}

/**
 * Presses the control of a letter: in the open panel if there is one, else on the page. Not while a page loads: then it may be text for the
 * dialog that is about to open.
 */
function pressControl(key: string): boolean {
  if (!/^[a-z]$/.test(key) || navigationStatus.get().pending) return false
  const selector = `[aria-keyshortcuts="${key.toUpperCase()}"]`
  const control =
    document.querySelector<HTMLElement>(`.panel ${selector}`) ?? document.querySelector<HTMLElement>(selector)
  control?.click()
  return control !== null
}

function focusSearch(): boolean {
  const field = findSearch()
  field?.select()
  return field !== null
}

const findSearch = () => document.querySelector<HTMLInputElement>('main [role=search] input[type=search]')

/** Focuses the row before or after; while a panel is open, opens it there. */
function moveToRow(step: 1 | -1): boolean {
  const rows = [...document.querySelectorAll('main table:not(.table--inset) > tbody > tr')]
  const links = rows.flatMap((row) => row.querySelector('a') ?? [])
  const panel = document.querySelector('.panel')
  const neighbor = panel?.querySelector<HTMLAnchorElement>(`a[rel=${step > 0 ? 'next' : 'prev'}]`)
  const focused = links.findIndex((link) => link.closest('tr')?.contains(document.activeElement))
  const highlighted = links.findIndex((link) => link.closest('tr')?.dataset['open'] !== undefined)
  const from = !panel && focused >= 0 ? focused : highlighted
  const link = panel ? links.find((one) => one.href === neighbor?.href) : links[from + step]
  if (!panel?.contains(document.activeElement)) {
    link?.focus()
    // Not behind the bar of actions, which `scroll-padding` leaves out.
    link?.scrollIntoView({ block: 'nearest' })
  }
  if (panel && neighbor) navigate(neighbor.href, { replace: true })
  return link !== undefined || (neighbor !== undefined && neighbor !== null)
}

/** The arrows scroll the page unless a row or the search above the rows has the focus. */
const isRowOrSearchFocused = (): boolean =>
  isSearch(document.activeElement) || document.activeElement?.matches('main tbody a') === true

const isSearch = (target: EventTarget | null): boolean => target !== null && target === findSearch()

/** No shortcuts while a dialog or menu is open or a field has the focus, except for the arrow from the search to its results; no single characters if the user does not want them. */
const isShortcutBlocked = (key: string, target: EventTarget | null): boolean =>
  (key.length === 1 && !areSingleKeysOn()) ||
  document.querySelector('dialog:modal, [role="menu"]') !== null ||
  (target instanceof Element &&
    target.closest('input:not([name=selected]), textarea, select, [contenteditable]') !== null &&
    !(key === 'ArrowDown' && isSearch(target)))
