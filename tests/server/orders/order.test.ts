import type { OrderDraft } from '#shared/orders/draft.ts'
import type { OrderView } from '#shared/orders/views.ts'
import type { Problem } from '#shared/problem.ts'
import { builtInRoles } from '#shared/permissions.ts'
import { checkRows } from '#tests/support/find-violations.ts'
import type { TestUser } from '#tests/support/test-user.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { createTestKontor, type TestKontor } from '#tests/support/test-kontor.ts'
import { createDraft, createLine, importAsOperator } from '#tests/server/orders/create-draft.ts'
import { beforeEach, describe, expect, test } from 'bun:test'

forEachDatabase((_, open) => {
  let kontor: TestKontor
  let clerk: TestUser
  beforeEach(async () => {
    kontor = await createTestKontor(await open())
    clerk = await kontor.createUser('operations')
  })

  const number = 'SO260301-00001'
  const getOrder = async (actor: Pick<TestUser, 'fetch'> = clerk): Promise<OrderView> =>
    (await (await actor.fetch(`/api/orders/${number}`)).json()) as OrderView
  const shipOrder = (changes: object = {}, actor: Pick<TestUser, 'fetch'> = clerk) =>
    actor.fetch(`/api/orders/${number}/shipments`, {
      json: { carrier: 'SF Express', trackingNumber: 'SF123', version: 1, ...changes },
    })
  const readProblem = async (response: Response): Promise<[number, string]> => [
    response.status,
    ((await response.json()) as Problem).type,
  ]

  test('names the ledger entries of its payments and refunds to users with the permission', async () => {
    const at = createDraft(1).placedAt + 5000
    await importAsOperator(kontor.kontor, [createDraft(1, { refund: { amountMinor: 250, refundedAt: at } })])
    const forFinance = await getOrder(await kontor.createUser('finance'))
    expect(forFinance.payments.map(({ entryNumber }) => entryNumber)).toEqual([1])
    expect(forFinance.refunds.map(({ entryNumber }) => entryNumber)).toEqual([2])
    const forClerk = await getOrder()
    expect([...forClerk.payments, ...forClerk.refunds].map(({ entryNumber }) => entryNumber)).toEqual([null, null])
  })

  describe('an order', () => {
    test('has all fields', async () => {
      const at = Date.parse('2026-03-02T00:00:00Z')
      const lines = [
        createLine({ quantity: 2, shippedQuantity: 2, unitPriceMinor: 600, discountMinor: 200 }),
        createLine({ name: 'Card', requiresShipping: false, unitPriceMinor: 0 }),
      ]
      await importAsOperator(kontor.kontor, [
        createDraft(1, { lines, status: 'completed', shippedAt: at, refund: { amountMinor: 250, refundedAt: at } }),
      ])
      const { events, ...order } = await getOrder()
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
        placedAt: createDraft(1).placedAt,
        customerName: 'Chen Jiayi',
        place: 'Shanghai, China',
        itemCount: 3,
        version: 1,
        customerNumber: expect.stringMatching(/^CU\d{6}-00001$/),
        email: 'customer1@mail.example',
        phone: '+86 21 5555 0199',
        note: 'Ring twice.',
        shippingMethod: 'SF Express',
        discountCode: '',
        subtotalMinor: 1000,
        discountMinor: 200,
        shippingMinor: 0,
        taxMinor: 0,
        taxesIncluded: false,
        taxLines: [],
        shippingTaxRate: '0',
        shippingTaxMinor: 0,
        balanceMinor: 0,
        writtenOffMinor: 0,
        authorizedMinor: 0,
        refundPendingMinor: 0,
        disputeOpenMinor: 0,
        disputeLostMinor: 0,
        shippingRefundedMinor: 0,
        ownRefundLimitMinor: 0,
        shippingAddress: createDraft(1).shippingAddress,
        billingAddress: createDraft(1).billingAddress,
        cancelledAt: null,
        cancelReason: '',
        holdReason: '',
        isArchived: false,
        holdUntil: '',
        importedAt: kontor.clock.now,
        lines: [
          {
            id: expect.any(String),
            position: 1,
            sku: 'T-1',
            name: 'Green tea',
            quantity: 2,
            shippedQuantity: 2,
            deliveredQuantity: 0,
            returnedQuantity: 0,
            requiresShipping: true,
            unitPriceMinor: 600,
            discountMinor: 200,
            totalMinor: 1000,
            taxRate: '0',
            taxMinor: 0,
            isTaxDerived: true,
            refundedQuantity: 0,
            refundedMinor: 0,
          },
          {
            id: expect.any(String),
            position: 2,
            sku: 'T-1',
            name: 'Card',
            quantity: 1,
            shippedQuantity: 0,
            deliveredQuantity: 0,
            returnedQuantity: 0,
            requiresShipping: false,
            unitPriceMinor: 0,
            discountMinor: 0,
            totalMinor: 0,
            taxRate: '0',
            taxMinor: 0,
            isTaxDerived: true,
            refundedQuantity: 0,
            refundedMinor: 0,
          },
        ],
        payments: [
          {
            number: 'PY260301-00001',
            provider: 'Shopify Payments',
            reference: 'c1.1',
            amountMinor: 1000,
            capturedMinor: 1000,
            subsidyMinor: 0,
            settlement: null,
            refundedMinor: 250,
            refundPendingMinor: 0,
            actions: [],
            disputedMinor: 0,
            note: '',
            isRefundedByHand: true,
            capturedAt: createDraft(1).placedAt + 1000,
            entryNumber: null,
          },
        ],
        disputes: [],
        refunds: [
          {
            number: 'RF260302-00001',
            paymentNumber: 'PY260301-00001',
            provider: 'Shopify Payments',
            amountMinor: 250,
            refundedAt: at,
            returnedAt: null,
            paidThrough: '',
            entryNumber: null,
            status: 'succeeded',
            settlementMinor: 0,
            shippingMinor: 0,
            lines: [],
            reason: '',
            statusReason: '',
            reference: '',
            requestedBy: null,
            requestedAt: null,
            decidedBy: null,
            decidedAt: null,
            attempts: 0,
            actions: [],
            approvalBlocker: null,
            payoutBlocker: null,
          },
        ],
        shipments: [
          {
            number: 'SH260302-00001',
            carrier: 'SF Express',
            trackingNumber: '',
            trackingUrl: null,
            status: 'shipped',
            shippedAt: at,
            deliveredAt: null,
            cancelledAt: null,
            cancelReason: '',
            itemCount: 2,
            actions: ['deliverShipment', 'correctShipment', 'cancelShipment'],
            unavailableActions: [],
          },
        ],
        assignee: null,
        assigneeId: null,
        tags: [],
        notes: [],
        attachments: [],
        returns: [],
        actions: ['refund', 'recordPayment', 'requestReturn', 'archive'],
        unavailableActions: [
          { action: 'ship', reason: 'status' },
          { action: 'edit', reason: 'status' },
          { action: 'capture', reason: 'nothing-authorized' },
          { action: 'recordDispute', reason: 'permission' },
          { action: 'hold', reason: 'status' },
          { action: 'release', reason: 'status' },
          { action: 'void', reason: 'status' },
          { action: 'writeOff', reason: 'nothing-owed' },
          { action: 'cancel', reason: 'status' },
        ],
      })
      expect(events.map(({ action }) => action)).toEqual(['order.imported'])
    })

    test('is masked for users without the permission for personal data', async () => {
      await importAsOperator(kontor.kontor, [createDraft(1)])
      const order = await getOrder(await kontor.createUser('viewer'))
      expect(JSON.stringify(order)).not.toMatch(
        /Chen|customer1|5555|Long Street|Room 8|Tea House|200000|Ring twice|c1\.1/,
      )
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

    test('has events only for users with the permission', async () => {
      await importAsOperator(kontor.kontor, [createDraft(1)])
      expect((await getOrder(await kontor.createUser('viewer'))).events).toEqual([])
      expect((await getOrder(await kontor.createUser('finance'))).events).not.toEqual([])
    })

    test('that does not exist is not found', async () => {
      for (const wrong of ['SO260301-00099', '%00', '%27', 'x'.repeat(30)])
        expect((await clerk.fetch(`/api/orders/${wrong}`)).status).toBe(404)
      expect((await kontor.fetch(`/api/orders/${number}`)).status).toBe(401)
    })
  })

  describe('marking as shipped', () => {
    test('ships all open quantities in one shipment and completes a settled order', async () => {
      await importAsOperator(kontor.kontor, [
        createDraft(1, {
          lines: [
            createLine({ quantity: 3, unitPriceMinor: 300 }),
            createLine({ unitPriceMinor: 100 }),
            createLine({ requiresShipping: false, unitPriceMinor: 0 }),
          ],
        }),
      ])
      const response = await shipOrder()
      expect(response.status).toBe(201)
      const order = (await response.json()) as OrderView
      expect(order).toMatchObject({ status: 'completed', fulfillmentStatus: 'fulfilled', version: 2 })
      expect(order.lines.map(({ shippedQuantity }) => shippedQuantity)).toEqual([3, 1, 0])
      expect(order.shipments).toEqual([
        {
          number: 'SH260315-00001',
          carrier: 'SF Express',
          trackingNumber: 'SF123',
          trackingUrl: 'https://www.sf-express.com/chn/sc/waybill/waybill-detail/SF123',
          status: 'shipped',
          shippedAt: kontor.clock.now,
          deliveredAt: null,
          cancelledAt: null,
          cancelReason: '',
          itemCount: 4,
          actions: ['deliverShipment', 'correctShipment', 'cancelShipment'],
          unavailableActions: [],
        },
      ])
      expect(order.events[0]).toMatchObject({
        action: 'order.shipped',
        actor: clerk.name,
        objectLabel: number,
        parameters: { carrier: 'SF Express', trackingNumber: 'SF123', itemCount: 4 },
      })
      expect((await checkRows(kontor.kontor)).filter(({ passed }) => !passed)).toEqual([])
    })

    test('needs no tracking number', async () => {
      await importAsOperator(kontor.kontor, [createDraft(1)])
      const order = (await (await shipOrder({ trackingNumber: undefined })).json()) as OrderView
      expect(order.shipments).toMatchObject([{ carrier: 'SF Express', trackingNumber: '' }])
    })

    test('makes the order findable by its tracking number', async () => {
      await importAsOperator(kontor.kontor, [createDraft(1), createDraft(2)])
      await shipOrder({ trackingNumber: 'SF 1443-99' })
      for (const search of ['SF144399', 'sf1443', 'SH260315-00001']) {
        const found = (await (await clerk.fetch(`/api/orders?q=${search}`)).json()) as { rows: OrderView[] }
        expect([search, found.rows.map((row) => row.number)]).toEqual([search, [number]])
      }
    })

    test('tells the tracking number to no one without the permission for personal data', async () => {
      await importAsOperator(kontor.kontor, [createDraft(1)])
      await shipOrder({ trackingNumber: 'SF 1443-99' })
      const viewer = await kontor.createUser('viewer')
      expect((await getOrder(viewer)).shipments).toMatchObject([{ carrier: 'SF Express', trackingNumber: '' }])
      for (const path of [`/orders?order=${number}`, `/orders/_payload.json?order=${number}`]) {
        const page = await (await viewer.fetch(path)).text()
        expect([path, /SF ?1443|1443-?99/.test(page), /SF Express/.test(page)]).toEqual([path, false, true])
      }
      for (const [search, rows] of [
        ['SF144399', 0],
        ['sf', 0],
        ['SH260315-00001', 1],
      ] as const)
        expect((await (await viewer.fetch(`/api/orders?q=${search}`)).json()).rows).toHaveLength(rows)
    })

    test('ships only what an earlier shipment left', async () => {
      await importAsOperator(kontor.kontor, [
        createDraft(1, {
          lines: [createLine({ shippedQuantity: 1 }), createLine({ quantity: 2, unitPriceMinor: 0 })],
          shippedAt: createDraft(1).placedAt,
        }),
      ])
      expect((await getOrder()).fulfillmentStatus).toBe('partially_fulfilled')
      const order = (await (await shipOrder()).json()) as OrderView
      expect(order.shipments.map(({ itemCount }) => itemCount)).toEqual([1, 2])
      expect(order.fulfillmentStatus).toBe('fulfilled')
    })

    test('does not complete an unpaid order', async () => {
      await importAsOperator(kontor.kontor, [createDraft(1, { payment: null })])
      expect(await (await shipOrder()).json()).toMatchObject({
        status: 'open',
        paymentStatus: 'unpaid',
        fulfillmentStatus: 'fulfilled',
        balanceMinor: 1000,
      })
    })

    test('is rejected the second time, with any version', async () => {
      await importAsOperator(kontor.kontor, [createDraft(1)])
      expect((await shipOrder()).status).toBe(201)
      for (const version of [1, 2])
        expect(await readProblem(await shipOrder({ version }))).toEqual([409, '/problems/illegal-transition'])
      expect((await getOrder()).shipments).toHaveLength(1)
    })

    test('happens once when two users ship at the same time', async () => {
      await importAsOperator(kontor.kontor, [createDraft(1)])
      const answers = await Promise.all(Array.from({ length: 5 }, () => shipOrder()))
      expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409])
      expect((await getOrder()).shipments).toHaveLength(1)
    })

    test('is rejected when the order has changed since it was loaded', async () => {
      await importAsOperator(kontor.kontor, [createDraft(1)])
      expect(await readProblem(await shipOrder({ version: 2 }))).toEqual([409, '/problems/changed-meanwhile'])
      expect((await getOrder()).version).toBe(1)
    })

    test.each([
      ['cancelled', createDraft(1, { status: 'cancelled', cancelledAt: createDraft(1).placedAt, payment: null })],
      [
        'completed',
        createDraft(1, { status: 'completed', refund: { amountMinor: 1000, refundedAt: createDraft(1).placedAt } }),
      ],
      ['with nothing to ship', createDraft(1, { lines: [createLine({ requiresShipping: false })] })],
    ] as [string, OrderDraft][])('is rejected for an order that is %s', async (_name, order) => {
      await importAsOperator(kontor.kontor, [order])
      expect(await readProblem(await shipOrder())).toEqual([409, '/problems/illegal-transition'])
    })

    test('rejects an invalid carrier, tracking number or version', async () => {
      await importAsOperator(kontor.kontor, [createDraft(1)])
      const response = await shipOrder({ carrier: ' ', trackingNumber: 'a\u0007b', version: 0 })
      expect(response.status).toBe(422)
      const { errors = [] } = (await response.json()) as Problem
      expect(errors.map(({ pointer }) => pointer)).toEqual(['/carrier', '/trackingNumber', '/version'])
    })

    test('requires the permission, and an order that exists', async () => {
      await importAsOperator(kontor.kontor, [createDraft(1)])
      for (const role of builtInRoles) {
        const actor = await kontor.createUser(role)
        const status = (await shipOrder({ version: 99 }, actor)).status
        expect([role, status]).toEqual([role, ['owner', 'admin', 'operations'].includes(role) ? 409 : 403])
      }
      expect((await shipOrder({}, kontor.createClient())).status).toBe(401)
      const missing = await clerk.fetch('/api/orders/SO990101-00001/shipments', {
        json: { carrier: 'x', trackingNumber: 'y', version: 1 },
      })
      expect(missing.status).toBe(404)
    })
  })
})
