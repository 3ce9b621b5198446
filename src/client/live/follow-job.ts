import { isJobActive } from '#shared/jobs/job.ts'
import type { JobDetails } from '#shared/jobs/views.ts'
import type { LiveUpdate } from '#shared/live/views.ts'

type Listener = (update: Pick<LiveUpdate, 'jobs' | 'isComplete'>) => void

const listeners = new Set<Listener>()
const followed = new Set<string>()

/** Whether a part of the page shows how far the job is. */
export const isFollowed = (id: string): boolean => followed.has(id)

/** Passes on what the page has learned to those who follow a job. */
export function publishUpdate(update: Parameters<Listener>[0]): void {
  for (const listener of listeners) listener(update)
}

interface FollowOptions {
  /** The job as it is now; undefined while the server cannot be reached. */
  read: () => Promise<JobDetails | undefined>
  onProgress: (job: JobDetails) => void
  signal: AbortSignal
}

/** Reads a job each time when the page, which must be connected (`LiveOrders`), learns that it went on, until it ends. The promise of an aborted one never settles. */
export async function followJob(job: JobDetails, { read, onProgress, signal }: FollowOptions): Promise<JobDetails> {
  let hasProgress = true
  let wake = (): void => {}
  const nextUpdate = (): Promise<void> => new Promise((resolve) => (wake = resolve))
  const listener: Listener = ({ jobs, isComplete }) => {
    hasProgress ||= !isComplete || jobs.includes(job.id)
    wake()
  }
  const stop = (): void => {
    listeners.delete(listener)
    followed.delete(job.id)
  }
  listeners.add(listener)
  followed.add(job.id)
  signal.addEventListener('abort', stop)
  try {
    for (let current = job; ;) {
      onProgress(current)
      if (!isJobActive(current.status)) return current
      while (!hasProgress) await nextUpdate()
      hasProgress = false
      const next = await read()
      if (signal.aborted) return await new Promise(() => {})
      if (next) current = next
      else {
        // The next update shows that the server is reachable again.
        await nextUpdate()
        hasProgress = true
      }
    }
  } finally {
    stop()
  }
}
