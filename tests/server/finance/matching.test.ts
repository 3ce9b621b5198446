import { countWorkingDays } from '#server/finance/matching/line-views.ts'
import { hideFile } from '#server/finance/statements/unfinished-store.ts'
import { type LedgerAccount, ledgerAccountList } from '#shared/finance/account-views.ts'
import {
  matchingRun,
  matchLineList,
  type MatchResult,
  matchResult,
  type WorkListView,
} from '#shared/finance/matching/views.ts'
import { statementImport } from '#shared/finance/statement-views.ts'
import { entryView, type EntryView } from '#shared/finance/views.ts'
import type { Problem } from '#shared/problem.ts'
import { createDraft, importAsOperator } from '#tests/server/orders/create-draft.ts'
import { createRole } from '#tests/support/create-role.ts'
import { forEachDatabase, onSqlite } from '#tests/support/databases.ts'
import { findViolations } from '#tests/support/find-violations.ts'
import { createTestKontor, type TestKontor } from '#tests/support/test-kontor.ts'
import type { TestUser } from '#tests/support/test-user.ts'
import { expect, spyOn, test } from 'bun:test'

const bankHeader = '记账日期,货币,交易金额,联机余额,交易摘要,对手信息,客户摘要'
const alipayHeader =
  '交易时间,交易分类,交易对方,对方账号,商品说明,收/支,金额,收/付款方式,交易状态,交易订单号,商家订单号,备注'
const alipayLine = (time: string, direction: '收入' | '支出' | '不计收支', amount: string, reference: string): string =>
  `${time},收款,王芳,/,货款,${direction},${amount},余额,交易成功,${reference},T,`

const accountsOf = async (user: TestUser): Promise<LedgerAccount[]> =>
  ledgerAccountList.parse(await (await user.fetch('/api/finance/accounts')).json()).accounts
const addBank = async (user: TestUser): Promise<string> =>
  (
    await (
      await user.fetch('/api/finance/accounts', { json: { role: 'bank', currency: 'CNY', accountName: 'CMB' } })
    ).json()
  ).code
const balanceOf = async (user: TestUser, code: string): Promise<number> =>
  (await accountsOf(user)).find((account) => account.code === code)?.balanceMinor ?? 0

/** Imports a file; the id of its statement. */
async function importFile(user: TestUser, account: string, lines: readonly string[]): Promise<string> {
  const body = new FormData()
  body.set('account', account)
  body.set('file', new File([lines.join('\n')], 'statement.csv'))
  const response = await user.fetch('/api/finance/statements', { method: 'POST', body })
  if (!response.ok) throw new Error(await response.text())
  return statementImport.parse(await response.json()).statements[0]?.statement ?? ''
}
const send = (user: TestUser, path: string, json: object): Promise<Response> =>
  user.fetch(`/api/finance${path}`, { json })
const match = async (user: TestUser, path: string, json: object): Promise<MatchResult> => {
  const response = await send(user, path, json)
  if (!response.ok) throw new Error(await response.text())
  return matchResult.parse(await response.json())
}
const problemOf = async (answer: Promise<Response>): Promise<string> =>
  ((await (await answer).json()) as Problem).type.replace('/problems/', '')
const entryOf = async (user: TestUser, number: number | null): Promise<EntryView> => {
  const { rows } = (await (await user.fetch('/api/finance/entries')).json()) as { rows: unknown[] }
  return entryView.parse(rows.find((row) => (row as EntryView).number === number))
}
const rulesOf = async (user: TestUser, account: string, query = ''): Promise<Record<string, number>> => {
  const { rules } = matchingRun.parse(await (await send(user, `/matching-runs${query}`, { account })).json())
  return Object.fromEntries(rules.map(({ rule, lines }) => [rule, lines]))
}

/** The page with the lines of an account. */
interface Payload {
  pageState: { data: { content: { workList: WorkListView } } }
}

test('the age of a line counts Mondays to Fridays after its day', () => {
  const friday = '2026-03-13'
  const days = ['2026-03-13', '2026-03-14', '2026-03-15', '2026-03-16', '2026-03-21']
  expect(days.map((today) => countWorkingDays(friday, today))).toEqual([0, 0, 0, 1, 5])
})

forEachDatabase((_name, open) => {
  const start = async (): Promise<{ kontor: TestKontor; user: TestUser; bank: string }> => {
    const kontor = await createTestKontor(await open(), { isClockRunning: true })
    const user = await kontor.createUser('finance')
    return { kontor, user, bank: await addBank(user) }
  }
  /** Orders of 10.00, 20.00 … that Alipay captured on 2026-03-01, A1, A2 …; the code of its clearing account. */
  const sell = async (kontor: TestKontor, user: TestUser, count: number): Promise<string> => {
    const drafts = Array.from({ length: count }, (_, at) => {
      const totalMinor = (at + 1) * 1000
      const capturedAt = Date.parse('2026-03-01T02:00:00Z') + at
      return createDraft(at, {
        totalMinor,
        payment: { provider: 'Alipay', reference: `A${at + 1}`, capturedMinor: totalMinor, capturedAt },
      })
    })
    await importAsOperator(kontor.kontor, drafts)
    return (await accountsOf(user)).find(({ provider }) => provider === 'Alipay')?.code ?? ''
  }

  test('the lines of an account that does not exist, or has no statement, are an error of the parameter', async () => {
    const { user, bank } = await start()
    for (const account of ['9999', bank]) {
      const response = await user.fetch(`/api/finance/match-lines?account=${account}`)
      const errors = [{ in: 'query', pointer: '/account', detail: 'Choose an account.' }]
      expect([response.status, await response.json()]).toMatchObject([422, { errors }])
    }
  })

  test('postings are found by the name of their customer by those who may see it only', async () => {
    const { kontor, user } = await start()
    const clearing = await sell(kontor, user, 2)
    const statement = await importFile(user, clearing, [
      alipayHeader,
      alipayLine('2026-03-01 10:00:00', '收入', '9.00', 'other'),
    ])
    const role = await createRole(await kontor.createUser('owner'), ['finance.view', 'finance.reconcile'])
    const find = async (client: TestUser, text: string): Promise<number | undefined> => {
      const url = `/finance/_payload.json?tab=reconciliation&account=${clearing}&line=${statement}:2&find=${encodeURIComponent(text)}`
      const { line } = ((await (await client.fetch(url)).json()) as Payload).pageState.data.content.workList
      if (!line || !('candidates' in line)) throw new Error(JSON.stringify(line))
      return line.candidates.length
    }
    const masked = await kontor.createUser(role)
    const [name = ''] = createDraft(1).customerName.split(' ')
    expect([await find(user, name), await find(user, 'A2')]).toEqual([2, 1])
    expect([await find(masked, name), await find(masked, 'A2')]).toEqual([0, 1])
  })

  test('a run does not match the lines of a statement that is removed meanwhile', async () => {
    const { kontor, user } = await start()
    const clearing = await sell(kontor, user, 1)
    const line = alipayLine('2026-03-01 10:00:00', '收入', '20.00', 'A2')
    const statement = await importFile(user, clearing, [alipayHeader, line])
    await sell(kontor, user, 2)
    const { database } = kontor.kontor
    const inTransaction = database.inTransaction.bind(database)
    const write = spyOn(database, 'inTransaction').mockImplementationOnce(async (...work) => {
      await inTransaction(async (transaction) => {
        const { file_id } = await transaction
          .selectFrom('statements')
          .select('file_id')
          .where('id', '=', statement)
          .executeTakeFirstOrThrow()
        await hideFile(transaction, file_id, kontor.clock.now + 60_000)
      })
      return inTransaction(...work)
    })
    expect(await rulesOf(user, clearing)).toEqual({})
    expect(write).toHaveBeenCalled()
    write.mockRestore()
  })

  test('an import matches lines by the provider’s ids, once, and what a person undoes stays undone', async () => {
    const { kontor, user } = await start()
    const clearing = await sell(kontor, user, 3)
    const statement = await importFile(user, clearing, [
      alipayHeader,
      alipayLine('2026-03-01 10:00:00', '收入', '10.00', 'A1'),
      alipayLine('2026-03-01 10:01:00', '收入', '20.00', 'A2'),
      alipayLine('2026-03-01 10:02:00', '收入', '29.00', 'A3'),
    ])
    expect(await rulesOf(user, clearing)).toEqual({})
    const page = await (await user.fetch('/finance/_payload.json?entry=1')).json()
    expect(page.pageState.data.chain).toMatchObject({ entries: [], lines: [{ account: clearing, day: '2026-03-01' }] })
    expect(await problemOf(send(user, '/ignored-lines', { line: `${statement}:2`, reason: 'Twice' }))).toBe(
      'changed-meanwhile',
    )
    expect(await problemOf(send(user, `/statements/${statement}/removal`, {}))).toBe('statement-matched')
    const { rows } = (await (await user.fetch('/api/finance/entries')).json()) as { rows: EntryView[] }
    const third = rows.find(({ memo }) => memo === 'A3')
    const position = (third?.postings.findIndex(({ role }) => role === 'clearing') ?? 0) + 1
    const chosen = { line: `${statement}:4`, postings: [`${third?.number}.${position}`] }
    expect(await problemOf(send(user, '/matches', chosen))).toBe('match-differs')
    const made = await match(user, '/posted-matches', { ...chosen, difference: 'rounding' })
    expect((await entryOf(user, made.entry)).postings.map(({ role, amountMinor }) => [role, amountMinor])).toEqual([
      ['clearing', -100],
      ['rounding', 100],
    ])
    expect(await balanceOf(user, clearing)).toBe(5900)
    expect(await problemOf(send(user, `/matches/${made.match}/undo`, {}))).toBe('match-posts')
    await match(user, `/posted-matches/${made.match}/undo`, { reason: 'Asked Alipay' })
    expect(await problemOf(send(user, `/posted-matches/${made.match}/undo`, {}))).toBe('changed-meanwhile')
    expect(await balanceOf(user, clearing)).toBe(6000)
    expect(await findViolations(kontor)).toEqual([])
  })

  test('a line is matched by amount and counterparty; the same twice and a tie are left to people', async () => {
    const { kontor, user, bank } = await start()
    const entry = (memo: string, amount: string): object => ({
      day: '2026-03-02',
      memo,
      lines: [
        { account: bank, debit: amount },
        { account: '3001', credit: amount },
      ],
    })
    for (const [memo, amount] of [
      ['张三', '50.00'],
      ['李四', '60.00'],
      ['王五', '60.00'],
    ] as const)
      await send(user, '/entries', entry(memo, amount))
    await importFile(user, bank, [
      bankHeader,
      '2026-03-03,CNY,50.00,50.00,转账,张三 6222,货款',
      '2026-03-03,CNY,60.00,110.00,转账,赵六,货款',
    ])
    expect(await rulesOf(user, bank, '?dryRun=1')).toEqual({})
    await send(user, '/entries', entry('孙七', '70.00'))
    const later = await importFile(user, bank, [bankHeader, '2026-03-04,CNY,70.00,180.00,转账,孙七,货款'])
    expect(await problemOf(send(user, `/statements/${later}/removal`, {}))).toBe('statement-matched')
    expect(await findViolations(kontor)).toEqual([])
  })

  test('a payout is explained by what the provider captured, confirmed as it was seen, and posted with its fee', async () => {
    const { kontor, user, bank } = await start()
    const clearing = await sell(kontor, user, 4)
    await importFile(user, bank, [
      bankHeader,
      '2026-03-02,CNY,99.40,99.40,网银转入,支付宝（中国）网络技术有限公司,',
      '2026-03-03,CNY,-2.00,97.40,账户管理费,,',
      '2026-03-04,CNY,7.00,104.40,转账,赵六,',
    ])
    const read = async () =>
      matchLineList.parse(await (await user.fetch(`/api/finance/match-lines?account=${bank}`)).json())
    const { rows, account } = await read()
    expect(rows.map(({ proposal, problem }) => [proposal?.rule, proposal?.postingCount, problem])).toEqual([
      ['payout', 4, null],
      ['text', 0, null],
      [undefined, undefined, 'not_in_books'],
    ])
    expect(account).toMatchObject({
      ledgerMinor: 0,
      unmatchedLinesMinor: 10_440,
      closingMinor: 10_440,
      differenceMinor: 0,
    })
    const [payout, fee, unknown] = rows
    const confirm = { line: payout?.id, proposal: payout?.proposal?.fingerprint }
    expect(await problemOf(send(user, '/matches', confirm))).toBe('match-posts')
    expect(await problemOf(send(user, '/posted-matches', { ...confirm, line: fee?.id }))).toBe('changed-meanwhile')
    const page = await (await user.fetch(`/finance?tab=reconciliation&account=${bank}&line=${payout?.id}`)).text()
    expect(page).toContain('Fee kept by the provider')
    expect(page).toContain(payout?.proposal?.fingerprint ?? '')
    const made = await match(user, '/posted-matches', confirm)
    expect((await entryOf(user, made.entry)).postings.map(({ role, amountMinor }) => [role, amountMinor])).toEqual([
      ['bank', 9940],
      ['provider_fee', 60],
      ['clearing', -10_000],
    ])
    expect(await balanceOf(user, clearing)).toBe(0)
    await match(user, '/posted-matches', { line: fee?.id, proposal: fee?.proposal?.fingerprint })
    await match(user, '/ignored-lines', { line: unknown?.id, reason: 'Asked the bank' })
    expect((await read()).account).toMatchObject({
      ledgerMinor: 9740,
      openCount: 0,
      ignoredCount: 1,
      differenceMinor: 0,
    })
    const matched = await (await user.fetch(`/finance?tab=reconciliation&account=${bank}&state=matched`)).text()
    expect(matched).toContain('支付宝（中国）网络技术有限公司')
    const month = await (await user.fetch('/finance?tab=reconciliation&month=2026-03')).text()
    expect(month).toContain('2026-03-02: Matched, 1 line')
    expect(month).toContain('2026-03-05: No file, no lines')
    // Without a month, the last one with a file.
    expect(await (await user.fetch('/finance?tab=reconciliation')).text()).toContain('2026-03-02: Matched, 1 line')
    const done = await (await user.fetch(`/finance?tab=reconciliation&account=${bank}`)).text()
    expect(done).toContain('No account has open lines.')
    const filtered = await (await user.fetch(`/finance?tab=reconciliation&account=${bank}&from=2026-03-01`)).text()
    expect(filtered).toContain('No matching data')
    expect(filtered).not.toContain('Nothing open')
    const query = `account=${bank}&state=matched&from=this-month`
    const saved = await user.fetch('/api/lists/matchLines/views', { json: { viewName: 'Done', query } })
    const { view } = await saved.json()
    expect(view.href).toBe(`/finance?tab=reconciliation&from=this-month&account=${bank}&state=matched`)
    const { counts } = await (await user.fetch('/api/lists/matchLines/view-counts')).json()
    expect(counts).toEqual({ [view.id]: { exact: 2 } })
    expect(await (await user.fetch(view.href)).text()).toMatch(/aria-current="page"[^>]*><span [^>]*>Done/)
    const countMatched = async (days: string) =>
      (await (await user.fetch(`/api/finance/match-lines?account=${bank}&state=matched&${days}`)).json()).count
    expect([await countMatched('from=last-month'), await countMatched('from=this-month')]).toEqual([
      { exact: 0 },
      await countMatched(''),
    ])
    const savings = await addBank(user)
    await importFile(user, savings, [bankHeader, '2026-03-01,CNY,-50.00,50.00,转账,,'])
    const next = await (await user.fetch(`/finance?tab=reconciliation&account=${bank}`)).text()
    expect(next).toContain(`Continue with ${savings} `)
    await match(user, `/posted-matches/${made.match}/undo`, { reason: 'Other days' })
    expect((await read()).rows[0]).toMatchObject({ id: payout?.id, proposal: { rule: 'payout', postingCount: 4 } })
    expect(await findViolations(kontor)).toEqual([])
  })

  test('a payout in the file of a provider that lists its fees is proposed with them, and no fee is booked twice', async () => {
    const { kontor, user, bank } = await start()
    const clearing = await sell(kontor, user, 4)
    await importFile(user, bank, [bankHeader, '2026-03-02,CNY,99.40,99.40,转账,支付宝（中国）网络技术有限公司,提现'])
    const read = async (code: string) =>
      matchLineList.parse(await (await user.fetch(`/api/finance/match-lines?account=${code}`)).json()).rows
    const [arrived] = await read(bank)
    expect(arrived?.proposal).toMatchObject({ rule: 'payout', feeMinor: 60 })
    const provider = [
      alipayHeader,
      ...[1, 2, 3, 4].map((n) => alipayLine(`2026-03-01 10:00:0${n}`, '收入', `${n}0.00`, `A${n}`)),
      '2026-03-01 23:00:00,商业服务,支付宝,/,服务费,支出,0.20,余额,交易成功,F1,T,',
      '2026-03-01 23:00:01,商业服务,支付宝,/,服务费,支出,0.40,余额,交易成功,F2,T,',
      alipayLine('2026-03-02 09:00:00', '不计收支', '99.40', 'W1'),
      '2026-03-03 09:00:00,商业服务,支付宝,/,服务费,支出,0.60,余额,交易成功,F3,T,',
    ]
    await importFile(user, clearing, provider)
    const states = (await read(clearing)).map(({ proposal, problem }) => proposal?.rule ?? problem)
    expect(states).toEqual(['text', 'text', 'other_account_first', 'text'])
    await match(user, '/posted-matches', { line: arrived?.id, proposal: arrived?.proposal?.fingerprint })
    const [fee, , payout, later] = await read(clearing)
    expect([fee, payout].map((line) => line?.proposal?.rule)).toEqual(['payout_with_fees', 'payout_with_fees'])
    // The books have this fee with the next payout only.
    expect([later?.proposal, later?.problem]).toEqual([null, 'amount_differs'])
    await match(user, '/matches', { line: fee?.id, proposal: fee?.proposal?.fingerprint })
    expect((await read(clearing)).map(({ reference, proposal }) => [reference, proposal?.rule])).toEqual([
      ['F3', 'text'],
    ])
    expect([await balanceOf(user, clearing), await balanceOf(user, '5603.1')]).toEqual([0, 60])
    expect(await findViolations(kontor)).toEqual([])
  })

  test('money from another own account is proposed as a transfer, and its other line has the posting then', async () => {
    const { kontor, user, bank } = await start()
    const savings = await addBank(user)
    await importFile(user, savings, [
      bankHeader,
      '2026-03-01,CNY,-50.00,50.00,转账,,',
      '2026-03-04,CNY,-8.00,42.00,转账,,',
      '2026-03-05,CNY,-9.00,33.00,转账,,',
      '2026-03-06,CNY,-9.00,24.00,转账,,',
    ])
    await importFile(user, bank, [
      bankHeader,
      '2026-03-02,CNY,50.00,50.00,转账,,',
      '2026-03-03,CNY,8.00,58.00,转账,,',
      '2026-03-05,CNY,8.00,66.00,转账,,',
      '2026-03-06,CNY,9.00,75.00,转账,,',
      '2026-03-20,CNY,50.00,125.00,转账,,',
    ])
    const read = async (code: string) =>
      matchLineList.parse(await (await user.fetch(`/api/finance/match-lines?account=${code}`)).json()).rows
    const rows = await read(bank)
    // Two lines came and one went, one came and two went, and one is weeks apart.
    expect(rows.map(({ proposal }) => proposal?.rule)).toEqual(['transfer', undefined, undefined, undefined, undefined])
    expect((await read(savings)).map(({ proposal }) => proposal)).toEqual([null, null, null, null])
    const [line] = rows
    expect(line?.proposal?.entry?.lines.map(({ account, amountMinor }) => [account.code, amountMinor])).toEqual([
      [bank, 5000],
      [savings, -5000],
    ])
    const made = await match(user, '/posted-matches', { line: line?.id, proposal: line?.proposal?.fingerprint })
    expect((await entryOf(user, made.entry)).kind).toBe('transfer.arrived')
    expect([await balanceOf(user, bank), await balanceOf(user, savings)]).toEqual([5000, -5000])
    const [sent] = await read(savings)
    expect(sent?.proposal).toMatchObject({ rule: 'amount', entry: null })
    await match(user, '/matches', { line: sent?.id, proposal: sent?.proposal?.fingerprint })
    expect(await findViolations(kontor)).toEqual([])
  })

  test('the opening balance that the books do not have is offered while it is all that they differ by', async () => {
    const { kontor, user, bank } = await start()
    await importFile(user, bank, [
      bankHeader,
      '2026-03-02,CNY,10.00,110.00,转账,张三,',
      '2026-03-03,CNY,-3.00,107.00,转账,,',
    ])
    const readOpening = async (): Promise<WorkListView['opening']> => {
      const page = await user.fetch(`/finance/_payload.json?tab=reconciliation&account=${bank}`)
      const { data } = ((await page.json()) as Payload).pageState
      return data.content.workList.opening
    }
    const opening = await readOpening()
    expect(opening).toMatchObject({ day: '2026-03-01', firstDay: '2026-03-02', statementMinor: 10_000, bookMinor: 0 })
    const post = (day: string, lines: unknown) => send(user, '/entries', { day, memo: 'Opening', lines })
    const other = [
      { account: bank, debit: '1.00' },
      { account: '5301', credit: '1.00' },
    ]
    expect((await post('2026-03-03', other)).status).toBe(201)
    // An open posting is no part of the difference, one of before the first statement is.
    expect(await readOpening()).toEqual(opening)
    expect((await post('2026-02-01', other)).status).toBe(201)
    expect(await readOpening()).toMatchObject({
      bookMinor: 100,
      lines: [{ account: bank, debit: '99.00' }, { account: '3001' }],
    })
    expect((await post('2026-03-01', (await readOpening())?.lines)).status).toBe(201)
    expect(await readOpening()).toBeNull()
    expect(await findViolations(kontor)).toEqual([])
  })

  test('payments and refunds by bank transfer are proposed for the lines of the bank, by number, by name or by amount', async () => {
    const { kontor, user, bank } = await start()
    const capturedAt = Date.parse('2026-03-01T02:00:00Z')
    const pay = (at: number, totalMinor: number, customerName: string) =>
      createDraft(at, {
        totalMinor,
        externalNumber: `#10${at}`,
        customerName,
        payment: { provider: 'Bank Deposit', reference: '', capturedMinor: totalMinor, capturedAt: capturedAt + at },
      })
    await importAsOperator(kontor.kontor, [
      pay(1, 1000, '张三'),
      pay(2, 1000, '李四'),
      pay(3, 1000, '王五'),
      pay(4, 700, ''),
    ])
    await importFile(user, bank, [
      bankHeader,
      '2026-03-02,CNY,10.00,10.00,转账,张三6222,货款 #101',
      '2026-03-02,CNY,10.00,20.00,转账,某某,货款 #102',
      '2026-03-02,CNY,7.00,27.00,转账,赵六,货款',
      '2026-03-02,CNY,10.00,37.00,转账,王五6222,货款',
    ])
    const read = async () =>
      matchLineList.parse(await (await user.fetch(`/api/finance/match-lines?account=${bank}`)).json()).rows
    const [first, second, third, fourth] = await read()
    expect([first, second, third].map((line) => line?.proposal?.rule)).toEqual(Array(3).fill('direct_payment'))
    // Three payments have its amount: once two of them are taken, it is the only one.
    expect(fourth?.problem).toBe('not_in_books')
    for (const line of [first, second]) {
      const made = await match(user, '/posted-matches', { line: line?.id, proposal: line?.proposal?.fingerprint })
      expect((await entryOf(user, made.entry)).kind).toBe('transfer.arrived')
    }
    expect((await read()).map(({ proposal }) => proposal?.rule)).toEqual(['direct_payment', 'direct_payment'])
    expect(await balanceOf(user, bank)).toBe(2000)
    expect(await findViolations(kontor)).toEqual([])
  })

  test('a line is posted as any account, and proposed as the same one for the next line of its counterparty', async () => {
    const { kontor, user, bank } = await start()
    await importFile(user, bank, [
      bankHeader,
      '2026-03-01,CNY,-80.00,-80.00,转账,物业公司,3月房租',
      '2026-03-02,CNY,80.00,0.00,转账,物业公司,退款',
      '2026-04-01,CNY,-85.00,-85.00,转账,物业公司,4月房租',
    ])
    const read = async () =>
      matchLineList.parse(await (await user.fetch(`/api/finance/match-lines?account=${bank}`)).json()).rows
    const [line] = await read()
    for (const difference of ['9999', bank, '5602.1.USD'])
      expect(await problemOf(send(user, '/posted-matches', { line: line?.id, difference }))).toBe('invalid-input')
    const made = await match(user, '/posted-matches', { line: line?.id, difference: '5602.1' })
    const entry = await entryOf(user, made.entry)
    expect([entry.kind, entry.memo]).toEqual(['line.posted', '物业公司 · 转账 · 3月房租'])
    expect([await balanceOf(user, bank), await balanceOf(user, '5602.1')]).toEqual([-8000, 8000])
    const [back, next] = await read()
    expect(back?.proposal).toBeNull()
    expect(next?.proposal).toMatchObject({ rule: 'as_before' })
    expect(next?.proposal?.entry?.lines.map(({ account, amountMinor }) => [account.code, amountMinor])).toEqual([
      [bank, -8500],
      ['5602.1', 8500],
    ])
    await match(user, '/posted-matches', { line: next?.id, proposal: next?.proposal?.fingerprint })
    expect(await balanceOf(user, '5602.1')).toBe(16_500)
    expect(await findViolations(kontor)).toEqual([])
  })

  test('texts that are cut never end in half a character, so that the hashes of statement and entry match what is stored', async () => {
    const { kontor, user, bank } = await start()
    const long = `x${'𠮷'.repeat(300)}`
    await importFile(user, bank, [bankHeader, `2026-03-01,CNY,-80.00,-80.00,${long},${long},${long}`])
    const { rows } = matchLineList.parse(await (await user.fetch(`/api/finance/match-lines?account=${bank}`)).json())
    const made = await match(user, '/posted-matches', { line: rows[0]?.id, difference: '5602.1' })
    expect((await entryOf(user, made.entry)).memo).toBe(`x${'𠮷'.repeat(99)}`)
    expect(await findViolations(kontor)).toEqual([])
  })

  test('a refund whose line names the payment is proposed days apart, and a tie is left to people', async () => {
    const { kontor, user } = await start()
    const capturedAt = Date.parse('2026-03-01T02:00:00Z')
    const refund = { amountMinor: 500, refundedAt: capturedAt + 3_600_000 }
    const drafts = ['P1', 'P2', 'P3'].map((reference, at) =>
      createDraft(at, { payment: { provider: 'PayPal', reference, capturedMinor: 1000, capturedAt }, refund }),
    )
    await importAsOperator(kontor.kontor, drafts)
    const clearing = (await accountsOf(user)).find(({ provider }) => provider === 'PayPal')?.code ?? ''
    const line = (day: string, reference: string, related: string): string =>
      `${day}/03/2026,10:00:00,Ann,Payment Refund,Completed,CNY,-5.00,0.00,-5.00,${reference},${related}`
    const header = 'Date,Time,Name,Type,Status,Currency,Gross,Fee,Net,Transaction ID,Reference Txn ID'
    await importFile(user, clearing, [
      header,
      line('13', 'R2', 'P2'),
      line('14', 'R3', 'P3'),
      line('15', 'R4', 'P3'),
      line('16', 'R5', 'P9'),
    ])
    expect(await rulesOf(user, clearing, '?dryRun=1')).toEqual({})
    const read = async () =>
      matchLineList.parse(await (await user.fetch(`/api/finance/match-lines?account=${clearing}`)).json()).rows
    const rows = await read()
    expect(rows.map(({ proposal, problem }) => proposal?.rule ?? problem)).toEqual([
      'refunded_payment',
      'tie',
      'tie',
      'not_in_books',
    ])
    const [named] = rows
    const made = await match(user, '/matches', { line: named?.id, proposal: named?.proposal?.fingerprint })
    expect(made.entry).toBeNull()
    // The refund of P2 is matched now, that of P1 is not.
    await importFile(user, clearing, [header, line('17', 'R6', 'P2'), line('18', 'R7', 'P1')])
    expect((await read()).map(({ proposal, problem }) => proposal?.rule ?? problem)).toEqual([
      'tie',
      'tie',
      'not_in_books',
      'not_in_books',
      'refunded_payment',
    ])
    expect(await findViolations(kontor)).toEqual([])
  })

  test('of two who match the same line at once, one does, and a repetition posts nothing twice', async () => {
    const { kontor, user, bank } = await start()
    const other = await kontor.createUser('finance')
    const statement = await importFile(user, bank, [bankHeader, '2026-03-01,CNY,5.00,5.00,转账,张三,货款'])
    const posted = { line: `${statement}:2`, difference: 'suspense' }
    const answers = await Promise.all([
      send(user, '/posted-matches', posted),
      send(other, '/posted-matches', posted),
      send(other, '/ignored-lines', { line: `${statement}:2`, reason: 'Test' }),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
    expect(Math.abs(await balanceOf(user, bank)) % 500).toBe(0)
    expect((await send(await kontor.createUser('viewer'), '/posted-matches', posted)).status).toBe(403)
    const admin = await kontor.createUser('admin')
    const fee = await importFile(user, bank, [bankHeader, '2026-03-02,CNY,-1.00,4.00,手续费,,'])
    expect(await problemOf(send(admin, '/posted-matches', { line: `${fee}:2`, difference: 'bank_fee' }))).toBe(
      'above-limit',
    )
    const headers = { 'idempotency-key': 'fee-1' }
    const json = { line: `${fee}:2`, difference: 'bank_fee' }
    for (const _ of [1, 2])
      expect((await user.fetch('/api/finance/posted-matches', { json, headers })).status).toBe(201)
    expect(await balanceOf(user, '5603.2')).toBe(100)
    expect(await findViolations(kontor)).toEqual([])
  })

  test('lines of one counterparty that add up to its posting are proposed together, and the next line is none of them', async () => {
    const { kontor, user, bank } = await start()
    const entry = {
      day: '2026-03-02',
      memo: '房东',
      lines: [
        { account: '5602.1', debit: '100.00' },
        { account: bank, credit: '100.00' },
      ],
    }
    await send(user, '/entries', entry)
    const statement = await importFile(user, bank, [
      bankHeader,
      '2026-03-02,CNY,-30.00,70.00,转账,房东,',
      '2026-03-03,CNY,-70.00,0.00,转账,房东,',
      '2026-03-04,CNY,8.00,8.00,转账,李四,',
    ])
    const page = `/finance?tab=reconciliation&account=${bank}&line=${statement}:2`
    const { rows } = matchLineList.parse(await (await user.fetch(`/api/finance/match-lines?account=${bank}`)).json())
    expect(rows.map(({ proposal, problem }) => proposal?.rule ?? problem)).toEqual([
      'line_subset',
      'line_subset',
      'not_in_books',
    ])
    const payload = (await (await user.fetch(page.replace('?', '/_payload.json?'))).json()) as Payload
    expect(payload.pageState.data.content.workList.line).toMatchObject({
      proposal: { otherLines: [{ id: `${statement}:3`, amountMinor: -7000 }] },
      nextLines: [`${statement}:3`, `${statement}:4`],
    })
    expect(await (await user.fetch(page)).text()).toContain('Together with these lines')
    await match(user, '/matches', { line: `${statement}:2`, proposal: rows[0]?.proposal?.fingerprint })
    const { rows: open_ } = matchLineList.parse(
      await (await user.fetch(`/api/finance/match-lines?account=${bank}`)).json(),
    )
    expect(open_.map(({ id }) => id)).toEqual([`${statement}:4`])
    expect(await findViolations(kontor)).toEqual([])
  })

  test('several lines are matched with one posting or with each other, and are open again when that is undone', async () => {
    const { kontor, user, bank } = await start()
    const posted = await user.fetch('/api/finance/entries', {
      json: {
        day: '2026-03-02',
        memo: 'Rent',
        lines: [
          { account: '3001', debit: '100.00' },
          { account: bank, credit: '100.00' },
        ],
      },
    })
    const { number } = (await posted.json()) as { number: number }
    const statement = await importFile(user, bank, [
      bankHeader,
      '2026-03-02,CNY,-30.00,70.00,转账,房东甲,',
      '2026-03-03,CNY,-69.50,0.50,转账,房东乙,',
      '2026-03-04,CNY,8.00,8.50,退回,张三,',
      '2026-03-04,CNY,-8.00,0.50,转账,张三,',
    ])
    const line = (at: number): string => `${statement}:${at}`
    const rent = { line: line(2), lines: [line(3), line(2)], postings: [`${number}.2`] }
    const refused = (await (await send(user, '/posted-matches', rent)).json()) as Problem
    expect(refused).toMatchObject({ type: '/problems/match-differs' })
    expect(refused.detail).toStartWith('Lines: −¥99.50. Postings: −¥100.00. Difference: ¥0.50.')
    expect(await problemOf(send(user, '/matches', { ...rent, lines: ['other:2'] }))).toBe('not-found')
    const made = await match(user, '/posted-matches', { ...rent, difference: 'rounding' })
    expect((await entryOf(user, made.entry)).postings.map(({ role, amountMinor }) => [role, amountMinor])).toEqual([
      ['bank', 50],
      ['rounding', -50],
    ])
    expect(await problemOf(send(user, '/ignored-lines', { line: line(3), reason: 'x' }))).toBe('changed-meanwhile')
    await match(user, '/matches', { line: line(4), lines: [line(5)] })
    const read = async () =>
      matchLineList.parse(await (await user.fetch(`/api/finance/match-lines?account=${bank}`)).json())
    expect((await read()).account).toMatchObject({ openCount: 0, matchedCount: 4, expectedMinor: -9950 })
    expect(await findViolations(kontor)).toEqual([])
    await match(user, `/posted-matches/${made.match}/undo`, {})
    expect((await read()).rows.map(({ id }) => id)).toEqual([line(2), line(3)])
    expect(await findViolations(kontor)).toEqual([])
  })

  test('a line that the bank changed counts once, in the equation, the lists, the checklist and on Home', async () => {
    const { kontor, user, bank } = await start()
    const lines = [
      { account: bank, debit: '5.00' },
      { account: '3001', credit: '5.00' },
    ]
    await send(user, '/entries', { day: '2026-03-02', memo: 'Ann', lines })
    const ofx = (closing: string, ...entries: [string, string, string, string][]): string[] => [
      'OFXHEADER:100',
      `<OFX><STMTRS><CURDEF>CNY<BANKTRANLIST>${entries.map(([id, day, amount, name]) => `<STMTTRN><DTPOSTED>202603${day}<TRNAMT>${amount}<FITID>${id}<NAME>${name}</STMTTRN>`).join('')}</BANKTRANLIST><LEDGERBAL><BALAMT>${closing}</LEDGERBAL></STMTRS></OFX>`,
    ]
    const first = await importFile(
      user,
      bank,
      ofx('10.00', ['F1', '02', '5.00', 'Ann'], ['F2', '02', '3.00', 'Bob'], ['F3', '02', '2.00', 'Cem']),
    )
    await match(user, '/ignored-lines', { line: `${first}:3`, reason: 'Asked the bank' })
    const read = async () => {
      const list = matchLineList.parse(await (await user.fetch(`/api/finance/match-lines?account=${bank}`)).json())
      const { checklist } = await (await user.fetch('/api/finance/periods/2026-03')).json()
      const home = await (await user.fetch('/_payload.json')).json()
      return {
        account: list.account,
        found: list.rows.map(({ counterparty, amountMinor }) => [counterparty, amountMinor]),
        checked: JSON.stringify(checklist),
        home: JSON.stringify(home),
      }
    }
    expect(await read()).toMatchObject({ account: { differenceMinor: 0, matchedCount: 1 }, found: [['Bob', 300]] })
    const later = await importFile(
      user,
      bank,
      ofx('11.50', ['F1', '03', '5.00', 'Ann'], ['F2', '02', '4.00', 'Bob'], ['F3', '02', '2.50', 'Cem']),
    )
    const changed = await read()
    expect(changed).toMatchObject({
      account: {
        unmatchedLinesMinor: 650,
        differenceMinor: 0,
        openCount: 2,
        matchedCount: 1,
        ignoredCount: 1,
        lineCount: 4,
      },
      found: [
        ['Bob', 400],
        ['Cem', 250],
      ],
    })
    expect(changed.checked).toContain('"amountMinor":650')
    expect(changed.home).toContain('"openStatementLines":2,')
    await match(user, '/ignored-lines', { line: `${later}:3`, reason: 'Asked the bank' })
    await match(user, '/ignored-lines', { line: `${later}:2`, reason: 'Asked the bank' })
    expect(await read()).toMatchObject({ account: { unmatchedLinesMinor: 650, differenceMinor: 0, openCount: 0 } })
    expect(await findViolations(kontor)).toEqual([])
  })

  test('lines with a number that the bank uses again on another day all count, unless they are a few days apart', async () => {
    const { kontor, user, bank } = await start()
    const lines = [
      { account: '3001', debit: '5.00' },
      { account: bank, credit: '5.00' },
    ]
    const pay = (...days: string[]): Promise<string> =>
      importFile(user, bank, [
        'OFXHEADER:100',
        `<OFX><STMTRS><CURDEF>CNY<BANKTRANLIST>${days.map((day) => `<STMTTRN><DTPOSTED>${day}<TRNAMT>-5.00<FITID>S1<NAME>Rent</STMTTRN>`).join('')}</BANKTRANLIST></STMTRS></OFX>`,
      ])
    const read = async () => {
      const { account, rows } = matchLineList.parse(
        await (await user.fetch(`/api/finance/match-lines?account=${bank}`)).json(),
      )
      return { openCount: account?.openCount, days: rows.map(({ day }) => day), sum: account?.unmatchedLinesMinor }
    }
    const january = await pay('20260102')
    await pay('20260202')
    expect(await read()).toEqual({ openCount: 2, days: ['2026-01-02', '2026-02-02'], sum: -1000 })
    const { number } = await (await send(user, '/entries', { day: '2026-01-02', memo: 'Rent', lines })).json()
    await match(user, '/matches', { line: `${january}:1`, postings: [`${number}.2`] })
    expect(await read()).toEqual({ openCount: 1, days: ['2026-02-02'], sum: -500 })
    await pay('20260228')
    await pay('20260305')
    expect(await read()).toEqual({ openCount: 2, days: ['2026-02-02', '2026-03-05'], sum: -1000 })
    await pay('20260311')
    expect(await read()).toEqual({ openCount: 3, days: ['2026-02-02', '2026-03-05', '2026-03-11'], sum: -1500 })
    expect(await findViolations(kontor)).toEqual([])
  })

  test('money whose direction the file does not say counts neither as in nor as out', async () => {
    const { kontor, user } = await start()
    const clearing = await sell(kontor, user, 1)
    await importFile(user, clearing, [
      alipayHeader,
      alipayLine('2026-03-01 10:00:00', '收入', '10.00', 'A1'),
      alipayLine('2026-03-01 10:01:00', '不计收支', '300.00', 'N1'),
      alipayLine('2026-03-01 10:02:00', '不计收支', '7.00', 'N2'),
    ])
    const read = async () =>
      matchLineList.parse(await (await user.fetch(`/api/finance/match-lines?account=${clearing}`)).json())
    const [first] = (await read()).rows
    await match(user, '/ignored-lines', { line: first?.id, reason: 'Between own wallets' })
    expect((await read()).account).toMatchObject({
      ledgerMinor: 1000,
      unmatchedLinesMinor: 0,
      undirectedMinor: 30_700,
      expectedMinor: 1000,
      ignoredCount: 1,
      openCount: 1,
    })
  })

  test('a line has an owner, waits for a day apart from the open ones, and is found by what the file says', async () => {
    const { kontor, user, bank } = await start()
    const statement = await importFile(user, bank, [
      bankHeader,
      '2026-03-01,CNY,5.00,5.00,转账,张三,货款',
      '2026-03-02,CNY,7.50,12.50,转账,Müller GmbH,INV-7 Παπασόγλου',
    ])
    const [first, second] = [`${statement}:2`, `${statement}:3`]
    const put = (line: string, what: string, json: object): Promise<Response> =>
      user.fetch(`/api/finance/match-lines/${line}/${what}`, { method: 'PUT', json })
    const list = async (query = '') =>
      matchLineList.parse(await (await user.fetch(`/api/finance/match-lines?account=${bank}${query}`)).json())
    const found = async (query: string) => (await list(query)).rows.map(({ id }) => id)
    const viewer = await kontor.createUser('viewer')
    expect((await put(first, 'owner', { ownerId: viewer.id })).status).toBe(422)
    expect((await put(first, 'wait', { until: '2020-01-01', reason: 'Late' })).status).toBe(422)
    expect((await put(first, 'owner', { ownerId: user.id })).status).toBe(200)
    expect((await put(first, 'wait', { until: '2999-01-01', reason: 'Bank asked' })).status).toBe(200)
    await user.fetch(`/api/finance/match-lines/${first}/comments`, { json: { text: 'Called the bank' } })
    expect(await found('')).toEqual([second])
    expect(await found('&state=waiting')).toEqual([first])
    expect(await found('&state=waiting&owner=me')).toEqual([first])
    expect(await found('&owner=me')).toEqual([])
    expect(await found('&owner=none')).toEqual([second])
    for (const q of ['müller', 'muller', 'MÜLLER', 'mu\u0308ller gmbh', 'παπας', 'ΠΑΠΑΣ', '7.50', 'inv-7 gmbh'])
      expect(await found(`&q=${encodeURIComponent(q)}`)).toEqual([second])
    expect(await found('&q=8.50')).toEqual([])
    expect((await list()).account).toMatchObject({ openCount: 2, waitingCount: 1 })
    const home = (await (await user.fetch('/_payload.json')).json()).pageState.data.waiting
    expect(home).toMatchObject({ openStatementLines: 2, waitingStatementLines: 1 })
    const page = await (await user.fetch(`/finance?tab=reconciliation&account=${bank}&line=${first}`)).text()
    for (const text of ['Called the bank', 'Bank asked', 'Reopen line']) expect(page).toContain(text)
    expect(await findViolations(kontor)).toEqual([])
    expect((await user.fetch(`/api/finance/match-lines/${first}/wait`, { method: 'DELETE' })).status).toBe(200)
    expect(await found('')).toEqual([first, second])
    await put(first, 'owner', { ownerId: '' })
    await send(user, `/statements/${statement}/removal`, {})
    expect(await findViolations(kontor)).toEqual([])
  })
})

onSqlite((open) => {
  test('a file of a payment provider suggests the account that has its payments', async () => {
    const kontor = await createTestKontor(await open())
    const user = await kontor.createUser('finance')
    await addBank(user)
    const capturedAt = Date.parse('2026-03-01T02:00:00Z')
    const payment = { provider: 'Alipay', reference: 'A1', capturedMinor: 1000, capturedAt }
    await importAsOperator(kontor.kontor, [createDraft(0, { totalMinor: 1000, payment })])
    const clearing = (await accountsOf(user)).find(({ provider }) => provider === 'Alipay')?.code
    const body = new FormData()
    body.set('_endpoint', 'importStatement')
    body.set('account', '')
    body.set(
      'file',
      new File([`${alipayHeader}\n${alipayLine('2026-03-01 10:00:00', '收入', '10.00', 'A1')}`], 'a.csv'),
    )
    const page = await (await user.fetch('/finance?tab=reconciliation&action=import', { method: 'POST', body })).text()
    expect(page).toContain('name="accounts[0][account]"')
    expect(page).toMatch(new RegExp(`<option value="${clearing}" selected`))
  })

  test('statements are imported with a mapping, matched, assigned and deferred without script', async () => {
    const kontor = await createTestKontor(await open(), { isClockRunning: true })
    const user = await kontor.createUser('finance')
    const bank = await addBank(user)
    const tab = '/finance?tab=reconciliation'
    const post = (path: string, fields: Record<string, string>, file?: File): Promise<Response> => {
      const body = new FormData()
      for (const [name, value] of Object.entries(fields)) body.append(name, value)
      if (file) body.append('file', file)
      return user.fetch(path, { method: 'POST', body })
    }
    const table = new File(['Datum;Betrag;Text\r\n01.03.2026;12,50;Miete\r\n02.03.2026;-2,00;Rest\r\n'], 'bank.csv')
    const upload = { _endpoint: 'importStatement', account: bank }
    const asked = await (await post(`${tab}&action=import`, upload, table)).text()
    expect(asked).toContain('name="mapping[dayColumn]"')
    const mapping = {
      'mapping[headingRow]': '0',
      'mapping[dayColumn]': '0',
      'mapping[amountColumn]': '1',
      'mapping[dayOrder]': 'dmy',
      'mapping[decimalMark]': ',',
    }
    expect(await (await post(`${tab}&action=import`, { ...upload, ...mapping }, table)).text()).toContain('12.50')
    const list = async (): Promise<string[]> =>
      matchLineList
        .parse(await (await user.fetch(`/api/finance/match-lines?account=${bank}`)).json())
        .rows.map(({ id }) => id)
    const [first = '', second = ''] = await list()
    const page = `${tab}&account=${bank}&line=${first}`
    const preview = await (await user.fetch(`${page}&lines=${second}&difference=suspense`)).text()
    for (const text of ['Posts this entry', '10.50', '2241.9']) expect(preview).toContain(text)
    const chosen = new URLSearchParams({ _endpoint: 'postMatch', line: first })
    for (const line of [first, second]) chosen.append('lines', line)
    const differing = await (await user.fetch(page, { method: 'POST', body: chosen })).text()
    const box = differing.split('<input').find((tag) => tag.includes(`name="lines"`) && tag.includes(second))
    expect(box).toContain('checked')
    expect(differing).toContain('Lines: ¥10.50. Postings: ¥0.00. Difference: ¥10.50.')
    expect((await post(page, { _endpoint: 'assignLine', line: first, ownerId: user.id })).status).toBe(303)
    const wait = { _endpoint: 'deferLine', line: first, until: '2999-01-01', reason: 'Asked' }
    expect((await post(`${page}&action=wait`, wait)).status).toBe(303)
    expect(await list()).toEqual([second])
    const due = { _endpoint: 'setLineDueDate', line: first, due: '2020-01-31' }
    expect((await post(page, due)).status).toBe(303)
    const receipt = new File(['%PDF-1.7'], 'receipt.pdf', { type: 'application/pdf' })
    expect((await post(page, { _endpoint: 'attachToLine', line: first }, receipt)).status).toBe(303)
    const opened = await (await user.fetch(page)).text()
    for (const text of ['31 Jan 2020', 'receipt.pdf', 'set the due date', 'attached']) expect(opened).toContain(text)
    const waiting = await (await user.fetch(`${tab}&account=${bank}&state=waiting`)).text()
    expect(waiting).toContain('Overdue since 31 Jan 2020')
    expect((await post(page, { ...due, due: '' })).status).toBe(303)
    expect(await (await user.fetch(page)).text()).toContain('removed the due date')
    const search = await (await user.fetch(`${tab}&account=${bank}&q=2.00`)).text()
    expect(search).toContain('1 line')
  })
})
