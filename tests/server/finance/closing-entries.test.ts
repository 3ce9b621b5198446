import type { AccountPostings } from '#shared/finance/account-views.ts'
import type { PeriodDetail } from '#shared/finance/closing/period-views.ts'
import { reportNames, reportSpans, type ReportView } from '#shared/finance/closing/reports.ts'
import { journalDialects } from '#shared/finance/journal.ts'
import type { Problem } from '#shared/problem.ts'
import { bank, openShop, type Shop } from '#tests/server/finance/open-shop.ts'
import { forEachDatabase, onSqlite } from '#tests/support/databases.ts'
import { findViolations } from '#tests/support/find-violations.ts'
import { checkJournal } from '#tests/support/journals.ts'
import { beforeAll, expect, test } from 'bun:test'

const capturedAt = Date.parse('2026-02-10T02:00:00Z')

/** In February an order in CNY and one in USD, a fee, and rent. */
async function openFebruary(shop: Shop): Promise<void> {
  const payment = { provider: 'Stripe', capturedMinor: 10_388, capturedAt }
  for (const [reference, currency] of [
    ['ch_1', 'CNY'],
    ['ch_2', 'USD'],
  ] as const)
    await shop.create({ currency, placedAt: capturedAt - 1000, payment: { ...payment, reference } })
  await shop.byHand('0.62', '5603.1', bank, { day: '2026-02-11' })
  await shop.byHand('800.00', '5602.1', bank, { day: '2026-02-28' })
}

onSqlite((open) => {
  test('each figure of a report opens what adds up to it, with closing entries or without', async () => {
    const shop = await openShop(await open())
    await openFebruary(shop)
    await shop.byHand('5.00', '3103', '3001', { day: '2026-02-12' })
    await shop.post('finance/periods/2026-02/closings', { reason: 'Fine' })
    const read = async (path: string): Promise<string> => (await shop.user.fetch(path)).text()
    for (const report of ['trial_balance', 'income_statement', 'balance_sheet'] as const) {
      const page = await read(`/finance?tab=closing&month=2026-02&report=${report}`)
      const figures = [...page.matchAll(/class="report__figure" href="([^"]+)">(.*?)<\/a>/g)]
      expect(figures.length).toBeGreaterThan(4)
      for (const [, link = '', figure = ''] of figures) {
        const opened = await read(link.replaceAll('&amp;', '&'))
        const [, result] = /data-section="result"(.*?)<\/tbody>/s.exec(opened) ?? []
        const [, stats = ''] = /class="stats"(.*?)<table/s.exec(opened) ?? []
        const amounts = toDigits(stats)
        // Of an account what it moved or what it has in the end, of the result of the year the sum of its income statement.
        const [moved, closing] = [amounts.slice(2, 3), amounts.slice(3, 4)]
        const opens = { trial_balance: amounts, income_statement: moved, balance_sheet: closing }[report]
        const expected = result === undefined ? opens : toDigits(result).slice(0, 1)
        expect([link, expected]).toEqual([link, expect.arrayContaining(toDigits(figure))])
      }
    }
  })

  test('an account that was archived since stops a reopening until it is reopened itself', async () => {
    const shop = await openShop(await open())
    const { post, byHand, kontor } = shop
    const { code } = await post<{ code: string }>('finance/accounts', {
      ...{ role: 'other_expense', currency: 'CNY', accountName: 'Samples' },
    })
    await byHand('1.00', code, bank, { day: '2026-02-10' })
    await post('finance/periods/2026-02/closings', { reason: 'Fine' })
    await post(`finance/accounts/${code}/archive`, {})
    const clerk = await kontor.createUser('finance')
    const path = '/api/finance/periods/2026-02/reopenings'
    await clerk.fetch(path, { json: { reason: 'A late invoice' } })
    const refused = await shop.user.fetch(`${path}/approval`, { json: {} })
    expect([refused.status, await refused.text()]).toEqual([409, expect.stringContaining(code)])
    expect(await findViolations(kontor)).toEqual([])
    await post(`finance/accounts/${code}/unarchive`, {})
    expect(await post<PeriodDetail>('finance/periods/2026-02/reopenings/approval', {})).toMatchObject({ state: 'open' })
    expect(await findViolations(kontor)).toEqual([])
  })
})

/** The amounts in a piece of a page, without their signs. */
const toDigits = (html: string): string[] => html.replaceAll(/<[^>]*>/g, ' ').match(/[\d,]+\.\d\d/g) ?? []

forEachDatabase((_name, open) => {
  let shop: Shop
  beforeAll(async () => {
    shop = await openShop(await open())
    await openFebruary(shop)
  })

  const load = async <Answer>(path: string): Promise<Answer> => (await shop.user.fetch(path)).json()
  const loadReport = (report: string, query = ''): Promise<ReportView> =>
    load(`/api/finance/periods/2026-02/reports/${report}${query}`)
  const loadAccount = (query: string): Promise<AccountPostings> => load(`/api/finance/postings?${query}`)
  const close = () => shop.post<PeriodDetail>('finance/periods/2026-02/closings', { reason: 'Fine' })
  /** The postings of closing entries, oldest first. */
  const closingEntries = async () => (await shop.entries()).filter((entry) => entry.startsWith('period.closed'))
  /** Everything that closing a month must not change. */
  const readFigures = async () => {
    const reports = reportNames.filter((report) => report !== 'trial_balance')
    const { pageState } = await load<{ pageState: { data: { content: { figures: unknown } } } }>(
      '/finance/_payload.json?from=2026-02-01&to=2026-02-28&currency=CNY',
    )
    return {
      summary: await load('/api/finance/summary?from=2026-02-01&to=2026-02-28'),
      figures: pageState.data.content.figures,
      reports: await Promise.all(
        ['CNY', 'USD'].flatMap((currency) =>
          reports.flatMap((report) =>
            reportSpans.map((span) => loadReport(report, `?currency=${currency}&span=${span}`)),
          ),
        ),
      ),
    }
  }

  test('37: a close moves the result of a month to profit, which no figure but the trial balance shows', async () => {
    const before = await readFigures()
    expect(JSON.stringify(before.figures)).toContain('"fees":[{"account":{"code":"5603.1"')
    const { history } = await close()
    expect(await closingEntries()).toEqual([
      'period.closed: sales 10000, discount -1000, shipping 800, rent -80000, provider_fee -62, profit 70262',
      'period.closed: discount -1000, sales 10000, shipping 800, profit -9800',
    ])
    expect(await readFigures()).toEqual(before)
    const { rows } = await load<{ rows: { number: number; accountingDay: string; flows: unknown }[] }>(
      '/api/finance/entries?kind=period.closed&currency=CNY',
    )
    const [entry] = rows
    expect(rows).toMatchObject([{ accountingDay: '2026-02-28', flows: [], number: history[0]?.entries[0] }])
    // The last of its month.
    const { rows: ofMonth } = await load<{ rows: typeof rows }>('/api/finance/entries?to=2026-02-28')
    expect(ofMonth.slice(0, 2).map(({ number }) => number)).toEqual(history[0]?.entries.toReversed() ?? [])

    const [accounts] = (await loadReport('trial_balance')).sections
    const closing = accounts?.rows.map(({ account, values }) => [account?.role, (values[4] ?? 0) - (values[5] ?? 0)])
    expect(closing?.filter(([, balance]) => balance !== 0)).toEqual([
      ['bank', -80_062],
      ['clearing', 10_388],
      ['tax', -588],
      ['profit', 70_262],
    ])
    const equity = (await loadReport('balance_sheet')).sections.find(({ id }) => id === 'equity')
    expect(equity?.rows).toMatchObject([{ line: 'result_of_year', values: [-70_262, 0] }])

    const days = 'from=2026-02-01&to=2026-02-28'
    const sales = await loadAccount(`account=5001&${days}`)
    expect(sales.rows.map(({ amountMinor, balanceMinor }) => [amountMinor, balanceMinor])).toEqual([
      [10_000, 0],
      [-10_000, 10_000],
    ])
    expect(sales.summary).toMatchObject({ openingMinor: 0, debitMinor: 10_000, creditMinor: 10_000, closingMinor: 0 })
    const without = await loadAccount(`account=5001&${days}&closing=without`)
    expect(without).toMatchObject({ count: { exact: 1 }, summary: { changeMinor: 10_000, closingMinor: 10_000 } })
    expect(without.rows.map(({ balanceMinor }) => balanceMinor)).toEqual([10_000])

    const lines = [
      { account: '5001', debit: '1' },
      { account: '3103', credit: '1' },
    ]
    for (const answer of [
      shop.user.fetch(`/api/finance/entries/${entry?.number}/reversal`, { json: { memo: 'Mistake' } }),
      shop.user.fetch('/api/finance/entries', { json: { memo: 'Mistake', lines, corrects: entry?.number } }),
    ])
      expect(((await (await answer).json()) as Problem).type).toBe('/problems/entry-of-closing')
    expect(await findViolations(shop.kontor)).toEqual([])
  })

  test('a month that is reopened has its entries taken back, and closing it again has what came meanwhile', async () => {
    const clerk = await shop.kontor.createUser('finance')
    await clerk.fetch('/api/finance/periods/2026-02/reopenings', { json: { reason: 'A late invoice' } })
    await shop.post('finance/periods/2026-02/reopenings/approval', {})
    expect((await closingEntries()).slice(2)).toEqual([
      'period.closed: sales -10000, discount 1000, shipping -800, rent 80000, provider_fee 62, profit -70262',
      'period.closed: discount 1000, sales -10000, shipping -800, profit 9800',
    ])
    const { history } = await load<{ history: { action: string; entries: number[] }[] }>('/api/finance/periods/2026-02')
    const [posted = 0, alsoPosted = 0] = history.find(({ action }) => action === 'closed')?.entries ?? []
    expect(history.map(({ action, entries }) => [action, entries])).toEqual([
      ['reopened', [alsoPosted + 1, alsoPosted + 2]],
      ['reopen_requested', []],
      ['closed', [posted, alsoPosted]],
    ])
    // Taken back on its side, so that debits and credits are those before it.
    const days = 'from=2026-02-01&to=2026-02-28'
    expect((await loadAccount(`account=5001&${days}`)).summary).toMatchObject({ debitMinor: 0, creditMinor: 10_000 })
    expect(await findViolations(shop.kontor)).toEqual([])
    await shop.byHand('0.38', '5603.1', bank, { day: '2026-02-27' })
    await close()
    expect((await closingEntries()).slice(4)).toEqual([
      'period.closed: sales 10000, discount -1000, shipping 800, rent -80000, provider_fee -100, profit 70300',
      'period.closed: discount -1000, sales 10000, shipping 800, profit -9800',
    ])
    expect((await loadAccount(`account=5001&${days}`)).summary).toMatchObject({
      debitMinor: 10_000,
      creditMinor: 10_000,
    })
    const again = await load<{ history: object[] }>('/api/finance/periods/2026-02')
    expect(again.history.slice(1)).toEqual(history)
    expect(await findViolations(shop.kontor)).toEqual([])
  })

  test('journals name closing entries as what retains the result, and their programs agree', async () => {
    for (const dialect of journalDialects) {
      const journal = await (await shop.user.fetch('/api/finance/journals', { json: { dialect } })).text()
      expect(
        journal.match(dialect === 'beancount' ? /"period\.closed" .*#retain$/gm : /; retain: 2026-02$/gm),
      ).toHaveLength(6)
      await checkJournal(dialect, journal, { '3103': '703.00 CNY', '3103.USD': '-98.00 USD' })
    }
  })
})
