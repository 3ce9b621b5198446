import { useSyncExternalStore } from 'react'
import { useMessages } from '#client/app/page-context.tsx'
import { navigationStatus } from '#client/navigation/router.ts'
import { Banner } from '#client/ui/banner.tsx'
import { Button } from '#client/ui/button.tsx'

/** The loading bar of a navigation, and a live region that announces the page it opened, or what has changed within the page. */
export function NavigationStatus() {
  const { common } = useMessages()
  const { isPending, openedTitle, change } = useNavigationStatus()
  return (
    <>
      {isPending && <div className="navigation-progress" role="progressbar" aria-label={common.loading} />}
      <p className="sr-only" aria-live="polite">
        {openedTitle ? common.pageOpened(openedTitle) : change}
      </p>
      <NoConnection />
    </>
  )
}

/** Says that there was no answer, until there is one. Over the page, and in an open dialog, because nothing else can be used then. */
export function NoConnection() {
  const { common } = useMessages()
  const { retry, isPending } = useNavigationStatus()
  return (
    retry && (
      <div className="no-connection">
        <Banner
          kind="error"
          action={
            <Button size="sm" busy={isPending} onClick={() => void retry()}>
              {common.tryAgain}
            </Button>
          }
        >
          <b className="strong">{common.offline}</b>
          <span className="hide-sm">
            {common.titleGap}
            {common.offlineText}
          </span>
        </Banner>
      </div>
    )
  )
}

const useNavigationStatus = () =>
  useSyncExternalStore(navigationStatus.subscribe, navigationStatus.get, navigationStatus.get)
