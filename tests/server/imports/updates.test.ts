import { builtInRoles, findRole, roleHasPermission } from '#shared/permissions.ts'
import type { ImportResult } from '#shared/orders/import-views.ts'
import type { OrderView } from '#shared/orders/views.ts'
import { buildExportCsv, type ExportedOrder } from '#tests/server/imports/build-export-csv.ts'
import { checkRows } from '#tests/support/find-violations.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import type { TestUser } from '#tests/support/test-user.ts'
import { createTestKontor, type TestKontor } from '#tests/support/test-kontor.ts'
import { beforeEach, describe, expect, test } from 'bun:test'

/** An order of two items that nobody has paid or shipped. */
const open: ExportedOrder = {
  name: '#1',
  lines: [
    { sku: 'T-1', name: 'Tea', quantity: 2, priceMinor: 1000 },
    { sku: 'C-1', name: 'Cup', quantity: 1, priceMinor: 500 },
  ],
  financialStatus: 'pending',
  fulfillmentStatus: 'unfulfilled',
}
const number = 'SO260302-00001'
const path = `/api/orders/${number}`

forEachDatabase((_name, openDatabase) => {
  let kontor: TestKontor
  let clerk: TestUser
  beforeEach(async () => {
    kontor = await createTestKontor(await openDatabase())
    clerk = await kontor.createUser('owner')
  })

  async function importOrders(orders: readonly ExportedOrder[], query = ''): Promise<ImportResult> {
    const body = new FormData()
    body.append('file', new Blob([buildExportCsv(orders)]), 'orders.csv')
    const response = await clerk.fetch(`/api/imports/orders${query}`, { method: 'POST', body })
    expect(response.status).toBe(200)
    return (await response.json()) as ImportResult
  }
  const update = (order: ExportedOrder) => importOrders([order], '?update=1')
  const load = async (): Promise<OrderView> => (await (await clerk.fetch(path)).json()) as OrderView
  async function send(action: string, json: object): Promise<void> {
    const { version } = await load()
    const response = await clerk.fetch(`${path}/${action}`, { json: { version, ...json } })
    expect([200, 201]).toContain(response.status)
  }
  /** What the result says of the only changed order: the fields that change, and those that stay. */
  const describeResult = ({ changed }: ImportResult) => {
    const list = (fields: { label: string; kontor: string; shop: string }[] = []): string[] =>
      fields.map(({ label, kontor: ours, shop }) => `${label}: ${ours} → ${shop}`)
    return { changes: list(changed?.orders[0]?.changes), kept: list(changed?.orders[0]?.kept) }
  }
  async function expectConsistent(): Promise<void> {
    const checks = await checkRows(kontor.kontor)
    expect(checks.flatMap(({ violations }) => violations)).toEqual([])
  }

  describe('updating a known order from a file', () => {
    test('is for those who import orders, dry run or not', async () => {
      await importOrders([open])
      const before = await load()
      const changed = { ...open, first: { Notes: 'Gift' } }
      for (const role of builtInRoles) {
        const user = await kontor.createUser(role)
        for (const query of ['?update=1&dryRun=1', '?update=1']) {
          const body = new FormData()
          body.append('file', new Blob([buildExportCsv([changed])]), 'orders.csv')
          const { status } = await user.fetch(`/api/imports/orders${query}`, { method: 'POST', body })
          expect([role, status]).toEqual([role, roleHasPermission(findRole(role, []), 'orders.import') ? 200 : 403])
        }
      }
      expect((await load()).version).toBe(before.version + 1)
      await expectConsistent()
    })

    test('takes over what the shop has changed, in a dry run first, and once', async () => {
      await importOrders([open])
      const changed = {
        ...open,
        lines: [
          { sku: 'T-1', name: 'Tea', quantity: 3, priceMinor: 1000 },
          { sku: 'S-1', name: 'Spoon', quantity: 1, priceMinor: 200 },
        ],
        first: { 'Notes': 'Gift', 'Shipping City': 'Lyon', 'Email': 'new@customer.example' },
      }
      const expected = {
        read: 2,
        created: 1,
        unchanged: 0,
        refused: [],
        changed: {
          count: 1,
          orders: [expect.objectContaining({ line: 2, order: '#1', number, kept: [] })],
        },
      }
      const both = [changed, { name: '#2' }]
      const checked = await importOrders(both, '?update=1&dryRun=1')
      expect(checked).toEqual(expected)
      expect(describeResult(checked).changes).toEqual([
        'Email: 1@customer.example → new@customer.example',
        'Customer note: – → Gift',
        'Shipping address: city: Shanghai → Lyon',
        'Tea: quantity: 2 → 3',
        'Item: – → 1 × Spoon',
        'Item: 1 × Cup → –',
        'Total: ¥25.00 → ¥32.00',
      ])
      expect((await load()).version).toBe(1)
      expect(await importOrders(both, '?update=1')).toEqual(checked)
      const order = await load()
      expect(order).toMatchObject({ version: 2, note: 'Gift', email: 'new@customer.example', totalMinor: 3200 })
      expect(order.lines.map(({ name, quantity }) => [name, quantity])).toEqual([
        ['Tea', 3],
        ['Spoon', 1],
      ])
      expect(order.events[0]).toMatchObject({
        action: 'order.updated_from_shop',
        parameters: { file: 'orders.csv', kept: 0, version: 2 },
      })
      const found = (await (await clerk.fetch('/api/orders?q=new%40customer.example')).json()) as {
        rows: object[]
      }
      expect(found.rows).toHaveLength(1)
      expect(await importOrders(both, '?update=1')).toEqual({ read: 2, created: 0, unchanged: 2, refused: [] })
      await expectConsistent()
    })

    test('books what was paid, shipped and refunded since, each once', async () => {
      await importOrders([open])
      const paid: ExportedOrder = { ...open, financialStatus: 'paid' }
      expect(describeResult(await update(paid)).changes).toEqual(['Paid: ¥0.00 → ¥25.00'])
      const shipped: ExportedOrder = { ...paid, fulfillmentStatus: 'fulfilled' }
      expect(describeResult(await update(shipped)).changes).toEqual(['Tea: shipped: 0 → 2', 'Cup: shipped: 0 → 1'])
      const refunded: ExportedOrder = { ...shipped, financialStatus: 'partially_refunded', refundedMinor: 700 }
      expect(describeResult(await update(refunded)).changes).toEqual(['Refunded: ¥0.00 → ¥7.00'])
      expect(await update(refunded)).toMatchObject({ unchanged: 1 })
      const twice = { ...refunded, refundedMinor: 900 }
      const answers = await Promise.all(Array.from({ length: 4 }, () => update(twice)))
      expect(answers.filter(({ changed }) => changed).length).toBe(1)
      expect(await load()).toMatchObject({
        status: 'completed',
        paymentStatus: 'partially_refunded',
        fulfillmentStatus: 'fulfilled',
        capturedMinor: 2500,
        refundedMinor: 900,
        balanceMinor: 0,
        payments: [{ number: 'PY260302-00001', capturedMinor: 2500 }],
        refunds: [
          { amountMinor: 700, status: 'succeeded' },
          { amountMinor: 200, status: 'succeeded' },
        ],
        shipments: [{ carrier: 'Express', itemCount: 3 }],
      })
      await expectConsistent()
    })

    test('cancels and refunds an order that was cancelled in the shop', async () => {
      const paid: ExportedOrder = { ...open, financialStatus: 'paid' }
      await importOrders([paid])
      const cancelled: ExportedOrder = {
        ...open,
        financialStatus: 'refunded',
        refundedMinor: 2500,
        fulfillmentStatus: 'restocked',
        first: { 'Cancelled at': '2026-03-05 10:00:00 +0800' },
      }
      await update(cancelled)
      expect(await load()).toMatchObject({ status: 'cancelled', refundedMinor: 2500, balanceMinor: 0 })
      await expectConsistent()
    })

    test('keeps what staff changed and names it, with the value of the shop', async () => {
      await importOrders([open])
      const { lines } = await load()
      await send('edits', {
        note: 'Ask first',
        shippingAddress: { city: 'Reims' },
        lines: [{ id: lines[0]?.id, quantity: 5 }],
      })
      await send('payments', { method: 'cash', amount: '10' })
      const result = await update({
        ...open,
        financialStatus: 'paid',
        lines: [{ ...open.lines?.[0], quantity: 3 }, open.lines?.[1] ?? {}],
        first: { 'Shipping City': 'Lyon', 'Shipping Zip': '69001' },
      })
      expect(describeResult(result)).toEqual({
        changes: ['Shipping address: postal code: – → 69001'],
        kept: ['Shipping address: city: Reims → Lyon', 'Paid: ¥10.00 → ¥35.00', 'Tea: quantity: 5 → 3'],
      })
      expect(await load()).toMatchObject({
        note: 'Ask first',
        totalMinor: 5500,
        capturedMinor: 1000,
        shippingAddress: { city: 'Reims', postcode: '69001' },
      })
      await expectConsistent()
    })

    test('refuses an order that cannot become what the shop says, with the reason, and changes nothing', async () => {
      await importOrders([open])
      await send('shipments', { carrier: 'DHL' })
      const before = await load()
      const fewer = { ...open, lines: [{ ...open.lines?.[0], quantity: 1 }, open.lines?.[1] ?? {}] }
      expect((await update(fewer)).refused).toEqual([
        {
          line: 2,
          order: '#1',
          reason: `${number} was not updated. 2 of an item were shipped or refunded in Kontor, which is more than the shop has.`,
        },
      ])
      expect((await update({ ...open, currency: 'EUR' })).refused[0]?.reason).toBe(
        `${number} was not updated. Its currency has changed in the shop.`,
      )
      expect(await load()).toEqual(before)
      const shipped = { ...open, name: '#2', fulfillmentStatus: 'fulfilled' }
      await importOrders([shipped])
      expect((await update({ ...shipped, lines: [open.lines?.[0] ?? {}] })).refused[0]?.reason).toBe(
        'SO260302-00002 was not updated. An item that the shop has removed was shipped or refunded in Kontor.',
      )
    })

    test('does not bring personal data back that was erased', async () => {
      const cancelled = { ...open, financialStatus: 'voided' }
      await importOrders([cancelled])
      await update({ ...cancelled, first: { Notes: 'Ring twice' } })
      const { customerNumber } = await load()
      const erased = await clerk.fetch(`/api/customers/${customerNumber}/erasure`, {
        json: { confirmation: customerNumber },
      })
      expect(erased.status).toBe(200)
      const refunded: ExportedOrder = {
        ...open,
        financialStatus: 'refunded',
        refundedMinor: 2500,
        first: {
          'Notes': 'Ring three times',
          'Email': 'back@customer.example',
          'Cancelled at': '2026-03-05 10:00:00 +0800',
        },
      }
      expect(describeResult(await update(refunded)).changes).toEqual([
        'Paid: ¥0.00 → ¥25.00',
        'Refunded: ¥0.00 → ¥25.00',
      ])
      expect(await load()).toMatchObject({ note: '', email: '', customerName: '', refundedMinor: 2500 })
      const kept = await kontor.kontor.database.read.selectFrom('order_imports').select('payload').execute()
      expect(JSON.stringify(kept)).not.toMatch(/Ring|customer.example/)
      expect(await update(refunded)).toMatchObject({ unchanged: 1 })
      await expectConsistent()
    })

    test('leaves known orders as they are without the option', async () => {
      await importOrders([open])
      const result = await importOrders([{ ...open, first: { Notes: 'Gift' } }])
      expect(result).toMatchObject({ unchanged: 0, changed: { count: 1 } })
      expect(result.refused).toHaveLength(1)
      expect(await load()).toMatchObject({ version: 1, note: '' })
    })

    test('loses nothing when staff edit the order at the same moment', async () => {
      await importOrders([open])
      const edits = ['Lyon', 'Reims', '上海'].map((city) =>
        clerk.fetch(`${path}/edits`, { json: { version: 1, billingAddress: { city } } }),
      )
      const files = ['One', 'Two'].map((Notes) => update({ ...open, first: { Notes } }))
      const statuses = (await Promise.all(edits)).map(({ status }) => status)
      expect(statuses.filter((status) => status === 200)).toHaveLength(1)
      await Promise.all(files)
      const order = await load()
      expect(['One', 'Two']).toContain(order.note)
      expect(['Lyon', 'Reims', '上海']).toContain(order.billingAddress.city)
      await expectConsistent()
    })
  })
})
