import { usePageContext, useSession } from '#client/app/page-context.tsx'
import { connectLive } from '#client/live/live-connection.ts'
import { useOwnJobs } from '#client/live/use-own-jobs.ts'
import { liveSessionPath } from '#shared/live/stream.ts'
import { href } from '#shared/routes/pages.ts'
import { withQuery } from '#shared/routes/with-query.ts'
import { useEffect, useEffectEvent } from 'react'

/**
 * Asks the user of a page without orders to log in again as soon as the session ends, also when someone else ends it, and says when one of their jobs
 * has ended.
 */
export function SessionWatch() {
  const { session } = useSession()
  const { now } = usePageContext()
  const loadedAt = useEffectEvent(() => now)
  const onUpdate = useEffectEvent(useOwnJobs((job) => href('orders', { job })))
  useEffect(() => {
    let since = loadedAt()
    return connectLive({
      url: () => withQuery(liveSessionPath, { since }),
      onUpdate: (update) => {
        since = update.now
        onUpdate(update)
      },
    })
  }, [session.id])
  return null
}
