import { useMessages } from '#client/app/page-context.tsx'
import { useNavigationStatus } from '#client/navigation/use-navigation-status.ts'
import { Banner } from '#client/ui/banner.tsx'
import { Button } from '#client/ui/button.tsx'

/** Says that there was no answer, until there is one. Over the page, and in an open dialog, because nothing else can be used then. */
export function NoConnection() {
  const { common } = useMessages()
  const { retry, pending } = useNavigationStatus()
  return (
    retry && (
      <div className="no-connection">
        <Banner
          kind="error"
          action={
            <Button size="sm" busy={pending !== null} onClick={() => void retry()}>
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
