import type { AuditEvent } from '#shared/events/audit-views.ts'
import type { OrderView } from '#shared/orders/views.ts'
import type { Permission } from '#shared/permissions.ts'
import { createDraft, importAsOperator } from '#tests/server/orders/create-draft.ts'
import { createRole } from '#tests/support/create-role.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { createTestKontor } from '#tests/support/test-kontor.ts'
import type { TestUser } from '#tests/support/test-user.ts'
import { expect, test } from 'bun:test'
import { sql } from 'kysely'

const number = 'SO260301-00001'
const other = 'SO260301-00002'
const secrets = /SECRET/i

/** Of a role that reads what happened, but no personal data. */
const permissions: Permission[] = [
  'orders.view',
  'orders.export',
  'events.view',
  'users.view',
  'audit.view',
  'audit.export',
]
const paths = [
  `/api/orders/${number}`,
  `/api/orders/${other}`,
  `/orders/_payload.json?order=${number}`,
  '/_payload.json',
  '/api/events',
  `/api/events?q=${number}`,
  '/users/_payload.json?tab=audit',
]

forEachDatabase((_, open) => {
  test('tracking numbers and references reach no one without the permission for personal data', async () => {
    const kontor = await createTestKontor(await open(), { isClockRunning: true })
    const owner = await kontor.createUser('owner')
    await importAsOperator(kontor.kontor, [createDraft(1, { payment: null }), createDraft(2)])
    const send = async (path: string, json: object): Promise<OrderView> => {
      const response = await owner.fetch(`/api/orders/${number}/${path}`, { json })
      expect(response.status).toBeOneOf([200, 201])
      return (await response.json()) as OrderView
    }
    await send('payments', { amount: '12.00', method: 'bank_transfer', reference: 'SECRET-PAYMENT', version: 1 })
    const shipped = await send('shipments', { carrier: 'SF Express', trackingNumber: 'SECRET1', version: 2 })
    const shipment = shipped.shipments[0]?.number
    await send(`shipments/${shipment}/correction`, { carrier: 'SF Express', trackingNumber: 'SECRET2', version: 3 })
    await send('refunds', { amount: '2.00', reason: 'Paid too much' })
    const paid = (await (await owner.fetch(`/api/orders/${other}`)).json()) as OrderView
    const dispute = { payment: paid.payments[0]?.number, amount: '1.00', reason: 'Not received', version: 1 }
    const disputed = { ...dispute, reference: 'SECRET-DISPUTE' }
    expect((await owner.fetch(`/api/orders/${other}/disputes`, { json: disputed })).status).toBe(201)
    // As a provider calls a refund that it has paid.
    await kontor.kontor.database.inTransaction((transaction) =>
      sql`update refunds set reference = 'SECRET-REFUND'`.execute(transaction),
    )

    const read = async (user: TestUser, path: string): Promise<string> => {
      const response = await user.fetch(path)
      return response.status === 200 ? response.text() : ''
    }
    const masked = await kontor.createUser(await createRole(owner, permissions))
    const viewer = await kontor.createUser('viewer')
    for (const path of paths) {
      expect(await read(owner, path)).toMatch(secrets)
      for (const user of [masked, viewer])
        expect([path, await read(user, path)]).toEqual([path, expect.not.stringMatching(secrets)])
    }
    for (const path of ['/api/orders?q=SECRET', '/api/search?text=SECRET2']) {
      expect(await read(owner, path)).toContain(number)
      for (const user of [masked, viewer]) expect(await read(user, path)).not.toContain(number)
    }
    for (const format of ['csv', 'json']) {
      const response = await masked.fetch(`/api/events/${format}-exports`, { json: {} })
      const text = await response.text()
      expect(text).toContain('order.shipped')
      expect(text).not.toMatch(secrets)
    }
    const { rows } = JSON.parse(await read(masked, `/api/events?q=${number}`)) as { rows: AuditEvent[] }
    expect(rows.find(({ action }) => action === 'order.shipped')?.parameters).toMatchObject({ carrier: 'SF Express' })
  })
})
