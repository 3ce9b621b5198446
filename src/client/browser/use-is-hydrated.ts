import { useSyncExternalStore } from 'react'

/** False on the server and while the page hydrates, true in the render that follows. */
export const useIsHydrated = (): boolean =>
  useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  )
const neverChanges = () => () => undefined
