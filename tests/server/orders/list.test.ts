import type { OrderList, OrderRow } from '#shared/orders/views.ts'
import type { Problem } from '#shared/problem.ts'
import { builtInRoles } from '#shared/permissions.ts'
import type { TestUser } from '#tests/support/test-user.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { createTestKontor, type TestKontor } from '#tests/support/test-kontor.ts'
import { createDraft, importAsOperator } from '#tests/server/orders/create-draft.ts'
import { beforeEach, describe, expect, test } from 'bun:test'

forEachDatabase((_, open) => {
  let kontor: TestKontor
  let clerk: TestUser
  beforeEach(async () => {
    kontor = await createTestKontor(await open())
    clerk = await kontor.createUser('operations')
  })

  const list = async (query = '', user: Pick<TestUser, 'fetch'> = clerk): Promise<OrderList> => {
    const response = await user.fetch(`/api/orders${query}`)
    expect(response.status).toBe(200)
    return (await response.json()) as OrderList
  }
  const toNumbers = ({ rows }: { rows: OrderRow[] }): number[] =>
    rows.map(({ externalNumber }) => Number(externalNumber.slice(1)) - 10_000)
  const findNumbers = async (query: string, user?: Pick<TestUser, 'fetch'>): Promise<number[]> =>
    toNumbers(await list(query, user))

  /** All pages of a list, from the first to the last. */
  async function walkPages(query: string): Promise<number[][]> {
    const pages: number[][] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const page: OrderList = await list(`?${query}${cursor && `&cursor=${cursor}`}`)
      pages.push(toNumbers(page))
      cursor = page.next
    }
    return pages
  }

  const rangeTo = (count: number): number[] => Array.from({ length: count }, (_unused, index) => index + 1)

  describe('the list', () => {
    test('has rows with the documented fields', async () => {
      await importAsOperator(kontor.kontor, [createDraft(1)])
      const { rows, next, count } = await list()
      expect([next, count]).toEqual([null, { exact: 1 }])
      expect(rows).toEqual([
        {
          number: 'SO260301-00001',
          source: 'shopify',
          externalId: '4000001',
          externalNumber: '#10001',
          status: 'open',
          paymentStatus: 'paid',
          fulfillmentStatus: 'unfulfilled',
          currency: 'CNY',
          totalMinor: 1000,
          capturedMinor: 1000,
          refundedMinor: 0,
          placedAt: Date.parse('2026-03-01T00:01:00Z'),
          customerName: 'Chen Jiayi',
          place: 'Shanghai, China',
          itemCount: 1,
          assignee: null,
          tags: [],
        },
      ])
    })

    test('has pages of 50, newest or oldest first, with each order once', async () => {
      const placedAt = createDraft(60).placedAt
      // Many orders of the same millisecond, which only the id distinguishes.
      await importAsOperator(
        kontor.kontor,
        rangeTo(120).map((index) => createDraft(index, index > 40 && index < 80 ? { placedAt } : {})),
      )
      for (const query of ['', 'sort=-placed', 'sort=placed']) {
        const pages = await walkPages(query)
        expect(pages.map(({ length }) => length)).toEqual([50, 50, 20])
        expect(pages.flat().toSorted((a, b) => a - b)).toEqual(rangeTo(120))
      }
      expect((await walkPages(''))[0]?.slice(0, 3)).toEqual([120, 119, 118])
      expect((await walkPages('sort=placed'))[0]?.slice(0, 3)).toEqual([1, 2, 3])
    })

    test('does not repeat an order while new ones arrive', async () => {
      await importAsOperator(
        kontor.kontor,
        rangeTo(60).map((index) => createDraft(index)),
      )
      const first = await list()
      await importAsOperator(kontor.kontor, [createDraft(99)])
      expect(await findNumbers(`?cursor=${first.next}`)).toEqual(rangeTo(10).toReversed())
    })

    test('has no empty page after exactly full pages', async () => {
      await importAsOperator(
        kontor.kontor,
        rangeTo(50).map((index) => createDraft(index)),
      )
      expect((await list()).next).toBeNull()
    })

    test('rejects a malformed cursor and one of the other sort', async () => {
      await importAsOperator(
        kontor.kontor,
        rangeTo(51).map((index) => createDraft(index)),
      )
      const { next } = await list()
      for (const query of [
        'cursor=nonsense',
        'cursor=e30',
        `cursor=${next}x`,
        `sort=placed&cursor=${next}`,
        'cursor=WzAsIjEiLDJd',
        // A key that PostgreSQL cannot compare.
        `cursor=${Buffer.from(JSON.stringify(['-placed', 0, 0, '\0'])).toString('base64url')}`,
      ]) {
        const response = await clerk.fetch(`/api/orders?${query}`)
        expect([query, response.status]).toEqual([query, 422])
        expect(((await response.json()) as Problem).errors?.[0]).toMatchObject({ in: 'query', pointer: '/cursor' })
      }
    })
  })

  describe('a filter', () => {
    beforeEach(async () => {
      const paid = { ...createDraft(1).lines[0], shippedQuantity: 1 } as ReturnType<typeof createDraft>['lines'][number]
      await importAsOperator(kontor.kontor, [
        createDraft(1),
        createDraft(2, { payment: null }),
        createDraft(3, { status: 'completed', lines: [paid], shippedAt: createDraft(3).placedAt }),
        createDraft(4, { status: 'cancelled', cancelledAt: createDraft(4).placedAt, payment: null }),
        createDraft(5, {
          status: 'completed',
          lines: [paid],
          shippedAt: createDraft(5).placedAt,
          refund: { amountMinor: 1, refundedAt: createDraft(5).placedAt },
        }),
      ])
    })

    const byStatus: [string, number[]][] = [
      ['status=open', [2, 1]],
      ['status=open&status=cancelled', [4, 2, 1]],
      ['payment=paid', [3, 1]],
      ['payment=unpaid&payment=voided', [4, 2]],
      ['fulfillment=unfulfilled', [4, 2, 1]],
      ['status=open&payment=paid&fulfillment=unfulfilled', [1]],
      ['status=draft', []],
      ['status=', [5, 4, 3, 2, 1]],
    ]
    test('by statuses', async () => {
      for (const [query, expected] of byStatus) {
        const answer = await list(`?${query}`)
        expect([query, toNumbers(answer)]).toEqual([query, expected])
        expect([query, answer.count]).toEqual([query, { exact: expected.length }])
      }
    })

    test('by days in the book’s time zone, both inclusive', async () => {
      // 00:00 and 23:59:59.999 on March 5 in Shanghai, and the adjacent milliseconds.
      const start = Date.parse('2026-03-04T16:00:00Z')
      await importAsOperator(kontor.kontor, [
        createDraft(11, { placedAt: start - 1 }),
        createDraft(12, { placedAt: start }),
        createDraft(13, { placedAt: start + 86_399_999 }),
        createDraft(14, { placedAt: start + 86_400_000 }),
      ])
      expect(await findNumbers('?from=2026-03-05&to=2026-03-05')).toEqual([13, 12])
      expect(await findNumbers('?from=2026-03-05')).toEqual([14, 13, 12])
      expect(await findNumbers('?to=2026-03-04')).toEqual([11, 5, 4, 3, 2, 1])
    })

    test('by currency, one or several', async () => {
      await importAsOperator(kontor.kontor, [
        createDraft(21, { currency: 'USD' }),
        createDraft(22, { currency: 'EUR', payment: null }),
      ])
      expect(await findNumbers('?currency=USD')).toEqual([21])
      expect(await findNumbers('?currency=EUR&currency=USD')).toEqual([22, 21])
      const unpaid = await list('?currency=EUR&status=open&payment=unpaid')
      expect([toNumbers(unpaid), unpaid.count]).toEqual([[22], { exact: 1 }])
      expect(await findNumbers('?currency=JPY')).toEqual([])
    })

    test('that is invalid is rejected at its field', async () => {
      for (const [query, pointer] of [
        ['status=lost', '/status/0'],
        ['from=2026-02-30', '/from'],
        ['sort=name', '/sort'],
        ['currency=dollars', '/currency'],
        ['from=2026-03-06&to=2026-03-05', '/to'],
      ]) {
        const response = await clerk.fetch(`/api/orders?${query}`)
        expect([query, response.status]).toEqual([query, 422])
        expect(((await response.json()) as Problem).errors?.[0]?.pointer).toStartWith(pointer ?? '')
      }
    })
  })

  describe('a search', () => {
    beforeEach(async () => {
      const withName = (name: string) => ({
        customerName: name,
        shippingAddress: { ...createDraft(0).shippingAddress, name },
        billingAddress: { ...createDraft(0).billingAddress, name },
      })
      await importAsOperator(kontor.kontor, [
        createDraft(1, { ...withName('Paul Henriot'), email: 'Paul.Henriot@vinet.example', externalNumber: '#10001' }),
        createDraft(2, { ...withName('Pauline Henry'), email: 'pauline@post.example', externalNumber: '#100010' }),
        createDraft(3, { ...withName('陈佳怡'), email: '', externalNumber: '#10003' }),
        createDraft(4, { ...withName('陈怡'), externalNumber: '#10004' }),
      ])
    })
    const search = async (q: string, user?: Pick<TestUser, 'fetch'>): Promise<string[]> =>
      (await list(`?q=${encodeURIComponent(q)}`, user)).rows.map(({ externalNumber }) => externalNumber)

    const foundNumbers: [string, string[]][] = [
      ['10001', ['#10001']],
      ['#10001', ['#10001']],
      ['1000', ['#10004', '#10003', '#100010', '#10001']],
      ['SO260301-00003', ['#10003']],
      ['so260301', ['#10004', '#10003', '#100010', '#10001']],
      ['paul', ['#100010', '#10001']],
      ['HENRIOT Paul', ['#10001']],
      ['paul.henriot@vinet.example', ['#10001']],
      ['pauline@', ['#100010']],
      ['vinet', ['#10001']],
      ['陈', ['#10004', '#10003']],
      ['陈佳怡', ['#10003']],
      ['陈怡', ['#10004']],
      ['tea', ['#10004', '#10003', '#100010', '#10001']],
      ['nobody', []],
      ['***', []],
      ["' or 1=1 --", []],
      ['%', []],
    ]
    test('finds orders by their numbers, names, addresses and items', async () => {
      for (const [q, expected] of foundNumbers) expect([q, await search(q)]).toEqual([q, expected])
    })

    const foundCounts: [string, number][] = [
      ['T-1', 4],
      ['c2.1', 1],
      ['4000003', 1],
      ['+86 21 5555 0199', 4],
      ['021-55550199', 4],
      ['0199', 4],
      ['shanghai', 4],
      ['PY260301-00002', 1],
      ['T-1 T-1 shanghai henriot', 1],
      ['gree', 4],
      ['green henriot', 1],
    ]
    test('finds orders by SKU, payment, phone number and city', async () => {
      for (const [q, count] of foundCounts) expect([q, (await search(q)).length]).toEqual([q, count])
    })

    test('ignores accents', async () => {
      await importAsOperator(kontor.kontor, [createDraft(5, { customerName: 'Zoë Lindström', externalNumber: '#5' })])
      for (const q of ['zoe', 'Zoë', 'ZOE LINDSTROM', 'lindström']) expect([q, await search(q)]).toEqual([q, ['#5']])
    })

    test('can be combined with a filter, and is counted', async () => {
      const answer = await list(`?q=paul&status=open&payment=paid&to=2026-03-01`)
      expect(answer.count).toEqual({ exact: 2 })
      expect(await findNumbers('?q=paul&status=completed')).toEqual([])
    })

    test('finds only numbers for users without the permission for personal data', async () => {
      const viewer = await kontor.createUser('viewer')
      expect(await search('10001', viewer)).toEqual(['#10001'])
      expect(await search('1000', viewer)).toHaveLength(4)
      expect(await search('shanghai', viewer)).toHaveLength(4)
      expect(await search('T-1', viewer)).toHaveLength(4)
      expect(await search('green tea', viewer)).toHaveLength(4)
      for (const q of ['paul', 'paul.henriot@vinet.example', '@vinet', '陈', 'house', '0199', '+86 21 5555 0199'])
        expect([q, await search(q, viewer)]).toEqual([q, []])
      // Payment references, also of prefixes and with the sign of a number.
      for (const q of ['c2.1', '#c2.1', 'c2', 'shanghai c2.1']) expect([q, await search(q, viewer)]).toEqual([q, []])
    })

    test('finds an exact payment reference before all that begin with it', async () => {
      await importAsOperator(kontor.kontor, [createDraft(21, { externalNumber: '#21' })])
      expect(await search('c2.1')).toHaveLength(1)
      expect(await search('c2')).toHaveLength(2)
    })
  })

  test('users without the permission for personal data see masked names', async () => {
    await importAsOperator(kontor.kontor, [createDraft(1), createDraft(2, { customerName: '陈佳怡' })])
    const names = async (user: TestUser): Promise<string[]> =>
      (await list('', user)).rows.map(({ customerName }) => customerName)
    expect(await names(await kontor.createUser('viewer'))).toEqual(['陈**', 'C. Jiayi'])
    expect(await names(await kontor.createUser('finance'))).toEqual(['陈佳怡', 'Chen Jiayi'])
  })

  test('every role can list orders, guests cannot', async () => {
    for (const role of builtInRoles) expect(await list('', await kontor.createUser(role))).toMatchObject({ rows: [] })
    expect((await kontor.fetch('/api/orders')).status).toBe(401)
  })
})
