import { useMessages } from '#client/app/page-context.tsx'
import { useRunningJobsLabel } from '#client/jobs/use-running-jobs-label.ts'
import { useRunningJobCount } from '#client/live/use-own-jobs.ts'
import { formatCount } from '#shared/count.ts'
import { useEffect } from 'react'

/** Shows the number of running jobs of the user on the button that opens the list of jobs. The button belongs to the first paint, this does not. */
export function RunningJobs() {
  const label = useRunningJobsLabel()(useMessages().orders.bulk.jobs)
  const count = useRunningJobCount()
  // After each change of the page, because the button may be a new one.
  useEffect(() => {
    const button = document.querySelector('.topbar__tools > a[href*="jobs=own"]')
    button?.setAttribute('aria-label', label)
    if (count > 0) button?.setAttribute('data-count', formatCount(count))
    else button?.removeAttribute('data-count')
  })
  return null
}
