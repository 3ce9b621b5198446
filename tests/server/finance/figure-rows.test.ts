import { reportFigureHref } from '#client/finance/closing/report-figure-href.ts'
import { feesHref, figureHrefs, openLinesHref } from '#client/finance/figure-hrefs.ts'
import { workListHref } from '#client/finance/matching/reconciliations.tsx'
import { GroupName } from '#client/finance/group-name.tsx'
import { accountHref } from '#client/finance/finance-url.ts'
import { newId } from '#server/db/id.ts'
import { postClosingEntries } from '#server/finance/closing/closing-entries.ts'
import { resolveAccounts } from '#server/finance/accounts.ts'
import { listAccounts } from '#server/finance/ledger-store.ts'
import { postEntries } from '#server/finance/ledger.ts'
import { loadFinance } from '#server/finance/loaders.ts'
import type { FlowChartView } from '#shared/finance/flow-charts.ts'
import type { FlowFigures } from '#shared/finance/flow-figures.ts'
import type { AccountRole } from '#shared/finance/ledger.ts'
import { accountRoles, entryKinds } from '#shared/finance/ledger.ts'
import { financeQuery, type FinanceQuery } from '#shared/finance/inputs.ts'
import type { FinanceTabView, FinanceView } from '#shared/finance/page-views.ts'
import { isReversed } from '#shared/list/day-bounds.ts'
import { href, parseSearchParams } from '#shared/routes/pages.ts'
import { createLedgerFixture, createSale, type LedgerFixture } from '#tests/server/finance/ledger-fixture.ts'
import { asRole } from '#tests/server/home/as-role.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { createTestKontor } from '#tests/support/test-kontor.ts'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'bun:test'

const postingDays = ['2024-02-29', '2025-12-31', '2026-01-01', '2026-01-31', '2026-02-01', '2026-02-28', '2026-03-01']
const providers = ['Alipay', '支付宝', 'wechat', '微信支付']
const alipayHeader =
  '交易时间,交易分类,交易对方,对方账号,商品说明,收/支,金额,收/付款方式,交易状态,交易订单号,商家订单号,备注'
const atNight = (day: string): number => Date.parse(`${day}T23:59:59+08:00`)
const inTheMorning = (day: string): number => Date.parse(`${day}T08:00:00+08:00`)

forEachDatabase((_name, open) => {
  let fixture: LedgerFixture
  /** Payments and refunds of two spellings of two channels, fees, transfers, rent and capital, in two currencies, and the closing entries of their months. */
  beforeAll(async () => {
    fixture = await createLedgerFixture(await open())
    for (const [index, day] of postingDays.entries())
      for (const currency of ['CNY', 'JPY']) {
        const sale = createSale(currency, providers[index % 4])
        await fixture.book(
          sale.capture(10_388, 0, atNight(day)),
          sale.refund(101 + index, 0, atNight(postingDays[Math.min(index + 1, postingDays.length - 1)] ?? day)),
        )
        await post(currency, day, 'provider_fee', 'clearing', 7 + index)
        await post(currency, day, 'transit', 'clearing', 500 + index)
        if (index > 3) await post(currency, day, 'bank_fee', 'transit', 3)
        await post(currency, day, 'rent', 'transit', 90)
        await post(currency, day, 'transit', 'opening', 2_000)
      }
    for (const [change, month] of ['2024-02', '2025-12', '2026-01', '2026-02'].entries())
      await fixture.kontor.database.inTransaction((transaction) =>
        postClosingEntries(transaction, fixture.context, { month, change }),
      )
  })

  async function post(currency: string, day: string, debit: AccountRole, credit: AccountRole, amount: number) {
    const { kontor, context } = fixture
    const purposes = [debit, credit].map((role) => ({ role, provider: role === 'clearing' ? 'Alipay' : '', currency }))
    await kontor.database.inTransaction(async (transaction) => {
      const accountIdOf = await resolveAccounts(transaction, 'CNY', purposes)
      const lines = purposes.map((purpose, index) => ({
        accountId: accountIdOf(purpose),
        amountMinor: index === 0 ? amount : -amount,
      }))
      const draft = {
        kind: 'entry.manual',
        occurredAt: debit === 'rent' || debit === 'provider_fee' ? inTheMorning(day) : atNight(day),
        memo: `${debit} ${day}`,
        source: 'test',
        externalId: newId(),
      } as const
      await postEntries(transaction, context, [{ ...draft, links: [], lines }])
    })
  }

  async function load<Tab extends FinanceTabView['tab']>(
    tab: Tab,
    query: FinanceQuery,
  ): Promise<Extract<FinanceTabView, { tab: Tab }>> {
    const view = await loadFinance(asRole(fixture, 'finance'), query)
    if (view.missingPermission !== null || view.content.tab !== tab) throw new Error(`no ${tab}`)
    return view.content as Extract<FinanceTabView, { tab: Tab }>
  }
  const parseHref = (url: string): FinanceQuery =>
    financeQuery.parse(parseSearchParams(new URL(url, 'http://localhost').searchParams))

  /** In less out of every row of every page that a link opens. */
  async function sumEntries(url: string, currency: string): Promise<bigint> {
    let sum = 0n
    const query = parseHref(url)
    for (let cursor: string | undefined; ;) {
      const { rows, next } = await load('flow', { ...query, currency, cursor })
      for (const { flows } of rows)
        for (const flow of flows) if (flow.currency === currency) sum += BigInt(flow.in) - BigInt(flow.out)
      if (next === null) return sum
      cursor = next
    }
  }

  /** All that the rows post to accounts of own money: what moved in and out, and opening balances. */
  async function sumMoney(url: string, currency: string): Promise<bigint> {
    let sum = 0n
    const query = parseHref(url)
    for (let cursor: string | undefined; ;) {
      const { rows, next } = await load('flow', { ...query, currency, cursor })
      for (const { postings } of rows)
        for (const posting of postings)
          if (posting.currency === currency && accountRoles[posting.role].isMoneyAccount)
            sum += BigInt(posting.amountMinor)
      if (next === null) return sum
      cursor = next
    }
  }

  /** The balances of the accounts that a link opens, each that of the postings on its page. */
  async function sumAccounts(url: string, currency: string): Promise<bigint> {
    const query = parseHref(url)
    const { grouped } = await load('flow', { ...query, currency })
    let sum = 0n
    for (const { key, closing } of grouped?.groups ?? []) {
      expect(await sumPostings(accountHref(key, query))).toBe(BigInt(closing ?? 0))
      sum += BigInt(closing ?? 0)
    }
    return sum
  }

  /** Opens each group with its link, and compares what moved with the group. */
  async function expectGroupsToOpen(query: FinanceQuery): Promise<void> {
    const { grouped, currency } = await load('flow', query)
    for (const group of grouped?.groups ?? []) {
      const link = GroupName({ query, group, name: '' })
      const url = ('href' in link.props ? link : link.props.children[0]).props.href
      expect(await sumEntries(url, currency ?? '')).toBe(BigInt(group.net))
    }
  }

  /** What groups add up to. */
  async function sumGroups(query: FinanceQuery) {
    const { grouped } = await load('flow', query)
    const groups = grouped?.groups ?? []
    const sum = (column: 'in' | 'out' | 'transfers') => groups.reduce((total, group) => total + (group[column] ?? 0), 0)
    return { in: sum('in'), out: sum('out'), transfers: sum('transfers') }
  }

  async function sumPostings(url: string): Promise<bigint> {
    const { opened } = await load('accounts', parseHref(url))
    if (!opened || 'missing' in opened || opened.next !== null) throw new Error(`No page of all postings: ${url}`)
    return opened.rows.reduce((sum, { amountMinor }) => sum + BigInt(amountMinor), 0n)
  }

  test('every figure opens exactly the rows that it adds up, whatever the filter', async () => {
    const bound = fc.option(
      fc.constantFrom(
        ...postingDays,
        '2025-06-30',
        '2026-02-15',
        '2025-12-31T08:00',
        '0001-01-01',
        '9999-12-31',
        '9999-12-31T23:59',
        '2026-02-01T23:59',
        '2026-02-28T23:59',
      ),
      { nil: undefined },
    )
    const accounts = (await listAccounts(fixture.kontor.database.read)).filter((each) => each.is_money_account === 1)
    const filter = fc.record({
      from: bound,
      to: bound,
      kind: fc.subarray([...entryKinds]),
      flow: fc.constantFrom(undefined, 'in' as const, 'out' as const, 'none' as const),
      currency: fc.constantFrom('CNY', 'JPY'),
      account: fc.oneof(fc.constant([]), fc.subarray(accounts.map(({ code }) => code))),
      q: fc.constantFrom(undefined, undefined, '103.88', '5.00', '90', 'rent', '3', 'nothing'),
      channel: fc.oneof({ weight: 2, arbitrary: fc.constant([]) }, fc.subarray(['alipay', 'wechat_pay', 'transit'])),
    })
    await fc.assert(
      fc.asyncProperty(filter, async ({ from, to, ...others }) => {
        fc.pre(from === undefined || to === undefined || !isReversed(from, to))
        const query = financeQuery.parse({ from, to, ...others })
        const { currency } = others
        const isOfAccounts = query.account.length > 0 || query.channel.length > 0
        if (query.flow === 'none' && !isOfAccounts) {
          const { rows } = await load('flow', query)
          const moved = rows.flatMap(({ flows }) => flows).filter((flow) => flow.in !== 0 || flow.out !== 0)
          expect(moved.filter((flow) => flow.currency === currency)).toEqual([])
        }
        const { figures, chart, currency: shownCurrency } = await load('flow', query)
        expect(shownCurrency).toBe(currency)
        if (!figures) throw new Error('no figures')
        if (chart) expect(sumTrend(chart)).toEqual(pickFlow(figures.now, query))
        else if (query.flow !== 'none') expect([figures.now.inCount, figures.now.outCount]).toEqual([0, 0])
        if (figures.now.unsettled !== null) expect(await sumAges(query)).toBe(BigInt(figures.now.unsettled))
        for (const [shownDays, shown] of [
          [{}, figures.now],
          ...(figures.before ? [[figures.before.days, figures.before.figures] as const] : []),
        ] as const) {
          const shownQuery = { ...query, ...shownDays }
          const hrefs = figureHrefs(shownQuery)
          expect(await sumEntries(hrefs.in, currency)).toBe(BigInt(shown.in))
          expect(await sumEntries(hrefs.out, currency)).toBe(-BigInt(shown.out))
          expect(await sumEntries(hrefs.net, currency)).toBe(BigInt(shown.in) - BigInt(shown.out))
          const sumBalances = isOfAccounts ? sumAccounts : sumMoney
          const { opening, closing } = shown
          if (opening !== null && closing !== null) {
            expect(await sumBalances(hrefs.closing, currency)).toBe(BigInt(closing))
            expect(hrefs.opening === null ? 0n : await sumBalances(hrefs.opening, currency)).toBe(BigInt(opening))
            if (query.kind.length === 0) expect(opening + shown.net + shown.transfers).toBe(closing)
            else expect(shown.transfers).toBe(0)
          } else expect(query.q).toBeDefined()
          for (const group of ['month', 'kind', 'channel'] as const) await expectGroupsToOpen({ ...shownQuery, group })
          expect(await sumGroups({ ...shownQuery, group: 'day' })).toEqual(
            await sumGroups({ ...shownQuery, group: 'account' }),
          )
          if (shown.refunds) expect(await sumEntries(hrefs.refunds, currency)).toBe(-BigInt(shown.refunds.minor))
          for (const fee of shown.fees ?? [])
            expect(await sumPostings(feesHref(shownQuery, fee))).toBe(BigInt(fee.minor))
        }
      }),
      { numRuns: 16 },
    )
  })

  test('open exceptions are the open lines of the statements of each account', async () => {
    const kontor = await createTestKontor(await open(), { isClockRunning: true })
    const user = await kontor.createUser('finance')
    const view = async (url: string): Promise<FinanceTabView> => {
      const response = await user.fetch(url.replace('/finance', '/finance/_payload.json'))
      const { data } = ((await response.json()) as { pageState: { data: FinanceView } }).pageState
      if (data.missingPermission !== null) throw new Error('no permission')
      return data.content
    }
    await user.fetch('/api/finance/entries', {
      json: {
        memo: 'Capital',
        day: '2026-03-01',
        lines: [
          { account: '1002.90', debit: '1.00' },
          { account: '3001', credit: '1.00' },
        ],
      },
    })
    for (const [index, days] of [['2026-03-02', '2026-03-02', '2026-03-04'], ['2026-03-04']].entries()) {
      const added = await user.fetch('/api/finance/accounts', {
        json: { role: 'wallet', currency: 'CNY', accountName: `W${index}` },
      })
      const body = new FormData()
      body.set('account', ((await added.json()) as { code: string }).code)
      const lines = days.map(
        (day, line) => `${day} 10:00:00,收款,王芳,/,货款,收入,9.90,余额,交易成功,R${index}${line},T,`,
      )
      body.set('file', new File([[alipayHeader, ...lines].join('\n')], 'alipay.csv'))
      expect((await user.fetch('/api/finance/statements', { method: 'POST', body })).status).toBe(200)
    }
    let code = ''
    const expectCounts = async (days: Partial<Record<'from' | 'to', string>>, counts: number[]): Promise<void> => {
      const flow = await view(href('finance', days))
      if (flow.tab !== 'flow' || !flow.figures) throw new Error('no figures')
      const { openLines } = flow.figures.now
      expect(openLines?.map(({ count }) => count)).toEqual(counts)
      code ||= openLines?.[0]?.account.code ?? ''
      for (const each of openLines ?? [])
        expect(await listLines(openLinesHref(financeQuery.parse(days), each))).toHaveLength(each.count)
    }
    const listLines = async (url: string) => {
      const list = await view(url)
      if (list.tab !== 'reconciliation' || !list.workList || !('rows' in list.workList)) throw new Error('no lines')
      return list.workList.rows
    }
    await expectCounts({}, [3, 1])
    await expectCounts({ from: '2026-03-03', to: '2026-03-31' }, [1, 1])
    await expectCounts({ to: '2026-03-03' }, [2])
    await expectCounts({ from: '2026-03-05' }, [])

    // One line is postponed, and one ignored.
    const [first, second, last] = await listLines(workListHref(code))
    const deferred = await user.fetch(`/api/finance/match-lines/${first?.id}/wait`, {
      method: 'PUT',
      json: { until: '2026-03-20', reason: 'asked' },
    })
    const ignored = await user.fetch('/api/finance/ignored-lines', { json: { line: last?.id, reason: 'twice' } })
    expect([deferred.status, ignored.status]).toEqual([200, 201])
    await expectCounts({}, [1, 1])
    const page = await view('/finance?tab=reconciliation&month=2026-03')
    if (page.tab !== 'reconciliation' || !page.calendar) throw new Error('no calendar')
    const marks: unknown[] = []
    for (const row of page.calendar.accounts)
      for (const [index, of] of row.days.entries()) {
        if (!of) continue
        const day = page.calendar.days[index] ?? ''
        const lines = await listLines(workListHref(row.account.code, { from: day, to: day, state: of.shown }))
        expect(lines).toHaveLength(of.lines)
        if (of.lines > 0) marks.push([day, of.shown, of.lines])
      }
    expect(marks).toEqual([
      ['2026-03-02', 'open', 1],
      ['2026-03-04', 'ignored', 1],
      ['2026-03-04', 'open', 1],
    ])

    const closing = await view('/finance?tab=closing&month=2026-03')
    if (closing.tab !== 'closing' || !closing.opened || 'missing' in closing.opened) throw new Error('no month')
    const rows = closing.opened.period.checklist?.find(({ id }) => id === 'lines-matched')?.rows ?? []
    const html = await (await user.fetch('/finance?tab=closing&month=2026-03')).text()
    const urls = [...html.matchAll(/href="([^"]*tab=reconciliation&amp;account=[^"]*)"/g)].map(([, url = '']) => url)
    expect([rows.length, urls.length, second?.day]).toEqual([3, 3, '2026-03-02'])
    for (const [index, url] of urls.entries()) {
      const lines = await listLines(url.replaceAll('&amp;', '&'))
      expect(lines.reduce((sum, { amountMinor }) => sum + amountMinor, 0)).toBe(rows[index]?.amountMinor ?? NaN)
    }
  })

  /** What is to be settled by age; each account opens the postings that it is the sum of. */
  async function sumAges(query: FinanceQuery): Promise<bigint> {
    const { chart } = await load('flow', parseHref(figureHrefs({ ...query }).unsettled))
    if (chart?.chart !== 'aging') throw new Error('no ages')
    let sum = 0n
    for (const { account, balance, parts } of chart.accounts) {
      expect(parts.reduce((total, part) => total + part, 0)).toBe(balance)
      expect(await sumPostings(accountHref(account.code, { to: query.to }))).toBe(BigInt(balance))
      if (account.role === 'clearing') sum += BigInt(balance)
    }
    return sum
  }

  test('what came in and went out in a report of cash flow opens exactly the entries that it adds up', async () => {
    for (const currency of ['CNY', 'JPY'])
      for (const span of ['month', 'quarter'] as const) {
        const query = financeQuery.parse({ tab: 'closing', month: '2026-02', report: 'cash_flow', span, currency })
        const { opened } = await load('closing', query)
        if (!opened || 'missing' in opened) throw new Error('no report')
        const { report } = opened
        for (const row of report.sections.flatMap(({ rows }) => rows))
          for (const [index, column] of report.columns.entries()) {
            if (column === 'transfers') expect(reportFigureHref(query, row, column, report)).toBeUndefined()
            if (!['in', 'out', 'previousNet'].includes(column)) continue
            const sign = column === 'out' ? -1n : 1n
            const url = reportFigureHref(query, row, column, report) ?? ''
            expect([url, sign * (await sumEntries(url, currency))]).toEqual([url, BigInt(row.values[index] ?? NaN)])
          }
      }
  })

  test('a channel is one provider in whatever spelling, and its accounts add up to it', async () => {
    const query = financeQuery.parse({ group: 'channel', from: '2026-01-01', to: '2026-02-28', currency: 'CNY' })
    const { grouped } = await load('flow', query)
    const groups = grouped?.groups ?? []
    expect(groups.map(({ accounts }) => accounts.map(({ role, provider }) => provider || role))).toEqual([
      ['transit'],
      ['Alipay'],
      ['wechat'],
    ])
    for (const { accounts, net, transfers } of groups) {
      const sums = await Promise.all(accounts.map(({ code }) => sumPostings(accountHref(code, query))))
      expect(sums.reduce((sum, each) => sum + each, 0n)).toBe(BigInt(net) + BigInt(transfers ?? 0))
    }
  })
})

/** The figures again, from the bars of their chart. */
function sumTrend(view: FlowChartView): { in: bigint; out: bigint; closing: bigint | null } {
  if (view.chart !== 'trend') throw new Error('no trend')
  const sum = (column: 'in' | 'out'): bigint => view.flows.reduce((total, flow) => total + BigInt(flow[column]), 0n)
  const [received, out] = [sum('in'), sum('out')]
  const transfers = view.flows.reduce((total, flow) => total + BigInt(flow.transfers ?? 0), 0n)
  return {
    in: received,
    out,
    closing: view.opening === null ? null : BigInt(view.opening) + received - out + transfers,
  }
}

const pickFlow = (figures: FlowFigures, { flow, kind, q }: FinanceQuery) => ({
  in: flow === 'out' ? 0n : BigInt(figures.in),
  out: flow === 'in' ? 0n : BigInt(figures.out),
  closing: flow === undefined && kind.length === 0 && q === undefined ? BigInt(figures.closing ?? 0) : null,
})
