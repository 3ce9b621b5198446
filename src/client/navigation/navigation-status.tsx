import { useSyncExternalStore } from 'react'
import { navigationStatus } from '#client/navigation/navigation.ts'
import { useMessages } from '#client/app/page-context.tsx'

/** While a page is on its way, a line at the top (after 200 ms, by its style); when it has come, its name for screen readers. */
export function NavigationStatus() {
  const { common } = useMessages()
  const { pending, opened } = useSyncExternalStore(
    navigationStatus.subscribe,
    navigationStatus.get,
    navigationStatus.get,
  )
  return (
    <>
      {pending && <div className="on-its-way" role="progressbar" aria-label={common.loading} />}
      <p className="sr-only" aria-live="polite">
        {opened && common.pageOpened(opened)}
      </p>
    </>
  )
}
