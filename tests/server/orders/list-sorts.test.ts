import type { RowKey } from '#server/list/keyset-page.ts'
import { toCustomerSortKey } from '#server/orders/customer-sort-key.ts'
import { listOrderCounts } from '#server/orders/counts.ts'
import { toRanges } from '#server/orders/list/list-ranges.ts'
import { orderKeys, type SortName, toSortOrder } from '#server/orders/list/list-sorts.ts'
import type { FoundOrder, OrderSource } from '#server/orders/list/list-store.ts'
import { compileTokenFilter } from '#server/orders/tokens/token-filters.ts'
import { readRanges } from '#server/orders/list/range-source.ts'
import { searchOrders } from '#server/orders/list/search.ts'
import type { SearchLimits } from '#server/orders/list/search-limits.ts'
import { parseSearch } from '#server/orders/tokens/search-tokens.ts'
import type { SortLimits } from '#server/orders/list/sorted-orders.ts'
import { createOperatorContext } from '#server/context.ts'
import type { Filter } from '#shared/list/filter.ts'
import type { QueryValues } from '#shared/list/filter-fields.ts'
import { toFilter } from '#shared/list/list.ts'
import { ordersList } from '#shared/orders/list.ts'
import type { OrderList, OrderRow } from '#shared/orders/views.ts'
import { createDraft, importAsOperator } from '#tests/server/orders/create-draft.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { createTestKontor, type TestKontor } from '#tests/support/test-kontor.ts'
import type { TestUser } from '#tests/support/test-user.ts'
import { beforeAll, expect, test } from 'bun:test'

const names = ['Zoë Ólafs', '张伟', 'alice Wu', 'Bob', '王芳', '', 'Ångström', '单田芳', '李娜', 'Émile', 'zhang Wei']
const currencies = ['CNY', 'USD', 'JPY']
const orderCount = 130
const archivedCount = 6
const hourMs = 3_600_000

/** Orders of nine days, imported in another order than they were placed, with few different totals. */
const drafts = Array.from({ length: orderCount }, (_unused, index) => {
  const placedAt = Date.parse('2026-03-01T16:30:00Z') + ((index * 53) % orderCount) * 2 * hourMs
  return createDraft(index, {
    placedAt,
    currency: currencies[(index * 7) % 3] ?? 'CNY',
    totalMinor: 1000 + ((index * 37) % 9) * 100,
    customerName: names[(index * 5) % names.length] ?? '',
    ...(index % 4 === 0 && { status: 'cancelled', cancelledAt: placedAt + hourMs }),
    ...(index % 5 === 0 && { payment: null }),
  })
})

const queries: QueryValues[] = [
  {},
  { archived: ['no', 'yes'] },
  { status: ['open'] },
  { currency: ['USD', 'JPY'], payment: ['unpaid'] },
  { from: '2026-03-03', to: '2026-03-06' },
  { amountFrom: '12', amountTo: '15' },
  { q: 'chen' },
  { q: 'shanghai', status: ['cancelled'], from: '2026-03-04' },
]
const sorts: SortName[] = ['placed', 'number', 'total', 'customer']

/** No search is quick. */
const thorough = {
  quickPostings: 100_000,
  sampledPostings: 0,
  partPostings: 0,
  partLookups: 0,
  quicklySortedPostings: 0,
}

/** Sorting everything, and walking in steps that are short or end before a page is full. */
const strategies: Record<string, { sort: SortLimits; search: SearchLimits | undefined }> = {
  'sorting what matches': { sort: { collected: 1_000, least: 1, most: 1, times: 1 }, search: undefined },
  'reading in the order of the sort': {
    sort: { collected: 0, least: 1_000, most: 1_000, times: 1 },
    search: {
      ...thorough,
      postings: 0,
      singleClausePostings: 0,
      intersectedPostings: 0,
      lookups: 0,
      countLookups: 0,
      walkedOrders: 1_000,
      rangeOrders: 1_000,
      collectedPostings: 0,
      sortedPostings: 0,
    },
  },
  'reading in short steps': {
    sort: { collected: 0, least: 1, most: 5, times: 2 },
    search: {
      ...thorough,
      postings: 0,
      singleClausePostings: 0,
      intersectedPostings: 0,
      lookups: 0,
      countLookups: 0,
      walkedOrders: 5,
      rangeOrders: 1_000,
      collectedPostings: 0,
      sortedPostings: 0,
    },
  },
}

const compareTexts = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b))
const compareBy: Record<SortName, (a: FoundOrder, b: FoundOrder) => number> = {
  placed: (a, b) => a.row.placedAt - b.row.placedAt || a.key - b.key,
  number: (a, b) => compareTexts(a.row.number, b.row.number),
  total: (a, b) => a.row.totalMinor - b.row.totalMinor || a.key - b.key,
  customer: (a, b) =>
    compareTexts(toCustomerSortKey(a.row.customerName), toCustomerSortKey(b.row.customerName)) || a.key - b.key,
}

forEachDatabase((_, open) => {
  let kontor: TestKontor
  let clerk: TestUser
  beforeAll(async () => {
    kontor = await createTestKontor(await open())
    clerk = await kontor.createUser('operations')
    await importAsOperator(kontor.kontor, drafts)
    const { rows } = await list('status=cancelled')
    const unpaid = rows.filter(({ capturedMinor }) => capturedMinor === 0)
    for (const { number } of unpaid.slice(0, archivedCount)) {
      const response = await clerk.fetch(`/api/orders/${number}/archive`, { json: { version: 1 } })
      expect(response.status).toBe(200)
    }
  })

  async function createSource(query: QueryValues, by: SortName, name: string): Promise<OrderSource> {
    const { sort: limits, search: searchLimits } = strategies[name] ?? {}
    const { read: db } = kontor.kontor.database
    const counts = await listOrderCounts(db)
    const filter = toFilter(ordersList, query)
    const conditions: Filter = filter.op === 'and' ? filter : { op: 'and', filters: [filter] }
    const withoutWords: Filter = { op: 'and', filters: conditions.filters.filter(({ op }) => op !== 'matches') }
    const context = createOperatorContext(kontor.kontor)
    const { required, excluded, rest, implied } = await compileTokenFilter({ db, context, currencies }, withoutWords)
    const restFilter: Filter = { op: 'and', filters: rest }
    const unimplied: Filter = { op: 'and', filters: rest.filter((each) => !implied.has(each)) }
    const selection = { ranges: toRanges(restFilter, counts), excluded, timeZone: kontor.kontor.book.timeZone }
    const picked = toSortOrder(by, filter, restFilter, counts)
    const order = picked && limits && { ...picked, limits }
    const words = [...(parseSearch(String(query['q'] ?? ''), true) ?? []), ...required]
    return words.length === 0
      ? readRanges(db, selection, { order })
      : searchOrders(db, words, selection, unimplied, { order, ...(searchLimits && { limits: searchLimits }) })
  }

  async function walk(source: OrderSource, by: SortName, direction: 'asc' | 'desc'): Promise<FoundOrder[]> {
    const found: FoundOrder[] = []
    for (let after: RowKey | undefined; ;) {
      const { rows, stoppedAt } = await source.find({ direction, after, limit: 7 })
      found.push(...rows)
      const last = rows.at(-1)
      if (stoppedAt) after = stoppedAt
      else if (last && rows.length === 7) after = orderKeys[by].keyOf(last)
      else return found
    }
  }

  for (const name of Object.keys(strategies))
    test(`pages have every order once, in both directions, when ${name}`, async () => {
      for (const query of queries) {
        const all = await walk(await createSource(query, 'placed', 'sorting what matches'), 'placed', 'asc')
        expect([query, all.length > 7]).toEqual([query, true])
        for (const by of sorts) {
          const source = await createSource(query, by, name)
          const expected = all.toSorted(compareBy[by]).map(({ row }) => row.number)
          const ascending = await walk(source, by, 'asc')
          expect([query, by, ascending.map(({ row }) => row.number)]).toEqual([query, by, expected])
          const descending = await walk(source, by, 'desc')
          expect([query, by, descending.map(({ row }) => row.number)]).toEqual([query, by, expected.toReversed()])
        }
      }
    })

  const list = async (query: string, user: TestUser = clerk): Promise<OrderList> => {
    const response = await user.fetch(`/api/orders?${query}`)
    expect(response.status).toBe(200)
    return (await response.json()) as OrderList
  }
  const namesOf = (rows: readonly OrderRow[]): string[] => [...new Set(rows.map(({ customerName }) => customerName))]

  test('customers are sorted by their names in plain letters and pinyin', async () => {
    const first = await list('sort=customer')
    const second = await list(`sort=customer&cursor=${first.next}`)
    const third = await list(`sort=customer&cursor=${second.next}`)
    const rows = [first, second, third].flatMap((page) => page.rows)
    expect(rows).toHaveLength(orderCount - archivedCount)
    // 王 is Wang; 张 is Zhang, and 单 is Shan in names.
    const sorted = ['', 'alice Wu', 'Ångström', 'Bob', 'Émile', '李娜', '单田芳', '王芳', '张伟', 'Zoë Ólafs']
    expect(namesOf(rows).filter((each) => each !== 'zhang Wei')).toEqual(sorted)
  })

  test('cursors have no name of a customer', async () => {
    const { next } = await list('sort=-customer')
    expect(Buffer.from(next ?? '', 'base64url').toString()).toMatch(/^\["-customer",0,\d{14}\]$/)
  })

  test('users who may not see the names cannot sort by them', async () => {
    const viewer = await kontor.createUser('viewer')
    const { rows } = await list('sort=customer', viewer)
    expect(rows.map(({ number }) => number)).toEqual((await list('')).rows.map(({ number }) => number))
  })

  test('a changed name is sorted by what it is now', async () => {
    const [{ number } = { number: '' }] = (await list('sort=-customer&status=open')).rows
    const find = () =>
      kontor.kontor.database.read
        .selectFrom('orders')
        .select(['customer_name', 'customer_sort_key', 'version'])
        .where('number', '=', number)
        .executeTakeFirstOrThrow()
    const { version, customer_name: oldName } = await find()
    // The other tests read the same orders: the last edit gives the name back.
    for (const [index, [customerName, key]] of [
      ['周敏', 'zhou min'] as const,
      [oldName, toCustomerSortKey(oldName)] as const,
    ].entries()) {
      const json = { version: version + index, customerName }
      const response = await clerk.fetch(`/api/orders/${number}/edits`, { json })
      expect([response.status, (await find()).customer_sort_key]).toEqual([200, key])
    }
  })

  test('an export has the order of the list', async () => {
    const response = await clerk.fetch('/api/orders/exports', {
      json: { format: 'csv', sort: '-total', currency: ['CNY'] },
    })
    expect(response.status).toBe(200)
    const [, ...lines] = (await response.text()).trim().split('\r\n')
    const { rows } = await list('sort=-total&currency=CNY')
    expect(lines.map((line) => line.split(',')[0])).toEqual(rows.map(({ number }) => number))
  })
})
