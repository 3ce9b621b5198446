import { pageUserHeaders } from '#client/api/call.ts'
import { createListeners } from '#client/browser/listeners.ts'
import { isFollowed } from '#client/live/follow-job.ts'
import { jobsPath } from '#shared/jobs/job.ts'
import type { JobList, JobView } from '#shared/jobs/views.ts'
import type { LiveUpdate } from '#shared/live/views.ts'

/** The newest jobs of the user; undefined until they have been read. */
let jobs: readonly JobView[] | undefined
/** Jobs that are not the user's. */
const others = new Set<string>()
const { subscribe, notify } = createListeners()
let reading: Promise<void> | undefined
let isStale = false

/** Calls the listener each time when the jobs have been read; returns a function that unsubscribes it. */
export const subscribeToOwnJobs = subscribe

/** How many jobs of the user wait or run. */
export const countRunningJobs = (): number => jobs?.filter(isRunning).length ?? 0

const isRunning = ({ status }: JobView): boolean => status === 'queued' || status === 'running'
const hasEnded = ({ status }: JobView): boolean => status === 'finished' || status === 'failed'

interface Listening {
  /** When the page was loaded, epoch ms. */
  loadedAt: number
  /** Called with each job that has ended since, and that the page does not show. */
  onEnd: (job: JobView) => void
}

/** Reads the jobs of the user again when one may have another status. */
export function learnOfJobs(
  { changedJobs, isComplete }: Pick<LiveUpdate, 'changedJobs' | 'isComplete'>,
  listening: Listening,
): void {
  if (jobs && isComplete && changedJobs.every((id) => others.has(id))) return
  isStale = true
  reading ??= readJobs(changedJobs, listening).finally(() => (reading = undefined))
}

async function readJobs(changed: readonly string[], { loadedAt, onEnd }: Listening): Promise<void> {
  while (isStale) {
    isStale = false
    const before = jobs
    const list = await fetchJobs()
    // The next update tries again: the server sends one at least every 15 seconds.
    if (!list) return void (jobs = undefined)
    jobs = list
    for (const id of changed) if (!list.some((job) => job.id === id)) others.add(id)
    const known = (before ?? list).filter((job) => hasEnded(job) && (before || (job.endedAt ?? 0) < loadedAt))
    const wereEnded = new Set(known.map(({ id }) => id))
    for (const job of list) if (hasEnded(job) && !wereEnded.has(job.id) && !isShown(job.id)) onEnd(job)
    notify()
  }
}

async function fetchJobs(): Promise<readonly JobView[] | undefined> {
  try {
    const response = await fetch(jobsPath, { headers: { accept: 'application/json', ...pageUserHeaders() } })
    return response.ok ? ((await response.json()) as JobList).jobs : undefined
  } catch {
    return undefined
  }
}

/** Whether the page shows the job, in its dialog, in the list of jobs or where it was started. */
function isShown(id: string): boolean {
  const { job, jobs: list } = Object.fromEntries(new URLSearchParams(location.search))
  return job === id || list !== undefined || isFollowed(id)
}
