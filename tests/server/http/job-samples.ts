import type { JobRecord } from '#server/jobs/store.ts'
import type { ItemResult, JobStatus } from '#shared/jobs/job.ts'
import type { JobDetails } from '#shared/jobs/views.ts'
import type { TestKontor } from '#tests/support/test-kontor.ts'
import type { TestUser } from '#tests/support/test-user.ts'
import { sql } from 'kysely'

/** Samples of jobs, which no server works on. */
export function createJobSamples(kontor: TestKontor, owner: TestUser, newOrder: () => Promise<string>) {
  const newJob = async (user: TestUser, status: JobStatus = 'previewed'): Promise<string> => {
    const json = { action: 'tag', tag: 'gift', orders: [await newOrder()] }
    const { id } = (await (await user.fetch('/api/orders/jobs', { json })).json()) as JobDetails
    if (status === 'finished') await finish(id)
    else await updateJob(id, { status })
    return id
  }
  const updateJob = (id: string, columns: Partial<JobRecord>): Promise<unknown> =>
    kontor.kontor.database.inTransaction((transaction) =>
      transaction.updateTable('jobs').set(columns).where('id', '=', id).execute(),
    )
  /** Ends a job on one order, as if it had changed it. */
  const finish = async (id: string): Promise<void> => {
    await updateJob(id, { status: 'finished', ended_at: kontor.clock.now, done_count: 1 })
    const result: ItemResult = 'done'
    await kontor.kontor.database.inTransaction((transaction) =>
      transaction.updateTable('job_items').set({ result, undo: '{}' }).where('job_id', '=', id).execute(),
    )
  }
  /** An export that is finished. */
  const newExport = async (user: TestUser): Promise<string> => {
    const json = { format: 'csv' }
    const { id } = (await (await user.fetch('/api/orders/exports/jobs', { json })).json()) as JobDetails
    const day = 86_400_000
    const [created_at, expires_at] = [kontor.clock.now, kontor.clock.now + 7 * day]
    const file = { job_id: id, name: 'orders.csv', size_bytes: 3, is_personal: 0, created_at, expires_at }
    await kontor.kontor.database.inTransaction(async (transaction) => {
      await transaction
        .updateTable('jobs')
        .set({ status: 'finished', ended_at: created_at })
        .where('id', '=', id)
        .execute()
      await transaction.insertInto('job_files').values(file).execute()
      await transaction.insertInto('job_file_chunks').values({ job_id: id, position: 0, content: 'YWJj' }).execute()
    })
    return id
  }
  /** A job that has printed a packing slip. */
  const newPrint = async (user: TestUser): Promise<string> => {
    const json = { action: 'print', kind: 'packing-slip', paper: 'a4', language: 'en', orders: [await newOrder()] }
    const { id } = (await (await user.fetch('/api/orders/jobs', { json })).json()) as JobDetails
    await finish(id)
    return id
  }
  /** What a user gets while a colleague has claimed every order. */
  const claimWhenAllAreClaimed = async (): Promise<Response> => {
    const colleague = await kontor.createUser('operations')
    const { database } = kontor.kontor
    await database.inTransaction(async (transaction) => {
      await transaction.deleteFrom('order_claims').execute()
      await sql`insert into order_claims select id, ${colleague.id}, ${Number.MAX_SAFE_INTEGER} from orders`.execute(
        transaction,
      )
    })
    const response = await owner.fetch('/api/orders/claims', { method: 'POST' })
    await database.inTransaction((transaction) => transaction.deleteFrom('order_claims').execute())
    return response
  }
  const missingPart = { 'not-found': { input: () => ({ job: 'missing', part: 1 }) } }
  const missing = { 'not-found': { input: () => ({ job: 'missing' }) } }
  const change = (legal: JobStatus, illegal: JobStatus) => ({
    input: async (user: TestUser) => ({ job: await newJob(user, legal) }),
    problems: { ...missing, 'illegal-transition': { input: async () => ({ job: await newJob(owner, illegal) }) } },
  })
  return {
    claimNextOrder: {
      input: async () => {
        await newOrder()
        return {}
      },
      problems: { 'nothing-to-ship': { send: claimWhenAllAreClaimed } },
    },
    createOrderJob: {
      input: async () => ({ action: 'tag', tag: 'gift', orders: [await newOrder()] }) as const,
      problems: {},
    },
    createShipmentJob: {
      input: async () => ({
        file: new File([`Order,Carrier,Tracking number\n${await newOrder()},DHL,1`], 'parcels.csv'),
      }),
      problems: {},
    },
    listJobs: { input: () => ({}), problems: { 'not-found': { input: () => ({ before: 'missing' }) } } },
    getJob: { input: async (user: TestUser) => ({ job: await newJob(user) }), problems: missing },
    listJobItems: { input: async (user: TestUser) => ({ job: await newJob(user) }), problems: missing },
    startJob: change('previewed', 'finished'),
    pauseJob: change('queued', 'previewed'),
    resumeJob: change('paused', 'queued'),
    cancelJob: change('paused', 'finished'),
    downloadJobFile: { input: async (user: TestUser) => ({ job: await newExport(user) }), problems: missing },
    printJobPart: { input: async (user: TestUser) => ({ job: await newPrint(user), part: 1 }), problems: missingPart },
    undoJob: change('finished', 'paused'),
  }
}
