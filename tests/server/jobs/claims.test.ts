import { inTransaction } from '#server/auth/access.ts'
import { openDatabase } from '#server/db/open.ts'
import { jobKinds } from '#server/job-kinds.ts'
import { type FileJobKind, JobInterrupted, type JobRun } from '#server/jobs/job-kind.ts'
import { hasDueJob } from '#server/jobs/lease-store.ts'
import { createJobClient, type JobAnswer, runJobs } from '#tests/server/jobs/job-client.ts'
import { forEachDatabase, onSqlite, quietLog } from '#tests/support/databases.ts'
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
  test('a server works on three jobs at a time, and on the next one when one of them ends', async () => {
    const kontor = await createTestKontor(await open())
    const owner = await kontor.createUser('owner')
    const jobs = createJobClient(owner)
    const { promise: areThree, resolve: haveThree } = Promise.withResolvers<void>()
    let running = 0
    const counts: number[] = []
    const kind: FileJobKind = {
      permission: 'orders.export',
      work: async () => {
        counts.push(++running)
        if (running === 3) haveThree()
        await areThree
        // Long enough for a fourth one to begin.
        await Bun.sleep(20)
        running--
      },
    }
    const ids = await Promise.all(
      Array.from({ length: 5 }, async () => {
        const created = await owner.fetch('/api/orders/exports/jobs', { json: { format: 'csv' } })
        return ((await created.json()) as JobAnswer).id
      }),
    )
    // Without its timer, so that only the end of a job makes it look for the next one.
    runJobs(kontor, { ...jobKinds, export: kind })()
    for (const id of ids) expect(await jobs.waitFor(id)).toMatchObject({ status: 'finished' })
    expect(counts).toHaveLength(5)
    expect(Math.max(...counts)).toBe(3)
  })
})

onSqlite((open) => {
  test('the database closes after the jobs that run, which stop at their next step and stay for another server', async () => {
    const { database, config } = await open()
    const kontor = await createTestKontor({ database, config })
    const owner = await kontor.createUser('owner')
    const { promise: isRunning, resolve: run } = Promise.withResolvers<void>()
    const { promise: isClosing, resolve: beginClosing } = Promise.withResolvers<void>()
    const results: string[] = []
    let begun = 0
    const kind: FileJobKind = {
      permission: 'orders.export',
      work: async ({ context, save, throwIfStopping }) => {
        const position = ++begun
        if (position === 3) run()
        await isClosing
        // Long enough for the first one to end, and for another one to begin in its place.
        if (position > 1) await Bun.sleep(50)
        const counts = { done: 1, skipped: 0, refused: 0, total: 2, state: { percent: null, counts: {} }, left: [] }
        await inTransaction(context, (transaction) => save(transaction, counts))
        results.push('saved')
        throwIfStopping()
        results.push('went on')
      },
    }
    for (let count = 0; count < 4; count++)
      expect((await owner.fetch('/api/orders/exports/jobs', { json: { format: 'csv' } })).status).toBe(201)
    runJobs(kontor, { ...jobKinds, export: kind })()
    await isRunning
    const closing = database.close().then(() => results.push('closed'))
    beginClosing()
    await closing
    expect(results).toEqual(['saved', 'saved', 'saved', 'closed'])
    const reopened = await openDatabase(config, quietLog)
    const jobs = await reopened.read.selectFrom('jobs').selectAll().orderBy('id').execute()
    await reopened.close()
    expect(jobs.map((job) => [job.status, job.done_count, job.lease_until])).toEqual([
      ...Array(3).fill(['running', 1, 0]),
      ['queued', 0, 0],
    ])
  })
})
