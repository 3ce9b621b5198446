import type { OrderView } from '#shared/orders/views.ts'
import { eachWithJobs, type JobTest } from '#tests/server/jobs/each-with-jobs.ts'
import { createDraft, createLine, importAsOperator } from '#tests/server/orders/create-draft.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { findViolations } from '#tests/support/find-violations.ts'
import { beforeEach, expect, test } from 'bun:test'

forEachDatabase((_name, open) => {
  let given: JobTest
  const { startJobs } = eachWithJobs(open, 'operations', (begun) => void (given = begun))
  beforeEach(async () => {
    await importAsOperator(given.kontor.kontor, [
      createDraft(1),
      createDraft(2),
      createDraft(3, { lines: [createLine({ quantity: 2, unitPriceMinor: 500 })] }),
      createDraft(4),
      createDraft(5, { payment: null }),
      createDraft(6),
    ])
    startJobs()
  })

  const numberOf = (order: number): string => `SO260301-0000${order}`
  const load = async (order: number): Promise<OrderView> =>
    (await (await given.user.fetch(`/api/orders/${numberOf(order)}`)).json()) as OrderView
  const post = async (order: number, path: string, json: object): Promise<void> => {
    const { version } = await load(order)
    const response = await given.user.fetch(`/api/orders/${numberOf(order)}/${path}`, { json: { version, ...json } })
    expect([path, response.status]).toEqual([path, response.ok ? response.status : 200])
  }
  const run = async (input: object): Promise<string> => {
    const { answer } = await given.jobs.create({ start: '1', ...input })
    await given.jobs.waitFor(answer.id)
    return answer.id
  }
  const undo = async (id: string): Promise<string[]> => {
    const { code, answer } = await given.jobs.change(id, 'undo')
    expect(code).toBe(201)
    await given.jobs.waitFor(answer.id)
    return given.jobs.listResults(answer.id)
  }

  test('undoing a shipment job cancels its shipments where nothing has happened since', async () => {
    // Of the third order, only what was left is shipped by the job.
    const line = (await load(3)).lines[0]
    await post(3, 'shipments', { carrier: 'UPS', trackingNumber: 'U1', lines: [{ id: line?.id, quantity: 1 }] })
    const before = await load(3)
    const shipped = await run({
      action: 'ship',
      rows: [1, 2, 3, 4, 5, 6].map((order) => `${numberOf(order)}\tDHL\tT${order}`).join('\n'),
    })
    expect(await given.jobs.load(shipped)).toMatchObject({ done: 6, actions: ['undo'] })
    const parcel = (await load(2)).shipments[0]?.number
    await post(2, 'deliveries', { shipment: parcel })
    await post(4, `shipments/${(await load(4)).shipments[0]?.number}/correction`, { carrier: 'UPS' })
    await post(5, 'edits', { note: 'Ring twice' })
    // A tag makes no new version, and hinders nothing.
    await given.user.fetch(`/api/orders/${numberOf(6)}/tags`, { json: { tag: 'gift' } })
    expect(await undo(shipped)).toEqual([
      '01 done',
      '02 skipped changed-meanwhile',
      '03 done',
      '04 skipped changed-meanwhile',
      '05 skipped changed-meanwhile',
      '06 done',
    ])
    expect(await load(1)).toMatchObject({ status: 'open', fulfillmentStatus: 'unfulfilled' })
    expect((await load(1)).shipments).toMatchObject([{ trackingNumber: 'T1', status: 'cancelled', cancelReason: '' }])
    expect((await load(2)).shipments).toMatchObject([{ status: 'delivered' }])
    const after = await load(3)
    expect(after).toMatchObject({ status: before.status, fulfillmentStatus: before.fulfillmentStatus })
    expect(after.shipments).toMatchObject([
      { trackingNumber: 'U1', status: 'shipped' },
      { trackingNumber: 'T3', status: 'cancelled' },
    ])
    expect((await load(6)).tags).toEqual(['gift'])
    expect(await findViolations(given.kontor)).toEqual([])
  })

  test('orders whose shipping was undone can be shipped again, and come back into the work queue', async () => {
    const orders = [1, 2, 3, 4, 5, 6].map(numberOf)
    const shipped = await run({ action: 'ship', carrier: 'DHL', orders })
    const claim = () => given.user.fetch('/api/orders/claims', { method: 'POST' })
    expect((await claim()).status).toBe(409)
    await undo(shipped)
    expect((await claim()).status).toBe(201)
    const again = await run({ action: 'ship', carrier: 'UPS', orders })
    expect(await given.jobs.load(again)).toMatchObject({ done: 6, skipped: 0 })
    expect((await load(1)).shipments).toMatchObject([{ status: 'cancelled' }, { carrier: 'UPS', status: 'shipped' }])
    expect(await findViolations(given.kontor)).toEqual([])
  })
})
