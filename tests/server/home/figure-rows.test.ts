import { figureHref } from '#client/home/figure-href.ts'
import { loadFinance } from '#server/finance/loaders.ts'
import { loadHome } from '#server/home/loaders.ts'
import { loadOrders } from '#server/orders/loaders.ts'
import type { HomeFigures, PeriodFigures } from '#shared/home/views.ts'
import { firstOrders } from '#shared/orders/first-orders.ts'
import { expiringOrders, lateOrders, ordersList, refundDueOrders } from '#shared/orders/list.ts'
import { pageQueries } from '#shared/routes/page-queries.ts'
import { href, parseSearchParams } from '#shared/routes/pages.ts'
import { endOfUnit } from '#shared/time-unit.ts'
import { createOrder } from '#tests/server/finance/create-order.ts'
import { createLedgerFixture, type LedgerFixture } from '#tests/server/finance/ledger-fixture.ts'
import { asRole } from '#tests/server/home/as-role.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { expect, test } from 'bun:test'

const shanghai = (text: string): number => Date.parse(`${text}+08:00`)

forEachDatabase((_name, open) => {
  /** Orders in three currencies from 2024 until a minute after now, which is 15 March 2026, 10:00 in Shanghai. */
  async function createShop(): Promise<LedgerFixture> {
    const fixture = await createLedgerFixture(await open())
    const days = ['2024-05-31', '2026-01-31', '2026-02-01', '2026-02-28', '2026-03-01', '2026-03-09', '2026-03-14']
    for (const [index, day] of days.entries())
      for (const [currency, times] of [
        ['CNY', 1],
        ['USD', 2],
      ] as const) {
        const placedAt = shanghai(`${day}T${index % 2 ? '00:00' : '23:59'}`)
        await createOrder(fixture, { currency, times, placedAt, captured: [8_388 * times] })
        await createOrder(fixture, { currency, times, placedAt, captured: [8_388 * times], refunded: [388 + index] })
        await createOrder(fixture, { currency, times, placedAt, status: 'cancelled', captured: [100] })
      }
    await createOrder(fixture, { placedAt: shanghai('2026-03-15T10:01'), captured: [8_388] })
    await createOrder(fixture, { placedAt: shanghai('2026-03-15T09:00'), currency: 'EUR' })
    await createOrder(fixture, { placedAt: shanghai('2026-03-14T09:00'), status: 'completed', captured: [8_388] })
    // Overpaid: by 1,000 of which 300 were given back, and by 1,000 that were.
    await createOrder(fixture, { currency: 'EUR', captured: [9_388], refunded: [300] })
    await createOrder(fixture, { currency: 'EUR', captured: [9_388], refunded: [1_000] })
    await fixture.kontor.database.inTransaction(async (transaction) => {
      for (const table of ['orders', 'order_counts', 'order_count_changes'] as const)
        await transaction.updateTable(table).set({ archived: 1 }).where('status', '=', 'completed').execute()
    })
    return fixture
  }

  test('every figure of the home page opens exactly the rows that it adds up', async () => {
    const fixture = await createShop()
    const owner = asRole(fixture, 'owner')
    const selections = [
      { period: 'today' },
      { period: '7d' },
      { period: 'month' },
      { period: 'all' },
      { month: '2026-02' },
      { from: '2026-02-28', to: '2026-03-14' },
      { from: '2026-01-31', to: '2026-03-01' },
      { from: '2026-03-14', to: '2026-03-09' },
    ]
    for (const selection of selections)
      for (const currency of ['CNY', 'EUR', 'USD']) {
        const query = pageQueries.index.parse({ ...selection, currency })
        const { figures } = await loadHome(owner, query)
        if (!figures) throw new Error('no figures')
        expect(figures.currency).toBe(currency)
        for (const period of [figures.today, figures.chosen])
          expect(await loadRows(period.days, figures)).toEqual(pickNow(period))
        for (const period of [figures.today, figures.chosen])
          if (period.before) {
            const { refundedMinor: _refunded, ...rows } = await loadRows(period.before, figures)
            expect(rows).toEqual(pickBefore(period))
          }
        const first = await sumOrders(href('orders', firstOrders(currency, figures.chosen.days)))
        expect(figures.newCustomers).toEqual({ exact: first.count })
        for (const { source, ...channel } of figures.channels) {
          const url = figureHref('orders', currency, figures.chosen.days, source)
          expect(await sumOrders(url)).toMatchObject(channel)
        }
      }
    /** The figures again, from the lists that their links open. */
    async function loadRows(days: PeriodFigures['days'], { currency }: HomeFigures) {
      const [received, paid, net] = await Promise.all(
        (['inMinor', 'outMinor', 'netMinor'] as const).map((name) =>
          loadTotals(figureHref(name, currency, days), currency),
        ),
      )
      const orders = await sumOrders(figureHref('orders', currency, days))
      expect(figureHref('averageMinor', currency, days)).toBe(figureHref('orders', currency, days))
      const refunded = await loadTotals(figureHref('refundedMinor', currency, days), currency)
      return {
        averageMinor: orders.count === 0 ? NaN : Math.round(orders.totalMinor / orders.count),
        refundedMinor: refunded.out,
        inMinor: received?.in ?? NaN,
        outMinor: paid?.out ?? NaN,
        netMinor: (net?.in ?? 0) - (net?.out ?? 0),
        orders: orders.count,
      }
    }

    /** The number of the orders that a link opens, and what they add up to. */
    async function sumOrders(url: string): Promise<{ count: number; totalMinor: number }> {
      const { rows, next, count } = await loadOrders(owner, pageQueries.orders.parse(parseQuery(url)))
      expect([next, count]).toEqual([null, { exact: rows.length }])
      return { count: rows.length, totalMinor: rows.reduce((sum, { totalMinor }) => sum + totalMinor, 0) }
    }

    /** Adds up the rows and checks that the totals below the list are equal. */
    async function loadTotals(url: string, currency: string): Promise<{ in: number; out: number }> {
      const sum = { in: 0, out: 0 }
      let cursor: string | null | undefined
      do {
        const view = await loadFinance(
          owner,
          pageQueries.finance.parse({ ...parseQuery(url), ...(cursor && { cursor }) }),
        )
        if (view.missingPermission !== null || view.content.tab !== 'flow') throw new Error('no entries')
        const { rows, next, totals } = view.content
        for (const flow of rows.flatMap(({ flows }) => flows).filter((it) => it.currency === currency)) {
          sum.in += flow.in
          sum.out += flow.out
        }
        cursor = next
        if (!cursor && (sum.in || sum.out)) expect(totals).toEqual([expect.objectContaining({ currency, ...sum })])
      } while (cursor)
      return sum
    }
  })

  test('the counts of open work are those of the lists that they open', async () => {
    const fixture = await createShop()
    const owner = asRole(fixture, 'owner')
    const { waiting } = await loadHome(owner, {})
    expect(waiting.toShip).toBeGreaterThan(0)
    expect(waiting.unpaid).toBeGreaterThan(0)
    for (const tab of ['toShip', 'unpaid'] as const) {
      const url = href('orders', ordersList.tabs[tab])
      const { count } = await loadOrders(owner, pageQueries.orders.parse(parseQuery(url)))
      expect(count).toEqual({ exact: waiting[tab] })
    }
    for (const [url, expected] of [
      [href('orders', lateOrders(waiting.lateThrough)), waiting.late],
      [href('orders', expiringOrders(waiting.expiringThrough)), waiting.expiring],
      [href('orders', refundDueOrders), waiting.refundDue],
    ] as const) {
      const { count } = await loadOrders(owner, pageQueries.orders.parse(parseQuery(url)))
      expect(count).toEqual(expected)
    }
    expect('exact' in waiting.late && waiting.late.exact).toBeWithin(1, waiting.toShip)
    // The cancelled orders, of which nothing was refunded, and the one of which too little was.
    expect(waiting.refundDue).toEqual({ exact: 14 + 1 })
  })

  test('every bar of the chart opens exactly the entries that it shows', async () => {
    const fixture = await createShop()
    const owner = asRole(fixture, 'finance')
    for (const period of ['month', 'all'] as const) {
      const { figures } = await loadHome(owner, { period, currency: 'USD' })
      const series = figures?.series
      if (!series) throw new Error('no chart')
      expect(series.flows.length).toBeGreaterThan(1)
      for (const { start, ...flow } of series.flows) {
        const days = { from: start, to: endOfUnit(start, series.unit) }
        const view = await loadFinance(owner, pageQueries.finance.parse({ ...days, currency: 'USD' }))
        if (view.missingPermission !== null || view.content.tab !== 'flow') throw new Error('no entries')
        expect(view.content.totals).toEqual([expect.objectContaining({ currency: 'USD', ...flow })])
      }
    }
  })
})

const parseQuery = (url: string) => parseSearchParams(new URL(url, 'http://kontor.example').searchParams)

const pickNow = ({ inMinor, outMinor, netMinor, orders, averageMinor, refundedMinor }: PeriodFigures) => ({
  averageMinor: averageMinor.now ?? NaN,
  refundedMinor,
  inMinor: inMinor.now,
  outMinor: outMinor.now,
  netMinor: netMinor.now,
  orders: orders.now,
})

const pickBefore = ({ inMinor, outMinor, netMinor, orders, averageMinor }: PeriodFigures) => ({
  averageMinor: averageMinor.before ?? NaN,
  inMinor: inMinor.before ?? NaN,
  outMinor: outMinor.before ?? NaN,
  netMinor: netMinor.before ?? NaN,
  orders: orders.before ?? NaN,
})
