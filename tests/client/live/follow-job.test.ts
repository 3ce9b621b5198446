import { followJob, publishUpdate } from '#client/live/follow-job.ts'
import type { JobDetails } from '#shared/jobs/views.ts'
import { expect, test } from 'bun:test'

const jobOf = (percent: number, status: JobDetails['status'] = 'running'): JobDetails =>
  ({ id: 'job', percent, status }) as JobDetails

const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))

/** Follows a job whose answers come one after the other; undefined is a server that cannot be reached. */
function follow(answers: (JobDetails | undefined)[]) {
  const shown: (number | null)[] = []
  const controller = new AbortController()
  let reads = 0
  const end = followJob(jobOf(0), {
    read: async () => answers[reads++],
    onProgress: ({ percent }) => shown.push(percent),
    signal: controller.signal,
  })
  return { end, shown, reads: () => reads, abort: () => controller.abort() }
}

test('a job is read when the page learns that it went on, and not before', async () => {
  const job = follow([jobOf(10), jobOf(50), jobOf(100, 'finished')])
  await settle()
  expect(job.shown).toEqual([0, 10])
  publishUpdate({ jobs: ['other'], isComplete: true })
  await settle()
  expect(job.reads()).toBe(1)
  publishUpdate({ jobs: ['other', 'job'], isComplete: true })
  await settle()
  expect(job.shown).toEqual([0, 10, 50])
  publishUpdate({ jobs: [], isComplete: false })
  expect(await job.end).toMatchObject({ status: 'finished' })
  publishUpdate({ jobs: ['job'], isComplete: true })
  expect(job.reads()).toBe(3)
})

test('a job that could not be read is read with the next update, whatever that says', async () => {
  const job = follow([undefined, jobOf(100, 'failed')])
  await settle()
  expect(job.reads()).toBe(1)
  publishUpdate({ jobs: [], isComplete: true })
  expect(await job.end).toMatchObject({ status: 'failed' })
})

test('a job that went on while it was read is read again', async () => {
  const job = follow([jobOf(10), jobOf(100, 'finished')])
  publishUpdate({ jobs: ['job'], isComplete: true })
  expect(await job.end).toMatchObject({ status: 'finished' })
  expect(job.reads()).toBe(2)
})

test('a job is no longer followed when its dialog is closed', async () => {
  const job = follow([jobOf(10)])
  await settle()
  job.abort()
  publishUpdate({ jobs: ['job'], isComplete: true })
  await settle()
  expect(job.reads()).toBe(1)
})
