import { useEffect, type RefObject } from 'react'

/** Closes a `<details>`; a focus inside it goes to its button. */
export function closeDetails(details: HTMLDetailsElement | null): void {
  if (!details?.open) return
  const hadFocus = details.contains(document.activeElement)
  details.open = false
  if (hadFocus) details.querySelector('summary')?.focus()
}

/** Escape closes the `<details>` before anything behind it; `onPressOutside` closes it on a press anywhere else. */
export function useDismissDetails(ref: RefObject<HTMLDetailsElement | null>, closeOnOutsidePress = false): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !ref.current?.open) return
      event.preventDefault()
      closeDetails(ref.current)
    }
    const onPress = (event: Event) => {
      if (closeOnOutsidePress && !ref.current?.contains(event.target as Node)) closeDetails(ref.current)
    }
    // Captured, so that it comes before those who wait for Escape behind.
    document.addEventListener('keydown', onKey, true)
    document.addEventListener('pointerdown', onPress)
    return () => {
      document.removeEventListener('keydown', onKey, true)
      document.removeEventListener('pointerdown', onPress)
    }
  }, [ref, closeOnOutsidePress])
}
