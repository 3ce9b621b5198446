import { navigate } from '#client/navigation.ts'
import { useEffect, type RefObject } from 'react'

interface OrderKeys {
  /** The numbers of the rows in their order. */
  numbers: readonly string[]
  /** The number in the panel. */
  open: string | null
  /** The number that was last there: walking goes on from it. */
  marked: string | null
  /** What comes before a number in the address that opens it. */
  prefix: string
  search: RefObject<HTMLInputElement | null>
}

/** `/` goes to the search field; J and K walk the rows, and the panel with them when one is open. Enter and Escape come by themselves. */
export function useOrderKeys({ numbers, open, marked, prefix, search }: OrderKeys) {
  useEffect(() => {
    const walk = (by: 1 | -1) => {
      const links = [...document.querySelectorAll<HTMLAnchorElement>('.orders tbody a')]
      const focused = links.findIndex((link) => link === document.activeElement)
      const from = open === null && focused >= 0 ? focused : numbers.indexOf(marked ?? '')
      const at = Math.min(Math.max(from + by, 0), numbers.length - 1)
      const number = numbers[at]
      if (number === undefined || at === from) return
      links[at]?.focus()
      if (open !== null) navigate(prefix + number, { replace: true })
    }
    const acts: Record<string, () => void> = {
      '/': () => search.current?.select(),
      'j': () => walk(1),
      'k': () => walk(-1),
    }
    const onKey = (event: KeyboardEvent) => {
      const act = acts[event.key]
      if (!act || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTaken(event.target))
        return
      event.preventDefault()
      act()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  })
}

/** Keys belong to a field while one types, and to a dialog or a menu while one is open. */
const isTaken = (target: EventTarget | null): boolean =>
  document.querySelector('dialog:modal, [role="menu"]') !== null ||
  (target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null)
