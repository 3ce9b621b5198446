import { usePageContext } from '#client/app/page-context.tsx'
import { jobs as en } from '#shared/messages/en/jobs.ts'
import type { JobKindName } from '#shared/jobs/kinds.ts'
import { jobs as zh } from '#shared/messages/zh/jobs.ts'

const texts = { en, zh }

/** The texts of a job. */
export function useJobTexts(kind: JobKindName): (typeof en)['job'] {
  const { job, printJob } = useJobMessages()
  return kind === 'print' ? { ...job, ...printJob } : job
}

/** The texts of actions on many orders, which the list of orders does not load. */
export const useJobMessages = (): typeof en => texts[usePageContext().locale]
