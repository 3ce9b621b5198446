import { useEffect, type RefObject } from 'react'

/** Closes a `<details>`; a focus inside it goes to its button. */
export function fold(details: HTMLDetailsElement | null): void {
  if (!details?.open) return
  const hadFocus = details.contains(document.activeElement)
  details.open = false
  if (hadFocus) details.querySelector('summary')?.focus()
}

/** Escape closes the `<details>` before anything behind it; `onPressOutside` closes it on a press anywhere else. */
export function useFolding(ref: RefObject<HTMLDetailsElement | null>, onPressOutside = false): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !ref.current?.open) return
      event.preventDefault()
      fold(ref.current)
    }
    const onPress = (event: Event) => {
      if (onPressOutside && !ref.current?.contains(event.target as Node)) fold(ref.current)
    }
    // Captured, so that it comes before those who wait for Escape behind.
    document.addEventListener('keydown', onKey, true)
    document.addEventListener('pointerdown', onPress)
    return () => {
      document.removeEventListener('keydown', onKey, true)
      document.removeEventListener('pointerdown', onPress)
    }
  }, [ref, onPressOutside])
}
