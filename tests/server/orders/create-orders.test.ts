import type { CreateOrdersResult } from '#shared/orders/import-views.ts'
import type { OrderView } from '#shared/orders/views.ts'
import type { Problem } from '#shared/problem.ts'
import { createDraft, importAsOperator } from '#tests/server/orders/create-draft.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { checkRows, findViolations } from '#tests/support/find-violations.ts'
import { createTestKontor, type TestKontor } from '#tests/support/test-kontor.ts'
import type { TestUser } from '#tests/support/test-user.ts'
import { beforeAll, describe, expect, test } from 'bun:test'

const address = { name: 'Wang Fang', line1: '1 Long Street', city: 'Shanghai', country: 'China' }

/** An order of 2 × 12.50 − 1.00 + 8.00 shipping + 0.50 tax = 32.50. */
const received = (externalId: string, changes: object = {}) => ({
  externalId,
  currency: 'CNY',
  customerName: 'Wang Fang',
  email: 'wang@mail.example',
  phone: '13800000000',
  shippingAddress: address,
  note: 'Gift\nno price slip',
  lines: [{ sku: 'T-1', name: 'Green tea', quantity: 2, unitPriceMinor: 1250, discountMinor: 100 }],
  shippingMinor: 800,
  taxMinor: 50,
  ...changes,
})

forEachDatabase((_database, open) => {
  let kontor: TestKontor
  let shop: TestUser
  beforeAll(async () => {
    kontor = await createTestKontor(await open())
    shop = await kontor.createUser('operations')
  })
  const post = (json: unknown): Promise<Response> => shop.fetch('/api/orders', { json })
  const postBatch = async (orders: unknown[]): Promise<CreateOrdersResult['results']> => {
    const response = await shop.fetch('/api/orders/batch', { json: { orders } })
    expect(response.status).toBe(200)
    return ((await response.json()) as CreateOrdersResult).results
  }
  const countOrders = async (): Promise<number> =>
    (
      await kontor.kontor.database.read
        .selectFrom('orders')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
    ).count

  describe('POST /api/orders', () => {
    test('creates the order with its sums, and answers the same when it is sent again, also later', async () => {
      const order = received('shop-1', { payment: { provider: 'Alipay', reference: 'A1', capturedMinor: 3250 } })
      const first = await post(order)
      const view = (await first.json()) as OrderView
      expect(first.status).toBe(201)
      expect(view).toMatchObject({
        source: 'api',
        externalId: 'shop-1',
        externalNumber: 'shop-1',
        status: 'open',
        paymentStatus: 'paid',
        fulfillmentStatus: 'unfulfilled',
        subtotalMinor: 2400,
        discountMinor: 100,
        totalMinor: 3250,
        capturedMinor: 3250,
        balanceMinor: 0,
        placedAt: kontor.clock.now,
        note: 'Gift\nno price slip',
        shippingAddress: { city: 'Shanghai', postcode: '' },
        billingAddress: { name: 'Wang Fang' },
      })
      kontor.clock.now += 3_600_000
      const second = await post(order)
      expect([second.status, await second.json()]).toEqual([200, view])
    })

    test('creates an order as pending, which is shipped once staff have confirmed it', async () => {
      const payment = { provider: 'Alipay', capturedMinor: 3250 }
      const pending = (await (await post(received('shop-pending', { status: 'pending', payment }))).json()) as OrderView
      expect(pending).toMatchObject({ status: 'pending', paymentStatus: 'paid' })
      const act = async (path: string, json: object) =>
        (await shop.fetch(`/api/orders/${pending.number}/${path}`, { json })).json()
      const ship = ({ version }: OrderView) => act('shipments', { version, carrier: 'SF Express' })
      expect(await ship(pending)).toMatchObject({ type: '/problems/illegal-transition' })
      const confirmed = (await act('confirmation', { version: pending.version })) as OrderView
      expect(confirmed).toMatchObject({ status: 'open', actions: expect.arrayContaining(['ship']) })
      expect(await ship(confirmed)).toMatchObject({ status: 'completed' })
      // Sent again, it is still what the shop sent.
      const again = await post(received('shop-pending', { status: 'pending', payment }))
      expect([again.status, await again.json()]).toMatchObject([200, { status: 'completed' }])
      const refused = await post(received('shop-shipped', { status: 'completed' }))
      expect([refused.status, await refused.json()]).toMatchObject([422, { errors: [{ pointer: '/status' }] }])
      expect(await findViolations(kontor)).toEqual([])
    })

    test('answers 409 with every difference when the order is sent again with other content, and changes nothing', async () => {
      const { number } = (await (await post(received('shop-2'))).json()) as OrderView
      const count = await countOrders()
      const response = await post(received('shop-2', { shippingMinor: 900 }))
      const problem = (await response.json()) as Problem
      expect([response.status, problem.type]).toEqual([409, '/problems/order-differs'])
      expect(problem.detail).toContain(number)
      expect(problem.differences).toEqual([
        { path: 'shippingMinor', known: 800, given: 900 },
        { path: 'totalMinor', known: 3250, given: 3350 },
      ])
      expect(await countOrders()).toBe(count)
    })

    test.each<[string, object, string]>([
      ['no lines', { lines: [] }, '/lines'],
      [
        'a discount above the price',
        { lines: [{ name: 'Tea', quantity: 1, unitPriceMinor: 5, discountMinor: 6 }] },
        '/lines/0/discountMinor',
      ],
      ['half a cent', { lines: [{ name: 'Tea', quantity: 1, unitPriceMinor: 5.5 }] }, '/lines/0/unitPriceMinor'],
      ['a negative price', { lines: [{ name: 'Tea', quantity: 1, unitPriceMinor: -5 }] }, '/lines/0/unitPriceMinor'],
      [
        'a price that is no number',
        { lines: [{ name: 'Tea', quantity: 1, unitPriceMinor: [] }] },
        '/lines/0/unitPriceMinor',
      ],
      [
        'amounts beyond 2^53',
        { lines: [{ name: 'Tea', quantity: 1_000_000, unitPriceMinor: 9e15 }] },
        '/lines/0/unitPriceMinor',
      ],
      ['another total', { totalMinor: 3251 }, '/totalMinor'],
      ['included tax above the total', { taxMinor: 9000, taxesIncluded: true }, '/taxMinor'],
      ['an unknown currency', { currency: 'ABC' }, '/currency'],
      ['the source of orders that staff enter', { source: 'kontor' }, '/source'],
      ['a time in the future', { placedAt: Date.parse('2027-01-01') }, '/placedAt'],
      ['a payment of nothing', { payment: { provider: 'Alipay', capturedMinor: 0 } }, '/payment/capturedMinor'],
      ['an invalid email', { email: 'wang' }, '/email'],
      ['an id that a spreadsheet program rounded', { externalId: '1.38E+10' }, '/externalId'],
      [
        'a reference that one rounded',
        { payment: { provider: 'Alipay', reference: '2,02E+27', capturedMinor: 3250 } },
        '/payment/reference',
      ],
      ['a name that turns the text around it', { customerName: 'Wang \u202egnaF' }, '/customerName'],
    ])('refuses %s at its field, and creates nothing', async (_case, changes, pointer) => {
      const count = await countOrders()
      const response = await post(received('shop-refused', changes))
      const { type, errors } = (await response.json()) as Problem
      expect([response.status, type, errors?.map((error) => error.pointer)]).toEqual([
        422,
        '/problems/invalid-input',
        [pointer],
      ])
      expect(await countOrders()).toBe(count)
    })

    test('creates one order when it is sent 30 times at once', async () => {
      const answers = await Promise.all(Array.from({ length: 30 }, () => post(received('shop-once'))))
      const statuses = answers.map(({ status }) => status)
      expect(statuses.filter((status) => status === 201)).toHaveLength(1)
      expect(statuses.filter((status) => status === 200)).toHaveLength(29)
      const views = (await Promise.all(answers.map((answer) => answer.json()))) as OrderView[]
      expect(new Set(views.map(({ number }) => number)).size).toBe(1)
    })

    test('recognizes an order that an imported file of the same source had', async () => {
      const draft = createDraft(1)
      await importAsOperator(kontor.kontor, [draft])
      const { status } = await post(received(draft.externalId, { source: draft.source }))
      expect(status).toBe(409)
    })
  })

  describe('POST /api/orders/batch', () => {
    test('creates what it can and says for each order what became of it', async () => {
      await post(received('batch-known', { placedAt: kontor.clock.now }))
      const results = await postBatch([
        received('batch-1'),
        received('batch-1'),
        received('batch-known', { placedAt: kontor.clock.now }),
        received('batch-known', { note: '', placedAt: kontor.clock.now }),
        received('batch-2', { currency: 'ABC' }),
        'no order',
        received('batch-3'),
      ])
      expect(results.map(({ outcome, externalId }) => [outcome, externalId])).toEqual([
        ['created', 'batch-1'],
        ['unchanged', 'batch-1'],
        ['unchanged', 'batch-known'],
        ['refused', 'batch-known'],
        ['refused', 'batch-2'],
        ['refused', null],
        ['created', 'batch-3'],
      ])
      expect(results[1]?.number).toBe(results[0]?.number as string)
      expect(results[3]?.problem).toMatchObject({ status: 409, differences: [{ path: 'note' }] })
      expect(results[4]?.problem).toMatchObject({ status: 422, errors: [{ pointer: '/currency' }] })
    })

    test('refuses only the order whose taxes are no exact amount', async () => {
      const [line] = received('exact').lines
      const large = { ...line, quantity: 1, unitPriceMinor: Number.MAX_SAFE_INTEGER, taxRate: '19' }
      const results = await postBatch([
        received('exact-1'),
        received('exact-2', { lines: [large, large] }),
        received('exact-3'),
      ])
      expect(results.map(({ outcome }) => outcome)).toEqual(['created', 'refused', 'created'])
      expect(results[1]?.problem).toMatchObject({ status: 422, errors: [{ pointer: '/lines/0/unitPriceMinor' }] })
    })

    test.each([
      [{ shippingMinor: Number.MAX_SAFE_INTEGER }, '/shippingMinor'],
      [{ taxMinor: Number.MAX_SAFE_INTEGER }, '/taxMinor'],
      [
        { taxMinor: undefined, taxLines: [{ name: 'VAT', rate: '19', amountMinor: Number.MAX_SAFE_INTEGER }] },
        '/taxLines/0/amountMinor',
      ],
    ])('names the amount that is too large: %o', async (changes, pointer) => {
      const [result] = await postBatch([received('large', changes)])
      expect(result?.problem).toMatchObject({ status: 422, errors: [{ pointer }] })
    })

    test('refuses only the order with a text that cannot be stored, and says where it is', async () => {
      const [line] = received('batch-1').lines
      const unstorableAt = (pointer: string) =>
        expect.objectContaining({ pointer, detail: expect.stringContaining('U+0000') })
      const orders = [
        received('good-1'),
        received('batch-2', { note: 'a\0b', phone: '\0' }),
        received('batch-3', { shippingAddress: { name: 'half of \ud83d' } }),
        received('batch-4', { lines: [line, { ...line, 'x\0': 1 }] }),
        received('batch\0'),
        'no\0order',
        received('good-2'),
      ]
      const results = await postBatch(orders)
      expect(results.map(({ outcome, externalId, problem }) => [outcome, externalId, problem?.['errors']])).toEqual([
        ['created', 'good-1', undefined],
        ['refused', 'batch-2', [unstorableAt('/phone'), unstorableAt('/note')]],
        ['refused', 'batch-3', [unstorableAt('/shippingAddress/name')]],
        ['refused', 'batch-4', [unstorableAt('/lines/1')]],
        ['refused', 'batch\0', [unstorableAt('/externalId')]],
        ['refused', null, [expect.objectContaining({ pointer: '' })]],
        ['created', 'good-2', undefined],
      ])
      for (const [index, order] of orders.entries())
        if (typeof order === 'object' && results[index]?.problem)
          expect(await (await shop.fetch('/api/orders', { json: order })).json()).toEqual(results[index].problem)
      // The stored answer repeats the id, too.
      const sendAgain = async () => {
        const headers = { 'Idempotency-Key': 'unstorable' }
        const again = { headers, json: { orders: [received('batch\0'), received('half \ud83d')] } }
        const response = await shop.fetch('/api/orders/batch', again)
        const { results: repeated } = (await response.json()) as CreateOrdersResult
        return [response.status, repeated.map(({ outcome }) => outcome)]
      }
      for (let round = 0; round < 2; round++) expect(await sendAgain()).toEqual([200, ['refused', 'refused']])
      for (const body of [{ 'orders': [], 'x\0': 1 }, { orders: 'a\0' }])
        expect((await shop.fetch('/api/orders/batch', { json: body })).status).toBe(422)
    })

    test('takes 500 orders and refuses 501', async () => {
      const orders = Array.from({ length: 501 }, (_, index) => received(`many-${index}`))
      const response = await shop.fetch('/api/orders/batch', { json: { orders } })
      expect(response.status).toBe(422)
      const results = await postBatch(orders.slice(1))
      expect(results.every(({ outcome }) => outcome === 'created')).toBe(true)
    })
  })

  test('the self-check finds nothing wrong with orders from the API', async () => {
    await post(received('verified', { payment: { provider: 'WeChat Pay', capturedMinor: 1000 } }))
    const checks = await checkRows(kontor.kontor)
    expect(checks.filter(({ passed }) => !passed)).toEqual([])
  })
})
