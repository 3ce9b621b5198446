import type { OrderView } from '#shared/orders/views.ts'
import { offsetAt } from '#shared/time.ts'
import type { Problem } from '#shared/problem.ts'
import { createDraft, createLine, importAsOperator } from '#tests/server/orders/create-draft.ts'
import { checkRows } from '#tests/support/find-violations.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { createTestKontor, type TestKontor } from '#tests/support/test-kontor.ts'
import type { TestUser } from '#tests/support/test-user.ts'
import { beforeEach, describe, expect, test } from 'bun:test'
import fc from 'fast-check'

forEachDatabase((_, open) => {
  let kontor: TestKontor
  let clerk: TestUser
  let teaId: string
  let cupId: string
  beforeEach(async () => {
    kontor = await createTestKontor(await open())
    clerk = await kontor.createUser('operations')
    await importAsOperator(kontor.kontor, [
      createDraft(1, {
        lines: [
          createLine({ name: 'Green tea', quantity: 3, unitPriceMinor: 200 }),
          createLine({ name: 'Cup', quantity: 1, unitPriceMinor: 400 }),
          createLine({ name: 'Gift card', requiresShipping: false, unitPriceMinor: 0 }),
        ],
      }),
    ])
    ;[teaId = '', cupId = ''] = (await getOrder()).lines.map(({ id }) => id)
  })

  const number = 'SO260301-00001'
  const getOrder = async (actor: Pick<TestUser, 'fetch'> = clerk): Promise<OrderView> =>
    (await (await actor.fetch(`/api/orders/${number}`)).json()) as OrderView
  const send = async (path: string, json: object) => {
    const { version } = await getOrder()
    const response = await clerk.fetch(`/api/orders/${number}/${path}`, { json: { version, ...json } })
    return { status: response.status, answer: (await response.json()) as OrderView & Omit<Problem, 'status'> }
  }
  const ship = (lines?: { id: string; quantity: number }[], change: object = {}) =>
    send('shipments', { carrier: 'SF Express', ...(lines && { lines }), ...change })
  const firstParcel = 'SH260315-00001'
  const shippedOf = ({ lines }: OrderView): number[] => lines.map(({ shippedQuantity }) => shippedQuantity)
  const expectVerified = async (): Promise<void> => {
    const checks = await checkRows(kontor.kontor)
    expect(checks.flatMap(({ violations }) => violations)).toEqual([])
  }
  const search = async (q: string): Promise<string[]> => {
    const { rows } = (await (await clerk.fetch(`/api/orders?q=${encodeURIComponent(q)}`)).json()) as {
      rows: OrderView[]
    }
    return rows.map((row) => row.number)
  }

  describe('shipping in parts', () => {
    test('leaves the rest for the next parcel, and completes the order with the last one', async () => {
      const first = await ship([
        { id: teaId, quantity: 2 },
        { id: cupId, quantity: 0 },
      ])
      expect(first).toMatchObject({
        status: 201,
        answer: { status: 'open', fulfillmentStatus: 'partially_fulfilled', version: 2 },
      })
      expect(shippedOf(first.answer)).toEqual([2, 0, 0])
      expect(first.answer.actions).toContain('ship')
      const second = await ship(undefined, { trackingNumber: 'SF2' })
      expect(second.answer).toMatchObject({ status: 'completed', fulfillmentStatus: 'fulfilled', version: 3 })
      expect(shippedOf(second.answer)).toEqual([3, 1, 0])
      expect(second.answer.shipments.map(({ itemCount }) => itemCount)).toEqual([2, 2])
      await expectVerified()
    })

    test.each([
      ['more than is left', () => [{ id: teaId, quantity: 4 }], ['/lines/0/quantity']],
      [
        'a line twice',
        () => [
          { id: teaId, quantity: 2 },
          { id: teaId, quantity: 2 },
        ],
        ['/lines/1/quantity'],
      ],
      [
        'what needs no shipping',
        async () => [{ id: (await getOrder()).lines[2]?.id ?? '', quantity: 1 }],
        ['/lines/0/quantity'],
      ],
      ['a line of another order', () => [{ id: 'missing', quantity: 1 }], ['/lines/0/id']],
      ['half an item', () => [{ id: teaId, quantity: 0.5 }], ['/lines/0/quantity']],
      ['a negative quantity', () => [{ id: teaId, quantity: -1 }], ['/lines/0/quantity']],
      ['nothing', () => [{ id: teaId, quantity: 0 }], ['/lines']],
    ])('rejects %s and changes nothing', async (_title, lines, pointers) => {
      const { status, answer } = await ship(await lines())
      expect([status, answer.errors?.map(({ pointer }) => pointer)]).toEqual([422, pointers])
      expect(await getOrder()).toMatchObject({ version: 1, shipments: [], fulfillmentStatus: 'unfulfilled' })
      await expectVerified()
    })

    test('by several users at once ships one parcel', async () => {
      const answers = await Promise.all(
        Array.from({ length: 8 }, () => ship([{ id: teaId, quantity: 3 }], { version: 1 })),
      )
      expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array<number>(7).fill(409)])
      expect(shippedOf(await getOrder())).toEqual([3, 0, 0])
      await expectVerified()
    })
  })

  describe('a delivery', () => {
    test('of all parcels delivers the order, which stays completed', async () => {
      await ship([{ id: teaId, quantity: 3 }])
      await ship()
      kontor.clock.now += 3_600_000
      const { status, answer } = await send('deliveries', {})
      expect([status, answer.status, answer.fulfillmentStatus]).toEqual([200, 'completed', 'delivered'])
      expect(answer.shipments).toMatchObject([
        { status: 'delivered', deliveredAt: kontor.clock.now, actions: ['correctShipment'] },
        { status: 'delivered', deliveredAt: kontor.clock.now },
      ])
      expect(answer.events[0]).toMatchObject({
        action: 'order.delivered',
        parameters: { parcels: 2 },
        changes: [
          { field: `shipments.${firstParcel}.deliveredAt`, from: null, to: kontor.clock.now },
          { field: 'shipments.SH260315-00002.deliveredAt', from: null, to: kontor.clock.now },
        ],
      })
      await expectVerified()
    })

    test('of one parcel has the time that was given, in the time zone of the book', async () => {
      await ship([{ id: teaId, quantity: 3 }])
      await ship()
      kontor.clock.now += 7_200_000
      const deliveredAt = Math.floor((kontor.clock.now - 3_600_000) / 60_000) * 60_000
      const local = new Date(deliveredAt + offsetAt(deliveredAt, kontor.kontor.book.timeZone)).toISOString()
      const { answer } = await send('deliveries', { shipment: firstParcel, deliveredAt: local.slice(0, 16) })
      expect(answer).toMatchObject({ fulfillmentStatus: 'fulfilled' })
      expect(answer.shipments.map((shipment) => shipment.deliveredAt)).toEqual([deliveredAt, null])
      await expectVerified()
    })

    test.each([
      ['in the future', '2031-01-01T00:00'],
      ['before the shipment', '2020-01-01T00:00'],
      ['that does not exist', '2026-02-30T10:00'],
    ])('at a time %s is rejected', async (_title, deliveredAt) => {
      await ship()
      const { status, answer } = await send('deliveries', { shipment: firstParcel, deliveredAt })
      expect([status, answer.errors?.map(({ pointer }) => pointer)]).toEqual([422, ['/deliveredAt']])
    })

    test('happens once', async () => {
      await ship()
      await send('deliveries', { shipment: firstParcel })
      expect((await send('deliveries', { shipment: firstParcel })).status).toBe(409)
      expect((await send('deliveries', {})).status).toBe(409)
    })
  })

  describe('a correction', () => {
    test('changes carrier and tracking number, and what the order is found by', async () => {
      await ship(undefined, { trackingNumber: 'WRONG 1' })
      const { answer } = await send(`shipments/${firstParcel}/correction`, {
        carrier: 'DHL',
        trackingNumber: 'RIGHT 2',
      })
      expect(answer.shipments).toMatchObject([{ carrier: 'DHL', trackingNumber: 'RIGHT 2' }])
      expect(answer.events[0]).toMatchObject({
        action: 'order.shipment_corrected',
        changes: [
          { field: `shipments.${firstParcel}.carrier`, from: 'SF Express', to: 'DHL' },
          { field: `shipments.${firstParcel}.trackingNumber`, from: 'WRONG 1', to: 'RIGHT 2' },
        ],
      })
      expect([await search('WRONG1'), await search('RIGHT2')]).toEqual([[], [number]])
      await expectVerified()
    })

    test('keeps a tracking number findable that another parcel or a payment has', async () => {
      await ship([{ id: teaId, quantity: 1 }], { trackingNumber: 'SAME 1' })
      await ship(undefined, { trackingNumber: 'SAME 1' })
      await send(`shipments/${firstParcel}/correction`, { carrier: 'DHL', trackingNumber: 'c1.1' })
      await send(`shipments/${firstParcel}/correction`, { carrier: 'DHL', trackingNumber: '' })
      expect([await search('SAME1'), await search('c1.1')]).toEqual([[number], [number]])
      await expectVerified()
    })
  })

  describe('the cancellation of a shipment', () => {
    test('opens a completed order again, which can be shipped', async () => {
      await ship([{ id: teaId, quantity: 3 }])
      expect((await ship()).answer.status).toBe('completed')
      const { answer } = await send(`shipments/${firstParcel}/cancellation`, { reason: 'Wrong label' })
      expect(answer).toMatchObject({ status: 'open', fulfillmentStatus: 'partially_fulfilled' })
      expect(shippedOf(answer)).toEqual([0, 1, 0])
      expect(answer.shipments[0]).toMatchObject({ status: 'cancelled', cancelReason: 'Wrong label', actions: [] })
      expect((await ship()).answer).toMatchObject({ status: 'completed', fulfillmentStatus: 'fulfilled' })
      await expectVerified()
    })

    test('of a delivered parcel is refused, and says what is possible', async () => {
      await ship()
      await send('deliveries', {})
      const { status, answer } = await send(`shipments/${firstParcel}/cancellation`, { reason: 'Too late' })
      expect([status, answer.detail]).toEqual([
        409,
        expect.stringContaining('Possible now: correct carrier or tracking number.'),
      ])
    })
  })

  test('an imported shipment can be corrected, delivered and cancelled', async () => {
    const { placedAt } = createDraft(0)
    const shipped = { lines: [createLine({ shippedQuantity: 1 })], shippedAt: placedAt, status: 'completed' as const }
    await importAsOperator(kontor.kontor, [createDraft(2, shipped), createDraft(3, shipped), createDraft(4, shipped)])
    const sendTo = (order: string, path: string, json: object) =>
      clerk.fetch(`/api/orders/${order}/${path}`, { json: { version: 1, ...json } })
    const correction = { carrier: 'EMS', trackingNumber: 'EMS 7' }
    const [first, second] = ['SH260301-00001', 'SH260301-00003']
    expect((await sendTo('SO260301-00002', `shipments/${first}/correction`, correction)).status).toBe(200)
    expect((await sendTo('SO260301-00003', 'deliveries', {})).status).toBe(200)
    const cancelled = await sendTo('SO260301-00004', `shipments/${second}/cancellation`, { reason: 'Came back' })
    expect((await cancelled.json()) as OrderView).toMatchObject({ status: 'open', fulfillmentStatus: 'unfulfilled' })
    expect(await search('EMS7')).toEqual(['SO260301-00002'])
    await expectVerified()
  })

  test('a shipment of an order that its shop completed with a refund can be corrected', async () => {
    const line = createLine({ quantity: 2, shippedQuantity: 1, unitPriceMinor: 500 })
    const { placedAt } = createDraft(2)
    const [outcome] = await importAsOperator(kontor.kontor, [
      createDraft(2, {
        ...{ status: 'completed', lines: [line], shippedAt: placedAt },
        refund: { amountMinor: 1000, refundedAt: placedAt + 2000 },
      }),
    ])
    const path = `/api/orders/${outcome && 'number' in outcome ? outcome.number : ''}`
    const { version, shipments } = (await (await clerk.fetch(path)).json()) as OrderView
    const json = { version, carrier: 'DHL', trackingNumber: 'D1' }
    const corrected = await clerk.fetch(`${path}/shipments/${shipments[0]?.number}/correction`, { json })
    expect(await corrected.json()).toMatchObject({ status: 'completed', fulfillmentStatus: 'partially_fulfilled' })
    await expectVerified()
  })

  test('a forged carrier, time or reason of a shipment is named by the self-check', async () => {
    await ship(undefined, { trackingNumber: 'SF1' })
    for (const change of [
      { carrier: 'Forged' },
      { tracking_number: 'Forged' },
      { delivered_at: 1 },
      { cancelled_at: 1 },
      { cancel_reason: 'Forged' },
    ]) {
      const { read } = kontor.kontor.database
      const [before] = await read.selectFrom('shipments').selectAll().execute()
      const write = (columns: object) =>
        kontor.kontor.database.inTransaction((transaction) =>
          transaction.updateTable('shipments').set(columns).execute(),
        )
      await write(change)
      const checks = await checkRows(kontor.kontor)
      expect(checks.flatMap(({ violations }) => violations).join()).toContain(Object.keys(change)[0] ?? '')
      await write(before ?? {})
    }
    await expectVerified()
  })

  test('random sequences leave the books right and never ship more than was ordered', async () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant('ship' as const), tea: fc.integer({ min: 0, max: 4 }), cup: fc.nat({ max: 1 }) }),
      fc.record({ kind: fc.constantFrom('deliver' as const, 'cancel' as const), parcel: fc.nat({ max: 5 }) }),
    )
    let index = 10
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
        index += 1
        const lines = [createLine({ quantity: 3, unitPriceMinor: 200 }), createLine({ unitPriceMinor: 400 })]
        await importAsOperator(kontor.kontor, [createDraft(index, { lines })])
        const { rows } = (await (await clerk.fetch(`/api/orders?q=%23${10_000 + index}`)).json()) as {
          rows: OrderView[]
        }
        const path = `/api/orders/${rows[0]?.number}`
        const load = async () => (await (await clerk.fetch(path)).json()) as OrderView
        for (const each of steps) {
          const { version, lines: ordered, shipments } = await load()
          const shipment = each.kind === 'ship' ? undefined : shipments[each.parcel]?.number
          const [action, json] =
            each.kind === 'ship'
              ? [
                  'shipments',
                  {
                    carrier: 'DHL',
                    lines: [each.tea, each.cup].map((quantity, line) => ({ id: ordered[line]?.id, quantity })),
                  },
                ]
              : each.kind === 'deliver'
                ? ['deliveries', { shipment: shipment ?? 'missing' }]
                : [`shipments/${shipment ?? 'missing'}/cancellation`, { reason: 'Random' }]
          const { status } = await clerk.fetch(`${path}/${action}`, { json: { version, ...(json as object) } })
          expect([200, 201, 404, 409, 422]).toContain(status)
          for (const { quantity, shippedQuantity, deliveredQuantity } of (await load()).lines)
            expect(deliveredQuantity <= shippedQuantity && shippedQuantity <= quantity).toBe(true)
        }
      }),
      { numRuns: 25 },
    )
    await expectVerified()
  }, 60_000)
})
