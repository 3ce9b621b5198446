import { listOrderCounts } from '#server/orders/counts.ts'
import { toDayRange, toSourceToken } from '#server/orders/tokens/filter-tokens.ts'
import { reduceByCounts, toRanges } from '#server/orders/list/list-ranges.ts'
import { readRanges } from '#server/orders/list/range-source.ts'
import { searchOrders } from '#server/orders/list/search.ts'
import { type SearchLimits, searchLimits } from '#server/orders/list/search-limits.ts'
import { parseSearch } from '#server/orders/tokens/search-tokens.ts'
import { exactRange, prefixRange } from '#server/orders/tokens/search-words.ts'
import { insertAll } from '#server/db/insert.ts'
import type { Kontor } from '#server/context.ts'
import { type FoundRows, readKeysetPage } from '#server/list/keyset-page.ts'
import { countOrders } from '#server/orders/list/count-store.ts'
import type { FoundOrder, OrderSource } from '#server/orders/list/list-store.ts'
import type { Filter } from '#shared/list/filter.ts'
import { dayOf } from '#shared/time.ts'
import { createDraft, importAsOperator } from '#tests/server/orders/create-draft.ts'
import { addTokenPart } from '#tests/server/orders/token-part.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { createTestKontor } from '#tests/support/test-kontor.ts'
import { beforeAll, expect, test } from 'bun:test'

const timeZone = 'Asia/Shanghai'
/** Here the first half of the orders was placed on one day and the other half on the next. */
const listTimeZone = 'America/Noronha'
/** Ends a transaction with what was counted in it. */
class Counted extends Error {
  readonly results: unknown[]
  constructor(results: unknown[]) {
    super('Counted')
    this.results = results
  }
}

const surnames = ['Chen', 'Wang', 'Lin', '赵', '李']
const givenNames = ['Jia', 'Wei', 'Lin', '强', '娜', 'Carl']
const orderCount = 240

const toName = (index: number): string =>
  `${surnames[index % surnames.length]} ${givenNames[Math.floor(index / 7) % givenNames.length]}`

const paidOn = (index: number): number => Date.parse('2026-04-01T12:00:00Z') + (index % 10) * 86_400_000

/** No search is quick. */
const thorough = {
  quickPostings: 100_000,
  sampledPostings: 0,
  partPostings: 0,
  partLookups: 0,
  quicklySortedPostings: 0,
}

/** What the limits are worth: everything read, nothing but walking, walking that stops soon. */
const limitsByStrategy: Record<string, SearchLimits> = {
  'by the tokens of the rarest word': {
    ...thorough,
    postings: 100_000,
    singleClausePostings: 100_000,
    intersectedPostings: 0,
    lookups: 100_000,
    countLookups: 100_000,
    walkedOrders: 0,
    rangeOrders: 0,
    collectedPostings: 100_000,
    sortedPostings: 0,
  },
  'by what the tokens of all words have in common': {
    ...thorough,
    postings: 100_000,
    singleClausePostings: 100_000,
    intersectedPostings: 100_000,
    lookups: 100_000,
    countLookups: 100_000,
    walkedOrders: 0,
    rangeOrders: 0,
    collectedPostings: 100_000,
    sortedPostings: 0,
  },
  'by looking at every order': {
    ...thorough,
    postings: 0,
    singleClausePostings: 0,
    intersectedPostings: 0,
    lookups: 0,
    countLookups: 0,
    walkedOrders: 100_000,
    rangeOrders: 100_000,
    collectedPostings: 100_000,
    sortedPostings: 0,
  },
  'by sorting the tokens of one word': {
    ...thorough,
    postings: 0,
    singleClausePostings: 0,
    intersectedPostings: 0,
    lookups: 0,
    countLookups: 0,
    walkedOrders: 3,
    rangeOrders: 100_000,
    collectedPostings: 100_000,
    sortedPostings: 100_000,
  },
  'by walking in short steps': {
    ...thorough,
    postings: 0,
    singleClausePostings: 0,
    intersectedPostings: 0,
    lookups: 0,
    countLookups: 0,
    walkedOrders: 7,
    rangeOrders: 100_000,
    collectedPostings: 100_000,
    sortedPostings: 0,
  },
  'by the tokens of days, in their order': {
    ...thorough,
    postings: 0,
    singleClausePostings: 0,
    intersectedPostings: 0,
    lookups: 0,
    countLookups: 0,
    walkedOrders: 7,
    rangeOrders: 0,
    collectedPostings: 0,
    sortedPostings: 0,
  },
}

limitsByStrategy['by sorting the few tokens of one word'] = {
  ...searchLimits,
  quickPostings: 0,
  sampledPostings: 0,
  postings: 0,
  singleClausePostings: 0,
  walkedOrders: 3,
  collectedPostings: 100_000,
  quicklySortedPostings: 100_000,
  sortedPostings: 0,
}
limitsByStrategy['by looking into the newest parts'] = {
  ...searchLimits,
  quickPostings: 0,
  sampledPostings: 100_000,
  partPostings: 100_000,
  partLookups: 100_000,
}
limitsByStrategy['by looking into the newest part'] = {
  ...searchLimits,
  quickPostings: 0,
  sampledPostings: 100_000,
  partPostings: 1,
  partLookups: 1,
}
limitsByStrategy['by walking instead of looking into parts'] = { ...searchLimits, quickPostings: 0, sampledPostings: 0 }

type Days = readonly [from: string, to: string]
const open: Filter = { op: 'in', field: 'status', values: ['open'] }
const paid: Filter = { op: 'in', field: 'payment', values: ['paid'] }
const placedFirst: Filter = { op: '<=', field: 'placed', value: '2026-02-28' }
const placedLater: Filter = { op: '>=', field: 'placed', value: '2026-03-01' }
const isPlacedLater = (index: number): boolean => index >= orderCount / 2
const everything: Filter = { op: 'and', filters: [] }
const cases: [text: string, filter: Filter, matches: (index: number) => boolean][] = [
  ['c', everything, () => true],
  ['wang', everything, (index) => toName(index).startsWith('Wang')],
  ['wang wei', everything, (index) => toName(index) === 'Wang Wei'],
  ['赵', everything, (index) => toName(index).startsWith('赵')],
  ['lin', everything, (index) => toName(index).includes('Lin')],
  ['lin c', { op: 'and', filters: [open, paid] }, (index) => toName(index).includes('Lin') && index % 3 !== 0],
  ['wang', { op: 'and', filters: [paid] }, (index) => toName(index).startsWith('Wang') && index % 3 !== 0],
  ['wang chen', everything, () => false],
  ['wang', { op: 'and', filters: [placedFirst] }, (index) => toName(index).startsWith('Wang') && !isPlacedLater(index)],
  [
    'lin c',
    { op: 'and', filters: [placedLater, paid] },
    (index) => toName(index).includes('Lin') && isPlacedLater(index) && index % 3 !== 0,
  ],
  ['赵', { op: 'and', filters: [placedFirst, placedLater] }, () => false],
]
const daysOfCases: readonly Days[] = [
  ['2026-04-03', '2026-04-03'],
  ['2026-04-02', '2026-04-08'],
  ['2026-03-01', '2026-03-31'],
  ['2026-03-20', '2026-05-05'],
]
const casesOfDays: typeof cases = [
  ['', everything, () => true],
  ['', placedFirst, (index) => !isPlacedLater(index)],
  ['', placedLater, isPlacedLater],
  ...cases,
]

forEachDatabase((_, openDatabase) => {
  let kontor: Kontor
  beforeAll(async () => {
    kontor = (await createTestKontor(await openDatabase())).kontor
    const drafts = Array.from({ length: orderCount }, (_unused, index) => {
      const { shippingAddress, payment } = createDraft(index)
      const address = { ...shippingAddress, name: toName(index), company: '', city: 'Xi’an' }
      return createDraft(index, {
        customerName: toName(index),
        email: `customer${index}@mail.example`,
        shippingAddress: address,
        billingAddress: address,
        // Everyone pays on one of ten days, so orders of a day are far from each other in the list.
        payment: index % 3 === 0 || !payment ? null : { ...payment, capturedAt: paidOn(index) },
      })
    })
    // The first ones placed are in the last part, as of a history that is imported after the newest orders.
    for (const [part, imported] of [drafts.slice(120), drafts.slice(60, 120), drafts.slice(0, 60)].entries()) {
      await importAsOperator(kontor, imported)
      await addTokenPart(kontor, part + 2)
    }
  })

  async function createSource(text: string, filter: Filter, limits: SearchLimits, days?: Days): Promise<OrderSource> {
    const { read } = kontor.database
    const selection = { ranges: toRanges(filter, await listOrderCounts(read)), timeZone: listTimeZone }
    const search = [...(parseSearch(text, true) ?? []), ...(days ? [[toDayRange('paid', ...days)]] : [])]
    return searchOrders(read, search, selection, filter, { limits })
  }

  /** The orders on all pages from the first to the last, or back from the last to the first; and how many pages they were. */
  async function walkPages(
    find: OrderSource['find'],
    sort: 'asc' | 'desc',
  ): Promise<{ indexes: number[]; pages: number }> {
    const indexes: number[] = []
    let cursor: string | undefined
    for (let pages = 1; ; pages++) {
      const page = await readKeysetPage<FoundOrder>({
        cursor,
        sort,
        keyOf: ({ key, row }) => [row.placedAt, key],
        exampleKey: [0, 0],
        find: (reversed, after, limit): Promise<FoundRows<FoundOrder>> =>
          find({ direction: (sort === 'desc') === reversed ? 'asc' : 'desc', after, limit }),
      })
      indexes.push(...page.rows.map(({ row }) => Number(row.externalNumber.slice(1)) - 10_000))
      if (page.next === null) return { indexes, pages }
      cursor = page.next
    }
  }

  for (const [strategy, limits] of Object.entries(limitsByStrategy))
    test(`finds the same orders ${strategy}`, async () => {
      for (const [text, filter, matches] of cases) {
        const expected = Array.from({ length: orderCount }, (_unused, index) => index).filter(matches)
        const source = await createSource(text, filter, limits)
        expect([text, (await walkPages(source.find, 'asc')).indexes]).toEqual([text, expected])
        expect([text, (await walkPages(source.find, 'desc')).indexes]).toEqual([text, expected.toReversed()])
        const [count, quick] = [await source.count('thorough'), await source.count()]
        if ('exact' in quick) expect([text, quick.exact]).toEqual([text, expected.length])
        else expect(quick.atLeast).toBeLessThanOrEqual(expected.length)
        if ('exact' in count) expect([text, count.exact]).toEqual([text, expected.length])
        else expect(count.atLeast).toBeLessThanOrEqual(expected.length)
      }
    })

  for (const [strategy, limits] of Object.entries(limitsByStrategy).slice(0, -2))
    test(`finds the orders of days ${strategy}, alone and with words and statuses`, async () => {
      const indexes = Array.from({ length: orderCount }, (_unused, index) => index)
      for (const [daysIndex, days] of daysOfCases.entries())
        for (const [index, [text, filter, matches]] of casesOfDays.entries()) {
          const isPaidThen = (each: number) => {
            const day = dayOf(paidOn(each), timeZone)
            return each % 3 !== 0 && day >= days[0] && day <= days[1]
          }
          const expected = indexes.filter((each) => isPaidThen(each) && matches(each))
          const source = await createSource(text, filter, limits, days)
          // Each case is walked in both directions, on other days: all combinations would take twice as long.
          const sort = (daysIndex + index) % 2 === 0 ? 'asc' : 'desc'
          const found = await walkPages(source.find, sort)
          const name = [text, sort, ...days]
          expect([...name, found.indexes]).toEqual([...name, sort === 'asc' ? expected : expected.toReversed()])
        }
    })

  test('many orders of filters by tokens are counted, also by one of several spellings and by whole months', async () => {
    const { read } = kontor.database
    const counts = await listOrderCounts(read)
    const selection = { ranges: toRanges(everything, counts), timeZone: listTimeZone }
    const limits = { ...searchLimits, collectedPostings: 10, rangeOrders: 0, walkedOrders: 0 }
    const paidCount = Array.from({ length: orderCount }, (_unused, index) => index).filter(
      (each) => each % 3 !== 0,
    ).length
    for (const [sets, exact] of [
      [['shopify', 'nothing'].map((source) => exactRange(toSourceToken(source))), orderCount],
      [[toDayRange('paid', '2026-04-01', '2026-04-30')], paidCount],
      [[toDayRange('paid', '2026-04-01', '2026-05-02')], paidCount],
      [[toDayRange('paid', '2026-04-02', '2026-05-31')], paidCount - paidCount / 10],
    ] as const) {
      const source = await searchOrders(read, [[...sets]], selection, everything, { limits })
      expect(await source.count()).toEqual({ exact })
      const page = source.find({ direction: 'desc', after: undefined, limit: 51 })
      expect((await page).rows).toHaveLength(51)
      expect(await source.count()).toEqual({ exact })
    }
  })

  test('an order that was paid on several days of a month is counted once', async () => {
    const { database } = kontor
    const april = [toDayRange('paid', '2026-04-01', '2026-04-30')]
    const limits = { ...searchLimits, collectedPostings: 10, rangeOrders: 0, walkedOrders: 0 }
    const countsBeforeAndAfter = database.inTransaction(async (transaction) => {
      const counts = await listOrderCounts(transaction)
      const selection = { ranges: toRanges(everything, counts), timeZone: listTimeZone }
      const count = async () => (await searchOrders(transaction, [april], selection, everything, { limits })).count()
      const before = await count()
      const ofOneDay = await transaction
        .selectFrom('order_tokens')
        .selectAll()
        .where('token', '=', ' dp2026-04-02')
        .execute()
      await insertAll(
        transaction,
        'order_tokens',
        ofOneDay.map((row) => ({ ...row, token: ' dp2026-04-28' })),
      )
      // Undoes what was inserted.
      throw new Counted([before, await count(), ofOneDay.length > 0])
    })
    const [{ reason }] = (await Promise.allSettled([countsBeforeAndAfter])) as [PromiseRejectedResult]
    expect(reason.results).toEqual([{ exact: (orderCount * 2) / 3 }, { exact: (orderCount * 2) / 3 }, true])
  })

  test('orders with the beginning of a number are counted exactly with a filter, and up to a limit alone', async () => {
    const limits = { ...searchLimits, quickPostings: 10 }
    const countPage = async (filter: Filter) => {
      const source = await createSource('#10', filter, limits)
      await source.find({ direction: 'desc', after: undefined, limit: 51 })
      return source.count()
    }
    expect(await countPage({ op: 'and', filters: [paid] })).toEqual({ exact: (orderCount * 2) / 3 })
    expect(await countPage(everything)).toEqual({ atLeast: 50 })
  })

  test('a walk that stops before it has found a page goes on where it stopped', async () => {
    const source = await createSource('wang wei', everything, {
      ...thorough,
      postings: 0,
      singleClausePostings: 0,
      intersectedPostings: 0,
      lookups: 0,
      countLookups: 0,
      walkedOrders: 7,
      rangeOrders: 100_000,
      collectedPostings: 100_000,
      sortedPostings: 0,
    })
    const { pages } = await walkPages(source.find, 'desc')
    expect(pages).toBeGreaterThan(orderCount / 7 - 2)
    const { rows, stoppedAt } = await source.find({ direction: 'desc', after: undefined, limit: 51 })
    expect(rows.length).toBeLessThan(7)
    expect(stoppedAt?.[0]).toBe(createDraft(orderCount - 7).placedAt)
  })

  test('a search that leaves out most orders of a word stops after the newest parts and goes on there', async () => {
    const { read } = kontor.database
    // The parts keep times that are hours later than needed, which all orders here lie in.
    await kontor.database.inTransaction((transaction) =>
      transaction
        .updateTable('token_parts')
        .set({ placed_before: createDraft(orderCount / 2).placedAt })
        .where('part', 'in', [2, 3])
        .execute(),
    )
    const selection = {
      ranges: toRanges(everything, await listOrderCounts(read)),
      excluded: [toDayRange('paid', '2026-04-02', '2026-04-02')],
      timeZone: listTimeZone,
    }
    const limits = { ...searchLimits, quickPostings: 0, partLookups: 2, lookups: 0, walkedOrders: 20 }
    const { find, count } = await searchOrders(read, parseSearch('wang', true) ?? [], selection, everything, { limits })
    const isExcluded = (index: number) => index % 3 !== 0 && dayOf(paidOn(index), timeZone) === '2026-04-02'
    const expected = Array.from({ length: orderCount }, (_unused, index) => index).filter(
      (index) => toName(index).startsWith('Wang') && !isExcluded(index),
    )
    const { indexes, pages } = await walkPages(find, 'desc')
    expect(indexes).toEqual(expected.toReversed())
    expect(pages).toBeGreaterThan(2)
    const { rows, stoppedAt } = await find({ direction: 'desc', after: undefined, limit: 51 })
    expect(rows).toHaveLength(expected.filter(isPlacedLater).length)
    expect(stoppedAt?.[0]).toBeGreaterThan(createDraft(orderCount / 2 - 1).placedAt)
    expect(await count()).toEqual({ atLeast: rows.length })
  })

  test('a search of a word that only older parts have goes on after the newest ones, and does not walk through their orders', async () => {
    const { read } = kontor.database
    const selection = {
      ranges: toRanges(everything, await listOrderCounts(read)),
      excluded: [toDayRange('paid', '2026-04-02', '2026-04-02')],
      timeZone: listTimeZone,
    }
    // Ten orders have the word, too many to look each of them up. The newest parts have none, so they look as if there were few.
    const limits = { ...searchLimits, quickPostings: 0, partLookups: 2, lookups: 8, walkedOrders: 20 }
    const { find } = await searchOrders(read, parseSearch('customer5', true) ?? [], selection, everything, { limits })
    const isExcluded = (index: number) => index % 3 !== 0 && dayOf(paidOn(index), timeZone) === '2026-04-02'
    const expected = [5, ...Array.from({ length: 10 }, (_unused, index) => 50 + index)].filter(
      (index) => !isExcluded(index),
    )
    expect((await walkPages(find, 'desc')).indexes).toEqual(expected.toReversed())
    const { rows, stoppedAt } = await find({ direction: 'desc', after: undefined, limit: 51 })
    expect(rows).toEqual([])
    expect(stoppedAt?.[0]).toBeLessThan(createDraft(orderCount - 1 - limits.walkedOrders).placedAt)
  })

  test('orders with an excluded token are walked past in short steps, and few of them are counted', async () => {
    const { read } = kontor.database
    const indexes = Array.from({ length: orderCount }, (_unused, index) => index)
    const limits: SearchLimits = {
      ...thorough,
      postings: 0,
      singleClausePostings: 0,
      intersectedPostings: 0,
      lookups: 0,
      countLookups: 0,
      walkedOrders: 7,
      rangeOrders: 0,
      collectedPostings: 100_000,
      sortedPostings: 0,
    }
    for (const [text, matches] of [
      ['wang', (index: number) => !toName(index).startsWith('Wang')],
      // Which all orders have.
      ['customer', () => false],
    ] as const) {
      const excluded = [prefixRange(text)]
      const selection = { ranges: toRanges(everything, await listOrderCounts(read)), excluded, timeZone }
      const source = readRanges(read, selection, { limits })
      const expected = indexes.filter(matches)
      const { indexes: found, pages } = await walkPages(source.find, 'asc')
      expect([text, found]).toEqual([text, expected])
      expect(pages).toBeGreaterThan(orderCount / 7 - 2)
      expect([text, (await walkPages(source.find, 'desc')).indexes]).toEqual([text, expected.toReversed()])
      expect(await countOrders(read, selection)).toEqual({ exact: expected.length })
      expect(await countOrders(read, selection, 100)).toEqual({ atLeast: expect.any(Number) })
    }
  })

  test('orders without a token are counted by those that have it, unless these are many', async () => {
    const { read } = kontor.database
    const indexes = Array.from({ length: orderCount }, (_unused, index) => index)
    const excluded = [prefixRange('wang'), prefixRange('李')]
    const matches = (index: number) => !/^(Wang|李)/.test(toName(index))
    for (const [filter, isWithin] of [
      [everything, () => true],
      [paid, (index: number) => index % 3 !== 0],
      [{ op: 'and', filters: [paid, placedLater] }, (index: number) => index % 3 !== 0 && isPlacedLater(index)],
    ] as const) {
      const counts = await listOrderCounts(read)
      const selection = { ranges: toRanges(filter, counts), excluded, timeZone: listTimeZone }
      const count = (limits: Partial<SearchLimits>) =>
        readRanges(read, selection, {
          filter: reduceByCounts(filter, counts),
          limits: { ...searchLimits, ...limits },
        }).count()
      const exact = indexes.filter((index) => isWithin(index) && matches(index)).length
      expect(await count({})).toEqual({ exact })
      // Only one order with them may be looked at, and only one without.
      if (filter === everything) expect(await count({ countLookups: 1 })).toEqual({ exact })
      expect(await count({ lookups: 1, countLookups: 1 })).toEqual({ atLeast: expect.any(Number) })
    }
  })
})
