import { summarizeJob } from '#client/jobs/summarize-job.ts'
import { jobs as en } from '#shared/messages/en/jobs.ts'
import { jobs as zh } from '#shared/messages/zh/jobs.ts'
import type { JobView } from '#shared/jobs/views.ts'
import { expect, test } from 'bun:test'

test('a job says how many orders it changed, or that none had to be', () => {
  const job = { kind: 'tag', done: 2, total: 5, skipped: 1 } as JobView
  expect([summarizeJob(job, en), summarizeJob(job, zh)]).toEqual(['2 of 4 changed', '已处理 2 / 4'])
  const idle = { ...job, done: 0, skipped: 5 }
  expect([summarizeJob(idle, en), summarizeJob(idle, zh)]).toEqual(['Nothing to change', '无需处理'])
})
