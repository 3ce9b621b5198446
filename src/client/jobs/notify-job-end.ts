import { summarizeJob } from '#client/jobs/summarize-job.ts'
import { navigate } from '#client/navigation/router.ts'
import { notify } from '#client/ui/notifications.tsx'
import type { JobView } from '#shared/jobs/views.ts'
import type { Locale } from '#shared/locales.ts'
import { jobs as en } from '#shared/messages/en/jobs.ts'
import { jobs as zh } from '#shared/messages/zh/jobs.ts'

const texts = { en, zh }

/** Says that a job of the user has ended, with a way to its result. */
export function notifyJobEnd(job: JobView, locale: Locale, openHref: string): void {
  const words = texts[locale]
  const name = job.undoes === null ? words.names[job.kind] : words.job.undoOf(words.names[job.kind])
  notify({
    kind: job.status === 'failed' ? 'error' : 'success',
    title: words.job.statuses[job.status],
    description: [name, job.parameters['file'], summarizeJob(job, words)].filter(Boolean).join(' · '),
    action: { label: words.list.showResult, run: () => navigate(openHref) },
  })
}
