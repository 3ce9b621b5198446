import { jobKinds } from '#server/job-kinds.ts'
import { purgeJobs } from '#server/jobs/purge-jobs.ts'
import { createRole } from '#tests/support/create-role.ts'
import { forEachDatabase, type TestDatabase } from '#tests/support/databases.ts'
import { findViolations } from '#tests/support/find-violations.ts'
import { readWorkbook } from '#tests/support/read-workbook.ts'
import { createTestKontor, type TestKontor } from '#tests/support/test-kontor.ts'
import { password, type TestUser } from '#tests/support/test-user.ts'
import { createJobClient, type JobAnswer, runJobs } from '#tests/server/jobs/job-client.ts'
import { createJobProcesses } from '#tests/server/jobs/job-processes.ts'
import { createDraft, importAsOperator } from '#tests/server/orders/create-draft.ts'
import { afterEach, beforeEach, expect, test } from 'bun:test'

const day = 86_400_000

forEachDatabase((_dialect, open) => {
  let opened: TestDatabase
  let kontor: TestKontor
  let owner: TestUser
  let stopJobs = (): void => {}
  const processes = createJobProcesses(() => opened)
  beforeEach(async () => {
    opened = await open()
    kontor = await createTestKontor(opened)
    owner = await kontor.createUser('owner')
  })
  afterEach(async () => {
    stopJobs()
    await processes.killAll()
  })

  const importOrders = (count: number, changes = {}) =>
    importAsOperator(
      kontor.kontor,
      Array.from({ length: count }, (_, index) => createDraft(index + 1, changes)),
    )
  const create = async (input: object, user = owner): Promise<JobAnswer> =>
    (await (await user.fetch('/api/orders/exports/jobs', { json: input })).json()) as JobAnswer
  const finish = async (input: object, user = owner): Promise<JobAnswer> =>
    createJobClient(user).waitFor((await create(input, user)).id)
  const download = ({ id }: { id: string }, user = owner): Promise<Response> =>
    user.fetch(`/api/jobs/${id}/downloads`, { method: 'POST' })
  const countChunks = async (): Promise<number> =>
    (await kontor.kontor.database.read.selectFrom('job_file_chunks').select('position').execute()).length
  const listEvents = async (): Promise<string[]> => {
    const { database } = kontor.kontor
    const rows = await database.read
      .selectFrom('events')
      .select('action')
      .where('action', 'in', ['orders.exported', 'orders.export_downloaded'])
      .orderBy('id')
      .execute()
    return rows.map(({ action }) => action)
  }

  test('a job writes the same file as the download, which is kept for a week; both are in the audit log', async () => {
    await importOrders(3)
    stopJobs = runJobs(kontor)
    for (const format of ['csv', 'excel', 'xlsx']) {
      const job = await finish({ format, payment: ['paid'] })
      expect(job).toMatchObject({ kind: 'export', status: 'finished', done: 3, total: 3, percent: 100, actions: [] })
      const response = await download(job)
      expect(response.headers.get('content-disposition')).toContain(
        `orders-2026-03-15.${format === 'xlsx' ? 'xlsx' : 'csv'}`,
      )
      const content = await response.bytes()
      expect(content.length).toBe(job.file?.sizeBytes ?? 0)
      const direct = await (await owner.fetch('/api/orders/exports', { json: { format, payment: ['paid'] } })).bytes()
      if (format === 'xlsx') expect(readWorkbook(content)).toEqual(readWorkbook(direct))
      else expect(content).toEqual(direct)
    }
    const one = ['orders.exported', 'orders.export_downloaded', 'orders.exported'] as const
    expect(await listEvents()).toEqual([...one, ...one, ...one])
    // What was searched for is not kept.
    const states = await kontor.kontor.database.read.selectFrom('jobs').select('state').execute()
    expect(states.map(({ state }) => state).join()).not.toContain('paid')
    kontor.clock.now += 7 * day - 1
    await purgeJobs(kontor.kontor)
    expect(await countChunks()).toBe(3)
    kontor.clock.now += 1
    await purgeJobs(kontor.kontor)
    expect(await countChunks()).toBe(0)
    expect(await kontor.kontor.database.read.selectFrom('job_files').select('job_id').execute()).toEqual([])
    expect(await findViolations(kontor)).toEqual([])
  })

  test('only who made it downloads it, and who may see all jobs; personal data only with the permission', async () => {
    await importOrders(1, { customerName: 'Paul Meier' })
    const role = await createRole(owner, ['orders.view', 'orders.export', 'orders.bulk'])
    const clerk = await kontor.createUser(role)
    stopJobs = runJobs(kontor)
    const ofOwner = await finish({ format: 'csv' })
    const ofClerk = await finish({ format: 'csv' }, clerk)
    expect((await download(ofOwner, clerk)).status).toBe(404)
    expect((await download(ofOwner, await kontor.createUser('finance'))).status).toBe(404)
    expect((await download(ofOwner, await kontor.createUser('viewer'))).status).toBe(403)
    expect(await (await download(ofOwner, await kontor.createUser('admin'))).text()).toContain('Paul Meier')
    expect(await (await download(ofClerk)).text()).not.toContain('Paul Meier')
    // The file is as it was written; its reader may see less than then.
    const { database } = kontor.kontor
    await database.inTransaction((transaction) =>
      transaction.updateTable('jobs').set({ user_id: clerk.id }).where('id', '=', ofOwner.id).execute(),
    )
    const refused = await download(ofOwner, clerk)
    expect(refused.status).toBe(403)
    expect(await refused.json()).toMatchObject({ type: '/problems/permission-denied' })
    expect((await create({ format: 'csv' }, await kontor.createUser('viewer'))) as object).toMatchObject({
      status: 403,
    })
  })

  test('an export whose server is killed is written from the beginning by another one', async () => {
    await importOrders(1500)
    const { id } = await create({ format: 'csv' })
    const child = await processes.start(0)
    const jobs = createJobClient(owner)
    while ((await jobs.load(id)).total === 0) await Bun.sleep(1)
    await processes.kill(child)
    expect((await jobs.load(id)).status).toBe('running')
    expect(await countChunks()).toBeGreaterThan(0)
    await processes.start(31_000)
    const job = await jobs.waitFor(id)
    expect(job).toMatchObject({ status: 'finished', total: 1500 })
    const direct = await (await owner.fetch('/api/orders/exports', { json: { format: 'csv' } })).text()
    expect(await (await download(job)).text()).toBe(direct)
  })

  test('waits for room on a full disk, and writes nothing twice', async () => {
    await importOrders(3)
    const diskFull = Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' })
    let isFull = true
    const { export: exports } = jobKinds
    if (!('work' in exports)) throw new Error('An export works on a file')
    stopJobs = runJobs(kontor, {
      ...jobKinds,
      export: {
        ...exports,
        work: (run) =>
          exports.work({
            ...run,
            save: async (transaction, progress) => {
              await run.save(transaction, progress)
              if (isFull) throw diskFull
            },
          }),
      },
    })
    const { id } = await create({ format: 'csv' })
    while (!kontor.log.some(({ event }) => event === 'job interrupted')) await Bun.sleep(1)
    expect(await createJobClient(owner).load(id)).toMatchObject({ status: 'running', total: 0, file: null })
    expect(await countChunks()).toBe(0)
    isFull = false
    kontor.clock.now += 31_000
    kontor.kontor.wakeJobs?.()
    expect(await createJobClient(owner).waitFor(id)).toMatchObject({ status: 'finished', total: 3 })
  })

  test('neither its search nor a part of its file is kept once it is cancelled, or has stopped for a week', async () => {
    await importOrders(1500, { customerName: 'Zhang Secret' })
    const { export: exports } = jobKinds
    if (!('work' in exports)) throw new Error('An export works on a file')
    stopJobs = runJobs(kontor, {
      ...jobKinds,
      export: {
        ...exports,
        work: (run) =>
          exports.work({
            ...run,
            save: async (transaction, progress) => {
              // After the first piece of its file.
              if (progress.done > 0 && (await countChunksOf(run.job.id)) > 0) throw new Error('Unexpected')
              await run.save(transaction, progress)
            },
          }),
      },
    })
    const jobs = createJobClient(owner)
    const readState = async ({ id }: { id: string }): Promise<string | undefined> =>
      (await kontor.kontor.database.read.selectFrom('jobs').select('state').where('id', '=', id).executeTakeFirst())
        ?.state
    const countChunksOf = async (id: string): Promise<number> =>
      (
        await kontor.kontor.database.read
          .selectFrom('job_file_chunks')
          .select('position')
          .where('job_id', '=', id)
          .execute()
      ).length

    const [cancelled, stopped] = [
      await finish({ format: 'csv', q: 'Zhang' }),
      await finish({ format: 'csv', q: 'Zhang' }),
    ]
    expect([cancelled, stopped]).toMatchObject(Array(2).fill({ status: 'failed', failure: 'error' }))
    expect(await readState(cancelled)).toContain('Zhang')
    await jobs.change(cancelled.id, 'cancellation')
    expect(await readState(cancelled)).not.toContain('Zhang')
    await purgeJobs(kontor.kontor)
    expect(await countChunksOf(cancelled.id)).toBe(0)
    // This one can be resumed.
    expect(await readState(stopped)).toContain('Zhang')
    expect(await countChunksOf(stopped.id)).toBe(1)
    kontor.clock.now += 7 * day + 1
    await purgeJobs(kontor.kontor)
    expect(await readState(stopped)).not.toContain('Zhang')
    expect(await countChunks()).toBe(0)
    await owner.fetch('/api/auth/login', { json: { email: owner.email, password } })
    expect((await jobs.change(stopped.id, 'resume')).code).toBe(200)
    expect(await jobs.waitFor(stopped.id)).toMatchObject({ status: 'failed', failure: 'file' })
    expect(await findViolations(kontor)).toEqual([])
  })

  test('a run that has lost the job deletes nothing of the file that another one writes', async () => {
    await importOrders(3000)
    const { export: exports } = jobKinds
    if (!('work' in exports)) throw new Error('An export works on a file')
    const jobs = createJobClient(owner)
    let [runs, ended] = [0, 0]
    stopJobs = runJobs(kontor, {
      ...jobKinds,
      export: {
        ...exports,
        work: async (run) => {
          // The first run is slow: it has not begun when the next one has written something.
          if (++runs === 1) while ((await countChunks()) === 0) await Bun.sleep(1)
          await exports.work(run).finally(() => ended++)
        },
      },
    })
    const { id } = await create({ format: 'csv' })
    while (runs === 0) await Bun.sleep(1)
    await jobs.change(id, 'pause')
    await jobs.change(id, 'resume')
    const job = await jobs.waitFor(id)
    expect(job).toMatchObject({ status: 'finished', total: 3000 })
    while (ended < 2) await Bun.sleep(1)
    const direct = await (await owner.fetch('/api/orders/exports', { json: { format: 'csv' } })).text()
    expect(await (await download(job)).text()).toBe(direct)
  })

  test('is cancelled, and then has no file', async () => {
    await importOrders(1)
    const jobs = createJobClient(owner)
    const { id } = await create({ format: 'csv' })
    expect((await jobs.change(id, 'cancellation')).answer).toMatchObject({ status: 'cancelled', file: null })
    expect((await download({ id })).status).toBe(404)
    expect((await create({ format: 'csv', payments: ['paid'] })) as object).toMatchObject({ status: 422 })
  })
})
