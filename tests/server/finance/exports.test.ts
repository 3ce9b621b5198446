import type { LedgerAccount } from '#shared/finance/account-views.ts'
import { journalDialects } from '#shared/finance/journal.ts'
import type { EntryList, EntryView } from '#shared/finance/views.ts'
import { createDraft, importAsOperator } from '#tests/server/orders/create-draft.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { checkJournal, readBalances } from '#tests/support/journals.ts'
import { readWorkbook } from '#tests/support/read-workbook.ts'
import { createTestKontor } from '#tests/support/test-kontor.ts'
import type { TestUser } from '#tests/support/test-user.ts'
import { beforeAll, expect, test } from 'bun:test'

const memo = 'Rent; of "March" \\ =1+1'

forEachDatabase((_name, open) => {
  let user: TestUser
  beforeAll(async () => {
    const kontor = await createTestKontor(await open())
    user = await kontor.createUser('finance')
    await importAsOperator(
      kontor.kontor,
      Array.from({ length: 30 }, (_, index) => createDraft(index + 1)),
    )
    await user.fetch('/api/finance/accounts', {
      json: { role: 'bank', currency: 'CNY', accountName: '招商 "0123"; x' },
    })
    const post = (day: string, amount: string) =>
      user.fetch('/api/finance/entries', {
        json: {
          memo,
          day,
          lines: [
            { account: '5602.1', debit: amount },
            { account: '1002.1', credit: amount },
          ],
        },
      })
    for (const [day, amount] of [
      ['2026-01-31', '800.00'],
      ['2026-02-01', '0.05'],
      ['2026-02-28', '12.00'],
    ] as const)
      expect((await post(day, amount)).status).toBe(201)
  })

  const download = async (kind: 'exports' | 'journals', json: object): Promise<string> => {
    const response = await user.fetch(`/api/finance/${kind}`, { json })
    expect(response.status).toBe(200)
    return new TextDecoder('utf-8', { ignoreBOM: true }).decode(await response.bytes())
  }
  const listBalances = async (): Promise<Record<string, string>> => {
    const { accounts } = (await (await user.fetch('/api/finance/accounts')).json()) as { accounts: LedgerAccount[] }
    return Object.fromEntries(
      accounts
        .filter(({ balanceMinor }) => balanceMinor !== 0)
        .map(({ code, currency, balanceMinor }) => [code, `${(balanceMinor / 100).toFixed(2)} ${currency}`]),
    )
  }

  test('JSON has the entries of the filter, oldest first', async () => {
    const text = await download('exports', { format: 'json', kind: ['payment.captured'] })
    const entries: EntryView[] = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    const page = (await (await user.fetch('/api/finance/entries?kind=payment.captured')).json()) as EntryList
    expect(entries).toEqual(page.rows.toReversed())
  })

  test('a filter that does not exist is an error, because without it more would be exported', async () => {
    for (const [kind, input] of [
      ['exports', { format: 'csv', kinds: ['entry.manual'] }],
      ['journals', { dialect: 'hledger', form: '2026-02-01' }],
    ] as const) {
      const response = await user.fetch(`/api/finance/${kind}`, { json: input })
      expect(response.status).toBe(422)
      expect(await response.json()).toMatchObject({ errors: [{ pointer: `/${Object.keys(input)[1]}` }] })
    }
  })

  test('tables have a row for each posting; Excel gets no formula, and other programs the text as it is', async () => {
    const filter = { kind: ['entry.manual'] }
    const excel = await download('exports', { format: 'excel', ...filter })
    const csv = await download('exports', { format: 'csv', ...filter })
    expect(excel).toStartWith('\ufeff"Entry"')
    expect(csv).toStartWith('entry,accountingDay,')
    for (const text of [excel, csv]) {
      const rows = text.trim().split('\r\n').slice(1)
      expect(rows).toHaveLength(6)
      expect(rows[0]).toContain('800.00')
      expect(rows[0]).toContain('Rent; of ""March"" \\ =1+1')
    }
  })

  test('a workbook has the same rows, amounts as numbers, and says what it holds', async () => {
    const filter = { kind: ['entry.manual'], from: '2026-01-01', to: '2026-01-31', currency: 'CNY' }
    const csv = (await download('exports', { format: 'csv', ...filter })).trim().split('\r\n').slice(1)
    const response = await user.fetch('/api/finance/exports', { json: { format: 'xlsx', ...filter } })
    expect(response.headers.get('content-disposition')).toBe(
      `attachment; filename="__2026-01_CNY.xlsx"; filename*=UTF-8''${encodeURIComponent('财务明细')}_2026-01_CNY.xlsx`,
    )
    const { 'Entries': [, ...rows] = [], 'About this file': about = [] } = readWorkbook(await response.bytes())
    expect(rows).toHaveLength(csv.length)
    expect(rows.map((row) => row.slice(11, 13))).toEqual([
      [{ number: '800.00', format: '#,##0.00' }, null],
      [null, { number: '800.00', format: '#,##0.00' }],
    ])
    expect(rows[0]?.slice(0, 2)).toEqual([{ text: '31' }, { number: '46053', format: String.raw`yyyy\-mm\-dd` }])
    expect(rows[0]?.[4]).toEqual({ text: memo })
    const values = about
      .slice(1)
      .map(([label, value]) => [label, value].map((cell) => cell && ('text' in cell ? cell.text : cell.number)))
    expect(values.slice(3)).toEqual([
      ['Filter', 'from = 2026-01-01, to = 2026-01-31, kind = entry.manual, currency = CNY'],
      ['Rows', '2'],
      ['Debits CNY', '800.00'],
      ['Credits CNY', '800.00'],
      ['Last entry of the ledger', '33'],
      ['Its hash', expect.stringMatching(/^[\da-f]{64}$/)],
    ])
  })

  test('a table of entries has the columns that the user chose for the list', async () => {
    const filter = { rows: 'entries', kind: ['entry.manual'], from: '2026-02-01' }
    await user.fetch('/api/account/columns/entries', { method: 'PUT', json: { columns: ['out', 'kind', 'postings'] } })
    expect((await download('exports', { format: 'csv', ...filter })).trim().split('\r\n')).toEqual([
      'number,out,kind,postings,currency',
      expect.stringMatching(/^\d+,0\.05,Manual,"?5602\.1 Rent CNY 0\.05; 1002\.1 .* CNY -0\.05"?,CNY$/),
      expect.stringContaining(',12.00,Manual,'),
    ])
    const response = await user.fetch('/api/finance/exports', { json: { format: 'xlsx', ...filter } })
    const { Entries: [head, ...rows] = [] } = readWorkbook(await response.bytes())
    expect(head?.map((cell) => cell && 'text' in cell && cell.text)).toEqual([
      'Entry',
      'Out',
      'Kind',
      'Debit / credit',
      'Currency',
    ])
    expect(rows.map((row) => row[1])).toEqual([
      { number: '0.05', format: '#,##0.00' },
      { number: '12.00', format: '#,##0.00' },
    ])
    await user.fetch('/api/account/columns/entries', { method: 'PUT', json: { columns: [], reset: true } })
  })

  test.each([...journalDialects])('%s reads back to the balances of the ledger', async (dialect) => {
    const balances = await listBalances()
    for (const days of [{}, { from: '2026-02-01' }, { from: '2026-02-02' }]) {
      const journal = await download('journals', { dialect, ...days })
      expect(readBalances(journal)).toEqual(balances)
    }
    expect(readBalances(await download('journals', { dialect, to: '2026-01-31' }))).toEqual({
      '5602.1': '800.00 CNY',
      '1002.1': '-800.00 CNY',
    })
  })

  test.each([...journalDialects])('%s accepts its journal and has the same balances', async (dialect) => {
    await checkJournal(dialect, await download('journals', { dialect }), await listBalances())
  })

  test('balances are asserted at the end of each month', async () => {
    const beancount = await download('journals', { dialect: 'beancount', to: '2026-02-28' })
    expect(beancount.match(/^.* balance Expenses:Rent:.*$/gm)).toEqual([
      '2026-02-01 balance Expenses:Rent:5602-1  800.00 ~ 0 CNY',
      '2026-03-01 balance Expenses:Rent:5602-1  812.05 ~ 0 CNY',
    ])
    const hledger = await download('journals', { dialect: 'hledger', to: '2026-02-28' })
    expect(hledger.match(/^ +Expenses:Rent:.* = .*$/gm)).toEqual([
      '    Expenses:Rent:5602-1  0.00 CNY = 800.00 CNY',
      '    Expenses:Rent:5602-1  0.00 CNY = 812.05 CNY',
    ])
    expect(hledger).toContain('entry.manual Rent, of "March" \\ =1+1')
    expect(beancount).toContain(String.raw`"Rent; of \"March\" \\ =1+1"`)
  })
})
