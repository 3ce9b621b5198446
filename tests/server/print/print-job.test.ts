import type { EventView } from '#shared/events/views.ts'
import { eachWithJobs, type JobTest } from '#tests/server/jobs/each-with-jobs.ts'
import { createJobClient } from '#tests/server/jobs/job-client.ts'
import { createDraft, importAsOperator } from '#tests/server/orders/create-draft.ts'
import { toText } from '#tests/server/print/to-text.ts'
import { createRole } from '#tests/support/create-role.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { findViolations } from '#tests/support/find-violations.ts'
import { beforeEach, describe, expect, test } from 'bun:test'

const orderCount = 405
const numberOf = (order: number): string => `SO260301-${String(order).padStart(5, '0')}`

forEachDatabase((_name, open) => {
  let given: JobTest
  const { startJobs } = eachWithJobs(open, 'operations', (begun) => void (given = begun))
  const bringIn = (count: number): Promise<unknown> =>
    importAsOperator(
      given.kontor.kontor,
      Array.from({ length: count }, (_, index) =>
        createDraft(index + 1, index === 1 ? { payment: null, status: 'cancelled', cancelledAt: 1 } : {}),
      ),
    )
  const input = (changes: object = {}): object => ({
    action: 'print',
    kind: 'packing-slip',
    paper: 'a4',
    language: 'en',
    all: '1',
    ...changes,
  })
  const run = async (changes: object = {}): Promise<string> => {
    const { code, answer } = await given.jobs.create(input({ start: '1', ...changes }))
    expect(code).toBe(201)
    await given.jobs.waitFor(answer.id)
    return answer.id
  }
  const openPart = (job: string, part: number, user = given.user): Promise<Response> =>
    user.fetch(`/api/jobs/${job}/prints`, { json: { part } })
  const listOrders = async (job: string, part: number): Promise<string[]> => {
    const response = await openPart(job, part)
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    return [...toText(await response.text()).matchAll(/Order (SO\S+)/g)].map(([, number = '']) => number)
  }
  const addSeller = async (): Promise<void> => {
    const owner = await given.kontor.createUser('owner')
    const json = { name: 'Tea House Ltd', address: '1 Long Street', taxId: '', bank: '', footer: '', version: 1 }
    expect((await owner.fetch('/api/seller', { method: 'PUT', json })).status).toBe(200)
  }

  test('many orders are printed after a preview, as documents of 200 orders in the order of the job', async () => {
    await bringIn(orderCount)
    const { answer } = await given.jobs.create(input())
    expect(answer).toMatchObject({ status: 'previewed', total: orderCount, skipped: 0, documents: 0 })
    expect((await openPart(answer.id, 1)).status).toBe(404)
    startJobs()
    await given.jobs.change(answer.id, 'start')
    expect(await given.jobs.waitFor(answer.id)).toMatchObject({ status: 'finished', done: orderCount, documents: 3 })
    const parts = await Promise.all([1, 2, 3].map((part) => listOrders(answer.id, part)))
    expect(parts.map(({ length }) => length)).toEqual([200, 200, 5])
    const newestFirst = Array.from({ length: orderCount }, (_, index) => numberOf(orderCount - index))
    expect(parts.flat()).toEqual(newestFirst)
    expect((await openPart(answer.id, 4)).status).toBe(404)
    expect((await openPart(answer.id, 0)).status).toBe(422)
    // Again, it says that these are reprints; the first job still says that its own were not.
    const again = await run({ all: '0', orders: [numberOf(1)] })
    expect(await (await openPart(again, 1)).text()).toContain('Reprint')
    expect(await (await openPart(answer.id, 3)).text()).not.toContain('Reprint')
    expect(await findViolations(given.kontor)).toEqual([])
  })

  describe('of each kind of document', () => {
    beforeEach(async () => {
      await bringIn(6)
      startJobs()
    })

    test('only orders that have it are printed, and the result says why not the others', async () => {
      await given.user.fetch(`/api/orders/${numberOf(3)}/hold`, { json: { reason: 'Stock', version: 1 } })
      const picked = await run({ kind: 'pick-list' })
      expect((await given.jobs.listResults(picked)).toReversed().slice(0, 3)).toEqual([
        '01 done',
        '02 skipped cancelled',
        '03 skipped on_hold',
      ])
      expect(toText(await (await openPart(picked, 1)).text())).toContain('4 orders')
      expect((await given.jobs.create(input({ kind: 'invoice' }))).answer.errors).toMatchObject([{ pointer: '/kind' }])
      await addSeller()
      const invoiced = await run({ kind: 'invoice' })
      expect(await given.jobs.load(invoiced)).toMatchObject({ done: 5, skipped: 1, reasons: [{ reason: 'cancelled' }] })
      const document = toText(await (await openPart(invoiced, 1)).text())
      expect(new Set(document.match(/IN\d+-\d+/g)).size).toBe(5)
      expect(document).not.toContain('Copy')
      // Now there is one to print of each, but nothing to credit of most.
      await given.user.fetch(`/api/orders/${numberOf(4)}/cancellation`, { json: { reason: 'Sold out', version: 1 } })
      const credited = await run({ kind: 'credit-note' })
      expect((await given.jobs.listResults(credited)).toReversed().slice(0, 4)).toEqual([
        '01 skipped nothing-to-credit',
        '02 skipped no-invoice',
        '03 skipped nothing-to-credit',
        '04 done',
      ])
      const copied = await run({ kind: 'invoice' })
      expect(await given.jobs.load(copied)).toMatchObject({ done: 5 })
      expect(toText(await (await openPart(copied, 1)).text())).toContain('Copy')
      expect(await findViolations(given.kontor)).toEqual([])
    })

    test('says what is missing', async () => {
      for (const [missing, pointer] of [
        [{ kind: undefined }, '/kind'],
        [{ paper: undefined }, '/paper'],
        [{ language: 'fr' }, '/language'],
      ] as const)
        expect((await given.jobs.create(input(missing))).answer.errors).toMatchObject([{ pointer }])
    })
  })

  test('a document is for those who may print, and each opening is recorded', async () => {
    await bringIn(3)
    startJobs()
    const id = await run()
    const owner = await given.kontor.createUser('owner', { name: 'Anna' })
    const colleague = await given.kontor.createUser('operations')
    const clerk = await given.kontor.createUser(await createRole(owner, ['orders.view', 'orders.bulk', 'jobs.manage']))
    const codes = [given.user, owner, colleague, clerk].map(async (user) => (await openPart(id, 1, user)).status)
    expect(await Promise.all(codes)).toEqual([200, 200, 404, 403])
    expect(await createJobClient(clerk).load(id)).toMatchObject({ status: 'finished', documents: 0 })
    const { code } = await createJobClient(clerk).create(input())
    expect(code).toBe(403)
    const answer = await owner.fetch('/api/events?topic=exports')
    const { rows } = (await answer.json()) as { rows: EventView[] }
    expect(
      rows.map(({ action, actor, parameters }) => [action, actor, parameters['from'], parameters['to']]),
    ).toContainEqual(['orders.print_opened', 'Anna', 1, 3])
  })

  test('a document shows orders as they are when it is opened, so that it keeps no personal data of its own', async () => {
    await bringIn(3)
    startJobs()
    const id = await run()
    expect(await (await openPart(id, 1)).text()).not.toContain('Leave it at the door')
    await given.user.fetch(`/api/orders/${numberOf(3)}/edits`, { json: { version: 1, note: 'Leave it at the door' } })
    expect(await (await openPart(id, 1)).text()).toContain('Leave it at the door')
  })
})
