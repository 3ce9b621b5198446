import { useEffect } from 'react'

/** Makes a click anywhere on a row of a `table--rows` a click on its first link, unless text is selected. */
export function useRowClick(): void {
  useEffect(() => {
    document.addEventListener('click', clickRow)
    document.addEventListener('auxclick', clickRow)
    document.addEventListener('mousedown', preventAutoscroll)
    return () => {
      document.removeEventListener('click', clickRow)
      document.removeEventListener('auxclick', clickRow)
      document.removeEventListener('mousedown', preventAutoscroll)
    }
  }, [])
}

const middleButton = 1

/** With the middle button, Ctrl or Command the row opens in a new tab in the background, like a link. */
function clickRow(event: MouseEvent): void {
  const link = findRowLink(event)
  if (!link || event.button > middleButton) return
  const opensTab = event.button === middleButton || event.ctrlKey || event.metaKey
  link.dispatchEvent(
    new MouseEvent('click', {
      bubbles: true,
      cancelable: true,
      shiftKey: event.shiftKey,
      // Each system reads one of them.
      ctrlKey: opensTab,
      metaKey: opensTab,
    }),
  )
}

/** The middle button would start scrolling. */
function preventAutoscroll(event: MouseEvent): void {
  if (event.button === middleButton && findRowLink(event)) event.preventDefault()
}

/** The link of the row under the pointer; undefined on another link or control, and after text was selected. */
export function findRowLink({ target }: MouseEvent): HTMLAnchorElement | undefined {
  if (!(target instanceof Element) || target.closest('a, button, input, label')) return undefined
  if (getSelection()?.isCollapsed === false) return undefined
  return target.closest('.table--rows > tbody > tr')?.querySelector('a') ?? undefined
}
