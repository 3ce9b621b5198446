import { purgeJobs } from '#server/jobs/purge-jobs.ts'
import type { ImportList } from '#shared/orders/import-views.ts'
import type { JobItemList } from '#shared/jobs/views.ts'
import { buildExportCsv, type ExportedOrder } from '#tests/server/imports/build-export-csv.ts'
import { eachWithJobs, type JobTest } from '#tests/server/jobs/each-with-jobs.ts'
import { createJobClient, type JobAnswer } from '#tests/server/jobs/job-client.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { findViolations } from '#tests/support/find-violations.ts'
import { password } from '#tests/support/test-user.ts'
import { expect, test } from 'bun:test'

/** After this time the lease of a server that was killed is over. */
const leaseMs = 31_000

forEachDatabase((_dialect, open) => {
  let kontor: JobTest['kontor']
  let clerk: JobTest['user']
  let jobs: JobTest['jobs']
  const { processes, startJobs } = eachWithJobs(open, 'operations', (given) => {
    ;({ kontor, user: clerk, jobs } = given)
  })

  const toFile = (orders: readonly ExportedOrder[]): FormData => {
    const body = new FormData()
    body.append('file', new File([buildExportCsv(orders)], 'shop.csv'))
    return body
  }
  async function upload(orders: readonly ExportedOrder[], query = '', user = clerk): Promise<JobAnswer> {
    const path = `/api/imports/orders/jobs${query}`
    const response = await user.fetch(path, { method: 'POST', body: toFile(orders) })
    return (await response.json()) as JobAnswer
  }
  const importInBackground = async (orders: readonly ExportedOrder[], query = ''): Promise<JobAnswer> =>
    jobs.waitFor((await upload(orders, query)).id)
  const listNumbers = async (): Promise<string[]> => {
    const { database } = kontor.kontor
    const rows = await database.read.selectFrom('orders').select('external_number').orderBy('external_number').execute()
    return rows.map(({ external_number }) => external_number)
  }
  const loadImports = async (): Promise<ImportList['imports']> =>
    ((await (await clerk.fetch('/api/imports/orders')).json()) as ImportList).imports
  const countFiles = async (): Promise<number> =>
    (await kontor.kontor.database.read.selectFrom('job_file_chunks').select('position').execute()).length

  test('imports a file in the background, lists what it rejected, and deletes the file afterwards', async () => {
    startJobs()
    const job = await importInBackground([{ name: '#1' }, { name: '#2', first: { Total: '?' } }, { name: '#3' }])
    expect(job).toMatchObject({ kind: 'import', status: 'finished', done: 2, skipped: 0, refused: 1, total: 3 })
    expect(job).toMatchObject({ percent: 100, counts: { created: 2, unchanged: 0, changed: 0, refused: 1 } })
    expect(job.parameters).toMatchObject({ file: 'shop.csv', import: 'IM260315-00001' })
    const { items } = (await (await clerk.fetch(`/api/jobs/${job.id}/items`)).json()) as JobItemList
    expect(items).toMatchObject([{ order: '#2', line: 3, result: 'refused', reason: expect.stringContaining('Total') }])
    expect(await listNumbers()).toEqual(['#1', '#3'])
    expect(await loadImports()).toMatchObject([
      { number: 'IM260315-00001', created: 2, refused: 1, endedAt: expect.any(Number) },
    ])
    expect(await countFiles()).toBe(1)
    await purgeJobs(kontor.kontor)
    expect(await countFiles()).toBe(0)
    expect(await findViolations(kontor)).toEqual([])
  })

  test('names known orders that the shop has changed, and updates them when asked to', async () => {
    startJobs()
    await importInBackground([{ name: '#1' }, { name: '#2' }])
    const changed = [{ name: '#1', every: { Email: 'new@shop.example' } }, { name: '#2' }]
    const left = await importInBackground(changed)
    expect(left).toMatchObject({ done: 0, skipped: 1, refused: 1, counts: { changed: 1 } })
    expect(await jobs.listResults(left.id)).toEqual(['#1 refused changed-in-shop'])
    expect(await importInBackground(changed, '?update=1')).toMatchObject({ done: 1, skipped: 1, refused: 0, total: 2 })
    expect(await importInBackground(changed, '?update=1')).toMatchObject({ done: 0, skipped: 2, refused: 0, total: 2 })
    expect((await loadImports()).map(({ updated }) => updated)).toEqual([0, 1, 0, 0])
    expect(await findViolations(kontor)).toEqual([])
  })

  test('an import whose server is killed goes on where it was, and imports each order once', async () => {
    const orders = Array.from({ length: 400 }, (_, index) => ({ name: `#${1000 + index}` }))
    orders.splice(100, 0, { name: '#1000' })
    const { id } = await upload(orders)
    for (let killed = 0; killed < 2; killed++) {
      const before = (await jobs.load(id)).total
      const child = await processes.start(killed * leaseMs)
      while ((await jobs.load(id)).total === before) await Bun.sleep(5)
      await processes.kill(child)
    }
    const { status, done } = await jobs.load(id)
    expect(status).toBe('running')
    expect(done).toBeWithin(50, 400)
    await processes.start(2 * leaseMs)
    expect(await jobs.waitFor(id)).toMatchObject({ status: 'finished', done: 400, skipped: 0, refused: 1, total: 401 })
    expect(await listNumbers()).toEqual(orders.toSpliced(100, 1).map(({ name }) => name))
    expect(await findViolations(kontor)).toEqual([])
  })

  test('is paused, resumed and cancelled between two batches, and keeps what it has imported', async () => {
    const orders = Array.from({ length: 300 }, (_, index) => ({ name: `#${1000 + index}` }))
    const { id } = await upload(orders)
    expect((await jobs.change(id, 'pause')).answer.status).toBe('paused')
    startJobs()
    expect((await jobs.change(id, 'resume')).code).toBe(200)
    while ((await jobs.load(id)).done === 0) await Bun.sleep(1)
    expect((await jobs.change(id, 'cancellation')).code).toBe(200)
    const { done } = await jobs.load(id)
    expect(done).toBeWithin(50, 300)
    expect((await listNumbers()).length).toBe(done)
    expect(await loadImports()).toMatchObject([{ created: done, endedAt: null }])
    await purgeJobs(kontor.kontor)
    expect(await countFiles()).toBe(0)
    // The rest follows with another import of the same file.
    expect(await importInBackground(orders)).toMatchObject({ done: 300 - done, skipped: done })
    expect(await findViolations(kontor)).toEqual([])
  })

  test('stops when its user is suspended, and goes on when they may again', async () => {
    const owner = await kontor.createUser('owner')
    const { id } = await upload([{ name: '#1' }])
    const setStatus = (status: 'active' | 'suspended') =>
      kontor.kontor.database.inTransaction((transaction) =>
        transaction.updateTable('users').set({ status }).where('id', '=', clerk.id).execute(),
      )
    await setStatus('suspended')
    startJobs()
    const byOwner = createJobClient(owner)
    expect(await byOwner.waitFor(id)).toMatchObject({ status: 'failed', failure: 'account', done: 0 })
    await setStatus('active')
    expect((await jobs.change(id, 'resume')).code).toBe(200)
    expect(await byOwner.waitFor(id)).toMatchObject({ status: 'finished', done: 1 })
  })

  test('says so when its file was deleted before it was resumed', async () => {
    const { id } = await upload([{ name: '#1' }])
    await jobs.change(id, 'pause')
    kontor.clock.now += 8 * 86_400_000
    await purgeJobs(kontor.kontor)
    // The session has ended meanwhile.
    await clerk.fetch('/api/auth/login', { json: { email: clerk.email, password } })
    startJobs()
    await jobs.change(id, 'resume')
    expect(await jobs.waitFor(id)).toMatchObject({ status: 'failed', failure: 'file' })
  })

  test('two imports of the same file at once import each order once', async () => {
    const orders = Array.from({ length: 120 }, (_, index) => ({ name: `#${1000 + index}` }))
    startJobs()
    const both = await Promise.all([importInBackground(orders), importInBackground(orders)])
    expect(both.map(({ status }) => status)).toEqual(['finished', 'finished'])
    expect(both.reduce((sum, { done }) => sum + done, 0)).toBe(120)
    expect(await listNumbers()).toHaveLength(120)
    expect(await findViolations(kontor)).toEqual([])
  })

  test('refuses a file that is none, and users who may not import', async () => {
    const body = new FormData()
    body.append('file', new File(['%PDF-1.7'], 'orders.pdf'))
    const response = await clerk.fetch('/api/imports/orders/jobs', { method: 'POST', body })
    expect(response.status).toBe(422)
    expect(await response.json()).toMatchObject({ type: '/problems/not-an-order-export' })
    const viewer = await kontor.createUser('viewer')
    expect((await upload([{ name: '#1' }], '', viewer)) as object).toMatchObject({ status: 403 })
    expect(await kontor.kontor.database.read.selectFrom('jobs').select('id').execute()).toEqual([])
  })
})
