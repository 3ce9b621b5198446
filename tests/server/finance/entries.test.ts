import { toGrants } from '#server/roles/stored-role.ts'
import type { AuthenticatedContext } from '#server/context.ts'
import { newId } from '#server/db/id.ts'
import { loadFinance } from '#server/finance/loaders.ts'
import { getSummary } from '#server/finance/actions.ts'
import { listEntries } from '#server/finance/list-entries.ts'
import { verifyBooks } from '#server/self-check/actions.ts'
import { entriesQuery, type EntriesQuery, financeQuery } from '#shared/finance/inputs.ts'
import { entryList } from '#shared/finance/views.ts'
import type { FlowTabView } from '#shared/finance/page-views.ts'
import { ProblemError } from '#shared/problem.ts'
import type { BuiltInRole } from '#shared/permissions.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { createLedgerFixture, createSale, type LedgerFixture } from '#tests/server/finance/ledger-fixture.ts'
import { expect, test } from 'bun:test'

const asRole = (fixture: LedgerFixture, role: BuiltInRole): AuthenticatedContext => ({
  ...fixture.context,
  session: {
    id: newId(),
    loggedInAt: 1,
    verifiedAt: 1,
    user: { id: newId(), name: 'Zhou', email: 'z@example.com', role, locale: 'en', ...toGrants(role) },
  },
})
const query = (text: Record<string, unknown> = {}): EntriesQuery => entriesQuery.parse(text)
const day = (text: string): number => Date.parse(`${text}T04:00:00Z`)

/** The tab with the entries, as the page loads it. */
async function loadFlow(context: AuthenticatedContext, values: EntriesQuery): Promise<FlowTabView> {
  const view = await loadFinance(context, { ...financeQuery.parse({}), ...values })
  if (view.missingPermission !== null || view.content.tab !== 'flow') throw new Error('The tab is missing.')
  return view.content
}

/** The problem of a call: its name and its fields. */
const catchProblem = async (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => 'answered',
    (error) => (error instanceof ProblemError ? [error.problem, ...error.fields.map(({ pointer }) => pointer)] : error),
  )

forEachDatabase((_name, open) => {
  /** Days 1 to 8 of March, each with 15 captures and 5 refunds; another currency on the last. */
  async function openMonth(lastCurrency = 'USD') {
    const fixture = await createLedgerFixture(await open())
    for (let date = 1; date <= 8; date++) {
      const at = day(`2026-03-0${date}`)
      const sales = Array.from({ length: 15 }, () => createSale(date === 8 ? lastCurrency : 'CNY'))
      await fixture.book(
        ...sales.map((sale) => sale.capture(10_388, 0, at)),
        ...sales.slice(0, 5).map((sale) => sale.refund(388, 0, at)),
      )
    }
    const owner = asRole(fixture, 'owner')
    const list = async (text?: Record<string, unknown>) => entryList.parse(await listEntries(owner, query(text)))
    return { fixture, owner, list }
  }

  test('lists entries newest first, page by page and back, each exactly once', async () => {
    const { owner, fixture, list } = await openMonth('CNY')
    const seen: number[] = []
    let cursor: string | undefined
    const pages: string[] = []
    do {
      const page = await list({ cursor })
      seen.push(...page.rows.map(({ number }) => number))
      expect(page.count).toEqual({ exact: 160 })
      cursor = page.next ?? undefined
      if (cursor) pages.push(cursor)
    } while (cursor)
    expect(seen).toEqual(Array.from({ length: 160 }, (_, index) => 160 - index))

    const last = await loadFlow(owner, query({ cursor: pages.at(-1) }))
    expect(last.rows).toHaveLength(10)
    const before = await loadFlow(owner, query({ cursor: last.previous }))
    expect(before.rows.map(({ number }) => number)).toEqual(seen.slice(100, 150))
    const newest = await loadFlow(
      owner,
      query({ cursor: ((await loadFlow(owner, query({ cursor: before.previous }))) as typeof last).previous }),
    )
    expect(newest.rows.map(({ number }) => number)).toEqual(seen.slice(0, 50))
    expect(newest.previous).toBeNull()
    await fixture.book(createSale().capture(10_388, 0, day('2026-03-08')))
    const same = await loadFlow(owner, query({ cursor: last.previous }))
    expect(same).toMatchObject({ rows: before.rows })
  })

  test('sorts entries by accounting day, whenever they were posted', async () => {
    const { fixture, list } = await openMonth()
    await fixture.book(createSale().capture(10_388, 0, day('2026-03-04')))
    const { rows } = await list({ from: '2026-03-04', to: '2026-03-04' })
    expect(rows.map(({ number }) => number)).toEqual([161, ...Array.from({ length: 20 }, (_, index) => 80 - index)])
    expect((await list()).rows[0]?.number).toBe(160)
  })

  test('sorts entries of a day by time, not by number, across pages too', async () => {
    const fixture = await createLedgerFixture(await open())
    const start = Date.parse('2026-03-02T00:00:00Z')
    // 60 entries whose times fall while their numbers rise, in pairs at the same minute.
    for (let index = 0; index < 60; index++)
      await fixture.book(createSale().capture(10_388, 0, start + (30 - Math.floor(index / 2)) * 60_000))
    const context = asRole(fixture, 'owner')
    const first = await listEntries(context, query())
    if (first instanceof Response) throw new Error('no answer')
    const second = await listEntries(context, query({ cursor: first.next }))
    if (second instanceof Response) throw new Error('no answer')
    const numbers = [...first.rows, ...second.rows].map(({ number }) => number)
    expect(numbers).toEqual(Array.from({ length: 60 }, (_, index) => (index % 2 === 0 ? index + 2 : index)))
    const back = await loadFlow(context, query({ cursor: second.rows[0] && first.next }))
    const newer = await loadFlow(context, query({ cursor: back.previous }))
    expect(newer.rows.map(({ number }) => number)).toEqual(first.rows.map(({ number }) => number))
  })

  test('filters entries, their count and totals by direction', async () => {
    const { list } = await openMonth()
    const received = await list({ flow: 'in', from: '2026-03-07' })
    expect(received.count).toEqual({ exact: 30 })
    expect(received.totals).toEqual([
      { currency: 'CNY', in: 15 * 10_388, out: 0, count: 15 },
      { currency: 'USD', in: 15 * 10_388, out: 0, count: 15 },
    ])
    const paid = await list({ flow: 'out', currency: 'USD' })
    expect(paid.rows.every(({ kind }) => kind === 'refund.succeeded')).toBe(true)
    expect(paid.totals).toEqual([{ currency: 'USD', in: 0, out: 5 * 388, count: 5 }])
  })

  test('filters entries, their count and totals by days and kinds', async () => {
    const { list } = await openMonth()
    const page = await list({ from: '2026-03-07', to: '2026-03-08', kind: 'refund.succeeded' })
    expect(page.rows.map(({ kind, accountingDay }) => `${kind} ${accountingDay}`)).toEqual([
      ...Array<string>(5).fill('refund.succeeded 2026-03-08'),
      ...Array<string>(5).fill('refund.succeeded 2026-03-07'),
    ])
    expect(page.count).toEqual({ exact: 10 })
    expect(page.totals).toEqual([
      { currency: 'CNY', in: 0, out: 5 * 388, count: 5 },
      { currency: 'USD', in: 0, out: 5 * 388, count: 5 },
    ])
    const all = await list({ kind: ['payment.captured', 'refund.succeeded'] })
    expect(all.totals).toEqual([
      { currency: 'CNY', in: 105 * 10_388, out: 35 * 388, count: 140 },
      { currency: 'USD', in: 15 * 10_388, out: 5 * 388, count: 20 },
    ])
    expect((await list({ from: '2027-01-01' })).rows).toEqual([])
  })

  test('filters entries, their count, totals and flows by accounts and channels of own money', async () => {
    const fixture = await createLedgerFixture(await open())
    const [wechat, alipay] = [createSale('CNY', '微信支付'), createSale('CNY', 'Alipay')]
    await fixture.book(wechat.capture(10_388, 0, day('2026-03-01')), alipay.capture(10_388, 0, day('2026-03-02')))
    await fixture.book(alipay.refund(388, 0, day('2026-03-03')))
    const context = asRole(fixture, 'owner')
    const list = async (text: Record<string, unknown>) => {
      const { rows, count, totals } = entryList.parse(await listEntries(context, query(text)))
      return { numbers: rows.map(({ number }) => number), count, totals, flows: rows.flatMap(({ flows }) => flows) }
    }
    const [first] = entryList.parse(await listEntries(context, query({ sort: 'occurred' }))).rows
    const code = first?.postings.find(({ role }) => role === 'clearing')?.accountCode
    expect(await list({ account: code })).toEqual({
      numbers: [1],
      count: { exact: 1 },
      totals: [{ currency: 'CNY', in: 10_388, out: 0, count: 1 }],
      flows: [{ currency: 'CNY', in: 10_388, out: 0 }],
    })
    expect((await list({ channel: 'wechat_pay' })).numbers).toEqual([1])
    expect((await list({ channel: 'alipay', flow: 'out' })).numbers).toEqual([3])
    expect((await list({ channel: ['alipay', 'wechat_pay'], kind: 'payment.captured' })).numbers).toEqual([2, 1])
    expect((await list({ channel: 'alipay', account: code })).numbers).toEqual([])
    expect(await list({ channel: 'alipay', q: '103.88' })).toMatchObject({ numbers: [2] })
    expect((await list({ account: '5001' })).numbers).toEqual([])
  })

  test('shows the error of a range that ends before it begins on the page', async () => {
    const { owner } = await openMonth()
    expect(await loadFlow(owner, { ...query(), from: '2026-03-02', to: '2026-03-01' })).toMatchObject({
      rows: [],
      count: { exact: 0 },
      queryErrors: [{ pointer: '/to', reason: 'range-reversed' }],
    })
  })

  test('filters by currency; the page always shows one, by default that of the book', async () => {
    const { owner, list } = await openMonth()
    const dollars = await list({ currency: 'USD', kind: 'refund.succeeded' })
    expect([dollars.rows.length, dollars.count]).toEqual([5, { exact: 5 }])
    expect(dollars.totals).toEqual([{ currency: 'USD', in: 0, out: 5 * 388, count: 5 }])
    expect((await list({ currency: 'EUR' })).rows).toEqual([])
    for (const [asked, shown, count] of [
      [undefined, 'CNY', 140],
      ['USD', 'USD', 20],
      ['EUR', 'EUR', 0],
    ] as const) {
      const page = await loadFlow(owner, query({ currency: asked }))
      expect([page.currency, page.count]).toEqual([shown, { exact: count }])
      expect(new Set(page.rows.flatMap(({ flows }) => flows.map(({ currency }) => currency)))).toEqual(
        new Set(count > 0 ? [shown] : []),
      )
      expect(page.totals.map(({ currency }) => currency)).toEqual(count > 0 ? [shown] : [])
      expect(page.currencies).toContain(shown ?? '')
    }
  })

  test('states all currencies in one at the rates of the URL, with the filters of the page', async () => {
    const { owner } = await openMonth()
    const load = async (values: Record<string, unknown>) => {
      const view = await loadFinance(owner, financeQuery.parse({ convert: 'CNY', ...values }))
      if (view.missingPermission !== null || view.content.tab !== 'flow') throw new Error('The tab is missing.')
      return view.content.converted
    }
    const rates = { exchangeRate: ['USD:7.1'] }
    expect(await load({})).toMatchObject({ currency: 'CNY', total: null })
    expect(await load({ ...rates, kind: 'payment.captured' })).toMatchObject({
      currencies: [
        { currency: 'CNY', rate: '1', figures: { in: 105 * 10_388 } },
        {
          currency: 'USD',
          rate: '7.1',
          figures: { in: 15 * 10_388 },
          converted: { in: Math.round(15 * 10_388 * 7.1) },
        },
      ],
      total: { in: 105 * 10_388 + Math.round(15 * 10_388 * 7.1), out: 0 },
    })
    const page = await load({ ...rates, from: '2026-03-08' })
    expect(await load({ ...rates, q: '103.88' })).toBeNull()
    expect(page?.total).toMatchObject({ opening: 7 * (15 * 10_388 - 5 * 388) })
  })

  test('sorts by time within a day, either way, page by page', async () => {
    const { fixture } = await openMonth()
    const owner = asRole(fixture, 'owner')
    const walk = async (sort: 'occurred' | '-occurred'): Promise<number[][]> => {
      const keys: number[][] = []
      for (let cursor: string | undefined; ;) {
        const { rows, next } = await loadFlow(owner, query({ sort, cursor }))
        keys.push(...rows.map(({ occurredAt, number }) => [occurredAt, number]))
        if (next === null) return keys
        cursor = next
      }
    }
    const oldestFirst = await walk('occurred')
    expect(oldestFirst).toEqual(oldestFirst.toSorted(([a = 0, n = 0], [b = 0, m = 0]) => a - b || n - m))
    expect(oldestFirst).toHaveLength(140)
    expect(await walk('-occurred')).toEqual(oldestFirst.toReversed())
  })

  test('shows order and document in a row of the page, but no hashes and sources', async () => {
    const fixture = await createLedgerFixture(await open())
    const sale = createSale()
    await fixture.book(sale.capture(10_388, 0, day('2026-03-01')), sale.refund(388, 0, day('2026-03-02')))
    const page = await loadFlow(asRole(fixture, 'finance'), query())
    const [refund, payment] = page.rows
    expect(Object.keys(payment ?? {}).toSorted()).toEqual(
      ['counterparty', 'document', 'flows', 'kind', 'memo', 'number', 'occurredAt', 'order', 'postings'].toSorted(),
    )
    expect([refund?.order, payment?.order]).toEqual([sale.order.number, sale.order.number])
    expect([refund?.document, payment?.document].map((number) => number?.slice(0, 2))).toEqual(['RF', 'PY'])
  })

  test('shows the same flows in the rows as in the entries', async () => {
    const { list } = await openMonth()
    const { rows, totals } = await list({ from: '2026-03-01', to: '2026-03-02' })
    const added = rows
      .flatMap(({ flows }) => flows)
      .reduce((sum, flow) => ({ in: sum.in + flow.in, out: sum.out + flow.out }), { in: 0, out: 0 })
    expect([{ currency: 'CNY', ...added, count: rows.length }]).toEqual(totals)
  })

  test('rejects an invalid cursor in the API, and as a missing page', async () => {
    const { owner } = await openMonth()
    const wrong = [
      'x',
      'e30',
      Buffer.from('[0,1,2]').toString('base64url'),
      Buffer.from('[7,"2026-03-01",1,2]').toString('base64url'),
      Buffer.from('[0,"2026-03-01",1,0.5]').toString('base64url'),
    ]
    for (const cursor of wrong) {
      expect(await catchProblem(listEntries(owner, query({ cursor })))).toEqual(['invalid-input', '/cursor'])
      expect(await catchProblem(loadFlow(owner, query({ cursor })))).toEqual(['not-found'])
    }
  })

  test('opens the summary with what was before, and its parts add up in every currency', async () => {
    const { owner } = await openMonth()
    const perDay = { in: 15 * 10_388, out: 5 * 388, net: 15 * 10_388 - 5 * 388 }
    const times = (count: number) => ({
      ...{ in: count * perDay.in, out: count * perDay.out, net: count * perDay.net },
      transfers: 0,
    })
    expect(await getSummary(owner, {})).toEqual({
      currencies: [
        { currency: 'CNY', opening: 0, ...times(7), closing: 7 * perDay.net },
        { currency: 'USD', opening: 0, ...times(1), closing: perDay.net },
      ],
    })
    expect(await getSummary(owner, { from: '2026-03-03', to: '2026-03-04' })).toEqual({
      currencies: [
        { currency: 'CNY', opening: 2 * perDay.net, ...times(2), closing: 4 * perDay.net },
        { currency: 'USD', opening: 0, ...times(0), closing: 0 },
      ],
    })
    expect(await getSummary(owner, { from: '2026-04-01' })).toEqual({
      currencies: [
        { currency: 'CNY', opening: 7 * perDay.net, ...times(0), closing: 7 * perDay.net },
        { currency: 'USD', opening: perDay.net, ...times(0), closing: perDay.net },
      ],
    })
    expect(await getSummary(owner, { to: '2026-03-01' })).toMatchObject({
      currencies: [
        { opening: 0, ...times(1) },
        { opening: 0, ...times(0) },
      ],
    })
  })

  test('shows the entry in the panel, or that the number does not exist', async () => {
    const { owner } = await openMonth()
    expect(await loadFinance(owner, financeQuery.parse({ entry: 7 }))).toMatchObject({
      entry: { number: 7, accountingDay: '2026-03-01' },
    })
    expect(await loadFinance(owner, financeQuery.parse({ entry: 7_000 }))).toMatchObject({ entry: { missing: 7_000 } })
    expect(await loadFinance(owner, financeQuery.parse({}))).toMatchObject({ entry: null, missingPermission: null })
  })

  test('shows one empty page without currencies for an empty ledger', async () => {
    const fixture = await createLedgerFixture(await open())
    expect(await loadFlow(asRole(fixture, 'finance'), query())).toEqual({
      tab: 'flow',
      currency: null,
      rows: [],
      next: null,
      previous: null,
      count: { exact: 0 },
      totals: [],
      queryErrors: [],
      converted: null,
      columns: null,
      widths: {},
      density: 'compact',
      searchError: null,
      isCut: false,
      views: [],
      currencies: [],
      accounts: [],
      figures: null,
      chart: null,
      grouped: null,
    })
  })

  test('names the missing permission on the page', async () => {
    const { fixture } = await openMonth()
    for (const role of ['operations', 'viewer'] as const)
      expect(await loadFinance(asRole(fixture, role), financeQuery.parse({ entry: 7 }))).toEqual({
        missingPermission: 'finance.view',
      })
    expect(await verifyBooks(asRole(fixture, 'finance'), {})).toMatchObject({ at: fixture.clock.now })
  })
})
