import { hasPermission } from '#server/auth/access.ts'
import type { AuthenticatedContext } from '#server/context.ts'
import { listJobs } from '#server/jobs/store.ts'
import { parseParameters } from '#server/jobs/views.ts'
import { getMessages } from '#server/messages.ts'
import { formatDayRange } from '#shared/format-day-range.ts'
import { jobs as en } from '#shared/messages/en/jobs.ts'
import { jobs as zh } from '#shared/messages/zh/jobs.ts'
import type { FoundItem } from '#shared/search/views.ts'
import { dayOf } from '#shared/time.ts'

const texts = { en, zh }

/** Maximum number of jobs in the global search, and how many jobs it reads to compare their names. */
const maxItems = 3
const maxJobs = 100

/** The newest jobs that the user may see whose name, file, tag, reason or carrier has a text in it; jobs have no number. */
export async function findJobItems(context: AuthenticatedContext, text: string): Promise<FoundItem[]> {
  const { kontor, locale, session } = context
  const wanted = text.toLowerCase()
  if ([...wanted].length < 2) return []
  const { names, job: words } = texts[locale]
  const userId = hasPermission(context, 'jobs.manage') ? undefined : session.user.id
  const jobs = await listJobs(kontor.database.read, { userId, before: undefined, limit: maxJobs })
  const today = dayOf(kontor.now(), kontor.book.timeZone)
  return jobs
    .map((job) => ({ job, name: job.undoes ? words.undoOf(names[job.kind]) : names[job.kind], about: describe(job) }))
    .filter(({ name, about }) => [name, ...about].some((each) => each.toLowerCase().includes(wanted)))
    .slice(0, maxItems)
    .map(({ job, name, about }) => {
      const createdOn = dayOf(job.created_at, kontor.book.timeZone)
      return {
        kind: 'job',
        key: job.id,
        title: name,
        note: [
          ...about,
          words.statuses[job.status],
          job.user_name,
          formatDayRange(createdOn, createdOn, today, getMessages(locale)),
        ].join(' · '),
        isExact: false,
      }
    })
}

/** The parameters that describe a job: its file, tag, reason and carrier. */
function describe(job: Parameters<typeof parseParameters>[0]): string[] {
  const parameters = parseParameters(job)
  return ['file', 'tag', 'reason', 'carrier'].flatMap((name) => parameters[name] || [])
}
