import { useMessages } from '#client/app/page-context.tsx'
import { deferredComponent } from '#client/deferred-component.tsx'
import { useNavigationStatus } from '#client/navigation/use-navigation-status.ts'

const NoConnection = deferredComponent(async () => (await import('#client/app/no-connection.tsx')).NoConnection)

export const LoadingSkeleton = deferredComponent(
  async () => (await import('#client/app/loading-skeleton.tsx')).LoadingSkeleton,
)

/** The loading bar of a navigation, and a live region that announces the page it opened, or what has changed within the page. */
export function NavigationStatus() {
  const { common } = useMessages()
  const { pending, openedTitle, change } = useNavigationStatus()
  return (
    <>
      {pending && <div className="navigation-progress" role="progressbar" aria-label={common.loading} />}
      <p className="sr-only" aria-live="polite">
        {openedTitle ? common.pageOpened(openedTitle) : change}
      </p>
      <NoConnection />
    </>
  )
}
