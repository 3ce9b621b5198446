import type { OrderView } from '#shared/orders/views.ts'
import type { Problem } from '#shared/problem.ts'
import { createRole } from '#tests/support/create-role.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { findViolations } from '#tests/support/find-violations.ts'
import { createTestKontor, type TestKontor } from '#tests/support/test-kontor.ts'
import { password, type TestUser } from '#tests/support/test-user.ts'
import { beforeEach, expect, test } from 'bun:test'
import fc from 'fast-check'

forEachDatabase((_database, open) => {
  let kontor: TestKontor
  let owner: TestUser
  beforeEach(async () => {
    kontor = await createTestKontor(await open())
    owner = await kontor.createUser('owner')
  })

  const permissions = ['orders.view', 'orders.create', 'orders.edit', 'customers.view_personal'] as const
  const createClerk = async (limits: { discountLimit?: string; dailyDiscountLimit?: string }): Promise<TestUser> =>
    kontor.createUser(await createRole(owner, permissions, limits))
  const enter = (clerk: TestUser, discount: string, fields: object = {}): Promise<Response> =>
    clerk.fetch('/api/orders/drafts', {
      json: {
        customerName: 'Li Na',
        lines: [{ sku: 'TEA-1', name: 'Green tea', quantity: 1, unitPrice: '1000.00' }],
        discount,
        ...fields,
      },
    })
  const edit = (clerk: TestUser, { number, version }: Pick<OrderView, 'number' | 'version'>, discount: string) =>
    clerk.fetch(`/api/orders/${number}/edits`, { json: { version, discount } })
  const resultOf = async (response: Response): Promise<string> =>
    response.ok ? 'done' : ((await response.json()) as Problem).type.slice('/problems/'.length)
  const newOrder = async (): Promise<OrderView> => (await enter(owner, '')).json() as Promise<OrderView>

  test('a role allows discounts up to its limit on one order, several small ones like a large one', async () => {
    const clerk = await createClerk({ discountLimit: '50' })
    expect(await resultOf(await enter(clerk, '50.01'))).toBe('above-limit')
    expect(await resultOf(await enter(clerk, '6%'))).toBe('above-limit')
    const response = await enter(clerk, '50')
    const order = (await response.json()) as OrderView
    expect(order.discountMinor).toBe(5000)
    const refused = await edit(clerk, order, '50.01')
    expect((await refused.json()) as Problem).toMatchObject({
      type: '/problems/above-limit',
      detail: expect.stringContaining('up to ¥50.00'),
    })
    expect(await resultOf(await edit(clerk, order, '40'))).toBe('done')
    expect(await resultOf(await edit(clerk, { ...order, version: order.version + 1 }, '50'))).toBe('done')
    // What others gave is theirs.
    const given = (await (await enter(owner, '300')).json()) as OrderView
    expect(await resultOf(await edit(clerk, given, '350'))).toBe('done')
    expect(await resultOf(await edit(clerk, { ...given, version: given.version + 1 }, '351'))).toBe('above-limit')
    expect(await findViolations(kontor)).toEqual([])
  })

  const lower = async (clerk: TestUser, { number, version }: Pick<OrderView, 'number' | 'version'>, fields: object) =>
    clerk.fetch(`/api/orders/${number}/edits`, { json: { version, ...fields } })

  test('a lowered price counts like a discount, in one step or in several, in its line or in a new one', async () => {
    const clerk = await createClerk({ discountLimit: '50' })
    const order = await newOrder()
    const [line] = order.lines
    const toPrice = (unitPrice: string, quantity = 1) => ({ lines: [{ id: line?.id, unitPrice, quantity }] })
    expect(await resultOf(await lower(clerk, order, toPrice('949.99')))).toBe('above-limit')
    const replaced = {
      lines: [{ id: line?.id, remove: '1' }],
      addedLines: [{ sku: 'TEA-1', name: 'Tea', unitPrice: '900' }],
    }
    expect(await resultOf(await lower(clerk, order, replaced))).toBe('above-limit')
    expect(await resultOf(await lower(clerk, order, { ...toPrice('970'), discount: '20.01' }))).toBe('above-limit')
    expect(await resultOf(await lower(clerk, order, toPrice('970')))).toBe('done')
    const lowered = { ...order, version: order.version + 1 }
    expect(await resultOf(await lower(clerk, lowered, toPrice('970', 2)))).toBe('above-limit')
    expect(await resultOf(await lower(clerk, lowered, { discount: '20.01' }))).toBe('above-limit')
    expect(await resultOf(await lower(clerk, lowered, toPrice('1000')))).toBe('done')
    expect(await resultOf(await lower(clerk, { ...order, version: order.version + 2 }, { discount: '50' }))).toBe(
      'done',
    )
    expect(await findViolations(kontor)).toEqual([])
  })

  test('lowered prices count to the day, and a price that others lowered is theirs', async () => {
    const clerk = await createClerk({ dailyDiscountLimit: '100' })
    const [first, second] = [await newOrder(), await newOrder()]
    const toPrice = ({ lines: [line] }: OrderView, unitPrice: string, quantity = 1) => ({
      lines: [{ id: line?.id, unitPrice, quantity }],
    })
    expect(await resultOf(await lower(owner, second, toPrice(second, '500')))).toBe('done')
    const theirs = { ...second, version: second.version + 1 }
    expect(await resultOf(await lower(clerk, theirs, toPrice(second, '500', 3)))).toBe('done')
    expect(await resultOf(await lower(clerk, first, toPrice(first, '940')))).toBe('done')
    expect(await resultOf(await enter(clerk, '40.01'))).toBe('above-limit')
    expect(await resultOf(await enter(clerk, '40'))).toBe('done')
    expect(await resultOf(await lower(clerk, { ...first, version: first.version + 1 }, toPrice(first, '939')))).toBe(
      'above-limit',
    )
  })

  test('a role allows discounts up to its limit on one day of the books, over all orders', async () => {
    const clerk = await createClerk({ dailyDiscountLimit: '100' })
    expect(await resultOf(await enter(clerk, '60'))).toBe('done')
    const other = await newOrder()
    expect(await resultOf(await edit(clerk, other, '41'))).toBe('above-limit')
    expect(await resultOf(await edit(clerk, other, '40'))).toBe('done')
    expect(await resultOf(await enter(clerk, '0.01'))).toBe('above-limit')
    expect(await resultOf(await enter(clerk, ''))).toBe('done')
    // From 10:00 in Shanghai to the next day.
    kontor.clock.now += 14 * 3_600_000
    await clerk.fetch('/api/auth/login', { json: { email: clerk.email, password } })
    expect(await resultOf(await enter(clerk, '100.01'))).toBe('above-limit')
    expect(await resultOf(await enter(clerk, '100'))).toBe('done')
    // Given at the first moment of the day.
    expect(await resultOf(await enter(clerk, '0.01'))).toBe('above-limit')
  })

  test('discounts in other currencies, from when the role had no limit, do not count to the limit of a day', async () => {
    const role = await createRole(owner, permissions, {}, 'Clerk')
    const clerk = await kontor.createUser(role)
    expect(await resultOf(await enter(clerk, '500', { currency: 'USD' }))).toBe('done')
    const json = { roleName: 'Clerk', permissions, dailyDiscountLimit: '100', version: 1 }
    expect((await owner.fetch(`/api/roles/${role}`, { method: 'PUT', json })).status).toBe(200)
    expect(await resultOf(await enter(clerk, '100'))).toBe('done')
  })

  test('a limit allows nothing in other currencies, and texts of an order need none', async () => {
    const clerk = await createClerk({ discountLimit: '50' })
    expect(await resultOf(await enter(clerk, '0.01', { currency: 'USD' }))).toBe('above-limit')
    expect(await resultOf(await enter(clerk, '', { currency: 'USD' }))).toBe('done')
    const given = (await (await enter(owner, '300')).json()) as OrderView
    const noted = await clerk.fetch(`/api/orders/${given.number}/edits`, {
      json: { version: given.version, note: 'x' },
    })
    expect(await resultOf(noted)).toBe('done')
    expect(await resultOf(await edit(clerk, { ...given, version: given.version + 1 }, '200'))).toBe('done')
  })

  test('two discounts at once cannot both pass the limit of a day', async () => {
    const clerk = await createClerk({ dailyDiscountLimit: '100' })
    const results = await Promise.all([1, 2, 3].map(async () => resultOf(await enter(clerk, '60'))))
    expect(results.toSorted()).toEqual(['above-limit', 'above-limit', 'done'])
  })

  test('any sequence of discounts stays within both limits', async () => {
    const step = fc.record({ order: fc.nat({ max: 3 }), discount: fc.nat({ max: 90 }) })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 12 }), async (steps) => {
        const clerk = await createClerk({ discountLimit: '60', dailyDiscountLimit: '120' })
        const orders: { number: string; version: number; discount: number; given: number }[] = []
        for (const { order: index, discount } of steps) {
          const order = orders[index]
          const given = (order?.given ?? 0) + discount - (order?.discount ?? 0)
          const others = orders.filter((each) => each !== order).reduce((sum, each) => sum + each.given, 0)
          const isLess = order !== undefined && discount <= order.discount
          const isAllowed = isLess || (given <= 60 && others + given <= 120)
          const response = await (order ? edit(clerk, order, `${discount}`) : enter(clerk, `${discount}`))
          expect(response.ok).toBe(isAllowed)
          if (!isAllowed) continue
          const { number, version } = (await response.json()) as OrderView
          if (order) Object.assign(order, { version, discount, given })
          else orders.push({ number, version, discount, given: discount })
        }
      }),
      { numRuns: 8 },
    )
  })
})
