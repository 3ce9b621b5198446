import type { ItemCondition } from '#shared/orders/return.ts'
import type { HomeView } from '#shared/home/views.ts'
import type { OrderView } from '#shared/orders/views.ts'
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
        ],
      }),
    ])
    ;[teaId = '', cupId = ''] = (await getOrder()).lines.map(({ id }) => id)
    await send('shipments', { carrier: 'DHL' })
  })

  const number = 'SO260301-00001'
  const firstReturn = 'RT260315-00001'
  const getOrder = async (): Promise<OrderView> =>
    (await (await clerk.fetch(`/api/orders/${number}`)).json()) as OrderView
  const send = async (path: string, json: object = {}) => {
    const { version } = await getOrder()
    const response = await clerk.fetch(`/api/orders/${number}/${path}`, { json: { version, ...json } })
    return { status: response.status, answer: (await response.json()) as OrderView & Omit<Problem, 'status'> }
  }
  const request = (lines: { id: string; quantity: number }[], change: object = {}) =>
    send('returns', { reason: 'Too small', lines, ...change })
  const receive = (lines: { id: string; quantity: number; condition: ItemCondition; restock?: '1' }[]) =>
    send(`returns/${firstReturn}/receipts`, { lines })
  const returnedOf = ({ lines }: OrderView): number[] => lines.map(({ returnedQuantity }) => returnedQuantity)
  const expectVerified = async (): Promise<void> => {
    const checks = await checkRows(kontor.kontor)
    expect(checks.flatMap(({ violations }) => violations)).toEqual([])
  }

  test('a return that waits for approval is on the home page of those who can approve it', async () => {
    await request([{ id: teaId, quantity: 1 }])
    const listReturns = async (user: TestUser) => {
      const { pageState } = (await (await user.fetch('/_payload.json')).json()) as { pageState: { data: HomeView } }
      return pageState.data.waiting.returns
    }
    const waiting = { number: firstReturn, orderNumber: number, at: kontor.clock.now, requestedBy: clerk.name }
    expect(await listReturns(clerk)).toEqual([waiting])
    expect(await listReturns(await kontor.createUser('finance'))).toEqual([])
    await send(`returns/${firstReturn}/approval`)
    expect(await listReturns(clerk)).toEqual([])
  })

  test('a return is requested, approved, received in parts and completed', async () => {
    const { status, answer } = await request([
      { id: teaId, quantity: 2 },
      { id: cupId, quantity: 1 },
    ])
    expect([status, answer.status, answer.fulfillmentStatus]).toEqual([201, 'completed', 'fulfilled'])
    expect(answer.returns).toMatchObject([
      {
        number: firstReturn,
        status: 'requested',
        reason: 'Too small',
        lines: expect.arrayContaining([{ id: teaId, quantity: 2, awaitedQuantity: 2 }]),
        actions: ['approveReturn', 'rejectReturn', 'cancelReturn'],
      },
    ])
    expect((await receive([{ id: teaId, quantity: 1, condition: 'new' }])).status).toBe(409)
    expect((await send(`returns/${firstReturn}/approval`)).answer.returns[0]?.status).toBe('approved')

    const first = await receive([
      { id: teaId, quantity: 1, condition: 'new', restock: '1' },
      { id: teaId, quantity: 1, condition: 'damaged' },
    ])
    expect(first.answer).toMatchObject({ fulfillmentStatus: 'partially_returned', status: 'completed' })
    expect(returnedOf(first.answer)).toEqual([2, 0])
    const second = await receive([{ id: cupId, quantity: 1, condition: 'missing' }])
    expect(returnedOf(second.answer)).toEqual([2, 0])
    expect(second.answer.returns[0]).toMatchObject({
      status: 'received',
      receipts: [
        { lineId: teaId, quantity: 1, condition: 'new', restock: true },
        { lineId: teaId, quantity: 1, condition: 'damaged', restock: false },
        { lineId: cupId, quantity: 1, condition: 'missing', restock: false },
      ],
      actions: ['completeReturn'],
    })
    const { answer: completed } = await send(`returns/${firstReturn}/completion`)
    expect(completed.returns[0]).toMatchObject({ status: 'completed', actions: [] })
    expect(completed.events.map(({ action }) => action).slice(0, 5)).toEqual([
      'order.return_completed',
      'order.return_received',
      'order.return_received',
      'order.return_approved',
      'order.return_requested',
    ])
    await expectVerified()
  })

  test('an order of which everything came back is returned', async () => {
    await request(
      [
        { id: teaId, quantity: 3 },
        { id: cupId, quantity: 1 },
      ],
      { approved: '1' },
    )
    const { answer } = await receive([
      { id: teaId, quantity: 3, condition: 'used' },
      { id: cupId, quantity: 1, condition: 'new', restock: '1' },
    ])
    expect(answer).toMatchObject({ fulfillmentStatus: 'returned' })
    await expectVerified()
  })

  test('of two returns of an order, each has what arrived of it', async () => {
    await request([{ id: teaId, quantity: 1 }], { approved: '1' })
    await request([{ id: teaId, quantity: 2 }], { approved: '1' })
    await receive([{ id: teaId, quantity: 1, condition: 'new' }])
    const { answer } = await send('returns/RT260315-00002/receipts', {
      lines: [{ id: teaId, quantity: 1, condition: 'used' }],
    })
    expect(answer.returns.map(({ status, lines, receipts }) => ({ status, lines, receipts }))).toMatchObject([
      { status: 'received', lines: [{ awaitedQuantity: 0 }], receipts: [{ quantity: 1, condition: 'new' }] },
      { status: 'received', lines: [{ awaitedQuantity: 1 }], receipts: [{ quantity: 1, condition: 'used' }] },
    ])
    expect(returnedOf(answer)).toEqual([2, 0])
    await expectVerified()
  })

  test('a return is found by its number', async () => {
    await request([{ id: teaId, quantity: 1 }])
    const found = (await (await clerk.fetch(`/api/orders?q=${firstReturn}`)).json()) as { rows: OrderView[] }
    expect(found.rows.map((row) => row.number)).toEqual([number])
  })

  describe('what is announced or received', () => {
    test('is never more than was shipped, less what came back or is announced already', async () => {
      await request([{ id: teaId, quantity: 2 }])
      const { status, answer } = await request([{ id: teaId, quantity: 2 }])
      expect([status, answer.errors]).toEqual([422, [{ pointer: '/lines/0/quantity', detail: 'Enter 1 or less.' }]])
      await send(`returns/${firstReturn}/rejection`, { reason: 'Worn' })
      expect((await request([{ id: teaId, quantity: 3 }])).status).toBe(201)
      await expectVerified()
    })

    test.each([
      ['nothing', () => [{ id: teaId, quantity: 0, condition: 'new' }], ['/lines']],
      ['more than was announced', () => [{ id: teaId, quantity: 2, condition: 'new' }], ['/lines/0/quantity']],
      [
        'more than was announced in two conditions',
        () => [
          { id: teaId, quantity: 1, condition: 'new' },
          { id: teaId, quantity: 1, condition: 'used' },
        ],
        ['/lines/1/quantity'],
      ],
      ['a line that was not announced', () => [{ id: cupId, quantity: 1, condition: 'new' }], ['/lines/0/id']],
      [
        'something missing that goes back into stock',
        () => [{ id: teaId, quantity: 1, condition: 'missing', restock: '1' }],
        ['/lines/0/condition'],
      ],
      ['another condition', () => [{ id: teaId, quantity: 1, condition: 'fine' }], ['/lines/0/condition']],
    ])('is not %s', async (_title, lines, pointers) => {
      await request([{ id: teaId, quantity: 1 }], { approved: '1' })
      const { status, answer } = await receive(lines() as never)
      expect([status, answer.errors?.map(({ pointer }) => pointer)]).toEqual([422, pointers])
      expect(returnedOf(await getOrder())).toEqual([0, 0])
      await expectVerified()
    })

    test('is received once by several users at the same time', async () => {
      await request([{ id: teaId, quantity: 1 }], { approved: '1' })
      const { version } = await getOrder()
      const answers = await Promise.all(
        Array.from({ length: 6 }, () =>
          send(`returns/${firstReturn}/receipts`, { version, lines: [{ id: teaId, quantity: 1, condition: 'new' }] }),
        ),
      )
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array<number>(5).fill(409)])
      expect(returnedOf(await getOrder())).toEqual([1, 0])
      await expectVerified()
    })
  })

  test('a shipment is not cancelled while its items are being returned', async () => {
    await request([{ id: teaId, quantity: 1 }])
    const cancellation = () => send('shipments/SH260315-00001/cancellation', { reason: 'Came back' })
    const { status, answer } = await cancellation()
    expect([status, answer.type]).toEqual([409, '/problems/illegal-transition'])
    await send(`returns/${firstReturn}/cancellation`, { reason: 'Kept' })
    expect((await cancellation()).status).toBe(200)
    await expectVerified()
  })

  test('an order of which nothing was shipped has nothing to return, and not every role takes returns back', async () => {
    await importAsOperator(kontor.kontor, [createDraft(2)])
    const json = { reason: 'Too small', lines: [], version: 1 }
    expect((await clerk.fetch('/api/orders/SO260301-00002/returns', { json })).status).toBe(409)
    const finance = await kontor.createUser('finance')
    expect((await finance.fetch(`/api/orders/${number}/returns`, { json })).status).toBe(403)
  })

  test('random returns never take back more than was shipped', async () => {
    const step = fc.record({
      kind: fc.constantFrom('request' as const, 'approve' as const, 'receive' as const, 'complete' as const),
      which: fc.nat({ max: 3 }),
      tea: fc.integer({ min: 0, max: 4 }),
      cup: fc.integer({ min: 0, max: 2 }),
      condition: fc.constantFrom('new' as const, 'damaged' as const, 'missing' as const),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
        for (const { kind, which, tea, cup, condition } of steps) {
          const lines = [
            { id: teaId, quantity: tea, condition },
            { id: cupId, quantity: cup, condition },
          ]
          const target = `returns/${(await getOrder()).returns.at(-1 - which)?.number ?? 'missing'}`
          const { status } =
            kind === 'request'
              ? await request(lines)
              : kind === 'approve'
                ? await send(`${target}/approval`)
                : kind === 'receive'
                  ? await send(`${target}/receipts`, { lines })
                  : await send(`${target}/completion`)
          expect([200, 201, 404, 409, 422]).toContain(status)
          for (const { shippedQuantity, returnedQuantity } of (await getOrder()).lines)
            expect(returnedQuantity).toBeLessThanOrEqual(shippedQuantity)
        }
      }),
      { numRuns: 15 },
    )
    await expectVerified()
  }, 60_000)
})
