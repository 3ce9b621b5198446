import { usePageContext, usePermission } from '#client/app/page-context.tsx'
import { countRunningJobs, learnOfJobs, subscribeToOwnJobs } from '#client/live/own-jobs.ts'
import type { JobView } from '#shared/jobs/views.ts'
import type { LiveUpdate } from '#shared/live/views.ts'
import { useSyncExternalStore } from 'react'

/** Returns a function to call with each live update, which notifies the user when their jobs end; `openHref` opens a job. */
export function useOwnJobs(openHref: (id: string) => string): (update: LiveUpdate) => void {
  const canRunJobs = usePermission('orders.bulk')
  const { locale, now: loadedAt } = usePageContext()
  return (update) => {
    if (!canRunJobs) return
    const onEnd = (job: JobView): void => {
      // Loaded with the first job that ends.
      void import('#client/jobs/notify-job-end.ts').then(({ notifyJobEnd }) =>
        notifyJobEnd(job, locale, openHref(job.id)),
      )
    }
    learnOfJobs(update, { loadedAt, onEnd })
  }
}

/** How many jobs of the user wait or run. */
export const useRunningJobCount = (): number => useSyncExternalStore(subscribeToOwnJobs, countRunningJobs, () => 0)
