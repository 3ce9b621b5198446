import type { EventAction } from '#shared/events/event-actions.ts'
import { jobKinds } from '#server/job-kinds.ts'
import type { ItemJobKind } from '#server/jobs/job-kind.ts'
import { createJobClient, runJobs } from '#tests/server/jobs/job-client.ts'
import { createJobProcesses } from '#tests/server/jobs/job-processes.ts'
import { createDraft, importAsOperator } from '#tests/server/orders/create-draft.ts'
import { forEachDatabase, type TestDatabase } from '#tests/support/databases.ts'
import { findViolations } from '#tests/support/find-violations.ts'
import { createTestKontor, type TestKontor } from '#tests/support/test-kontor.ts'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'bun:test'

const orderCount = 60
/** After this time the lease of a server that was killed is over. */
const leaseMs = 31_000

forEachDatabase((dialect, open) => {
  let opened: TestDatabase
  let kontor: TestKontor
  let jobs: ReturnType<typeof createJobClient>
  const processes = createJobProcesses(() => opened)
  beforeEach(async () => {
    opened = await open()
    kontor = await createTestKontor(opened)
    jobs = createJobClient(await kontor.createUser('operations'))
    await importAsOperator(
      kontor.kontor,
      Array.from({ length: orderCount }, (_, index) => createDraft(index + 1)),
    )
  })
  afterEach(processes.killAll)

  /** How often each order was changed by a job. */
  const countChanges = async (action: EventAction): Promise<number[]> => {
    const events = await kontor.kontor.database.read
      .selectFrom('events')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('action', '=', action)
      .groupBy('object_id')
      .execute()
    return events.map(({ count }) => count)
  }
  const once = Array.from({ length: orderCount }, () => 1)
  /** Lets one server after the other work on a job, each of which is killed in the middle. */
  const killTwice = async (id: string): Promise<void> => {
    for (let killed = 0; killed < 2; killed++) {
      const before = (await jobs.load(id)).done
      const child = await processes.start(killed * leaseMs)
      while ((await jobs.load(id)).done === before) await Bun.sleep(5)
      await processes.kill(child)
    }
    const { status, done } = await jobs.load(id)
    expect(status).toBe('running')
    expect(done).toBeWithin(2, orderCount)
  }
  const hold = { action: 'hold', reason: 'Stock', all: '1', start: '1' }

  test('a job whose server is killed is finished by others, and changes each order once', async () => {
    const { answer } = await jobs.create(hold)
    await killTwice(answer.id)
    // The lease is not over yet: this one leaves the job alone.
    await processes.start(leaseMs)
    if (dialect === 'postgres') await processes.start(2 * leaseMs)
    await processes.start(2 * leaseMs)
    expect(await jobs.waitFor(answer.id)).toMatchObject({ status: 'finished', done: orderCount, refused: 0 })
    expect(await countChanges('order.held')).toEqual(once)
    expect(await findViolations(kontor)).toEqual([])
  })

  test('shipping is undone once for each order, also by servers that are killed', async () => {
    const { answer } = await jobs.create({ action: 'ship', carrier: 'DHL', all: '1', start: '1' })
    const child = await processes.start(0)
    expect(await jobs.waitFor(answer.id)).toMatchObject({ status: 'finished', done: orderCount })
    await processes.kill(child)
    const undoing = (await jobs.change(answer.id, 'undo')).answer
    await killTwice(undoing.id)
    await processes.start(2 * leaseMs)
    expect(await jobs.waitFor(undoing.id)).toMatchObject({ status: 'finished', done: orderCount, refused: 0 })
    expect(await countChanges('order.shipped')).toEqual(once)
    expect(await countChanges('order.shipment_cancelled')).toEqual(once)
    expect(await findViolations(kontor)).toEqual([])
  })

  test('a job that prints invoices issues one for each order, with numbers without gaps', async () => {
    const owner = await kontor.createUser('owner')
    const seller = { name: 'Tea House', address: 'Shanghai', taxId: '', bank: '', footer: '', version: 1 }
    await owner.fetch('/api/seller', { method: 'PUT', json: seller })
    const print = { action: 'print', kind: 'invoice', paper: 'a4', language: 'en', all: '1', start: '1' }
    const { answer } = await jobs.create(print)
    await killTwice(answer.id)
    await processes.start(2 * leaseMs)
    const finished = await jobs.waitFor(answer.id)
    expect(finished).toMatchObject({ status: 'finished', done: orderCount, refused: 0, documents: 1 })
    expect(await countChanges('order.printed')).toEqual(once)
    const issued = await kontor.kontor.database.read
      .selectFrom('documents')
      .select('number')
      .orderBy('number')
      .execute()
    const last = issued.map(({ number }) => Number(number.slice(-5)))
    expect(last).toEqual(Array.from({ length: orderCount }, (_, index) => index + 1))
    expect(await findViolations(kontor)).toEqual([])
  })

  test('an order whose connection to PostgreSQL is cut is changed when the lease is over, and not refused', async () => {
    if (dialect === 'sqlite') return
    let runs = 0
    const holdKind = jobKinds.hold as ItemJobKind
    const run: ItemJobKind['run'] = async (step) => {
      const cut = sql`select pg_terminate_backend(pg_backend_pid())`
      if (++runs === 3) await opened.database.inTransaction((transaction) => cut.execute(transaction))
      await holdKind.run(step)
    }
    const stop = runJobs(kontor, { ...jobKinds, hold: { ...holdKind, run } })
    const { answer } = await jobs.create(hold)
    while (!kontor.log.some(({ event }) => event === 'job interrupted' || event === 'job item failed'))
      await Bun.sleep(1)
    expect(await jobs.load(answer.id)).toMatchObject({ status: 'running', done: 2, refused: 0 })
    kontor.clock.now += leaseMs
    expect(await jobs.waitFor(answer.id)).toMatchObject({ status: 'finished', done: orderCount, refused: 0 })
    stop()
    expect(await countChanges('order.held')).toEqual(once)
  })

  test('several servers share the jobs, and each order is changed once', async () => {
    if (dialect === 'sqlite') return
    await Promise.all([processes.start(0), processes.start(0)])
    const half = { ...hold, all: '0' }
    const numbers = Array.from({ length: orderCount }, (_, index) => `SO260301-${String(index + 1).padStart(5, '0')}`)
    const created = await Promise.all(
      // Two jobs about each order.
      [...Array(6).keys()].map((index) =>
        jobs.create({ ...half, orders: numbers.filter((_, position) => position % 3 === index % 3) }),
      ),
    )
    const done = await Promise.all(created.map(({ answer }) => jobs.waitFor(answer.id)))
    expect(done.map(({ status }) => status)).toEqual(done.map(() => 'finished'))
    expect(done.reduce((sum, job) => sum + job.done, 0)).toBe(orderCount)
    expect(await countChanges('order.held')).toEqual(once)
  })
})
