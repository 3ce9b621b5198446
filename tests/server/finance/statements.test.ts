import { countOpenLines } from '#server/finance/matching/count-open-lines.ts'
import { deleteFile } from '#server/finance/statements/unfinished-files.ts'
import { listAbandonedFiles } from '#server/finance/statements/unfinished-store.ts'
import { type LedgerAccount, ledgerAccount } from '#shared/finance/account-views.ts'
import {
  statementImport,
  type StatementImport,
  statementLines,
  type StatementLines,
  statementList,
} from '#shared/finance/statement-views.ts'
import type { Problem } from '#shared/problem.ts'
import { forEachDatabase, onSqlite } from '#tests/support/databases.ts'
import { findViolations } from '#tests/support/find-violations.ts'
import { createTestKontor, type TestKontor } from '#tests/support/test-kontor.ts'
import type { TestUser } from '#tests/support/test-user.ts'
import { expect, test } from 'bun:test'
import * as fc from 'fast-check'

const path = '/api/finance/statements'

const addAccount = async (user: TestUser, input: object = {}): Promise<LedgerAccount> =>
  ledgerAccount.parse(
    await (
      await user.fetch('/api/finance/accounts', {
        json: { role: 'bank', currency: 'CNY', accountName: 'CMB', ...input },
      })
    ).json(),
  )

const post = (
  user: TestUser,
  account: string,
  content: BlobPart,
  { dryRun = false, name = 'statement.csv', chosen = {} as Record<string, string> } = {},
): Promise<Response> => {
  const body = new FormData()
  body.set('account', account)
  for (const [field, value] of Object.entries(chosen)) body.set(field, value)
  body.set('file', new File([content], name))
  return user.fetch(`${path}${dryRun ? '?dryRun=1' : ''}`, { method: 'POST', body })
}
/** What an import says of the file and its first statement. */
const importFile = async (
  ...args: Parameters<typeof post>
): Promise<StatementImport & StatementImport['statements'][number]> => {
  const response = await post(...args)
  if (!response.ok) throw new Error(await response.text())
  const result = statementImport.parse(await response.json())
  const [first] = result.statements
  if (!first) throw new Error('No statement')
  return { ...result, ...first }
}
const readLines = async (user: TestUser, id: string | null, query = ''): Promise<StatementLines> =>
  statementLines.parse(await (await user.fetch(`${path}/${id}/lines${query}`)).json())
const listIds = async (user: TestUser): Promise<string[]> =>
  statementList.parse(await (await user.fetch(path)).json()).statements.map(({ id }) => id)

const cmbHeader = '记账日期,货币,交易金额,联机余额,交易摘要,对手信息,客户摘要'
const cmb = (...lines: string[]): string => [cmbHeader, ...lines, ''].join('\r\n')
const bocHeader =
  '记账日期,记账时间,币别,金额,余额,交易名称,渠道,网点名称,附言,对方账户名,对方卡号/账号,对方开户行,借记卡号'
const alipay = [
  '----------------------------------------',
  '导出信息：',
  '起始时间：[2026-03-01 00:00:00]    终止时间：[2026-03-02 23:59:59]',
  '共3笔记录',
  '',
  '------------------支付宝（中国）网络技术有限公司  电子客户回单------------------',
  '交易时间            ,交易分类     ,交易对方 ,对方账号 ,商品说明 ,收/支  ,金额   ,收/付款方式,交易状态 ,交易订单号 ,商家订单号 ,备注',
  '2026-03-02 21:32:14 ,转账红包 ,王芳 ,/ ,货款 ,收入 ,1028.50 ,余额 ,交易成功 ,20260302001\t,T1\t, ,',
  '2026-03-02 14:16:52 ,日用百货 ,李雷 ,/ ,茶叶 ,支出 ,20.00 ,余额 ,等待确认收货 ,20260302002\t,T2\t, ,',
  '2026-03-01 18:21:04 ,投资理财 ,余额宝 ,/ ,提现 ,不计收支 ,99.34 ,余额 ,交易成功 ,20260301003\t, , ,',
  '',
].join('\n')
const wechat = [
  '\uFEFF微信支付账单明细,,,,,,,,,,',
  '微信昵称：[测试],,,,,,,,,,',
  ',,,,,,,,,,',
  '----------------------微信支付账单明细列表--------------------,,,,,,,,,,',
  '交易时间,交易类型,交易对方,商品,收/支,金额(元),支付方式,当前状态,交易单号,商户单号,备注',
  '2026-03-02 12:45:27,"商户消费","米线店","总共消费:28.16","支出",¥28.16,"零钱","支付成功","398"\t,"129"\t,"/"',
  '2026-03-01 10:11:12,零钱提现,招商银行(),"/",/,¥100.10,招商银行,提现已到账,207\t,/\t,"服务费¥0.10"',
  '',
].join('\n')

/** GB18030 of text, of which Bun can only decode: the bytes of the characters that are used. */
function toGb18030(text: string): Uint8Array<ArrayBuffer> {
  const decoder = new TextDecoder('gb18030')
  const bytesOf = new Map<string, number[]>()
  for (let lead = 0x81; lead <= 0xfe; lead++)
    for (let trail = 0x40; trail <= 0xfe; trail++)
      bytesOf.set(decoder.decode(Uint8Array.of(lead, trail)), [lead, trail])
  return Uint8Array.from(
    [...text].flatMap((character) => (character < '\x80' ? [character.charCodeAt(0)] : (bytesOf.get(character) ?? []))),
  )
}

const problemOf = async (answer: Promise<Response>): Promise<string> => {
  const response = await answer
  const { type, detail, errors = [] } = (await response.json()) as Problem
  return [response.status, type.replace('/problems/', ''), ...errors.map(({ pointer }) => pointer), detail].join(' ')
}

forEachDatabase((_name, open) => {
  const start = async (): Promise<{ kontor: TestKontor; user: TestUser; account: string }> => {
    const kontor = await createTestKontor(await open(), { isClockRunning: true })
    const user = await kontor.createUser('finance', { name: 'Anna Shen' })
    return { kontor, user, account: (await addAccount(user)).code }
  }

  test('a bank statement is checked, imported with its balances, listed by line and undone', async () => {
    const { kontor, user, account } = await start()
    const file = cmb(
      '2026-03-01,CNY,"1,234.00","1,271.66",代发,北京公司1111,货款',
      '2026-03-02,CNY,"-1,000.00",271.66,转账汇款,张三 6666,转账',
    )
    const checked = await importFile(user, account, file, { dryRun: true })
    expect(checked).toMatchObject({ format: 'cmb', lineCount: 2, newCount: 2, statement: null, untiedLine: null })
    expect(checked).toMatchObject({ openingMinor: 3766, inMinor: 123_400, outMinor: 100_000, closingMinor: 27_166 })
    expect(await listIds(user)).toEqual([])
    const { statement } = await importFile(user, account, file)
    const lines = await readLines(user, statement)
    expect(await (await user.fetch(`${path}/${statement}/file`)).text()).toBe(file)
    expect(lines.statement).toMatchObject({ importedBy: 'Anna Shen', firstDay: '2026-03-01', canRemove: true })
    expect(lines.rows).toEqual([
      {
        ...{
          line: 2,
          day: '2026-03-01',
          valueDay: '',
          clockTime: '',
          class: 'in',
          amountMinor: 123_400,
          balanceMinor: 127_166,
        },
        ...{ counterparty: '北京公司1111', description: '代发 · 货款', reference: '', status: '', version: 1 },
        ...{
          feeMinor: null,
          subsidyMinor: 0,
          charged: null,
          counterpartyAccount: '',
          entryReference: '',
          orderReference: '',
          payoutReference: '',
          relatedReference: '',
        },
      },
      {
        ...{
          line: 3,
          day: '2026-03-02',
          valueDay: '',
          clockTime: '',
          class: 'out',
          amountMinor: -100_000,
          balanceMinor: 27_166,
        },
        ...{ counterparty: '张三 6666', description: '转账汇款 · 转账', reference: '', status: '', version: 1 },
        ...{
          feeMinor: null,
          subsidyMinor: 0,
          charged: null,
          counterpartyAccount: '',
          entryReference: '',
          orderReference: '',
          payoutReference: '',
          relatedReference: '',
        },
      },
    ])
    expect((await readLines(user, statement, '?class=out')).rows.map(({ line }) => line)).toEqual([3])
    expect((await readLines(user, statement, '?to=2026-03-01')).count).toEqual({ exact: 1 })
    expect((await readLines(user, statement, '?from=last-month')).count).toEqual({ exact: 0 })
    expect((await readLines(user, statement, '?from=this-month')).rows).toEqual((await readLines(user, statement)).rows)
    const page = await (await user.fetch(`/finance?tab=reconciliation&statement=${statement}`)).text()
    expect(page).toContain('张三 6666')
    expect(await (await user.fetch('/finance?tab=reconciliation')).text()).toContain('statement.csv')
    expect(await findViolations(kontor)).toEqual([])
    expect((await user.fetch(`${path}/${statement}/removal`, { json: {} })).status).toBe(200)
    expect(await listIds(user)).toEqual([])
    expect((await importFile(user, account, file)).newCount).toBe(2)
    expect(await findViolations(kontor)).toEqual([])
  })

  test('lines that an earlier file of the account had are left out, in whatever file they come again', async () => {
    const { kontor, user, account } = await start()
    const first = '2026-03-01,CNY,5.00,5.00,转账,张三,'
    const second = '2026-03-02,CNY,5.00,10.00,转账,张三,'
    const third = '2026-03-03,CNY,5.00,15.00,转账,张三,'
    const { statement: earlier } = await importFile(user, account, cmb(first, second))
    expect(await importFile(user, account, cmb(first, second), { name: 'renamed.csv' })).toMatchObject({
      newCount: 0,
      statement: null,
      earlier: { fileName: 'statement.csv', importedBy: 'Anna Shen', accounts: [account], statement: earlier },
    })
    const { statement: later, newCount } = await importFile(user, account, cmb(second, third))
    expect([newCount, (await readLines(user, later)).rows.map(({ day }) => day)]).toEqual([1, ['2026-03-03']])
    expect(await importFile(user, (await addAccount(user)).code, cmb(first))).toMatchObject({ newCount: 1 })
    const removal = (id: string | null) => user.fetch(`${path}/${id}/removal`, { json: {} })
    expect(await problemOf(removal(earlier))).toStartWith('409 statement-not-last')
    for (const id of [later, earlier]) expect((await removal(id)).status).toBe(200)
    const chunks = await kontor.kontor.database.read.selectFrom('statement_file_chunks').select('file_id').execute()
    expect(chunks).toHaveLength(1)
    expect(await findViolations(kontor)).toEqual([])
  })

  test('a file that was imported for another account says so, and can be imported for this one, too', async () => {
    const { kontor, user, account } = await start()
    const { code: other } = await addAccount(user)
    const file = cmb('2026-03-01,CNY,5.00,5.00,转账,张三,')
    const first = await importFile(user, account, file)
    const checked = await importFile(user, other, file, { dryRun: true, name: 'again.csv' })
    expect(checked).toMatchObject({ isImported: false, account: other, newCount: 1 })
    expect(checked.earlier).toMatchObject({
      fileName: 'statement.csv',
      accounts: [account],
      statement: first.statement,
    })
    const second = await importFile(user, other, file, { name: 'again.csv' })
    expect(first.earlier).toBeNull()
    expect(second).toMatchObject({ isImported: true, account: other, newCount: 1, earlier: checked.earlier })
    // From then on each account has its own import.
    const known = await importFile(user, other, file, { dryRun: true })
    expect(known.newCount).toBe(0)
    expect(known.earlier).toMatchObject({ fileName: 'again.csv', accounts: [other], statement: second.statement })
    expect((await importFile(user, account, file)).earlier).toMatchObject({ accounts: [account] })
    expect(await findViolations(kontor)).toEqual([])
  })

  test('of two imports of the same file at once, one has the lines', async () => {
    const { kontor, user, account } = await start()
    const file = cmb('2026-03-01,CNY,5.00,5.00,转账,张三,', '2026-03-01,CNY,5.00,5.00,转账,张三,')
    const results = await Promise.all([importFile(user, account, file), importFile(user, account, file)])
    expect(results.map(({ newCount }) => newCount).toSorted()).toEqual([0, 2])
    expect(await findViolations(kontor)).toEqual([])
  })

  test('each statement of a file goes to the account that its own name of it was chosen for before; unknown ones are asked for', async () => {
    const { kontor, user, account } = await start()
    const { code: euros } = await addAccount(user, { currency: 'EUR' })
    const mt940 = (identifier: string, currency: string, day: string): string =>
      `:20:X\n:25:${identifier}\n:60F:C260301${currency}1,\n:61:26${day}C1,NTRFSO1//B1\n:62F:C26${day}${currency}2,\n-\n`
    const accountsOf = async (...args: Parameters<typeof importFile>) =>
      (await importFile(...args)).statements.map((statement) => [statement.account, statement.statement !== null])
    const both = mt940('CN1', 'CNY', '0302') + mt940('DE1', 'EUR', '0302')
    expect(await accountsOf(user, '', both)).toEqual([
      [null, false],
      [null, false],
    ])
    expect(await problemOf(post(user, euros, mt940('CN1', 'CNY', '0302')))).toContain('in another currency')
    const wrong = {
      'accounts[0][identifier]': 'DE1',
      'accounts[0][currency]': 'EUR',
      'accounts[0][account]': account,
    }
    expect(await problemOf(post(user, '', both, { chosen: wrong }))).toStartWith(
      '422 invalid-input /accounts/0/account',
    )
    const chosen = { ...wrong, 'accounts[0][account]': euros }
    expect(await accountsOf(user, account, both, { chosen })).toEqual([
      [account, true],
      [euros, true],
    ])
    const { statements } = await importFile(user, '', mt940('CN1', 'CNY', '0303') + mt940('DE1', 'EUR', '0303'))
    expect(statements.map((statement) => [statement.account, statement.newCount])).toEqual([
      [account, 1],
      [euros, 1],
    ])
    expect(await findViolations(kontor)).toEqual([])
    const [first, second] = statements
    expect((await user.fetch(`${path}/${second?.statement}/removal`, { json: {} })).status).toBe(200)
    expect(await listIds(user)).not.toContain(first?.statement)
    const { code: other } = await addAccount(user)
    expect(await accountsOf(user, other, mt940('CN1', 'CNY', '0304'))).toEqual([[other, true]])
    expect(await accountsOf(user, '', mt940('CN1', 'CNY', '0305'))).toEqual([[other, true]])
    expect(await findViolations(kontor)).toEqual([])
  })

  test('halves of characters and texts too long for an index are kept as the database stores them', async () => {
    const { kontor, user, account } = await start()
    const long = Array.from({ length: 5000 }, (_, index) =>
      String.fromCodePoint(0x4e_00 + ((index * index) % 20_011)),
    ).join('')
    const camt = (identifier: string, reference: string): string =>
      `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt><Acct><Id><Othr><Id>${identifier}</Id></Othr></Id><Ccy>CNY</Ccy></Acct><Ntry><Amt Ccy="CNY">1.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-03-01</Dt></BookgDt><AcctSvcrRef>${reference}</AcctSvcrRef></Ntry></Stmt></BkToCstmrStmt></Document>`
    const ofx = (identifier: string, reference: string): string =>
      `OFXHEADER:100\n\n<OFX><STMTRS><CURDEF>CNY<BANKACCTFROM><ACCTID>${identifier}</BANKACCTFROM><BANKTRANLIST><STMTTRN><DTPOSTED>20260302<TRNAMT>1.00<FITID>${reference}</STMTTRN></BANKTRANLIST></STMTRS></OFX>`
    const mt940 = (identifier: string, reference: string): string =>
      `:20:X\n:25:${identifier}\n:60F:C260303CNY1,\n:61:260303C1,NTRF${reference}//${reference}\n${'x'.repeat(499)}🍵\n:62F:C260303CNY2,\n-\n`
    for (const file of [camt, ofx, mt940])
      for (const identifier of [`${'x'.repeat(499)}🍵`, ...(file === ofx ? ['half &#xD83C;'] : []), long]) {
        const { statement, ...imported } = await importFile(user, account, file(identifier, `${identifier}.`))
        const { rows } = await readLines(user, statement)
        for (const text of [imported.identifier, ...rows.flatMap((row) => [row.reference, row.description])]) {
          expect(text.isWellFormed()).toBe(true)
          expect(text.length).toBeLessThanOrEqual(500)
        }
      }
    expect(await findViolations(kontor)).toEqual([])
  })

  test('the columns of another table are asked for once, shown as they are read, and remembered for its headings', async () => {
    const { kontor, user, account } = await start()
    const table = (...lines: string[]): string => ['My bank;;;', 'Datum;Betrag;Saldo;Text', ...lines, ''].join('\r\n')
    const [first, second] = ['01.03.2026;1.234,50;1.234,50;SO1', '13.03.2026;-0,50;1.234,00;Fee']
    const send = async (lines: string[], chosen: Record<string, string> = {}): Promise<StatementImport> =>
      statementImport.parse(await (await post(user, account, table(...lines), { chosen })).json())
    const asked = await send([first ?? ''])
    expect(asked).toMatchObject({
      isImported: false,
      table: {
        rows: [
          ['My bank', '', '', ''],
          ['Datum', 'Betrag', 'Saldo', 'Text'],
          ['01.03.2026', '1.234,50', '1.234,50', 'SO1'],
        ],
        guess: {
          headingRow: '1',
          dayColumn: '0',
          amountColumn: '1',
          balanceColumn: '2',
          dayOrder: 'dmy',
          decimalMark: ',',
        },
      },
    })
    const mapping = Object.fromEntries(
      Object.entries(asked.table?.guess ?? {}).map(([name, value]) => [`mapping[${name}]`, String(value)]),
    )
    expect(await problemOf(post(user, '', table(first ?? ''), { chosen: mapping }))).toStartWith(
      '422 invalid-input /account',
    )
    const none = { ...mapping, 'mapping[amountColumn]': '' }
    expect(await problemOf(post(user, account, table(first ?? ''), { chosen: none }))).toContain(
      '/mapping/amountColumn',
    )
    const wrong = { ...mapping, 'mapping[dayOrder]': 'ymd' }
    expect(await problemOf(post(user, account, table(first ?? ''), { chosen: wrong }))).toContain('The date at line 3')
    const [imported] = (await send([first ?? ''], mapping)).statements
    expect(imported).toMatchObject({
      openingMinor: 0,
      closingMinor: 123_450,
      sample: [{ day: '2026-03-01', amountMinor: 123_450, description: 'SO1' }],
    })
    const again = await send([first ?? '', second ?? ''])
    expect(again).toMatchObject({
      format: 'mapped',
      isImported: true,
      statements: [{ newCount: 1, lineCount: 2, untiedLine: null }],
    })
    expect(await findViolations(kontor)).toEqual([])
  })

  test('a line that the bank changed is another version of it', async () => {
    const { kontor, user, account } = await start()
    const ofx = (amount: string): string =>
      `OFXHEADER:100\n\n<OFX><STMTRS><CURDEF>CNY<BANKACCTFROM><ACCTID>9</BANKACCTFROM><BANKTRANLIST><STMTTRN><DTPOSTED>20260302<TRNAMT>${amount}<FITID>F1</STMTTRN></BANKTRANLIST></STMTRS></OFX>`
    const versions = []
    for (const amount of ['5.00', '5.00', '6.00', '5.00', '7.00']) {
      const { statement } = await importFile(user, account, ofx(amount))
      if (statement)
        versions.push((await readLines(user, statement)).rows.map(({ amountMinor, version }) => [amountMinor, version]))
    }
    expect(versions).toEqual([[[500, 1]], [[600, 2]], [[700, 3]]])
    expect(await findViolations(kontor)).toEqual([])
  })

  test('a line with a number is known by it, whatever a later export adds; another amount or day is a change', async () => {
    const { kontor, user } = await start()
    const { code } = await addAccount(user, { role: 'wallet', currency: 'USD' })
    const report = (columns: string, ...rows: string[]): string =>
      [`balance_transaction_id,created_utc,currency,gross,fee,net,reporting_category${columns}`, ...rows, ''].join('\n')
    const charge = (id: string, fee = '0.59', day = '2026-03-01'): string =>
      `${id},${day} 10:00:00,usd,10.00,${fee},9.41,charge`
    const waiting = report(',automatic_payout_id', `${charge('txn_1')},`, `${charge('txn_2')},`)
    expect(await importFile(user, code, waiting)).toMatchObject({ newCount: 2 })
    const paidOut = report(
      ',automatic_payout_id,customer_name,description',
      ...[`${charge('txn_1')},po_1,Ann,SO1`, `${charge('txn_2')},po_1,Bob,SO2`, `${charge('txn_3')},,Ann,SO3`],
    )
    expect(await importFile(user, code, paidOut, { dryRun: true })).toMatchObject({ newCount: 1 })
    const { statement } = await importFile(user, code, paidOut)
    expect((await readLines(user, statement)).rows).toMatchObject([{ entryReference: 'txn_3', version: 1 }])
    const changed = report('', charge('txn_1', '0.60'), charge('txn_2', '0.59', '2026-03-02'), charge('txn_3'))
    const { statement: last } = await importFile(user, code, changed)
    expect((await readLines(user, last)).rows).toMatchObject([
      { entryReference: 'txn_1', version: 2 },
      { entryReference: 'txn_2', version: 2 },
    ])
    for (const again of [waiting, paidOut, changed])
      expect(await importFile(user, code, again)).toMatchObject({ newCount: 0, statement: null })
    expect(await findViolations(kontor)).toEqual([])
  })

  test('lines whose number says that they have none, or that share one in a file, are all imported', async () => {
    const { kontor, user, account } = await start()
    const ofx = (...entries: [string, string][]): string =>
      `OFXHEADER:100\n\n<OFX><STMTRS><CURDEF>CNY<BANKTRANLIST>${entries.map(([id, name]) => `<STMTTRN><DTPOSTED>20260302<TRNAMT>5.00<FITID>${id}<NAME>${name}</STMTTRN>`).join('')}</BANKTRANLIST></STMTRS></OFX>`
    const first = ofx(['NONREF', 'Ann'], ['F1', 'Ann'], ['F1', 'Bob'])
    expect(await importFile(user, account, first)).toMatchObject({ newCount: 3 })
    const second = ofx(['NONREF', 'Bob'], ['F1', 'Ann'], ['F1', 'Bob & Co'], ['F1', 'Cem'])
    const { statement } = await importFile(user, account, second)
    expect((await readLines(user, statement)).rows).toMatchObject([
      { counterparty: 'Bob', version: 1 },
      { counterparty: 'Cem', version: 2 },
    ])
    expect(await findViolations(kontor)).toEqual([])
  })

  test('a number that many lines of a file share is none, also in later files with few of them', async () => {
    const { kontor, user, account } = await start()
    const ofx = (...entries: { day: string; name: string }[]): string =>
      `OFXHEADER:100\n\n<OFX><STMTRS><CURDEF>CNY<BANKTRANLIST>${entries.map(({ day, name }) => `<STMTTRN><DTPOSTED>${day}<TRNAMT>5.00<FITID>0<NAME>${name}</STMTTRN>`).join('')}</BANKTRANLIST></STMTRS></OFX>`
    const entries = Array.from({ length: 3000 }, (_, at) => ({
      day: at < 1500 ? '20260302' : '20260303',
      name: `Ann ${at}`,
    }))
    expect(await importFile(user, account, ofx(...entries))).toMatchObject({ newCount: 3000 })
    expect(await importFile(user, account, ofx(...entries))).toMatchObject({ newCount: 0, statement: null })
    const more = ofx(...entries, { day: '20260303', name: 'Bob' })
    expect(await importFile(user, account, more, { dryRun: true })).toMatchObject({ newCount: 1 })
    const { statement } = await importFile(user, account, more)
    expect((await readLines(user, statement)).rows).toMatchObject([{ counterparty: 'Bob', version: 1 }])
    const few = ofx(entries[0] ?? { day: '', name: '' }, { day: '20260302', name: 'Cem' })
    const { statement: last } = await importFile(user, account, few)
    expect((await readLines(user, last)).rows).toMatchObject([{ counterparty: 'Cem', version: 1 }])
    expect(await countOpenLines(kontor.kontor.database.read, { today: '2026-03-04' })).toMatchObject({ open: 3002 })
    expect(await findViolations(kontor)).toEqual([])
  })

  test('lines without balances are known in files that sort them differently or have no opening balance', async () => {
    const { user, account } = await start()
    const entry = (day: string, amount: string): string => `:61:2603${day}03${day}D${amount},00NMSCNONREF`
    const mt940 = (opening: string, ...entries: string[]): string =>
      [':20:X', ':25:CN1', ':28C:1', `:60F:C260301CNY${opening},`, ...entries, ':62F:C260303CNY50,', '-', ''].join('\n')
    const entries = [entry('02', '5'), entry('02', '7'), entry('03', '9')]
    expect(await importFile(user, account, mt940('71', ...entries))).toMatchObject({ newCount: 3 })
    for (const again of [
      mt940('71', ...entries.toReversed()),
      mt940('66', ...entries.slice(1)),
      mt940('0', ...entries),
    ])
      expect(await importFile(user, account, again)).toMatchObject({ newCount: 0, statement: null })
  })

  test('an equal line is pointed out if its file has not all lines of the day, and imported with the whole day', async () => {
    const { kontor, user, account } = await start()
    const entry = (day: string, amount: string): string => `:61:2603${day}03${day}C${amount},00NMSCNONREF`
    const toFile = (...entries: string[]): string =>
      [':20:X', ':25:CN1', ':28C:1', ':60F:C260301CNY0,', ...entries, ':62F:C260303CNY50,', '-', ''].join('\n')
    const [before, payment, other, later] = [entry('01', '3'), entry('02', '5'), entry('02', '7'), entry('02', '9')]
    await importFile(user, account, toFile(before, payment, other))
    const afternoon = toFile(payment, later)
    const told = { lineCount: 2, newCount: 1, doubtfulCount: 1 }
    expect(await importFile(user, account, afternoon, { dryRun: true })).toMatchObject(told)
    // Also when the same file was imported for another account.
    const { code: another } = await addAccount(user)
    expect(await importFile(user, another, afternoon)).toMatchObject({ newCount: 2, doubtfulCount: 0 })
    expect(await importFile(user, account, afternoon, { dryRun: true })).toMatchObject(told)
    expect(await importFile(user, account, afternoon)).toMatchObject(told)
    expect(await importFile(user, account, toFile(before, payment, other, later))).toMatchObject({
      ...{ newCount: 0, doubtfulCount: 0 },
    })
    const whole = toFile(payment, other, payment, later)
    expect(await importFile(user, account, whole)).toMatchObject({ newCount: 1, doubtfulCount: 0 })
    expect(await findViolations(kontor)).toEqual([])
  })

  test('what another server still imports does not count and lets others wait; what it left behind is deleted', async () => {
    const { kontor, user, account } = await start()
    const lines = Array.from({ length: 600 }, (_, day) => `2026-03-01,CNY,1.00,${day + 1}.00,转账,张三,`)
    const { statement } = await importFile(user, account, cmb(...lines))
    const setLease = (until: number) =>
      kontor.kontor.database.inTransaction(async (transaction) => {
        await transaction.updateTable('statement_files').set({ imported_at: null, lease_until: until }).execute()
        await transaction.updateTable('statements').set({ imported_at: null }).execute()
      })
    await setLease(kontor.kontor.now() + 60_000)
    expect(await listIds(user)).toEqual([])
    expect((await user.fetch(`${path}/${statement}/lines`)).status).toBe(404)
    expect(await problemOf(post(user, account, cmb(...lines)))).toStartWith('409 statement-import-running')
    await setLease(1)
    expect((await importFile(user, account, cmb(...lines))).newCount).toBe(600)
    expect(await listIds(user)).toHaveLength(1)
  })

  test('while its file is stored an import keeps its lease; one that was deleted meanwhile fails', async () => {
    const { kontor, user, account } = await start()
    const { database } = kontor.kontor
    let afterChunk = async (): Promise<void> => {}
    const inReadCommitted = database.inReadCommitted.bind(database)
    database.inReadCommitted = async (work) => {
      const result = await inReadCommitted(work)
      await afterChunk()
      return result
    }
    const long = cmb('2026-03-01,CNY,5.00,5.00,转账,张三,') + '\n'.repeat(3_000_000)
    let abandoned = 0
    const started = kontor.clock.now
    afterChunk = async () => {
      kontor.clock.now += 5000
      abandoned += (await listAbandonedFiles(database.read, kontor.clock.now)).length
    }
    expect(await importFile(user, account, long)).toMatchObject({ newCount: 1 })
    expect(abandoned).toBe(0)
    expect(kontor.clock.now).toBeGreaterThan(started + 150_000)
    afterChunk = async () => {
      const [id] = await listAbandonedFiles(database.read, kontor.clock.now + 61_000)
      if (id !== undefined) await deleteFile(kontor.kontor, id)
    }
    expect((await post(user, account, cmb('2026-03-02,CNY,5.00,10.00,转账,张三,'))).status).toBe(500)
    expect(await findViolations(kontor)).toEqual([])
  })

  test('a file with a line that makes no sense is refused whole, with the line', async () => {
    const { user, account } = await start()
    const good = '2026-03-01,CNY,5.00,5.00,转账,张三,'
    const refused = [
      ['2026-02-30,CNY,5.00,5.00,转账,张三,', 'The date at line 3'],
      ['2026-03-01,CNY,5.001,5.00,转账,张三,', 'An amount at line 3'],
      ['2026-03-01,CNY,1e5,5.00,转账,张三,', 'An amount at line 3'],
      ['2026-03-01,CNY,"1,23.00",5.00,转账,张三,', 'An amount at line 3'],
      ['2026-03-01,CNY,99999999999999999,5.00,转账,张三,', 'An amount at line 3'],
      ['2026-03-01,CNY,90071992547409.91,5.00,转账,张三,', 'An amount at line 3 is larger than'],
      ['2026-03-01,CNY,5.00,90071992547409.91,转账,张三,', 'An amount at line 3 is larger than'],
      ['2026-03-01,USD,5.00,5.00,转账,张三,', 'The content at line 3 is in another currency'],
      ['2026-03-01', 'The content at line 3 is not a statement line'],
      ['2026-03-01,CNY,5.00,5.00,"转账"x,张三,', 'The content at line 3 is not a statement line'],
    ] as const
    for (const [line, detail] of refused)
      expect(await problemOf(post(user, account, cmb(good, line)))).toStartWith(`422 not-a-statement ${detail}`)
    const largest = '2026-03-01,CNY,-900000000000.00,5.00,转账,张三,'
    expect(await problemOf(post(user, account, cmb(...Array.from({ length: 101 }, () => largest))))).toContain(
      'The amounts add up to more than',
    )
    expect(await problemOf(post(user, account, 'Dear customer\nno statement\n'))).toContain(
      'No line of the file has the headings',
    )
    expect(await problemOf(post(user, account, '<?xml version="1.0"?><a/>'))).toContain('cannot read this file')
    expect(await problemOf(post(user, account, cmb()))).toContain('contains no statement lines. Download it again')
    expect(await problemOf(post(user, '5001', cmb(good)))).toStartWith('422 invalid-input /account')
    expect(await listIds(user)).toEqual([])
  })
})

onSqlite((open) => {
  test('files of Alipay, WeChat Pay and Bank of China are recognized by their headings, in the encoding they come in', async () => {
    const kontor = await createTestKontor(await open(), { isClockRunning: true })
    const user = await kontor.createUser('finance')
    const account = async (): Promise<string> => (await addAccount(user, { role: 'wallet' })).code
    const inAlipay = await importFile(user, await account(), toGb18030(alipay), { name: 'alipay.csv' })
    expect(inAlipay).toMatchObject({ format: 'alipay', inMinor: 102_850, outMinor: 2000, neutralMinor: 9934 })
    expect((await readLines(user, inAlipay.statement)).rows[1]).toMatchObject({
      ...{ day: '2026-03-02', clockTime: '14:16:52', class: 'out', amountMinor: -2000, balanceMinor: null },
      ...{ counterparty: '李雷', description: '日用百货 · 茶叶', reference: '20260302002', status: '等待确认收货' },
    })
    const inWechat = await importFile(user, await account(), wechat)
    expect(inWechat).toMatchObject({ format: 'wechat_pay', inMinor: 0, outMinor: 2816, neutralMinor: 10_010 })
    const utf16 = new Uint8Array([0xff, 0xfe, ...Buffer.from(wechat.slice(1), 'utf16le')])
    expect(await importFile(user, await account(), utf16)).toMatchObject({ format: 'wechat_pay', newCount: 2 })
    const boc = [
      '中国银行交易流水明细单',
      bocHeader,
      '2026-03-22,17:57:17,人民币,-71.89,"3,240.28",无卡支付,线上,-----,-----,张三,6226,-----,3167',
      '2026-03-22,12:24:20,人民币,50.00,"3,312.17",网上快捷退款,银企对接,-----,支付宝-李四,支付宝-李四,Z200,-----,3167',
    ].join('\n')
    expect(await importFile(user, await account(), boc)).toMatchObject({
      ...{ format: 'boc', untiedLine: null, openingMinor: 326_217, closingMinor: 324_028 },
    })
    const forged = boc.replace('-71.89', '-71.88')
    expect(await importFile(user, await account(), forged, { dryRun: true })).toMatchObject({ untiedLine: 4 })
    expect(await findViolations(kontor)).toEqual([])
  })

  test('any files that overlap leave every line imported once, and balances that follow each other tie out', async () => {
    const kontor = await createTestKontor(await open(), { isClockRunning: true })
    const user = await kontor.createUser('finance')
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: -900, max: 900 }), { minLength: 1, maxLength: 12 }),
        fc.array(fc.tuple(fc.nat(11), fc.nat(11)), { minLength: 1, maxLength: 4 }),
        async (amounts, ranges) => {
          const { code } = await addAccount(user)
          let balance = 0
          const lines = amounts.map((amount) => {
            balance += amount
            return `2026-03-01,CNY,${amount}.00,${balance}.00,转账,张三,`
          })
          const imported = new Set<string>()
          for (const [from, length] of ranges) {
            const part = lines.slice(from % lines.length, (from % lines.length) + length + 1)
            const { newCount, openingMinor, inMinor, outMinor, closingMinor, untiedLine } = await importFile(
              user,
              code,
              cmb(...part),
            )
            const known = imported.size
            for (const line of part) imported.add(line)
            if (new Set(lines).size === lines.length) expect(newCount).toBe(imported.size - known)
            expect([untiedLine, (openingMinor ?? 0) + inMinor - outMinor]).toEqual([null, closingMinor ?? 0])
          }
        },
      ),
      { numRuns: 15 },
    )
    expect(await findViolations(kontor)).toEqual([])
  })
})
