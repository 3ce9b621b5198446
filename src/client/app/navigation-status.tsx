import { useSyncExternalStore } from 'react'
import { useMessages } from '#client/app/page-context.tsx'
import { navigationStatus } from '#client/navigation/router.ts'

/** The loading bar of a navigation, and a live region that announces the page it opened, or what has changed within the page. */
export function NavigationStatus() {
  const { common } = useMessages()
  const { isPending, openedTitle, change } = useSyncExternalStore(
    navigationStatus.subscribe,
    navigationStatus.get,
    navigationStatus.get,
  )
  return (
    <>
      {isPending && <div className="navigation-progress" role="progressbar" aria-label={common.loading} />}
      <p className="sr-only" aria-live="polite">
        {openedTitle ? common.pageOpened(openedTitle) : change}
      </p>
    </>
  )
}
