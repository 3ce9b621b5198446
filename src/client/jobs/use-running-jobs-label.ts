import { usePageContext } from '#client/app/page-context.tsx'
import { useRunningJobCount } from '#client/live/use-own-jobs.ts'
import { runningJobs as en } from '#shared/messages/en/running-jobs.ts'
import { runningJobs as zh } from '#shared/messages/zh/running-jobs.ts'

const texts = { en, zh }

/** Adds the number of running jobs of the user to the name of a button, if there are any. */
export function useRunningJobsLabel(): (label: string) => string {
  const words = texts[usePageContext().locale]
  const count = useRunningJobCount()
  return (label) => (count > 0 ? words.label(label, count) : label)
}
