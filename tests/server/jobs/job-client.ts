import { startJobs } from '#server/jobs/job-runner.ts'
import { jobKinds } from '#server/job-kinds.ts'
import type { JobDetails, JobItemList } from '#shared/jobs/views.ts'
import { isJobActive } from '#shared/jobs/job.ts'
import type { Problem } from '#shared/problem.ts'
import type { TestKontor } from '#tests/support/test-kontor.ts'
import type { TestUser } from '#tests/support/test-user.ts'

export type JobAnswer = JobDetails & Omit<Problem, 'status'>

/** Works on jobs from now on; returns a function that stops to look for new ones. */
export function runJobs({ kontor }: Pick<TestKontor, 'kontor'>, kinds = jobKinds): () => void {
  const timer = startJobs(kontor, kinds)
  return () => clearInterval(timer)
}

/** What a user does with jobs. */
export function createJobClient(user: TestUser) {
  const send = async (path: string, init?: { method?: string; json?: unknown }) => {
    const response = await user.fetch(path, init)
    return { code: response.status, answer: (await response.json()) as JobAnswer }
  }
  const load = async (id: string): Promise<JobAnswer> => (await send(`/api/jobs/${id}`)).answer
  return {
    create: (json: object) => send('/api/orders/jobs', { json }),
    change: (id: string, change: string) => send(`/api/jobs/${id}/${change}`, { method: 'POST' }),
    load,
    /** The job once no server works on it any more. */
    waitFor: async (id: string): Promise<JobAnswer> => {
      for (;;) {
        const job = await load(id)
        if (!isJobActive(job.status)) return job
        await Bun.sleep(5)
      }
    },
    /** Each order of the job with its result and reason. */
    listResults: async (id: string): Promise<string[]> => {
      const { items } = (await (await user.fetch(`/api/jobs/${id}/items`)).json()) as JobItemList
      return items.map(({ order, result, reason }) => [order.slice(-2), result, reason].filter(Boolean).join(' '))
    },
  }
}
