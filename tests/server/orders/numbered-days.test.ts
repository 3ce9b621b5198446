import { listOrderCounts } from '#server/orders/counts.ts'
import { toRanges } from '#server/orders/list/list-ranges.ts'
import { splitDocumentDays, toDocumentDays } from '#server/orders/list/numbered-days.ts'
import { searchOrders } from '#server/orders/list/search.ts'
import { searchLimits } from '#server/orders/list/search-limits.ts'
import { parseSearch } from '#server/orders/tokens/search-tokens.ts'
import type { Filter } from '#shared/list/filter.ts'
import type { OrderDraft } from '#shared/orders/draft.ts'
import type { OrderList, OrderView } from '#shared/orders/views.ts'
import { createDraft, createLine, importAsOperator } from '#tests/server/orders/create-draft.ts'
import { findViolations } from '#tests/support/find-violations.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { createTestKontor } from '#tests/support/test-kontor.ts'
import { expect, test } from 'bun:test'

/** Days of orders, many of one day, and at the edges of months, in the time zone of the book (UTC+8). */
const times = [
  '1998-10-03T04:00:00Z',
  '2024-02-29T04:00:00Z',
  '2025-09-30T15:59:59Z',
  '2025-09-30T16:00:00Z',
  '2025-10-31T04:00:00Z',
  ...Array.from({ length: 60 }, (_, index) => `2025-11-09T00:00:${index.toString().padStart(2, '0')}Z`),
  '2025-12-31T15:59:59Z',
  '2025-12-31T16:00:00Z',
  '2026-03-05T04:00:00Z',
]

/** What else begins like a number: numbers of shops, an SKU and a name of newer and older orders. */
const others: Partial<OrderDraft>[] = [
  { placedAt: Date.parse('2026-05-01T04:00:00Z'), externalNumber: 'SO2511-7' },
  { placedAt: Date.parse('2025-11-09T00:00:30Z'), externalNumber: 'SO251109-00001' },
  { placedAt: Date.parse('2026-05-02T04:00:00Z'), lines: [createLine({ sku: 'so251x' })] },
  { placedAt: Date.parse('2023-05-02T04:00:00Z'), customerName: 'So25 Kim' },
]

const prefixes =
  'so2 so25 SO251 so2510 so25-1109 so251031 so251032 so2502 so24022 so2513 so2500 so260 so9 so98 so251109-000'.split(
    ' ',
  )

const normalize = (number: string): string => number.toLowerCase().replaceAll(/[^a-z\d]/g, '')

forEachDatabase((_, open) => {
  test('the beginning of numbers finds their orders and whatever else begins like it, page by page', async () => {
    const kontor = await createTestKontor(await open())
    const owner = await kontor.createUser('owner')
    const drafts = [...times.map((time) => ({ placedAt: Date.parse(time) })), ...others].map((changes, index) =>
      createDraft(index, {
        payment: null,
        status: index % 2 === 0 ? 'open' : 'cancelled',
        cancelledAt: index % 2 === 0 ? null : 1,
        ...changes,
      }),
    )
    await importAsOperator(kontor.kontor, drafts)
    const read = async (query: string, cursor = ''): Promise<OrderList> => {
      const answer = await owner.fetch(`/api/orders?${query}${cursor && `&cursor=${cursor}`}`)
      return (await answer.json()) as OrderList
    }
    const readAll = async (query: string) => {
      const found: string[] = []
      let page = await read(query)
      const { count } = page
      for (;;) {
        found.push(...page.rows.map(({ externalNumber }) => externalNumber))
        if (page.next === null) return { found, count }
        page = await read(query, page.next)
      }
    }
    const all: { number: string; externalNumber: string; placedAt: number; status: string }[] = []
    for (let page = await read(''); ; page = await read('', page.next)) {
      all.push(...page.rows)
      if (page.next === null) break
    }
    const hasBeginning = (row: (typeof all)[number], prefix: string): boolean => {
      const { lines, customerName } = drafts.find(({ externalNumber }) => externalNumber === row.externalNumber) ?? {}
      const texts = [
        row.number,
        row.externalNumber,
        ...(lines ?? []).map(({ sku }) => sku),
        ...(customerName ?? '').split(' '),
      ]
      return texts.some((text) => normalize(text).startsWith(normalize(prefix)))
    }
    for (const prefix of prefixes)
      for (const filter of ['', 'status=open', 'from=2025-11-09&to=2026-04-30', 'not=tag:vip'] as const) {
        const expected = all
          .filter(({ status }) => filter !== 'status=open' || status === 'open')
          .filter(
            ({ placedAt }) =>
              !filter.startsWith('from') ||
              (placedAt >= Date.parse('2025-11-08T16:00:00Z') && placedAt < Date.parse('2026-04-30T16:00:00Z')),
          )
          .filter((row) => hasBeginning(row, prefix))
          .map(({ externalNumber }) => externalNumber)
        const { found, count } = await readAll(`q=${prefix}&${filter}`)
        expect([prefix, filter, found, count]).toEqual([prefix, filter, expected, { exact: expected.length }])
        const byTotal = await readAll(`q=${prefix}&${filter}&sort=total`)
        expect([prefix, filter, byTotal.found.toSorted()]).toEqual([prefix, filter, expected.toSorted()])
      }
    expect((await readAll('q=so251109-00001')).found.toSorted()).toEqual(['#10005', 'SO251109-00001'])
    expect(await findViolations(kontor)).toEqual([])
  })

  test('a whole number of ours finds its order, and what has it as another number or reference, but no name', async () => {
    const kontor = await createTestKontor(await open())
    const number = 'SO260301-00001'
    const reference = { ...createDraft(3).payment, reference: number } as OrderDraft['payment']
    await importAsOperator(kontor.kontor, [
      createDraft(1),
      createDraft(2, { externalNumber: number }),
      createDraft(3, { payment: reference }),
      createDraft(4, { customerName: 'So260301 00001 Kim' }),
      createDraft(5, { externalNumber: 'SO260301-000012' }),
    ])
    const find = async (text: string, role: 'owner' | 'viewer'): Promise<string[]> => {
      const user = await kontor.createUser(role)
      const answer = await user.fetch(`/api/orders?q=${encodeURIComponent(text)}`)
      return ((await answer.json()) as OrderList).rows.map((row) => row.number).toSorted()
    }
    const orders = [1, 2, 3].map((index) => `SO260301-0000${index}`)
    for (const text of [number, 'so26030100001']) expect(await find(text, 'owner')).toEqual(orders)
    expect(await find(number, 'viewer')).toEqual(orders.slice(0, 2))
  })

  test('the beginning of numbers of payments finds the orders that were paid on their days', async () => {
    const kontor = await createTestKontor(await open())
    const owner = await kontor.createUser('owner')
    const day = (text: string): number => Date.parse(`${text}:00Z`)
    const drafts = [
      { placedAt: day('2025-09-30T10:00'), paidAt: day('2025-09-30T15:59') },
      { placedAt: day('2025-09-30T11:00'), paidAt: day('2025-09-30T16:00') },
      { placedAt: day('2025-10-30T10:00'), paidAt: day('2025-10-31T04:00') },
      { placedAt: day('2025-10-31T10:00'), paidAt: day('2026-01-02T04:00') },
      { placedAt: day('2025-12-30T10:00'), paidAt: day('2025-12-31T16:00') },
      { placedAt: day('2026-02-01T10:00'), paidAt: null },
      { placedAt: day('2026-02-01T11:00'), paidAt: null, externalNumber: 'PY2510-7' },
      { placedAt: day('2026-02-02T11:00'), paidAt: null, customerName: 'Py25 Kim' },
    ].map(({ paidAt, ...changes }, index) => {
      const { payment } = createDraft(index)
      return createDraft(index, {
        ...changes,
        payment: paidAt === null ? null : payment && { ...payment, capturedAt: paidAt },
      })
    })
    await importAsOperator(kontor.kontor, drafts)
    for (const [query, expected] of [
      ['py', [7, 6, 4, 3, 2, 1, 0]],
      ['PY2', [7, 6, 4, 3, 2, 1, 0]],
      ['py25', [7, 6, 2, 1, 0]],
      ['py2510', [6, 2, 1]],
      ['py251001', [1]],
      ['PY251031-00001', [2]],
      ['py26', [4, 3]],
      ['py2602', []],
      ['py24', []],
      ['py25&from=2025-10-01', [7, 6, 2]],
      ['py25&to=2025-10-31&sort=placed', [0, 1, 2]],
      ['py25 py2510', [6, 2, 1]],
    ] as const) {
      const { rows, count } = (await (await owner.fetch(`/api/orders?q=${query}`)).json()) as OrderList
      const found = rows.map(({ externalNumber }) =>
        drafts.findIndex((draft) => draft.externalNumber === externalNumber),
      )
      expect([query, found, count]).toEqual([query, [...expected], { exact: expected.length }])
    }
    expect(await findViolations(kontor)).toEqual([])
  })

  test('the beginning of numbers of shipments and refunds finds their orders, whatever else was on those days', async () => {
    const kontor = await createTestKontor(await open())
    const owner = await kontor.createUser('owner')
    const placedAt = Date.parse('2025-08-01T04:00:00Z')
    const { payment } = createDraft(0)
    const drafts = Array.from({ length: 8 }, (_unused, index) =>
      createDraft(index, {
        placedAt: placedAt + index,
        payment: payment && { ...payment, capturedAt: placedAt },
        ...(index < 3 && { status: 'completed' as const, shippedAt: Date.parse('2025-10-02T04:00:00Z') }),
        ...(index === 6 && { externalNumber: 'SH2510-7' }),
        ...(index === 7 && { customerName: 'Rf25 Kim' }),
      }),
    )
    await importAsOperator(kontor.kontor, drafts)
    const numberOf = (index: number): string => `SO250801-${String(index + 1).padStart(5, '0')}`
    const post = async (index: number, path: string, json: object, actor = owner): Promise<OrderView> => {
      const order = `/api/orders/${numberOf(index)}`
      const { version } = (await (await actor.fetch(order)).json()) as OrderView
      const response = await actor.fetch(`${order}/${path}`, { json: { version, ...json } })
      expect(response.status).toBeLessThan(300)
      return (await response.json()) as OrderView
    }
    // Shipments of March, one of them cancelled, and refunds of orders of another month.
    await post(3, 'shipments', { carrier: 'SF Express' })
    const { shipments } = await post(4, 'shipments', { carrier: 'SF Express' })
    await post(4, `shipments/${shipments[0]?.number}/cancellation`, { reason: 'Never left' })
    await post(5, 'refunds', { amount: '1.00', reason: 'Goodwill' })
    kontor.clock.now = Date.parse('2026-05-02T04:00:00Z')
    const later = await kontor.createUser('owner')
    await post(5, 'refunds', { amount: '1.00', reason: 'Goodwill' }, later)

    const { read } = kontor.kontor.database
    const everything: Filter = { op: 'and', filters: [] }
    const selection = { ranges: toRanges(everything, await listOrderCounts(read)), timeZone: 'Asia/Shanghai' }
    // As with many more orders than are read for a page, all newer than those that have the words.
    const limits = {
      ...searchLimits,
      quickPostings: 0,
      postings: 0,
      singleClausePostings: 0,
      collectedPostings: 0,
      lookups: 0,
    }
    const findInBook = async (text: string): Promise<boolean> => {
      const search = await toDocumentDays(read, parseSearch(text, true) ?? [])
      const days = splitDocumentDays(search)?.days
      const source = await searchOrders(read, days ? [days] : search, selection, everything, {
        limits: { ...limits, sampledPostings: 0, walkedOrders: 1, rangeOrders: 0, sortedPostings: 0 },
      })
      return (await source.find({ direction: 'desc', after: undefined, limit: 51 })).stoppedAt === undefined
    }
    for (const [query, expected] of [
      ['sh25', [6, 2, 1, 0]],
      ['SH2510', [6, 2, 1, 0]],
      ['sh251002', [2, 1, 0]],
      ['sh251031', []],
      ['sh2603', [4, 3]],
      ['SH260315-0000', [4, 3]],
      ['sh2604', []],
      ['rf25', [7]],
      ['rf2603', [5]],
      ['rf26', [5]],
      ['rf260502', [5]],
      ['rf24', []],
      ['sh2510 status:completed', [2, 1, 0]],
      ['sh2603 rf26', []],
    ] as const) {
      const answer = await later.fetch(`/api/orders?q=${encodeURIComponent(query)}&sort=-placed`)
      const { rows, count } = (await answer.json()) as OrderList
      expect([query, rows.map(({ number }) => number), count]).toEqual([
        query,
        expected.map(numberOf),
        { exact: expected.length },
      ])
    }
    for (const text of ['sh2510', 'sh2603', 'rf2605', 'rf26', 'py25'])
      expect([text, await findInBook(text)]).toEqual([text, true])
    expect(await findViolations(kontor)).toEqual([])
  })
})
