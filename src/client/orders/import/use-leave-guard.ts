import { guardNavigation } from '#client/navigation/router.ts'
import { useEffect, useEffectEvent } from 'react'

/** Asks before the page is left that an import needs, as with Back; the browser asks before it is closed. */
export function useLeaveGuard(isNeeded: boolean, ask: () => void): void {
  const onNavigation = useEffectEvent(ask)
  useEffect(() => {
    if (!isNeeded) return undefined
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', onUnload)
    const release = guardNavigation(() => {
      onNavigation()
      return false
    })
    return () => {
      removeEventListener('beforeunload', onUnload)
      release()
    }
  }, [isNeeded])
}
