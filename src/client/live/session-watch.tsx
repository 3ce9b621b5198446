import { usePageContext, useSession } from '#client/app/page-context.tsx'
import { connectLive } from '#client/live/live-connection.ts'
import { useNavigationCounts } from '#client/live/use-navigation-counts.ts'
import { useOwnJobs } from '#client/live/use-own-jobs.ts'
import { liveSessionPath } from '#shared/live/stream.ts'
import type { LiveUpdate } from '#shared/live/views.ts'
import { href } from '#shared/routes/pages.ts'
import { withQuery } from '#shared/routes/with-query.ts'
import { useEffect, useEffectEvent } from 'react'

/**
 * Asks the user of a page without orders to log in again as soon as the session ends, also when someone else ends it, says when one of their jobs
 * has ended, and keeps the counts of the navigation up to date.
 */
export function SessionWatch() {
  const { session } = useSession()
  const { now } = usePageContext()
  const loadedAt = useEffectEvent(() => now)
  const onJobs = useOwnJobs((job) => href('orders', { job }))
  const onCounts = useNavigationCounts()
  const onUpdate = useEffectEvent((update: LiveUpdate) => {
    onJobs(update)
    onCounts(update)
  })
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
