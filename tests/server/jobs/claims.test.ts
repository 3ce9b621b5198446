import { inTransaction } from '#server/auth/access.ts'
import { jobKinds } from '#server/job-kinds.ts'
import { type FileJobKind, JobInterrupted, type JobRun } from '#server/jobs/job-kind.ts'
import { hasDueJob } from '#server/jobs/lease-store.ts'
import { createJobClient, type JobAnswer, runJobs } from '#tests/server/jobs/job-client.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { createTestKontor } from '#tests/support/test-kontor.ts'
import { expect, test } from 'bun:test'

interface Run {
  run: JobRun
  end: () => void
}

forEachDatabase((_name, open) => {
  test('what works on a job has lost it once the job was paused and resumed, also on the same server', async () => {
    const kontor = await createTestKontor(await open())
    const owner = await kontor.createUser('owner')
    const jobs = createJobClient(owner)
    const runs: Run[] = []
    const kind: FileJobKind = {
      permission: 'orders.export',
      work: (run) => new Promise<void>((resolve) => void runs.push({ run, end: resolve })),
    }
    const stop = runJobs(kontor, { ...jobKinds, export: kind })
    try {
      const response = await owner.fetch('/api/orders/exports/jobs', { json: { format: 'csv' } })
      const { id } = (await response.json()) as JobAnswer
      const waitForRuns = async (count: number): Promise<void> => {
        while (runs.length < count) await Bun.sleep(1)
      }
      const saveAs = async (index: number): Promise<string> => {
        const { context, save } = (runs[index] as Run).run
        const counts = { done: index + 1, skipped: 0, refused: 0, total: index + 1 }
        const [saved] = await Promise.allSettled([
          inTransaction(context, (transaction) =>
            save(transaction, { ...counts, state: { percent: null, counts: {} }, left: [] }),
          ),
        ])
        return saved.status
      }
      await waitForRuns(1)
      expect(await saveAs(0)).toBe('fulfilled')
      await jobs.change(id, 'pause')
      await jobs.change(id, 'resume')
      await waitForRuns(2)
      expect(await saveAs(1)).toBe('fulfilled')
      expect(await saveAs(0)).toBe('rejected')
      // It does not end the job either.
      runs[0]?.end()
      await Bun.sleep(20)
      expect(await jobs.load(id)).toMatchObject({ status: 'running', done: 2 })
      runs[1]?.end()
      expect(await jobs.waitFor(id)).toMatchObject({ status: 'finished', done: 2 })
    } finally {
      for (const { end } of runs) end()
      stop()
    }
  })

  test('a job that was claimed while the clock was ahead is continued once the clock is right', async () => {
    const kontor = await createTestKontor(await open())
    const owner = await kontor.createUser('owner')
    const jobs = createJobClient(owner)
    const { promise: isClaimed, resolve: claim } = Promise.withResolvers<void>()
    const { promise: isKilled, resolve: kill } = Promise.withResolvers<void>()
    const lost: FileJobKind = {
      permission: 'orders.export',
      work: async () => {
        claim()
        await isKilled
        throw new JobInterrupted()
      },
    }
    const stops = [runJobs(kontor, { ...jobKinds, export: lost })]
    try {
      kontor.clock.now += 300_000
      const { id } = await (await owner.fetch('/api/orders/exports/jobs', { json: { format: 'csv' } })).json()
      await isClaimed
      stops[0]?.()
      kontor.clock.now -= 300_000
      expect(await hasDueJob(kontor.kontor.database.read, kontor.clock.now)).toBe(true)
      stops.push(runJobs(kontor, jobKinds))
      expect(await jobs.waitFor(id)).toMatchObject({ status: 'finished' })
    } finally {
      for (const stop of stops) stop()
      kill()
    }
  })
})
