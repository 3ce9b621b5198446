import { useSyncExternalStore } from 'react'

/** Where the stylesheets lay lists out as cards and let a panel cover the page. */
const phone = globalThis.matchMedia?.('(max-width: 39.99rem)')

const subscribe = (onChange: () => void): (() => void) => {
  phone?.addEventListener('change', onChange)
  return () => phone?.removeEventListener('change', onChange)
}

/** Whether the window is as narrow as that of a phone; false on the server and while hydrating. */
export const useIsPhone = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => phone?.matches ?? false,
    () => false,
  )
