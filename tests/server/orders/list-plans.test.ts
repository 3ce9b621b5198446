import { SqliteFile } from '#server/db/sqlite-file.ts'
import { sqlitePath } from '#server/db/sqlite.ts'
import { loadFinance } from '#server/finance/loaders.ts'
import { loadHome } from '#server/home/loaders.ts'
import { listOrderCounts } from '#server/orders/counts.ts'
import { toRanges } from '#server/orders/list/list-ranges.ts'
import { toSortOrder } from '#server/orders/list/list-sorts.ts'
import { searchOrders } from '#server/orders/list/search.ts'
import { searchLimits } from '#server/orders/list/search-limits.ts'
import { parseSearch } from '#server/orders/tokens/search-tokens.ts'
import { readRanges } from '#server/orders/list/range-source.ts'
import { toFilter } from '#shared/list/list.ts'
import { ordersList } from '#shared/orders/list.ts'
import { hasOrdersOfOthers, listUnclaimed } from '#server/orders/fulfillment/work-queue-store.ts'
import { findOrders } from '#server/orders/list/list-store.ts'
import { loadOrders } from '#server/orders/loaders.ts'
import { pageQueries } from '#shared/routes/page-queries.ts'
import { parseSearchParams } from '#shared/routes/pages.ts'
import { createDraft } from '#tests/server/orders/create-draft.ts'
import { importDrafts } from '#server/orders/intake/import-drafts.ts'
import { findSimilarNumbers } from '#server/orders/list/find-items.ts'
import { createLedgerFixture, type LedgerFixture } from '#tests/server/finance/ledger-fixture.ts'
import { asRole } from '#tests/server/home/as-role.ts'
import { onSqlite } from '#tests/support/databases.ts'
import { Database } from 'bun:sqlite'
import { afterEach, beforeEach, expect, spyOn, test } from 'bun:test'

/** Each value of every filter, `undefined` for none; all combinations of them are read in both sorts. */
const choices = {
  status: [undefined, 'open', 'pending', ['open', 'completed']],
  payment: [undefined, 'paid', ['unpaid', 'refunded']],
  fulfillment: [undefined, ['unfulfilled', 'fulfilled']],
  currency: [undefined, 'USD', 'XXX'],
  from: [undefined, '2026-03-01'],
  archived: [undefined, ['no', 'yes']],
  sort: [undefined, 'placed'],
} as const

/** Reads in the order of the sort, however few orders there are. */
const limits = { collected: -1, least: 3, most: 3, times: 2 }

function* combine(entries: (readonly [string, readonly unknown[]])[]): Generator<[string, string][]> {
  const [first, ...others] = entries
  if (!first) return yield []
  for (const rest of combine(others))
    for (const value of first[1])
      yield [...[value ?? []].flat().map((each): [string, string] => [first[0], String(each)]), ...rest]
}

/** Rows that are sorted instead of read in their order. Ranges are merged without sorting, but those of one row (`SCAN range`) are sorted to merge them. */
const findSorts = (steps: readonly string[]): string[] =>
  steps.filter(
    (step, index) => /AUTOMATIC/.test(step) || (/TEMP B-TREE/.test(step) && steps[index - 1] !== 'SCAN range'),
  )

/** How ranges of orders are read, without the rows of the orders that were found. */
const listReadings = (steps: readonly string[]): string[] =>
  steps.filter((step, index) => /orders/.test(step) && steps[index - 1] !== 'SCAN found')

onSqlite((open) => {
  let fixture: LedgerFixture
  let file: Database
  beforeEach(async () => {
    const testDatabase = await open()
    fixture = await createLedgerFixture(testDatabase)
    const line = { ...createDraft(0).lines[0], shippedQuantity: 1 } as ReturnType<typeof createDraft>['lines'][number]
    await fixture.kontor.database.inTransaction((transaction) =>
      importDrafts(transaction, fixture.context, [
        createDraft(1),
        createDraft(2, { currency: 'USD' }),
        createDraft(3, { payment: null }),
        createDraft(4, { status: 'completed', lines: [line], shippedAt: createDraft(4).placedAt }),
        createDraft(5, { refund: { amountMinor: 1000, refundedAt: createDraft(5).placedAt } }),
        createDraft(6, { status: 'cancelled', cancelledAt: createDraft(6).placedAt, payment: null }),
      ]),
    )
    await fixture.kontor.database.inTransaction(async (transaction) => {
      for (const table of ['orders', 'order_counts', 'order_count_changes'] as const)
        await transaction.updateTable(table).set({ archived: 1 }).where('status', '=', 'cancelled').execute()
    })
    file = new Database(sqlitePath(testDatabase.config.dataFolder), { readonly: true })
  })
  afterEach(() => file.close())

  /** The steps of the plans of all statements that read these tables. */
  async function explain(tables: RegExp, load: () => Promise<unknown>): Promise<string[]> {
    using spy = spyOn(SqliteFile.prototype, 'execute')
    await load()
    return spy.mock.calls
      .filter(([text]) => tables.test(text))
      .flatMap(([text, parameters]) =>
        file
          .query<{ detail: string }, (string | number)[]>(`explain query plan ${text}`)
          .all(...(parameters as (string | number)[]))
          .map(({ detail }) => detail),
      )
  }

  test('home starts from open returns and disputes, not from all orders, where only orders have statistics', async () => {
    const { database } = fixture.kontor
    expect(await database.read.selectFrom('returns').select('id').execute()).toEqual([])
    expect(await database.read.selectFrom('disputes').select('id').execute()).toEqual([])
    await database.optimize()
    await database.reloadStatistics()
    file.close()
    file = new Database(file.filename, { readonly: true })
    const steps = await explain(/from "(returns|disputes)"/, () => loadHome(asRole(fixture, 'owner'), {}))
    const ofOrders = 'SEARCH orders USING INDEX sqlite_autoindex_orders_1 (id=?)'
    expect(steps.filter((step) => /^(SCAN|SEARCH) (returns|disputes|orders)\b/.test(step)).toSorted()).toEqual([
      'SCAN disputes USING INDEX disputes_open',
      'SCAN returns USING INDEX returns_requested',
      ofOrders,
      ofOrders,
    ])
  })

  test('every combination of filters reads ranges of an index in their order', async () => {
    const owner = asRole(fixture, 'owner')
    let readCount = 0
    for (const parameters of combine(Object.entries(choices))) {
      const query = new URLSearchParams(parameters)
      // With two ends, too, SQLite has no statistics here.
      if (query.has('from')) query.set('to', '2026-03-02')
      const steps = await explain(/from "?orders/, () =>
        loadOrders(owner, pageQueries.orders.parse(parseSearchParams(query))),
      )
      const isFiltered = parameters.some(([name]) => name in choices && !['from', 'archived', 'sort'].includes(name))
      const index = query.has('currency') ? 'orders_by_currency' : isFiltered ? 'orders_by_status' : 'orders_newest'
      const readings = listReadings(steps)
      readCount += readings.length
      for (const reading of readings)
        expect([query.toString(), reading]).toEqual([query.toString(), expect.stringContaining(index)])
      expect([query.toString(), findSorts(steps)]).toEqual([query.toString(), []])
      if (isFiltered) expect(readings.every((reading) => reading.startsWith('SEARCH'))).toBe(true)
    }
    expect(readCount).toBeGreaterThan(100)
  })

  test('the work queue reads its index in its order', async () => {
    const { read } = fixture.kontor.database
    const steps = await explain(/from "?orders/, async () => {
      await listUnclaimed(read, 'someone', { now: 0, limit: 5 })
      await listUnclaimed(read, null, { now: 0, limit: 5 })
      await hasOrdersOfOthers(read, 'someone')
    })
    expect(steps.filter((step) => /orders_to_ship/.test(step)).map((step) => step.replace(/ \(.*/, ''))).toEqual(
      Array.from({ length: 4 }, () => expect.stringMatching(/^SEARCH orders USING (COVERING )?INDEX orders_to_ship$/)),
    )
    expect(findSorts(steps)).toEqual([])
  })

  test('the other sorts read few orders, or an index in their order, whatever the filter is', async () => {
    const indexes = {
      number: /orders_newest|orders_by_status|orders_by_currency/,
      total: /orders_by_total/,
      customer: /orders_by_customer/,
    } as const
    const filters = { ...choices, sort: [undefined] }
    for (const [sort, index] of Object.entries(indexes))
      for (const parameters of combine(Object.entries(filters))) {
        const query = new URLSearchParams([...parameters, ['sort', sort]])
        const { sort: _sort, ...filter } = pageQueries.orders.parse(parseSearchParams(query))
        const counts = await listOrderCounts(fixture.kontor.database.read)
        const selection = { ranges: toRanges(toFilter(ordersList, filter), counts), timeZone: 'UTC' }
        const order = toSortOrder(sort as 'number', toFilter(ordersList, filter), toFilter(ordersList, filter), counts)
        const source = readRanges(fixture.kontor.database.read, selection, { order: order && { ...order, limits } })
        const slice = { direction: 'asc', limit: 5, after: sort === 'number' ? [0, 'SO'] : undefined } as const
        // Not the statement that counts what matches.
        const steps = await explain(/^(?!.*count\().*from "?orders/s, async () => source.find(slice))
        const readings = listReadings(steps)
        for (const reading of readings)
          expect([query.toString(), reading]).toEqual([query.toString(), expect.stringMatching(index)])
        if (sort !== 'number') expect([query.toString(), findSorts(steps)]).toEqual([query.toString(), []])
      }
  })

  test('every combination of filters of entries reads ranges of an index in their order', async () => {
    const owner = asRole(fixture, 'owner')
    let readCount = 0
    const combinations = combine([
      ['kind', [undefined, 'payment.captured', ['payment.captured', 'refund.succeeded']]],
      ['flow', [undefined, 'in', 'out']],
      ['currency', [undefined, 'USD', 'XXX']],
      ['from', [undefined, '2026-03-01']],
      ['account', [undefined, ['1012', '1012.1']]],
    ])
    for (const parameters of combinations) {
      const query = new URLSearchParams(parameters)
      const steps = await explain(/from "ledger_entry_flows"/, () =>
        loadFinance(owner, pageQueries.finance.parse(parseSearchParams(query))),
      )
      const readings = steps.filter((step) => /ledger_/.test(step))
      readCount += readings.length
      for (const reading of readings)
        expect([query.toString(), reading]).toEqual([
          query.toString(),
          expect.stringMatching(/^SEARCH ledger_entry_flows USING PRIMARY KEY/),
        ])
      expect([query.toString(), findSorts(steps)]).toEqual([query.toString(), []])
    }
    expect(readCount).toBeGreaterThan(50)
  })
  test('a walk through the orders of some days reads no further than its part', async () => {
    const { read } = fixture.kontor.database
    const counts = await listOrderCounts(read)
    const ranges = toRanges(toFilter(ordersList, { from: '2026-03-01', to: '2026-03-02' }), counts)
    const [after, until] = [
      [Date.parse('2026-03-02T12:00:00Z'), 0],
      [Date.parse('2026-03-01T12:00:00Z'), 0],
    ]
    for (const direction of ['asc', 'desc'] as const) {
      using spy = spyOn(SqliteFile.prototype, 'execute')
      await findOrders(read, { ranges, timeZone: 'UTC' }, { direction, after, until, limit: 51 })
      const [text = ''] = spy.mock.calls[0] ?? []
      // One beginning and one end: of two, SQLite may begin at the one that leaves more orders.
      expect(text.match(/"placed_at", "key"\) [<>]=? \(/g)).toHaveLength(2)
      expect(text.match(/[<>]=? /g)).toHaveLength(2)
    }
  })

  test('an amount is counted and sorted in the index of totals, without the rows of its orders', async () => {
    const query = pageQueries.orders.parse(parseSearchParams(new URLSearchParams('amountFrom=1&from=2026-01-01')))
    const steps = await explain(/orders_by_total/, () => loadOrders(asRole(fixture, 'owner'), query))
    const readings = steps.filter((step) => step.includes('orders_by_total'))
    expect(new Set(readings)).toEqual(
      new Set([
        'SEARCH orders USING COVERING INDEX orders_by_total (archived=? AND currency=? AND total_minor>? AND total_minor<?)',
      ]),
    )
  })

  test('words are looked for in the index of tokens, in all parts and in the newest ones', async () => {
    const { read } = fixture.kontor.database
    const everything = { op: 'and', filters: [] } as const
    const selection = { ranges: toRanges(everything, await listOrderCounts(read)), timeZone: 'UTC' }
    const search = async (): Promise<void> => {
      for (const text of ['chen', '陈', 'tea shanghai', 'chen customer'])
        for (const quickPostings of [searchLimits.quickPostings, 0]) {
          const options = { limits: { ...searchLimits, quickPostings } }
          const source = await searchOrders(read, parseSearch(text, true) ?? [], selection, everything, options)
          await source.find({ direction: 'desc', after: undefined, limit: 51 })
          await source.count()
        }
    }
    const steps = await explain(/order_tokens/, search)
    const found = new Set(steps.filter((step) => step.includes('order_tokens')))
    expect(found).toContain(
      'SEARCH order_tokens USING COVERING INDEX order_tokens_by_token (part=? AND token>? AND token<?)',
    )
    expect([...found].filter((step) => !step.startsWith('SEARCH order_tokens USING'))).toEqual([])
    // With the statistics of a book with one part, SQLite would otherwise read the tokens of all orders.
    using spy = spyOn(SqliteFile.prototype, 'execute')
    await search()
    const readings = spy.mock.calls.flatMap(
      ([text]) =>
        text
          .replaceAll('"', '')
          .replaceAll(/\s+/g, ' ')
          .match(/from order_tokens( \S+){0,3} where part/g) ?? [],
    )
    expect(new Set(readings)).toEqual(new Set(['from order_tokens indexed by order_tokens_by_token where part']))
  })

  test('the newest orders with the beginning of a number are found from its last token, without a walk through orders', async () => {
    const { read } = fixture.kontor.database
    const everything = { op: 'and', filters: [] } as const
    const selection = { ranges: toRanges(everything, await listOrderCounts(read)), timeZone: 'UTC' }
    const options = { limits: { ...searchLimits, quickPostings: 0, collectedPostings: 0, walkedOrders: 0 } }
    using spy = spyOn(SqliteFile.prototype, 'execute')
    const source = await searchOrders(read, parseSearch('#10', true) ?? [], selection, everything, options)
    const { rows } = await source.find({ direction: 'desc', after: undefined, limit: 3 })
    expect(rows.map(({ row }) => row.externalNumber)).toEqual(['#10006', '#10005', '#10004'])
    const texts = spy.mock.calls.map(([text]) => text.replaceAll(/\s+/g, ' '))
    expect(texts.filter((text) => text.includes('orders_newest'))).toEqual([])
    const [finding = '', ...others] = texts.filter((text) => text.includes('order by part desc, token desc'))
    expect(others).toEqual([])
    const plan = file.query<{ detail: string }, string[]>(`explain query plan ${finding}`).all()
    // Only the orders found are sorted by time: the tokens are in this order in the index.
    expect(plan.filter(({ detail }) => /TEMP B-TREE/.test(detail))).toHaveLength(1)
  })

  test('orders with similar numbers are found by their tokens, without statistics, too', async () => {
    const steps = await explain(/order_tokens|"external_number"/, () =>
      findSimilarNumbers(asRole(fixture, 'owner'), 'SO260301-00009'),
    )
    expect(steps.filter((step) => /^SCAN (orders|order_tokens)/.test(step))).toEqual([])
    expect(steps).toContainEqual(
      expect.stringMatching(/^SEARCH order_tokens USING COVERING INDEX order_tokens_by_token/),
    )
    expect(steps).toContainEqual(expect.stringMatching(/^SEARCH orders USING INTEGER PRIMARY KEY/))
  })

  test('the home page looks for the hours of a part of a day in an index', async () => {
    const owner = asRole(fixture, 'owner')
    const steps = await explain(/as "rest" from "orders"|from "ledger_entry_flows"/, () => loadHome(owner, {}))
    expect(new Set(steps)).toEqual(
      new Set([
        'SEARCH orders USING COVERING INDEX orders_by_currency (archived=? AND currency=? AND status=? AND payment_status=? AND fulfillment_status=? AND placed_at>? AND placed_at<?)',
        'SEARCH ledger_entry_flows USING PRIMARY KEY (currency=? AND account_id=? AND kind=? AND flow=? AND accounting_day=? AND occurred_at<?)',
      ]),
    )
  })
})
