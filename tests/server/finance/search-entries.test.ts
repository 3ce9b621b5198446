import type { EntryList } from '#shared/finance/views.ts'
import { createDraft, importAsOperator } from '#tests/server/orders/create-draft.ts'
import { parseAmount } from '#server/finance/search-entries.ts'
import { forEachDatabase, onSqlite } from '#tests/support/databases.ts'
import { createTestKontor } from '#tests/support/test-kontor.ts'
import { expect, test } from 'bun:test'

const entries = '/api/finance/entries'

test('an amount is read as people write it', () => {
  for (const text of [
    '1,234.50',
    '¥1234.5',
    '￥1,234.50',
    '-1234.50',
    '−1,234.5',
    'CNY 1234.50',
    '1234.50 CNY',
    '1234.5元',
  ])
    expect(parseAmount(text, 'CNY')).toBe(123_450)
  for (const text of ['Rent 5', 'SO261120-00006', '1.234,50', '0', '1.2.3', ''])
    expect(parseAmount(text, 'CNY')).toBeUndefined()
  expect(parseAmount('1234', 'JPY')).toBe(1234)
  expect(parseAmount('1234.5', 'JPY')).toBeUndefined()
})

forEachDatabase((_name, open) => {
  test('entries are found by number, amount, order, customer, reference and reason, with the other filters', async () => {
    const kontor = await createTestKontor(await open())
    const user = await kontor.createUser('finance')
    await importAsOperator(kontor.kontor, [
      createDraft(1, { customerName: 'Zhou Min', totalMinor: 123_450 }),
      createDraft(2, { customerName: '林可心' }),
      createDraft(3, { customerName: 'Emily Carter', currency: 'USD' }),
    ])
    const post = async (memo: string, amount: string, day: string): Promise<number> => {
      const lines = [
        { account: '5602.1', debit: amount },
        { account: '3001', credit: amount },
      ]
      return (await (await user.fetch(entries, { json: { memo, lines, day } })).json()).number
    }
    const rent = await post('Rent of the Warehouse', '1234.50', '2026-03-05')
    const salaries = await post('三月工资', '9999.99', '2026-03-31')
    const search = async (q: string, more: Record<string, string> = {}): Promise<EntryList> =>
      (await user.fetch(`${entries}?${new URLSearchParams({ q, ...more })}`)).json()
    const numbers = async (q: string, more?: Record<string, string>): Promise<number[]> =>
      (await search(q, more)).rows.map(({ number }) => number).toSorted((a, b) => a - b)
    const all = (await (await user.fetch(`${entries}?kind=payment.captured`)).json()) as EntryList
    const orderOf = (entry: EntryList['rows'][number] | undefined, type: string): string =>
      entry?.links.find((link) => link.type === type)?.number ?? ''
    const first = all.rows.find(({ postings }) => postings.some(({ amountMinor }) => amountMinor === 123_450))
    const paid = first?.number ?? 0
    const page = async (query: string) => (await user.fetch(`/finance/_payload.json?${query}`)).json()
    expect(await page(`q=${rent}`)).toMatchObject({ pageState: { data: { entry: { number: rent } } } })
    expect(await page('q=Emily')).toMatchObject({ pageState: { data: { content: { currency: 'USD', rows: [{}] } } } })
    expect(await page('q=Emily&currency=CNY')).toMatchObject({ pageState: { data: { content: { rows: [] } } } })
    expect(await page('q=404404')).toMatchObject({ pageState: { data: { entry: null } } })
    expect(await numbers('warehouse')).toEqual([rent])
    expect(await numbers('工资')).toEqual([salaries])
    const rates = await post('Loyer de Frédérique, Straße 5; Παπασόγλου', '4.00', '2026-03-07')
    for (const q of ['frederique', 'FRÉDÉRIQUE', 'strasse', 'ΠΑΠΑΣ', 'παπας', 'παπασογλου'])
      expect([q, await numbers(q)]).toEqual([q, [rates]])
    for (const q of ['´', '\u0301']) expect([q, await numbers(q)]).toEqual([q, []])
    expect(await numbers('9,999.99')).toEqual([salaries])
    expect(await numbers(String(rent))).toContain(rent)
    expect(await numbers(orderOf(first, 'order'))).toEqual([paid])
    expect(await numbers(orderOf(first, 'payment'))).toEqual([paid])
    expect(await numbers('Zhou Min')).toEqual([paid])
    expect(await numbers('¥1,234.50')).toEqual([paid, rent].toSorted((a, b) => a - b))
    expect(await numbers('¥1,234.50', { kind: 'entry.manual' })).toEqual([rent])
    expect(await numbers('¥1,234.50', { flow: 'in' })).toEqual([paid])
    expect(await numbers('¥1,234.50', { from: '2026-03-06', to: '2026-03-30' })).toEqual([])
    expect(await numbers('¥1,234.50', { currency: 'USD' })).toEqual([])
    expect(await search('¥1,234.50')).toMatchObject({
      count: { exact: 2 },
      totals: [{ currency: 'CNY', in: 123_450, out: 0, count: 1 }],
    })
    const bank = { role: 'bank', currency: 'CNY', accountName: 'CMB' }
    const { code } = await (await user.fetch('/api/finance/accounts', { json: bank })).json()
    const body = new FormData()
    body.set('account', code)
    const table =
      '记账日期,货币,交易金额,联机余额,交易摘要,对手信息,客户摘要\n2026-03-03,CNY,-77.00,0.00,扣划,某某公司,\n'
    body.set('file', new File([table], 'statement.csv'))
    const imported = await (await user.fetch('/api/finance/statements', { method: 'POST', body })).json()
    const line = `${imported.statements[0].statement}:2`
    const { entry } = await (
      await user.fetch('/api/finance/posted-matches', { json: { line, difference: 'shortage' } })
    ).json()
    expect((await search('某某公司')).rows).toMatchObject([{ number: entry, kind: 'payment.unknown' }])
    for (const q of ['%', '_', "'", '\\', '😀', 'a'.repeat(500)]) expect(await numbers(q)).toEqual([])
    expect((await user.fetch(`${entries}?q=${'a'.repeat(501)}`)).status).toBe(422)
    const exported = await user.fetch('/api/finance/exports', { json: { format: 'csv', q: 'warehouse' } })
    expect((await exported.text()).trim().split('\n').length).toBe(3)
    // A search may be a name, and events are kept for ever.
    const events = await kontor.kontor.database.read
      .selectFrom('events')
      .select('parameters')
      .where('action', '=', 'entries.exported')
      .execute()
    expect(events.map(({ parameters }) => JSON.parse(parameters))).toEqual([{ format: 'csv', searched: 'yes' }])
  })
})

onSqlite((open) => {
  test('a search that finds more than it looks at is not exported in part', async () => {
    const kontor = await createTestKontor(await open())
    const user = await kontor.createUser('finance')
    const drafts = Array.from({ length: 300 }, (_, index) =>
      createDraft(index, { totalMinor: 123_450, customerName: index === 0 ? 'Zhou Min' : 'Emily Carter' }),
    )
    await importAsOperator(kontor.kontor, drafts)
    const send = (q: string) => user.fetch('/api/finance/exports', { json: { format: 'csv', q } })
    const refused = await send('1234.50')
    expect([refused.status, (await refused.json()).errors]).toEqual([
      422,
      [{ pointer: '/q', detail: expect.stringContaining('Add a word or choose days') }],
    ])
    const found = await send('"Zhou Min"')
    expect([found.status, (await found.text()).trim().split('\n').length > 1]).toEqual([200, true])
    const page = await user.fetch('/finance?q=1234.50&action=export', {
      method: 'POST',
      body: new URLSearchParams({ _endpoint: 'exportEntries', format: 'csv', q: '1234.50' }),
    })
    expect(await page.text()).toContain('Add a word or choose days, then export again.')
  })
})
