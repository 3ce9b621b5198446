import type { OrderView } from '#shared/orders/views.ts'
import { createDraft, importAsOperator } from '#tests/server/orders/create-draft.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { findViolations } from '#tests/support/find-violations.ts'
import { createTestKontor } from '#tests/support/test-kontor.ts'
import { expect, test } from 'bun:test'

forEachDatabase((_, open) => {
  test('a reference or tracking number of signs alone is kept, and the self-check finds nothing', async () => {
    const kontor = await createTestKontor(await open())
    const owner = await kontor.createUser('owner')
    await importAsOperator(kontor.kontor, [createDraft(1, { payment: null }), createDraft(2)])
    const [unpaid, paid] = ['/api/orders/SO260301-00001', '/api/orders/SO260301-00002']
    const load = async (path: string): Promise<OrderView> => (await (await owner.fetch(path)).json()) as OrderView
    const send = async (path: string, resource: string, json: object): Promise<void> => {
      const { version } = await load(path)
      const response = await owner.fetch(`${path}/${resource}`, { json: { version, ...json } })
      expect([resource, response.status]).toEqual([resource, 201])
    }
    await send(unpaid, 'payments', { method: 'cash', amount: '2.50', reference: '-' })
    const payment = 'PY260301-00001'
    await send(paid, 'disputes', { payment, amount: '1.00', reason: 'Not received', reference: '—' })
    await send(paid, 'shipments', { carrier: 'SF Express', trackingNumber: '/' })
    expect((await load(unpaid)).payments.map(({ reference }) => reference)).toEqual(['-'])
    expect(await findViolations(kontor)).toEqual([])
  })
})
