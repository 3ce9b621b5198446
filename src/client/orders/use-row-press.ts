import { useEffect } from 'react'

/** A press anywhere on a row is a press on its number, unless something in it was being selected. */
export function useRowPress(): void {
  useEffect(() => {
    document.addEventListener('click', pressRow)
    return () => document.removeEventListener('click', pressRow)
  }, [])
}

function pressRow({ target, ctrlKey, metaKey, shiftKey }: MouseEvent): void {
  if (!(target instanceof Element) || target.closest('a') || getSelection()?.isCollapsed === false) return
  const link = target.closest('.orders tbody tr')?.querySelector('a')
  link?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey }))
}
