import type { OrderDraft } from '#shared/orders/draft.ts'
import type { OrderView } from '#shared/orders/views.ts'
import type { Problem } from '#shared/problem.ts'
import { roles } from '#shared/permissions.ts'
import { verify } from '#server/finance/verify.ts'
import type { Actor } from '#tests/support/actors.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { createKontor, type TestKontor } from '#tests/support/kontor.ts'
import { draft, ingest } from '#tests/server/orders/drafts.ts'
import { beforeEach, describe, expect, test } from 'bun:test'

const line = (changes: Partial<OrderDraft['lines'][number]> = {}): OrderDraft['lines'][number] => ({
  ...(draft(0).lines[0] as OrderDraft['lines'][number]),
  ...changes,
})

forEachDatabase((_, open) => {
  let shop: TestKontor
  let clerk: Actor
  beforeEach(async () => {
    shop = await createKontor(await open())
    clerk = await shop.actor('operations')
  })

  const number = 'SO260301-00001'
  const get = async (actor: Pick<Actor, 'fetch'> = clerk): Promise<OrderView> =>
    (await (await actor.fetch(`/api/orders/${number}`)).json()) as OrderView
  const ship = (changes: object = {}, actor: Pick<Actor, 'fetch'> = clerk) =>
    actor.fetch(`/api/orders/${number}/shipments`, {
      json: { carrier: 'SF Express', trackingNumber: 'SF123', version: 1, ...changes },
    })
  const nameOf = async (response: Response): Promise<[number, string]> => [
    response.status,
    ((await response.json()) as Problem).type,
  ]

  describe('an order', () => {
    test('is shown whole', async () => {
      const at = Date.parse('2026-03-02T00:00:00Z')
      const lines = [
        line({ quantity: 2, shippedQuantity: 2, unitPriceMinor: 600, discountMinor: 200 }),
        line({ name: 'Card', requiresShipping: false, unitPriceMinor: 0 }),
      ]
      await ingest(shop.kontor, [
        draft(1, { lines, status: 'completed', shippedAt: at, refund: { amountMinor: 250, refundedAt: at } }),
      ])
      const { events, ...order } = await get()
      expect(order).toEqual({
        number,
        source: 'shopify',
        externalId: '4000001',
        externalNumber: '#10001',
        status: 'completed',
        paymentStatus: 'partially_refunded',
        fulfillmentStatus: 'fulfilled',
        currency: 'CNY',
        totalMinor: 1000,
        capturedMinor: 1000,
        refundedMinor: 250,
        placedAt: draft(1).placedAt,
        customerName: 'Chen Jiayi',
        place: 'Shanghai, China',
        itemCount: 3,
        version: 1,
        email: 'customer1@mail.example',
        phone: '+86 21 5555 0199',
        note: 'Ring twice.',
        shippingMethod: 'SF Express',
        discountCode: '',
        subtotalMinor: 1000,
        discountMinor: 200,
        shippingMinor: 0,
        taxMinor: 0,
        balanceMinor: 0,
        shippingAddress: draft(1).shippingAddress,
        billingAddress: draft(1).billingAddress,
        cancelledAt: null,
        importedAt: shop.clock.now,
        lines: [
          {
            position: 1,
            sku: 'T-1',
            name: 'Green tea',
            quantity: 2,
            shippedQuantity: 2,
            requiresShipping: true,
            unitPriceMinor: 600,
            discountMinor: 200,
            totalMinor: 1000,
          },
          {
            position: 2,
            sku: 'T-1',
            name: 'Card',
            quantity: 1,
            shippedQuantity: 0,
            requiresShipping: false,
            unitPriceMinor: 0,
            discountMinor: 0,
            totalMinor: 0,
          },
        ],
        payments: [
          {
            number: 'PY260301-00001',
            provider: 'Shopify Payments',
            reference: 'c1.1',
            amountMinor: 1000,
            capturedMinor: 1000,
            refundedMinor: 250,
            capturedAt: draft(1).placedAt + 1000,
          },
        ],
        refunds: [
          {
            number: 'RF260302-00001',
            paymentNumber: 'PY260301-00001',
            provider: 'Shopify Payments',
            amountMinor: 250,
            refundedAt: at,
          },
        ],
        shipments: [
          { number: 'SH260302-00001', carrier: 'SF Express', trackingNumber: '', shippedAt: at, itemCount: 2 },
        ],
        actions: [],
      })
      expect(events.map(({ action }) => action)).toEqual(['order.imported'])
    })

    test('is shown in part to readers without the right to personal data', async () => {
      await ingest(shop.kontor, [draft(1)])
      const order = await get(await shop.actor('viewer'))
      expect(JSON.stringify(order)).not.toMatch(/Chen|customer1|5555|Long Street|Room 8|Tea House|200000|Ring twice/)
      expect(order).toMatchObject({
        customerName: 'C. Jiayi',
        email: 'c***@m***',
        phone: '***99',
        note: '',
        place: 'Shanghai, China',
      })
      expect(order.shippingAddress).toMatchObject({ name: 'C. Jiayi', line1: '***', city: 'Shanghai' })
      expect(order.actions).toEqual([])
    })

    test('tells who did what only to those who may see it', async () => {
      await ingest(shop.kontor, [draft(1)])
      expect((await get(await shop.actor('viewer'))).events).toEqual([])
      expect((await get(await shop.actor('finance'))).events).not.toEqual([])
    })

    test('that does not exist is not found', async () => {
      for (const wrong of ['SO260301-00099', '%00', '%27', 'x'.repeat(30)])
        expect((await clerk.fetch(`/api/orders/${wrong}`)).status).toBe(404)
      expect((await shop.fetch(`/api/orders/${number}`)).status).toBe(401)
    })
  })

  describe('marking as shipped', () => {
    test('sends everything that is left in one parcel and completes what is settled', async () => {
      await ingest(shop.kontor, [
        draft(1, {
          lines: [
            line({ quantity: 3, unitPriceMinor: 300 }),
            line({ unitPriceMinor: 100 }),
            line({ requiresShipping: false, unitPriceMinor: 0 }),
          ],
        }),
      ])
      const response = await ship()
      expect(response.status).toBe(201)
      const order = (await response.json()) as OrderView
      expect(order).toMatchObject({ status: 'completed', fulfillmentStatus: 'fulfilled', version: 2, actions: [] })
      expect(order.lines.map(({ shippedQuantity }) => shippedQuantity)).toEqual([3, 1, 0])
      expect(order.shipments).toEqual([
        {
          number: 'SH260315-00001',
          carrier: 'SF Express',
          trackingNumber: 'SF123',
          shippedAt: shop.clock.now,
          itemCount: 4,
        },
      ])
      expect(order.events[0]).toMatchObject({
        action: 'order.shipped',
        actor: clerk.name,
        objectLabel: number,
        parameters: { carrier: 'SF Express', trackingNumber: 'SF123', itemCount: 4 },
      })
      expect((await verify(shop.kontor)).checks.filter(({ passed }) => !passed)).toEqual([])
    })

    test('sends only what an earlier parcel left', async () => {
      await ingest(shop.kontor, [
        draft(1, {
          lines: [line({ shippedQuantity: 1 }), line({ quantity: 2, unitPriceMinor: 0 })],
          shippedAt: draft(1).placedAt,
        }),
      ])
      expect((await get()).fulfillmentStatus).toBe('partially_fulfilled')
      const order = (await (await ship()).json()) as OrderView
      expect(order.shipments.map(({ itemCount }) => itemCount)).toEqual([1, 2])
      expect(order.fulfillmentStatus).toBe('fulfilled')
    })

    test('leaves an order open that is not paid', async () => {
      await ingest(shop.kontor, [draft(1, { payment: null })])
      expect(await (await ship()).json()).toMatchObject({
        status: 'open',
        paymentStatus: 'unpaid',
        fulfillmentStatus: 'fulfilled',
        balanceMinor: 1000,
      })
    })

    test('a second time is refused, whatever the version', async () => {
      await ingest(shop.kontor, [draft(1)])
      expect((await ship()).status).toBe(201)
      for (const version of [1, 2])
        expect(await nameOf(await ship({ version }))).toEqual([409, '/problems/illegal-transition'])
      expect((await get()).shipments).toHaveLength(1)
    })

    test('by two at once happens once', async () => {
      await ingest(shop.kontor, [draft(1)])
      const answers = await Promise.all(Array.from({ length: 5 }, () => ship()))
      expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409])
      expect((await get()).shipments).toHaveLength(1)
    })

    test('is refused when the order changed since it was shown', async () => {
      await ingest(shop.kontor, [draft(1)])
      expect(await nameOf(await ship({ version: 2 }))).toEqual([409, '/problems/changed-meanwhile'])
      expect((await get()).version).toBe(1)
    })

    test.each([
      ['cancelled', draft(1, { status: 'cancelled', cancelledAt: draft(1).placedAt, payment: null })],
      ['completed', draft(1, { status: 'completed', refund: { amountMinor: 1000, refundedAt: draft(1).placedAt } })],
      ['with nothing to ship', draft(1, { lines: [line({ requiresShipping: false })] })],
    ] as [string, OrderDraft][])('is refused for an order that is %s', async (_name, order) => {
      await ingest(shop.kontor, [order])
      expect(await nameOf(await ship())).toEqual([409, '/problems/illegal-transition'])
    })

    test('needs carrier, number and version', async () => {
      await ingest(shop.kontor, [draft(1)])
      const response = await ship({ carrier: ' ', trackingNumber: 'a\u0007b', version: 0 })
      expect(response.status).toBe(422)
      const { errors = [] } = (await response.json()) as Problem
      expect(errors.map(({ pointer }) => pointer)).toEqual(['/carrier', '/trackingNumber', '/version'])
    })

    test('is for those with the right, and for orders that exist', async () => {
      await ingest(shop.kontor, [draft(1)])
      for (const role of roles) {
        const actor = await shop.actor(role)
        const status = (await ship({ version: 99 }, actor)).status
        expect([role, status]).toEqual([role, ['owner', 'admin', 'operations'].includes(role) ? 409 : 403])
      }
      expect((await ship({}, shop.visitor())).status).toBe(401)
      const missing = await clerk.fetch('/api/orders/SO990101-00001/shipments', {
        json: { carrier: 'x', trackingNumber: 'y', version: 1 },
      })
      expect(missing.status).toBe(404)
    })
  })
})
