import { createJobClient, runJobs } from '#tests/server/jobs/job-client.ts'
import { createDraft, importAsOperator } from '#tests/server/orders/create-draft.ts'
import { createRole } from '#tests/support/create-role.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { createTestKontor, type TestKontor } from '#tests/support/test-kontor.ts'
import type { Permission } from '#shared/permissions.ts'
import type { TestUser } from '#tests/support/test-user.ts'
import { afterEach, beforeEach, expect, test } from 'bun:test'

const order = 'SO260301-00001'
const cancelOrder = { action: 'cancel', reason: 'Sold out', orders: [order] }

forEachDatabase((_name, open) => {
  let kontor: TestKontor
  let owner: TestUser
  let stop: () => void
  beforeEach(async () => {
    kontor = await createTestKontor(await open())
    owner = await kontor.createUser('owner')
    await importAsOperator(kontor.kontor, [createDraft(1, { payment: null })])
    stop = () => undefined
  })
  afterEach(() => stop())
  const createToken = async (permissions: readonly Permission[]): Promise<TestUser> => {
    const response = await owner.fetch('/api/tokens', { json: { tokenName: crypto.randomUUID(), permissions } })
    const { secret } = (await response.json()) as { secret: string }
    return {
      ...owner,
      fetch: (path, init) => kontor.fetch(path, { ...init, headers: { authorization: `Bearer ${secret}` } } as never),
    }
  }

  test('an API token runs a job of its user only with the permission of what the job does', async () => {
    const { answer } = await createJobClient(owner).create(cancelOrder)
    const reader = createJobClient(await createToken(['orders.view', 'orders.bulk']))
    expect((await reader.load(answer.id)).actions).toEqual(['cancel'])
    expect((await reader.change(answer.id, 'start')).answer).toMatchObject({ type: '/problems/permission-denied' })
    const canceler = createJobClient(await createToken(['orders.view', 'orders.bulk', 'orders.cancel']))
    expect((await canceler.load(answer.id)).actions).toEqual(['start', 'cancel'])
    expect((await canceler.change(answer.id, 'start')).code).toBe(200)
    expect((await reader.change(answer.id, 'pause')).answer.actions).toEqual(['cancel'])
    expect((await reader.change(answer.id, 'resume')).code).toBe(403)
    expect((await canceler.change(answer.id, 'resume')).code).toBe(200)
    stop = runJobs(kontor)
    expect(await canceler.waitFor(answer.id)).toMatchObject({ status: 'finished', done: 1 })
  })

  test('who manages jobs pauses and cancels those of others, but does not run them', async () => {
    const clerk = createJobClient(await kontor.createUser('operations'))
    const { answer } = await clerk.create(cancelOrder)
    const role = await createRole(owner, ['orders.view', 'orders.bulk', 'jobs.manage'])
    const [mayCancel, mayNot] = [createJobClient(owner), createJobClient(await kontor.createUser(role))]
    expect((await mayNot.change(answer.id, 'start')).code).toBe(403)
    expect((await mayCancel.change(answer.id, 'start')).answer).toMatchObject({
      type: '/problems/illegal-transition',
    })
    await clerk.change(answer.id, 'start')
    for (const user of [mayCancel, mayNot]) {
      expect((await user.load(answer.id)).actions).toEqual(['pause', 'cancel'])
      expect((await user.change(answer.id, 'pause')).answer).toMatchObject({ status: 'paused', actions: ['cancel'] })
      expect((await user.change(answer.id, 'resume')).code).toBeOneOf([403, 409])
      expect((await clerk.change(answer.id, 'resume')).answer.status).toBe('queued')
    }
    expect((await mayNot.change(answer.id, 'cancellation')).answer.status).toBe('cancelled')
  })
})
