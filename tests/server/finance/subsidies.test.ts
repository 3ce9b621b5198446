import { migrations, splitStatements } from '#server/db/migrate.ts'
import type { FinanceView } from '#shared/finance/page-views.ts'
import { matchLineList } from '#shared/finance/matching/views.ts'
import type { EntryView } from '#shared/finance/views.ts'
import type { OrderView } from '#shared/orders/views.ts'
import { createDraft, importAsOperator } from '#tests/server/orders/create-draft.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { findViolations } from '#tests/support/find-violations.ts'
import { createTestKontor } from '#tests/support/test-kontor.ts'
import { expect, test } from 'bun:test'
import { sql } from 'kysely'

/** The bill of a payment of 103.88, of which 10.00 is a coupon, and of its fee. */
const billOf = (reference: string): string =>
  [
    '交易时间,微信订单号,商户订单号,用户标识,交易类型,交易状态,货币种类,应结订单金额,代金券金额,微信退款单号,商户退款单号,退款金额,退款类型,商品名称,手续费',
    `2026-03-01 12:00:00,${reference},,openid-1,JSAPI,SUCCESS,CNY,103.88,10.00,,,0.00,,茶叶,0.62`,
  ].join('\n')

forEachDatabase((_name, open) => {
  test('a payment of which the provider paid a part is booked in two postings and matched with one line of its bill', async () => {
    const kontor = await createTestKontor(await open(), { isClockRunning: true })
    const user = await kontor.createUser('owner')
    const payment = { provider: 'WeChat Pay', reference: 'W1', capturedAt: Date.parse('2026-03-01T02:00:00Z') }
    const [whole, buyer] = await importAsOperator(kontor.kontor, [
      createDraft(1, { totalMinor: 10_388, payment: { ...payment, capturedMinor: 10_388, subsidyMinor: 1000 } }),
      createDraft(2, { totalMinor: 10_388, payment: { ...payment, reference: 'W2', capturedMinor: 9388 } }),
    ])
    const clearingOf = async (): Promise<number[][]> => {
      const { rows } = (await (await user.fetch('/api/finance/entries?kind=payment.captured')).json()) as {
        rows: EntryView[]
      }
      return rows
        .toSorted((a, b) => a.number - b.number)
        .map(({ postings }) => postings.filter(({ role }) => role === 'clearing').map((each) => each.amountMinor))
    }
    expect(await clearingOf()).toEqual([[9388, 1000], [9388]])
    const clearing = '1012.1.1'
    const importBill = async (reference: string): Promise<void> => {
      const body = new FormData()
      body.set('account', clearing)
      body.set('file', new File([billOf(reference)], 'bill.csv'))
      const response = await user.fetch('/api/finance/statements', { method: 'POST', body })
      if (!response.ok) throw new Error(await response.text())
    }
    const read = async (state: string) =>
      matchLineList.parse(
        await (await user.fetch(`/api/finance/match-lines?account=${clearing}&state=${state}`)).json(),
      ).rows
    await importBill('W1')
    expect((await read('matched')).map(({ reference, subsidyMinor }) => [reference, subsidyMinor])).toEqual([
      ['W1', 1000],
    ])
    // The books have what the buyer paid only.
    await importBill('W2')
    const [line] = await read('open')
    expect(line?.problem).toBe('amount_differs')
    const page = await (await user.fetch(`/finance?tab=reconciliation&account=${clearing}&line=${line?.id}`)).text()
    expect(page).toContain('The provider paid ¥10.00 of it itself.')
    const number = buyer?.outcome === 'created' ? buyer.number : ''
    const record = (json: object) =>
      user.fetch(`/api/orders/${number}/payments`, { json: { method: 'wechat_pay', reference: 'W2', ...json } })
    const order = (await (await user.fetch(`/api/orders/${number}`)).json()) as OrderView
    const refused = await record({ amount: '10.00', subsidy: '10.01', version: order.version })
    expect(await refused.json()).toMatchObject({ errors: [{ pointer: '/subsidy' }] })
    expect((await record({ amount: '10.00', subsidy: '10.00', version: order.version })).ok).toBe(true)
    const paid = (await (await user.fetch(`/api/orders/${number}`)).json()) as OrderView
    expect([paid.paymentStatus, paid.payments.map(({ subsidyMinor }) => subsidyMinor)]).toEqual(['paid', [0, 1000]])
    expect(await clearingOf()).toEqual([[9388, 1000], [9388], [1000]])
    await user.fetch('/api/finance/matching-runs', { json: { account: clearing } })
    expect(await read('open')).toEqual([])
    const shown = await (await user.fetch(`/orders?order=${whole?.outcome === 'created' ? whole.number : ''}`)).text()
    expect(shown).toContain('¥10.00 of it paid by WeChat Pay')
    expect(await findViolations(kontor)).toEqual([])
  })

  test('a payment of which the provider paid a part counts once in the figures, as in the list that they open', async () => {
    const kontor = await createTestKontor(await open(), { isClockRunning: true })
    const user = await kontor.createUser('finance')
    const pay = (day: string, number: number, subsidyMinor: number) => ({
      ...createDraft(number, { totalMinor: 10_388 }),
      payment: {
        provider: 'WeChat Pay',
        reference: `W${number}`,
        capturedMinor: 10_388,
        subsidyMinor,
        capturedAt: Date.parse(`${day}T12:00:00+08:00`),
      },
    })
    await importAsOperator(kontor.kontor, [
      pay('2026-02-28', 1, 1000),
      pay('2026-03-01', 2, 1000),
      pay('2026-03-01', 3, 0),
    ])
    const read = async (query: string) => {
      const response = await user.fetch(`/finance/_payload.json?currency=CNY&${query}`)
      const { data } = ((await response.json()) as { pageState: { data: FinanceView } }).pageState
      if (data.missingPermission !== null || data.content.tab !== 'flow') throw new Error('no cash flow')
      return data.content
    }
    const countOf = async (query: string): Promise<unknown[]> => {
      const { figures, count, totals } = await read(query)
      return [figures?.now.inCount, totals[0]?.count ?? 0, count]
    }
    const expectCounts = async (): Promise<void> => {
      for (const [query, count] of [
        ['', 3],
        ['flow=in', 3],
        ['from=2026-03-01&to=2026-03-31', 2],
        ['from=2026-03-01&to=2026-03-01T12:00', 0],
        ['from=2026-02-28T12:00&to=2026-03-01T12:01', 3],
        ['q=10.00', 3],
      ] as const)
        expect([query, await countOf(query)]).toEqual([query, [count, count, { exact: count }]])
      for (const group of ['day', 'month', 'kind', 'channel', 'account'])
        expect((await read(`group=${group}`)).grouped?.groups.reduce((sum, each) => sum + each.count, 0)).toBe(3)
      expect(await findViolations(kontor)).toEqual([])
    }
    await expectCounts()
    // As they were counted before.
    await kontor.kontor.database.inTransaction(async (transaction) => {
      for (const table of ['ledger_day_totals', 'ledger_month_totals'] as const)
        await transaction
          .updateTable(table)
          .set(({ eb }) => ({ in_count: eb('in_count', '+', 1) }))
          .where('in_count', '>', 0)
          .execute()
      const { text = '' } = migrations.find(({ number }) => number === 6) ?? {}
      for (const statement of splitStatements(text)) await sql.raw(statement).execute(transaction)
    })
    await expectCounts()
  })

  test('a shop says over the API what the provider paid of a payment', async () => {
    const kontor = await createTestKontor(await open(), { isClockRunning: true })
    const user = await kontor.createUser('owner')
    const order = {
      source: 'shop',
      externalId: '1',
      currency: 'CNY',
      lines: [{ name: 'Tea', quantity: 1, unitPriceMinor: 10_388 }],
      payment: { provider: 'WeChat Pay', capturedMinor: 10_388, subsidyMinor: 1000 },
    }
    const created = await user.fetch('/api/orders', { json: order })
    expect(created.status).toBe(201)
    const { payments } = (await created.json()) as OrderView
    expect(payments.map(({ capturedMinor, subsidyMinor }) => [capturedMinor, subsidyMinor])).toEqual([[10_388, 1000]])
    const above = { ...order, externalId: '2', payment: { ...order.payment, subsidyMinor: 10_389 } }
    const refused = await user.fetch('/api/orders', { json: above })
    expect(await refused.json()).toMatchObject({ errors: [{ pointer: '/payment/subsidyMinor' }] })
    expect(await findViolations(kontor)).toEqual([])
  })
})
