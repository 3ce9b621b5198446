import type { CustomerView } from '#shared/customers/views.ts'
import type { OrderDraft } from '#shared/orders/draft.ts'
import type { OrderView } from '#shared/orders/views.ts'
import { createDraft, importAsOperator } from '#tests/server/orders/create-draft.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { findViolations } from '#tests/support/find-violations.ts'
import { createTestKontor, type TestKontor } from '#tests/support/test-kontor.ts'
import type { TestUser } from '#tests/support/test-user.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'bun:test'

type Sums = Record<string, [count: number, spentMinor: number]>

/** What else happens to one of the orders, by its index, modulo how many there are. */
const change = fc.record({
  step: fc.constantFrom('pay', 'refund', 'cancel', 'note', 'email', 'merge'),
  index: fc.nat({ max: 20 }),
  other: fc.nat({ max: 20 }),
})
/** Orders that come in together. */
const newOrders = fc.array(
  fc.record({
    customer: fc.constantFrom('', 'ann', 'bo', 'cy', 'di'),
    currency: fc.constantFrom('CNY', 'USD', 'JPY'),
    isPaid: fc.boolean(),
    isCancelled: fc.boolean(),
  }),
  { minLength: 1, maxLength: 30 },
)

forEachDatabase((dialect, open) => {
  let kontor: TestKontor
  let owner: TestUser
  let count = 0
  beforeEach(async () => {
    kontor = await createTestKontor(await open())
    owner = await kontor.createUser('owner')
    count = 0
  })

  const of = (customer: string, changes: Partial<OrderDraft> = {}): OrderDraft =>
    createDraft(++count, { email: customer && `${customer}@mail.example`, phone: '', ...changes })
  const asCancelled = { status: 'cancelled', cancelledAt: createDraft(99).placedAt, payment: null } as const
  /** Imports orders and returns their numbers. */
  async function importOrders(...drafts: OrderDraft[]): Promise<string[]> {
    const outcomes = await importAsOperator(kontor.kontor, drafts)
    return outcomes.map((outcome) => ('number' in outcome ? (outcome.number ?? '') : ''))
  }
  const getOrder = async (number: string): Promise<OrderView> =>
    (await (await owner.fetch(`/api/orders/${number}`)).json()) as OrderView
  const customerOf = async (number: string): Promise<string> => (await getOrder(number)).customerNumber ?? ''
  const load = async (customer: string): Promise<CustomerView> =>
    (await (await owner.fetch(`/api/customers/${customer}`)).json()) as CustomerView
  async function send(number: string, path: string, json: object): Promise<number> {
    const { version } = await getOrder(number)
    const response = await owner.fetch(`/api/orders/${number}/${path}`, { json: { version, ...json } })
    await response.text()
    return response.status
  }
  const pay = (number: string, amount: string): Promise<number> =>
    send(number, 'payments', { amount, method: 'bank_transfer' })
  const merge = async (customer: string, other: string): Promise<number> =>
    (await owner.fetch(`/api/customers/${customer}/merges`, { json: { other } })).status

  const read = async (statement: ReturnType<typeof sql>): Promise<Sums> => {
    const { rows } = await statement.execute(kontor.kontor.database.read)
    return Object.fromEntries(
      (rows as { customer_number: string; currency: string; orders: number; spent: number }[]).map((row) => [
        `${row.customer_number} ${row.currency}`,
        [Number(row.orders), Number(row.spent)],
      ]),
    )
  }
  const readKept = (): Promise<Sums> =>
    read(sql`select customer_number, currency, order_count as orders, spent_minor as spent from customer_sums`)
  /** From the orders themselves, not by their search tokens. */
  const readOrders = (): Promise<Sums> =>
    read(sql`
      select customer_number, currency, count(*) as orders, sum(captured_minor - refunded_minor) as spent
      from orders where customer_number is not null group by customer_number, currency`)
  const expectKept = async (): Promise<void> => {
    expect(await readKept()).toEqual(await readOrders())
    expect(await findViolations(kontor)).toEqual([])
  }

  test('follow imports in several currencies, payments, refunds and cancellations, and no other edit', async () => {
    const [unpaid = '', paid = ''] = await importOrders(
      of('ann', { payment: null }),
      of('ann', { totalMinor: 500 }),
      of('ann', { currency: 'USD', totalMinor: 700 }),
      of('ann', asCancelled),
      of('bo'),
      of(''),
    )
    await importOrders(of('ann', { currency: 'USD', totalMinor: 300 }))
    const [ann, bo] = [await customerOf(unpaid), await customerOf('SO260301-00005')]
    const sumsOf = (cny: [number, number], usd: [number, number]): Sums => ({
      [`${ann} CNY`]: cny,
      [`${ann} USD`]: usd,
      [`${bo} CNY`]: [1, 1000],
    })
    expect(await readKept()).toEqual(sumsOf([3, 500], [2, 1000]))
    expect(await pay(unpaid, '4.00')).toBe(201)
    expect(await send(paid, 'refunds', { amount: '1.50', reason: 'Goodwill' })).toBe(201)
    expect(await readKept()).toEqual(sumsOf([3, 750], [2, 1000]))
    expect(await send(paid, 'edits', { note: 'Call first' })).toBe(200)
    expect(await send(unpaid, 'cancellation', { reason: 'Sold out' })).toBe(200)
    expect(await readKept()).toEqual(sumsOf([3, 750], [2, 1000]))
    expect(await load(ann)).toMatchObject({
      orderCount: 5,
      firstOrderAt: createDraft(1).placedAt,
      lastOrderAt: createDraft(7).placedAt,
      spent: [
        { currency: 'CNY', amountMinor: 750 },
        { currency: 'USD', amountMinor: 1000 },
      ],
    })
    await expectKept()
  })

  test('an edit that gives an order a customer adds it to theirs', async () => {
    const [without = '', ofAnn = ''] = await importOrders(of(''), of('ann', { currency: 'USD' }))
    const ann = await customerOf(ofAnn)
    expect(await readKept()).toEqual({ [`${ann} USD`]: [1, 1000] })
    expect(await send(without, 'edits', { email: 'ann@mail.example' })).toBe(200)
    expect(await readKept()).toEqual({ [`${ann} CNY`]: [1, 1000], [`${ann} USD`]: [1, 1000] })
    await expectKept()
  })

  test('merged customers keep their own, and are shown with the sums of both', async () => {
    const [ofAnn = '', ofBo = ''] = await importOrders(of('ann'), of('bo'), of('bo', { currency: 'USD' }))
    const [ann, bo] = [await customerOf(ofAnn), await customerOf(ofBo)]
    const before = await readKept()
    expect(await merge(ann, bo)).toBe(200)
    expect(await readKept()).toEqual(before)
    await importOrders(of('bo'))
    expect(await load(bo)).toMatchObject({
      ...{ number: ann, orderCount: 4, firstOrderAt: createDraft(1).placedAt, lastOrderAt: createDraft(4).placedAt },
      spent: [
        { currency: 'CNY', amountMinor: 3000 },
        { currency: 'USD', amountMinor: 1000 },
      ],
    })
    await expectKept()
  })

  test('erasing a customer changes none', async () => {
    const [number = ''] = await importOrders(of('ann', asCancelled), of('ann', asCancelled))
    const customer = await customerOf(number)
    const json = { confirmation: customer }
    expect((await owner.fetch(`/api/customers/${customer}/erasure`, { json })).status).toBe(200)
    expect(await readKept()).toEqual({ [`${customer} CNY`]: [2, 0] })
    expect(await load(customer)).toMatchObject({ orderCount: 2, lastOrderAt: createDraft(2).placedAt, spent: [] })
    await expectKept()
  })

  test('a customer without orders has none', async () => {
    const created = await owner.fetch('/api/customers', { json: { name: 'Ann Zhou' } })
    const { number } = (await created.json()) as CustomerView
    expect(await load(number)).toMatchObject({ orderCount: 0, firstOrderAt: null, lastOrderAt: null, spent: [] })
    expect(await readKept()).toEqual({})
  })

  test('payments of several orders of one customer at once are all added', async () => {
    const numbers = await importOrders(...Array.from({ length: 8 }, () => of('ann', { payment: null })))
    const [first = '', second = '', ...others] = numbers
    expect(await Promise.all([pay(first, '4.00'), pay(second, '5.00')])).toEqual([201, 201])
    const statuses = await Promise.all(others.map((number) => pay(number, '1.00')))
    expect(statuses).toEqual(others.map(() => 201))
    expect(await readKept()).toEqual({ [`${await customerOf(first)} CNY`]: [8, 1500] })
    await expectKept()
  })

  test('imports for the same customers at once are all added', async () => {
    const drafts = Array.from({ length: 6 }, () => [of('ann'), of('bo', { currency: 'USD' }), of('cy')])
    await Promise.all(drafts.map((each, index) => importOrders(...(index % 2 === 0 ? each : each.toReversed()))))
    expect(Object.values(await readKept())).toEqual([6, 6, 6].map((orders) => [orders, 6000]))
    await expectKept()
  })

  test('after any sequence of actions they are those of the orders', async () => {
    const steps = fc.array(fc.oneof(newOrders, change), { minLength: 4, maxLength: 10 })
    const numbers: string[] = []
    const take = async ({ step, index, other }: typeof change extends fc.Arbitrary<infer Value> ? Value : never) => {
      const number = numbers[index % numbers.length]
      const otherNumber = numbers[other % numbers.length]
      if (number === undefined || otherNumber === undefined) return
      const [customer, otherCustomer] = [await customerOf(number), await customerOf(otherNumber)]
      const statusOf = {
        pay: () => pay(number, '7'),
        refund: () => send(number, 'refunds', { amount: '3', reason: 'Goodwill' }),
        cancel: () => send(number, 'cancellation', { reason: 'Sold out', refund: '1' }),
        note: () => send(number, 'edits', { note: `Note ${other}` }),
        email: () => send(number, 'edits', { email: `new${other}@mail.example` }),
        merge: async () => (customer && otherCustomer ? merge(customer, otherCustomer) : 422),
      }
      expect([200, 201, 409, 422]).toContain(await statusOf[step]())
    }
    await fc.assert(
      fc.asyncProperty(steps, async (sequence) => {
        for (const step of sequence)
          if ('step' in step) await take(step)
          else
            numbers.push(
              ...(await importOrders(
                ...step.map(({ customer, currency, isPaid, isCancelled }) =>
                  of(customer, {
                    currency,
                    ...(!isPaid && { payment: null }),
                    ...(isCancelled && asCancelled),
                  }),
                ),
              )),
            )
        expect(await readKept()).toEqual(await readOrders())
      }),
      { numRuns: dialect === 'sqlite' ? 15 : 6 },
    )
    await expectKept()
  }, 120_000)
})
