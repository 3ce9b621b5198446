import { useEffect } from 'react'

/** A click anywhere on a row of a `.table--rows` table clicks its first link, unless the user is selecting text. */
export function useRowClick(): void {
  useEffect(() => {
    document.addEventListener('click', clickRow)
    return () => document.removeEventListener('click', clickRow)
  }, [])
}

function clickRow({ target, ctrlKey, metaKey, shiftKey }: MouseEvent): void {
  if (!(target instanceof Element) || target.closest('a') || getSelection()?.isCollapsed === false) return
  const link = target.closest('.table--rows > tbody > tr')?.querySelector('a')
  link?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey }))
}
