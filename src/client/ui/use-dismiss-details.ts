import { type MouseEvent, type RefObject, useEffect } from 'react'

/** Closes a `<details>`; if focus was inside, moves it to the `<summary>`. */
export function closeDetails(details: HTMLDetailsElement | null): void {
  if (!details?.open) return
  const hadFocus = details.contains(document.activeElement)
  details.open = false
  if (hadFocus) details.querySelector('summary')?.focus()
}

/**
 * For a click on the `<summary>` of a closed `<details>`: opens it and focuses an element in it at once. The event `toggle` comes later, when
 * someone may have pressed the next key.
 */
export function openDetails(
  event: MouseEvent<HTMLElement>,
  findTarget: (details: HTMLDetailsElement) => HTMLElement | null | undefined,
): void {
  const details = event.currentTarget.closest('details')
  if (!details || details.open) return
  event.preventDefault()
  details.open = true
  findTarget(details)?.focus()
}

/** Closes the `<details>` on Escape, before other Escape handlers, and with `closeOnOutsidePress` also on a press elsewhere and when the focus leaves it. */
export function useDismissDetails(ref: RefObject<HTMLDetailsElement | null>, closeOnOutsidePress = false): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.isComposing || !ref.current?.open) return
      event.preventDefault()
      closeDetails(ref.current)
    }
    const onPress = (event: Event) => {
      if (closeOnOutsidePress && !ref.current?.contains(event.target as Node)) closeDetails(ref.current)
    }
    const onFocusIn = ({ target }: FocusEvent) => {
      if (closeOnOutsidePress && ref.current?.open && !ref.current.contains(target as Node)) ref.current.open = false
    }
    // In the capture phase, to run before the Escape handlers of panels and dialogs.
    document.addEventListener('keydown', onKey, true)
    document.addEventListener('pointerdown', onPress)
    document.addEventListener('focusin', onFocusIn)
    return () => {
      document.removeEventListener('keydown', onKey, true)
      document.removeEventListener('pointerdown', onPress)
      document.removeEventListener('focusin', onFocusIn)
    }
  }, [ref, closeOnOutsidePress])
}
