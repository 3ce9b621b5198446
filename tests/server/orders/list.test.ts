import type { OrderList, OrderRow } from '#shared/orders/views.ts'
import type { Problem } from '#shared/problem.ts'
import { roles } from '#shared/permissions.ts'
import type { Actor } from '#tests/support/actors.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { createKontor, type TestKontor } from '#tests/support/kontor.ts'
import { draft, ingest } from '#tests/server/orders/drafts.ts'
import { beforeEach, describe, expect, test } from 'bun:test'

forEachDatabase((_, open) => {
  let shop: TestKontor
  let clerk: Actor
  beforeEach(async () => {
    shop = await createKontor(await open())
    clerk = await shop.actor('operations')
  })

  const list = async (query = '', actor: Pick<Actor, 'fetch'> = clerk): Promise<OrderList> => {
    const response = await actor.fetch(`/api/orders${query}`)
    expect(response.status).toBe(200)
    return (await response.json()) as OrderList
  }
  const numbersOf = ({ rows }: { rows: OrderRow[] }): number[] =>
    rows.map(({ externalNumber }) => Number(externalNumber.slice(1)) - 10_000)
  const found = async (query: string, actor?: Pick<Actor, 'fetch'>): Promise<number[]> =>
    numbersOf(await list(query, actor))

  /** Every page of a list, from the first to the last. */
  async function walk(query: string): Promise<number[][]> {
    const pages: number[][] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const page: OrderList = await list(`?${query}${cursor && `&cursor=${cursor}`}`)
      pages.push(numbersOf(page))
      cursor = page.next
    }
    return pages
  }

  const upTo = (count: number): number[] => Array.from({ length: count }, (_unused, index) => index + 1)

  describe('the list', () => {
    test('has rows of the promised shape', async () => {
      await ingest(shop.kontor, [draft(1)])
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
        },
      ])
    })

    test('comes newest first in pages of 50, or oldest first, each order once', async () => {
      const placedAt = draft(60).placedAt
      // Many of the same millisecond: the key still tells them apart.
      await ingest(
        shop.kontor,
        upTo(120).map((index) => draft(index, index > 40 && index < 80 ? { placedAt } : {})),
      )
      for (const query of ['', 'sort=-placed', 'sort=placed']) {
        const pages = await walk(query)
        expect(pages.map(({ length }) => length)).toEqual([50, 50, 20])
        expect(pages.flat().toSorted((a, b) => a - b)).toEqual(upTo(120))
      }
      expect((await walk(''))[0]?.slice(0, 3)).toEqual([120, 119, 118])
      expect((await walk('sort=placed'))[0]?.slice(0, 3)).toEqual([1, 2, 3])
    })

    test('shows nobody an order twice while new ones arrive', async () => {
      await ingest(
        shop.kontor,
        upTo(60).map((index) => draft(index)),
      )
      const first = await list()
      await ingest(shop.kontor, [draft(99)])
      expect(await found(`?cursor=${first.next}`)).toEqual(upTo(10).toReversed())
    })

    test('has exactly full pages without an empty one behind them', async () => {
      await ingest(
        shop.kontor,
        upTo(50).map((index) => draft(index)),
      )
      expect((await list()).next).toBeNull()
    })

    test('refuses a cursor that is none or belongs to the other sort', async () => {
      await ingest(
        shop.kontor,
        upTo(51).map((index) => draft(index)),
      )
      const { next } = await list()
      for (const query of [
        'cursor=nonsense',
        'cursor=e30',
        `cursor=${next}x`,
        `sort=placed&cursor=${next}`,
        'cursor=WzAsIjEiLDJd',
      ]) {
        const response = await clerk.fetch(`/api/orders?${query}`)
        expect([query, response.status]).toEqual([query, 422])
        expect(((await response.json()) as Problem).errors?.[0]?.pointer).toBe('/cursor')
      }
    })
  })

  describe('a filter', () => {
    beforeEach(async () => {
      const paid = { ...draft(1).lines[0], shippedQuantity: 1 } as ReturnType<typeof draft>['lines'][number]
      await ingest(shop.kontor, [
        draft(1),
        draft(2, { payment: null }),
        draft(3, { status: 'completed', lines: [paid], shippedAt: draft(3).placedAt }),
        draft(4, { status: 'cancelled', cancelledAt: draft(4).placedAt, payment: null }),
        draft(5, {
          status: 'completed',
          lines: [paid],
          shippedAt: draft(5).placedAt,
          refund: { amountMinor: 1, refundedAt: draft(5).placedAt },
        }),
      ])
    })

    test.each([
      ['status=open', [2, 1]],
      ['status=open&status=cancelled', [4, 2, 1]],
      ['payment=paid', [3, 1]],
      ['payment=unpaid&payment=voided', [4, 2]],
      ['fulfillment=unfulfilled', [4, 2, 1]],
      ['status=open&payment=paid&fulfillment=unfulfilled', [1]],
      ['status=draft', []],
      ['status=', [5, 4, 3, 2, 1]],
    ] as [string, number[]][])('by statuses: %s', async (query, expected) => {
      const answer = await list(`?${query}`)
      expect(numbersOf(answer)).toEqual(expected)
      expect(answer.count).toEqual({ exact: expected.length })
    })

    test('by days of the book’s zone, both included', async () => {
      // 00:00 and 23:59:59.999 of 5 March in Shanghai, and the milliseconds beside them.
      const start = Date.parse('2026-03-04T16:00:00Z')
      await ingest(shop.kontor, [
        draft(11, { placedAt: start - 1 }),
        draft(12, { placedAt: start }),
        draft(13, { placedAt: start + 86_399_999 }),
        draft(14, { placedAt: start + 86_400_000 }),
      ])
      expect(await found('?from=2026-03-05&to=2026-03-05')).toEqual([13, 12])
      expect(await found('?from=2026-03-05')).toEqual([14, 13, 12])
      expect(await found('?to=2026-03-04')).toEqual([11, 5, 4, 3, 2, 1])
      expect(await found('?from=2026-03-06&to=2026-03-05')).toEqual([])
    })

    test('that nobody could mean is refused at its field', async () => {
      for (const [query, pointer] of [
        ['status=lost', '/status/0'],
        ['from=2026-02-30', '/from'],
        ['sort=name', '/sort'],
      ]) {
        const response = await clerk.fetch(`/api/orders?${query}`)
        expect([query, response.status]).toEqual([query, 422])
        expect(((await response.json()) as Problem).errors?.[0]?.pointer).toStartWith(pointer ?? '')
      }
    })
  })

  describe('a search', () => {
    beforeEach(async () => {
      const to = (name: string) => ({
        customerName: name,
        shippingAddress: { ...draft(0).shippingAddress, name },
        billingAddress: { ...draft(0).billingAddress, name },
      })
      await ingest(shop.kontor, [
        draft(1, { ...to('Paul Henriot'), email: 'Paul.Henriot@vinet.example', externalNumber: '#10001' }),
        draft(2, { ...to('Pauline Henry'), email: 'pauline@post.example', externalNumber: '#100010' }),
        draft(3, { ...to('陈佳怡'), email: '', externalNumber: '#10003' }),
        draft(4, { ...to('陈怡'), externalNumber: '#10004' }),
      ])
    })
    const search = async (q: string, actor?: Pick<Actor, 'fetch'>): Promise<string[]> =>
      (await list(`?q=${encodeURIComponent(q)}`, actor)).rows.map(({ externalNumber }) => externalNumber)

    test.each([
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
    ] as [string, string[]][])('for %j', async (q, expected) => {
      expect(await search(q)).toEqual(expected)
    })

    test('goes together with a filter, and is counted', async () => {
      const answer = await list(`?q=paul&status=open&payment=paid&to=2026-03-01`)
      expect(answer.count).toEqual({ exact: 2 })
      expect(await found('?q=paul&status=completed')).toEqual([])
    })

    test('by readers without the right to personal data finds numbers only', async () => {
      const viewer = await shop.actor('viewer')
      expect(await search('10001', viewer)).toEqual(['#10001'])
      expect(await search('1000', viewer)).toHaveLength(4)
      for (const q of ['paul', 'paul.henriot@vinet.example', '@vinet', '陈', 'tea'])
        expect([q, await search(q, viewer)]).toEqual([q, []])
    })
  })

  test('of customers, readers without the right see shortened names', async () => {
    await ingest(shop.kontor, [draft(1), draft(2, { customerName: '陈佳怡' })])
    const names = async (actor: Actor): Promise<string[]> =>
      (await list('', actor)).rows.map(({ customerName }) => customerName)
    expect(await names(await shop.actor('viewer'))).toEqual(['陈**', 'C. Jiayi'])
    expect(await names(await shop.actor('finance'))).toEqual(['陈佳怡', 'Chen Jiayi'])
  })

  test('every role may list, visitors may not', async () => {
    for (const role of roles) expect(await list('', await shop.actor(role))).toMatchObject({ rows: [] })
    expect((await shop.fetch('/api/orders')).status).toBe(401)
  })
})
