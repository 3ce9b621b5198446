import { decodeEntities } from '#server/finance/statements/decode-entities.ts'
import { sumStatement } from '#server/finance/statements/figures.ts'
import type { ParsedLine, ParsedStatement } from '#server/finance/statements/parsed-file.ts'
import { readStatement } from '#server/finance/statements/read-statement.ts'
import { writeWorkbook } from '#server/xlsx/write-workbook.ts'
import { describePayout } from '#shared/finance/matching/line-texts.ts'
import { parseDayTime } from '#server/imports/parse-day-time.ts'
import { guessMapping, statementMapping } from '#shared/finance/statement-mapping.ts'
import { balanceDifference } from '#shared/finance/statement-views.ts'
import { formatDecimal } from '#shared/money.ts'
import { ProblemError } from '#shared/problem.ts'
import { expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { strToU8, zipSync } from 'fflate'

interface ReadStatement extends Omit<ParsedStatement, 'lines'> {
  lines: ParsedLine[]
  tiesOut: boolean
}
const read = async (...content: BlobPart[]): Promise<{ format: string; statements: ReadStatement[] }> => {
  const { format, statements } = await readStatement(new Blob(content))
  const unpack = async (statement: ParsedStatement): Promise<ReadStatement> => ({
    ...statement,
    lines: [...statement.lines.batches()].flat(),
    tiesOut: balanceDifference(await sumStatement(statement)) === 0,
  })
  return { format, statements: await Promise.all(statements.map(unpack)) }
}
const readFirst = async (...content: BlobPart[]): Promise<ReadStatement> => {
  const [first] = (await read(...content)).statements
  if (!first) throw new Error('No statement')
  return first
}
/** Why a file is refused, and where. */
const refusal = async (...content: BlobPart[]): Promise<string> => {
  try {
    await read(...content)
    return 'read'
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error
    const { why, line, entry } = error.parameters
    return [why, line ?? (entry === undefined ? '' : `#${entry}`)].join(' ').trim()
  }
}

const camt = (...statements: string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><GrpHdr><MsgId>M</MsgId></GrpHdr>${statements.join('')}</BkToCstmrStmt></Document>`
const camtBalance = (code: string, amount: string, direction = 'CRDT', currency = 'EUR'): string =>
  `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="${currency}">${amount}</Amt><CdtDbtInd>${direction}</CdtDbtInd><Dt><DtTm>2026-03-01T23:59:00+01:00</DtTm></Dt></Bal>`
const camtStatement = (content: string, iban = 'NL56AGDH9619008421'): string =>
  `<Stmt><Id>1</Id><ElctrncSeqNb>7</ElctrncSeqNb><Acct><Id><IBAN>${iban}</IBAN></Id><Ccy>EUR</Ccy></Acct>${content}</Stmt>`
const camtEntry = (amount: string, direction: string, more = ''): string =>
  `<Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>${direction}</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><DtTm>2026-03-01T09:30:00</DtTm></BookgDt><ValDt><Dt>2026-03-02</Dt></ValDt>${more}</Ntry>`

test('camt.053: statements of several accounts, entries of several transactions, times, zeros behind the cents', async () => {
  const transaction = (amount: string, name: string, reference: string): string =>
    `<TxDtls><Refs><EndToEndId>${reference}</EndToEndId></Refs><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><RltdPties><Dbtr><Pty><Nm>${name}</Nm></Pty></Dbtr><DbtrAcct><Id><IBAN>DE1</IBAN></Id></DbtrAcct></RltdPties><RmtInf><Ustrd>Tea</Ustrd><Ustrd>2</Ustrd></RmtInf></TxDtls>`
  const file = await read(
    camt(
      camtStatement(
        camtBalance('OPBD', '10.00000', 'DBIT') +
          camtBalance('CLBD', '12.50') +
          camtEntry(
            '30.00',
            'CRDT',
            `<AcctSvcrRef>B1</AcctSvcrRef><NtryDtls>${transaction('10.00', 'Ann', 'SO1')}${transaction('20.00', 'Bob &amp; Co', 'NOTPROVIDED')}</NtryDtls>`,
          ) +
          camtEntry('7.50', 'DBIT', '<RvslInd>true</RvslInd>') +
          camtEntry('99.00', 'CRDT').replace('BOOK', 'PDNG'),
      ),
      camtStatement(camtBalance('PRCD', '1.00') + camtBalance('CLBD', '1.00'), 'DE89370400440532013000'),
    ),
  )
  expect(file.format).toBe('camt')
  expect(file.statements.map(({ identifier }) => identifier)).toEqual(['NL56AGDH9619008421', 'DE89370400440532013000'])
  expect(file.statements.map(({ tiesOut }) => tiesOut)).toEqual([true, true])
  const [first, second] = file.statements
  expect(second).toMatchObject({ lines: [], firstDay: '2026-03-01', lastDay: '2026-03-01' })
  expect(first?.lines).toMatchObject([
    {
      ...{ line: 1, day: '2026-03-01', valueDay: '2026-03-02', clockTime: '09:30:00', amountMinor: 1000 },
      ...{ counterparty: 'Ann', counterpartyAccount: 'DE1', description: 'Tea 2', orderReference: 'SO1' },
      ...{ reference: 'B1', entryReference: 'B1/1' },
    },
    { line: 2, amountMinor: 2000, counterparty: 'Bob & Co', orderReference: '', entryReference: 'B1/2' },
    { line: 3, amountMinor: -750, class: 'out' },
  ])
})

test('spaces and line ends around the values of camt.053 do not matter', async () => {
  const details =
    '<NtryDtls><TxDtls><RltdPties><Dbtr><Nm>Ann Lee</Nm></Dbtr></RltdPties><RmtInf><Ustrd>Tea</Ustrd><Ustrd>2</Ustrd></RmtInf></TxDtls></NtryDtls>'
  const file = camt(
    camtStatement(camtBalance('OPBD', '1.00') + camtBalance('CLBD', '3.00') + camtEntry('2.00', 'CRDT', details)),
  )
  const spaced = file.replaceAll(/>([^<]+)<\//g, '>\n  $1\n</')
  expect(spaced).not.toBe(file)
  expect(await read(spaced)).toEqual(await read(file))
})

test('a camt.054 and a camt.052, which are no statements, are called what they are', async () => {
  const other = (root: string, number: string): string =>
    camt(camtStatement(camtEntry('1.00', 'CRDT')))
      .replaceAll('BkToCstmrStmt', root)
      .replace('camt.053', `camt.${number}`)
  expect(await refusal(other('BkToCstmrDbtCdtNtfctn', '054'))).toBe('camt-054')
  expect(await refusal(other('BkToCstmrAcctRpt', '052'))).toBe('camt-052')
})

test('camt.053 that makes no sense, is cut off or attacks is refused whole, with the place', async () => {
  const balances = camtBalance('OPBD', '1.00') + camtBalance('CLBD', '1.00')
  const good = camtStatement(balances + camtEntry('1.00', 'CRDT'))
  const attributes = Array.from({ length: 1000 }, (_, index) => `a${index}=""`).join(' ')
  expect(await refusal(camt(good.replace('<Ntry>', `<Ntry ${attributes}>`)))).toBe('xml 1')
  expect(await refusal(camt(camtStatement(balances + camtEntry('1.001', 'CRDT'))))).toBe('amount #1')
  expect(await refusal(camt(good, camtStatement(balances + camtEntry('-1.00', 'CRDT'))))).toBe('amount #2')
  expect(await refusal(camt(camtStatement(balances + camtEntry('1.00', 'BOTH'))))).toBe('class #1')
  expect(
    await refusal(camt(good.replace('<DtTm>2026-03-01T09', '<DtTm>2026-02-30T09').replace('2026-03-02', ''))),
  ).toBe('date #1')
  expect(await refusal(camt(good.replace('<Ntry><Amt Ccy="EUR">', '<Ntry><Amt Ccy="USD">')))).toBe('currency #1')
  expect(await refusal(camt(camtStatement(camtBalance('OPBD', 'x') + camtEntry('1.00', 'CRDT'))))).toBe('balance #1')
  expect(await refusal(camt(good).slice(0, -20))).toStartWith('xml')
  expect(await refusal(camt(good).slice(0, 600))).toStartWith('xml')
  expect(await refusal(camt())).toBe('empty')
  const lol = '<!DOCTYPE d [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>'
  expect(await refusal(camt(good).replace('?>', `?>${lol}`).replace('>7<', '>&b;<'))).toStartWith('entities')
  expect(await refusal(camt(good).replace('>7<', '>&b;<'))).toStartWith('xml')
  expect(await refusal(camt(good.replace('<ValDt>', `${'<a>'.repeat(50_000)}<ValDt>`)))).toStartWith('xml')
  expect(await refusal(camt(good.replace('</Ntry>', `<X>${'y'.repeat(300_000)}</X></Ntry>`)))).toStartWith('xml')
  expect(await refusal(camt(good).replace('>7<', '>\0<'))).toBe('binary')
})

const mt940 = (...lines: string[]): string =>
  [':20:ONE', ':25:10020030/1234567', ':28C:5/1', ':60F:C251230EUR10,', ...lines, '-', ''].join('\r\n')

test('MT940: debits, credits and their reversals, wrapped lines, the turn of the year, several statements', async () => {
  const file = await read(
    mt940(
      ':61:2512310101DR2,5NSTONONREF//55555',
      ':86:008?00DAUERAUFTRAG?20EREF+RENT-1 SVWZ+Miete Janu',
      'ar?3010020030?31234567?32MUELLER?33 GMBH',
      ':61:2601021231C3,NTRFKUNDE1//B2',
      'Transfer',
      ':61:260102RC1,00NTRFNONREF',
      ':86:Free text',
      'of two lines',
      ':61:260102RD0,5NTRFNONREF',
      ':62F:C260102EUR10,00',
    ) + mt940(':62F:C260102EUR10,00'),
  )
  expect(file.statements.map(({ tiesOut }) => tiesOut)).toEqual([true, true])
  expect(file.statements[1]).toMatchObject({ lines: [], firstDay: '2025-12-30', lastDay: '2026-01-02' })
  expect(file.statements[0]).toMatchObject({
    ...{ identifier: '10020030/1234567', number: '5/1', currency: 'EUR', openingMinor: 1000, closingMinor: 1000 },
    lines: [
      {
        ...{ line: 5, day: '2026-01-01', valueDay: '2025-12-31', amountMinor: -250, reference: '55555' },
        ...{ counterparty: 'MUELLER GMBH', counterpartyAccount: '234567', orderReference: 'RENT-1' },
        description: 'DAUERAUFTRAG · Miete Januar',
      },
      {
        day: '2025-12-31',
        valueDay: '2026-01-02',
        amountMinor: 300,
        orderReference: 'KUNDE1',
        description: 'Transfer',
      },
      { amountMinor: -100, class: 'out', description: 'Free text of two lines' },
      { amountMinor: 50, class: 'in' },
    ],
  })
  const february = await readFirst(mt940(':61:260230C1,NTRFNONREF', ':62F:C260230EUR11,'))
  expect(february.lines[0]?.day).toBe('2026-02-28')
})

test('MT940 that makes no sense or is cut off is refused whole, with the line', async () => {
  const entry = ':61:260102C1,NTRFNONREF'
  expect(await refusal(mt940(entry.replace('1,', '1,001'), ':62F:C260102EUR11,'))).toBe('amount 5')
  expect(await refusal(mt940(entry.replace('260102', '261302'), ':62F:C260102EUR11,'))).toBe('date 5')
  expect(await refusal(mt940(entry.replace('C1', 'X1'), ':62F:C260102EUR11,'))).toBe('columns 5')
  expect(await refusal(mt940(entry, ':62F:C260102USD11,'))).toBe('currency 6')
  expect(await refusal(mt940(entry))).toBe('truncated 4')
  expect(await refusal(mt940(entry) + mt940(entry, ':62F:C260102EUR11,'))).toBe('truncated 4')
  expect(await refusal(mt940(entry, ':62F:C260102DEM11,'))).toBe('unknown-currency 6')
  expect(await refusal(mt940(':62F:C260102EUR10,', entry))).toBe('truncated 6')
})

const ofx1 = (entries: string): string =>
  `OFXHEADER:100\r\nDATA:OFXSGML\r\nENCODING:USASCII\r\nCHARSET:1252\r\n\r\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>USD<BANKACCTFROM><BANKID>021<ACCTID>77<ACCTTYPE>CHECKING</BANKACCTFROM><BANKTRANLIST><DTSTART>20260301<DTEND>20260331${entries}</BANKTRANLIST><LEDGERBAL><BALAMT>1,234.50<DTASOF>20260331</LEDGERBAL><AVAILBAL><BALAMT>9.00<DTASOF>20260331</AVAILBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`
const ofxEntry = (amount: string, id = 'F1'): string =>
  `<STMTTRN><TRNTYPE>DEBIT\r\n<DTPOSTED>20260302120000[-5:EST]\r\n<TRNAMT>${amount}\r\n<FITID>${id}\r\n<NAME>Caf\u{E9} &amp; Tea\r\n<MEMO>Rent</STMTTRN>\r\n`

test('OFX: SGML and XML, the closing balance, a comma or a dot, a charset that lies', async () => {
  const statement = await readFirst(ofx1(ofxEntry('-12,34') + ofxEntry('5.00', 'F2')))
  expect(statement).toMatchObject({
    ...{ identifier: '021/77', currency: 'USD', openingMinor: null, closingMinor: 123_450 },
    lines: [
      {
        ...{ line: 1, day: '2026-03-02', clockTime: '12:00:00', class: 'out', amountMinor: -1234, status: 'DEBIT' },
        ...{ counterparty: 'Caf\u{E9} & Tea', description: 'Rent', reference: 'F1', entryReference: 'F1' },
      },
      { line: 2, class: 'in', amountMinor: 500, entryReference: 'F2' },
    ],
  })
  const latin = Uint8Array.from(ofx1(ofxEntry('1.00')), (character) => character.charCodeAt(0))
  expect((await readFirst(latin)).lines[0]?.counterparty).toBe('Caf\u{E9} & Tea')
  const xml = `<?xml version="1.0"?><?OFX OFXHEADER="200"?><OFX><STMTRS><CURDEF>JPY</CURDEF><BANKACCTFROM><ACCTID>9</ACCTID></BANKACCTFROM><BANKTRANLIST><STMTTRN><DTPOSTED>20260302</DTPOSTED><TRNAMT>-500</TRNAMT><FITID>A</FITID></STMTTRN></BANKTRANLIST></STMTRS></OFX>`
  expect(await readFirst(xml)).toMatchObject({ identifier: '9', closingMinor: null, lines: [{ amountMinor: -500 }] })
  expect(await refusal('OFXHEADER:100\n\n<OFX></OFX>')).toBe('empty')
  expect(await refusal(ofx1(ofxEntry('1.00') + ofxEntry('1.0x')))).toBe('amount #2')
  expect(await refusal(ofx1(ofxEntry('1.00').replace('20260302', '20260231')))).toBe('date #1')
  expect(await refusal(ofx1(ofxEntry('1.00')).slice(0, -60))).toBe('truncated #1')
  expect(await refusal(ofx1(ofxEntry('1.00')).replace('USD', 'ZZZ'))).toBe('unknown-currency #1')
  expect(await refusal(xml.replace('<OFX>', '<!DOCTYPE a [<!ENTITY b "c">]><OFX>'))).toBe('entities')
})

test('reports of Stripe and PayPal: a statement for each currency, net of the fee, payouts as neutral', async () => {
  const stripe = await read(
    'balance_transaction_id,created_utc,currency,gross,fee,net,reporting_category,source_id,description,automatic_payout_id\n' +
      'txn_1,2026-03-01 10:00:00,usd,10.00,0.59,9.41,charge,ch_1,SO1,po_1\n' +
      'txn_2,2026-03-01 11:00:00,jpy,"1,000",36,964,charge,ch_2,,po_2\n' +
      'txn_3,2026-03-02 11:00:00,usd,-9.41,0.00,-9.41,payout,po_1,,\n',
  )
  expect(stripe.statements.map(({ identifier, currency }) => `${identifier} ${currency}`)).toEqual([
    'Stripe USD',
    'Stripe JPY',
  ])
  expect(stripe.statements[0]?.lines).toMatchObject([
    {
      ...{ class: 'in', amountMinor: 941, feeMinor: 59, reference: 'ch_1', entryReference: 'txn_1' },
      ...{ payoutReference: 'po_1', clockTime: '10:00:00' },
    },
    { class: 'neutral', amountMinor: -941, reference: 'po_1' },
  ])
  expect(stripe.statements[1]?.lines).toMatchObject([{ amountMinor: 964, feeMinor: 36 }])
  const header =
    '"Date","Time","TimeZone","Name","Type","Status","Currency","Gross","Fee","Net","From Email Address","Transaction ID","Reference Txn ID","Balance","Balance Impact"\n'
  const row = (day: string, net: string, balance: string, impact = 'Credit'): string =>
    `"${day}","10:00:00","CET","Ann","Payment","Completed","EUR","${net}","-0,50","${net}","a@b.example","T${balance}","P${balance}","${balance}","${impact}"\n`
  const paypal = await readFirst(
    `\uFEFF${header}${row('03/04/2026', '1.000,00', '1.000,00')}${row('05/04/2026', '9,00', '9,00', 'Memo')}${row('13/04/2026', '5,00', '1.005,00')}`,
  )
  expect(paypal.lines).toMatchObject([
    {
      day: '2026-04-03',
      amountMinor: 100_000,
      feeMinor: 50,
      balanceMinor: 100_000,
      entryReference: 'T1.000,00',
      relatedReference: 'P1.000,00',
    },
    { day: '2026-04-13', amountMinor: 500, balanceMinor: 100_500 },
  ])
  expect(paypal.tiesOut).toBe(true)
  expect(await refusal(`${header}${row('03/04/2026', '1,00', '1,00')}`)).toBe('day-order')
  const saved = row('14/04/2026', '5,00', '5,00').replace('"P5,00"', '"2.02E+27"')
  expect(await refusal(`${header}${row('13/04/2026', '5,00', '5,00')}${saved}`)).toBe('rounded 3')
})

test.each([
  ['Typ', 'Gebühr'],
  ['Beschreibung', 'Entgelt'],
])('the download of PayPal in German, with %s and %s', async (type, fee) => {
  const header = [
    ...['Datum', 'Uhrzeit', 'Zeitzone', 'Name', type, ...(type === 'Typ' ? ['Status'] : []), 'Währung', 'Brutto', fee],
    ...['Netto', 'Absender E-Mail-Adresse', 'Transaktionscode', 'Zugehöriger Transaktionscode', 'Rechnungsnummer'],
    ...['Guthaben', 'Auswirkung auf Guthaben'],
  ]
  const row = (kind: string, net: string, balance: string, impact: string): string[] => [
    ...[
      '03.04.2026',
      '10:00:00',
      'CEST',
      'Jörg',
      kind,
      ...(type === 'Typ' ? ['Abgeschlossen'] : []),
      'EUR',
      net,
      '-0,50',
    ],
    ...[net, 'a@b.example', `T${balance}`, 'P1', 'SO1', balance, impact],
  ]
  const text = [
    header,
    row('PayPal Express-Zahlung', '1.000,00', '1.000,00', 'Haben'),
    row('Einbehaltung für offene Autorisierung', '-9,00', '1.000,00', 'Memo'),
    row('Von Nutzer eingeleitete Abbuchung', '-900,00', '100,00', 'Soll'),
  ]
  const paypal = await readFirst(text.map((fields) => `"${fields.join('","')}"\n`).join(''))
  expect(paypal).toMatchObject({ identifier: 'PayPal', currency: 'EUR', tiesOut: true })
  expect(paypal.lines).toMatchObject([
    {
      ...{ day: '2026-04-03', clockTime: '10:00:00', class: 'in', amountMinor: 100_000, feeMinor: 50 },
      ...{ counterparty: 'Jörg', counterpartyAccount: 'a@b.example', orderReference: 'SO1', relatedReference: 'P1' },
    },
    { class: 'neutral', amountMinor: -90_000, balanceMinor: 10_000 },
  ])
  expect(describePayout(paypal.lines[1]?.description ?? '')).toBe('sent')
})

test('account details of Alipay and fund bills of WeChat Pay: own references, balances, totals below the list', async () => {
  const alipay = await readFirst(
    [
      '#支付宝账务明细查询',
      '#账号：[20880001]',
      '#-----------------------------------------账务明细列表----------------------------------------',
      '账务流水号,业务流水号,商户订单号,商品名称,发生时间,对方账号,收入金额（+元）,支出金额（-元）,账户余额（元）,交易渠道,业务类型,备注',
      '5463\t,2026A\t,SO1\t,茶叶\t,2026-03-01 21:02:06,a@b.example\t,22.74,0.00,122.74,支付宝,在线支付,',
      '5464\t,2026B\t,\t,\t,2026-03-01 22:02:06,\t,0.00,-100.00,22.74,支付宝,提现,',
      '#-----------------------------------------账务明细列表结束------------------------------------',
      '#支出合计：1笔，共-100.00元',
    ].join('\r\n'),
  )
  expect(alipay).toMatchObject({
    identifier: '20880001',
    lines: [
      { amountMinor: 2274, reference: '2026A', entryReference: '5463', orderReference: 'SO1', class: 'in' },
      { amountMinor: -10_000, class: 'neutral', balanceMinor: 2274 },
    ],
  })
  expect(alipay).toMatchObject({ tiesOut: true, totalsCheck: 'ties' })
  const wechat = await readFirst(
    [
      '\uFEFF记账时间,微信支付业务单号,资金流水单号,业务名称,业务类型,收支类型,收支金额（元）,账户结余（元）,资金变更提交申请人,备注,业务凭证号',
      '`2026-02-01 04:21:23,`500,`1900,`退款,`退款,`支出,`0.02,`0.17,`system,`缺货,`REF4',
      '资金流水总笔数,收入笔数,收入金额,支出笔数,支出金额',
      '`1,`0,`0.00,`1,`0.02',
    ].join('\n'),
  )
  expect(wechat.totalsCheck).toBe('ties')
  expect(wechat.lines).toMatchObject([
    {
      ...{ day: '2026-02-01', clockTime: '04:21:23', amountMinor: -2, balanceMinor: 17, reference: '500' },
      ...{ entryReference: '1900', orderReference: 'REF4', description: '退款 · 退款 · 缺货' },
    },
  ])
})

test('trade bills of WeChat Pay: payments and refunds net of their fees, totals compared with the lines', async () => {
  const bill = (total: string, refunded = '20.00', count = 2): string =>
    [
      '交易时间,公众账号ID,商户号,特约商户号,设备号,微信订单号,商户订单号,用户标识,交易类型,交易状态,付款银行,货币种类,应结订单金额,代金券金额,微信退款单号,商户退款单号,退款金额,充值券退款金额,退款类型,退款状态,商品名称,商户数据包,手续费,费率,订单金额,申请退款金额,费率备注',
      '`2026-03-01 12:00:00,`wx1,`1900,`0,`,`4200001,`SO260301-00001,`openid-1,`JSAPI,`SUCCESS,`CMB,`CNY,`100.00,`0.00,`0,`0,`0.00,`0.00,`,`,`茶叶,`,`0.60000,`0.60%,`100.00,`0.00,`',
      '`2026-03-01 13:00:00,`wx1,`1900,`0,`,`4200001,`SO260301-00001,`openid-1,`JSAPI,`REFUND,`CMB,`CNY,`0.00,`0.00,`5030001,`RF260301-00001,`20.00,`0.00,`ORIGINAL,`PROCESSING,`茶叶,`,`-0.12000,`0.60%,`0.00,`20.00,`',
      '总交易单数,应结订单总金额,退款总金额,充值券退款总金额,手续费总金额,订单总金额,申请退款总金额',
      `\`${count},\`${total},\`${refunded},\`0.00,\`0.48000,\`100.00,\`20.00`,
    ].join('\r\n')
  const { format, statements } = await read(bill('100.00'))
  expect([format, statements[0]?.totalsCheck]).toEqual(['wechat_trade', 'ties'])
  expect(statements[0]?.lines).toMatchObject([
    { class: 'in', amountMinor: 9940, feeMinor: 60, reference: '4200001', orderReference: 'SO260301-00001' },
    { class: 'out', amountMinor: -1988, feeMinor: -12, reference: '5030001', orderReference: 'RF260301-00001' },
  ])
  for (const [text, differing] of [
    [bill('99.00'), 'in'],
    [bill('100.00', '19.00'), 'out'],
    [bill('100.00', '20.00', 3), 'count'],
  ] as const)
    expect((await readFirst(text)).totalsCheck).toBe(differing)
})

test('bills of WeChat Pay and Alipay say what of a payment they paid themselves', async () => {
  const wechat = await readFirst(
    [
      '交易时间,公众账号ID,商户号,特约商户号,设备号,微信订单号,商户订单号,用户标识,交易类型,交易状态,付款银行,货币种类,应结订单金额,代金券金额,微信退款单号,商户退款单号,退款金额,充值券退款金额,退款类型,退款状态,商品名称,商户数据包,手续费,费率,订单金额,申请退款金额,费率备注',
      '`2026-03-01 12:00:00,`wx1,`1900,`0,`,`4200001,`SO260301-00001,`openid-1,`JSAPI,`SUCCESS,`CMB,`CNY,`103.88,`10.00,`0,`0,`0.00,`0.00,`,`,`茶叶,`,`0.62000,`0.60%,`103.88,`0.00,`',
    ].join('\r\n'),
  )
  expect(wechat.lines).toMatchObject([{ amountMinor: 10_326, feeMinor: 62, subsidyMinor: 1000 }])
  const { format, statements } = await read(
    [
      '#支付宝业务明细查询',
      '支付宝交易号,商户订单号,业务类型,商品名称,创建时间,完成时间,门店编号,门店名称,操作员,终端号,对方账户,订单金额（元）,商家实收（元）,支付宝红包（元）,集分宝（元）,支付宝优惠（元）,商家优惠（元）,券核销金额（元）,券名称,商家红包消费金额（元）,卡消费金额（元）,退款批次号/请求号,服务费（元）,分润（元）,备注',
      '2026030122001\t,SO260301-00001\t,交易\t,茶叶\t,2026-03-01 12:00:00,2026-03-01 12:00:03,\t,\t,\t,\t,*芳(***@qq.com)\t,108.88,103.88,8.00,0.50,1.50,5.00,0.00,\t,0.00,0.00,\t,-0.62,0.00,\t',
      '2026030122001\t,SO260301-00001\t,退款\t,茶叶\t,2026-03-02 12:00:00,2026-03-02 12:00:03,\t,\t,\t,\t,*芳(***@qq.com)\t,-108.88,-103.88,-8.00,-0.50,-1.50,-5.00,0.00,\t,0.00,0.00,RF1\t,0.62,0.00,\t',
      '#业务明细列表结束',
    ].join('\r\n'),
  )
  expect(format).toBe('alipay_trade')
  expect(statements[0]?.lines).toMatchObject([
    { amountMinor: 10_326, feeMinor: 62, subsidyMinor: 1000, reference: '2026030122001' },
    { amountMinor: -10_326, feeMinor: -62, subsidyMinor: 0, reference: 'RF1', relatedReference: '2026030122001' },
  ])
})

test.each([
  [
    'Auftragskonto;Buchungstag;Valutadatum;Buchungstext;Verwendungszweck;Mandatsreferenz;Kundenreferenz (End-to-End);Beguenstigter/Zahlungspflichtiger;Kontonummer/IBAN;Betrag',
    { dayColumn: '1', descriptionColumn: '4', referenceColumn: '6', counterpartyColumn: '7', amountColumn: '9' },
  ],
  ['Buchung;Valuta;Auftraggeber/Empfänger;Buchungstext;Saldo;Betrag', { dayColumn: '0', counterpartyColumn: '2' }],
  ['日期;摘要;借方发生额;贷方发生额;余额', { outColumn: '2', inColumn: '3', amountColumn: undefined }],
  ['交易日期;摘要;交易金额(收入);交易金额(支出);余额', { inColumn: '2', outColumn: '3', amountColumn: undefined }],
  ['Date;Counter Party;Reference;Amount (GBP);Balance (GBP)', { counterpartyColumn: '1', amountColumn: '3' }],
])('the columns of a bank are guessed by their headings: %s', (headings, columns) => {
  const guess = guessMapping([headings.split(';')])
  for (const [column, at] of Object.entries(columns))
    expect([column, guess[column as 'dayColumn']]).toEqual([column, at])
})

test.each(['1 Mar 2026', '01-Mar-26', '1. März 2026', 'Mar 1, 2026', 'Mar-01-26', '1 Mär. 2026', '1 March 2026 09:30'])(
  'the name of a month says which number is the day: %s',
  (text) => {
    for (const order of ['ymd', 'dmy', 'mdy'] as const) expect(parseDayTime(text, order)?.day).toBe('2026-03-01')
  },
)

test('a day with another word than a month is none', () => {
  for (const text of ['1 Foo 2026', '31 Feb 2026', 'constructor 1, 2026', '1 Mar', 'Mar 2026'])
    expect(parseDayTime(text, 'dmy')).toBeUndefined()
})

test('words that every object has are neither a direction, a total nor an entity', async () => {
  const bill = (direction: string): string =>
    `constructor,toString\n交易时间,交易类型,交易对方,商品,收/支,金额(元),当前状态,交易单号,备注\n2026-03-02 12:45:27,商户消费,米线店,饭,${direction},¥5.00,支付成功,398,/\n`
  expect(await refusal(bill('constructor'))).toBe('class 3')
  expect((await readFirst(bill('支出'))).totalsCheck).toBe('none')
  expect(decodeEntities('&constructor; &amp;')).toBe('&constructor; &')
})

test('a table in Windows-1252 is not taken for Chinese text', async () => {
  const text =
    'Date,Time,Name,Type,Status,Currency,Gross,Fee,Net,Transaction ID\n2026-03-01,10:00:00,Müller & Söhne,Payment,Completed,EUR,5.00,-0.50,4.50,T1\n'
  const paypal = await readFirst(Uint8Array.from(text, (character) => character.charCodeAt(0)))
  expect(paypal.lines[0]?.counterparty).toBe('Müller & Söhne')
})

/** A workbook with one sheet; a number with the style 1 is a day. */
const workbook = (rows: string, texts: readonly string[]): Uint8Array<ArrayBuffer> => {
  const parts = {
    'xl/workbook.xml':
      '<workbook xmlns:r="r"><workbookPr/><sheets><sheet name="a" sheetId="1" r:id="rId7"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="rId7" Target="worksheets/one.xml"/></Relationships>',
    'xl/styles.xml':
      '<styleSheet><numFmts><numFmt numFmtId="170" formatCode="yyyy/mm/dd\\ hh:mm"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="170"/></cellXfs></styleSheet>',
    'xl/worksheets/one.xml': `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
    'xl/sharedStrings.xml': `<sst>${texts.map((text) => `<si><t>${text}</t></si>`).join('')}</sst>`,
  }
  return new Uint8Array(zipSync(Object.fromEntries(Object.entries(parts).map(([path, xml]) => [path, strToU8(xml)]))))
}

test('a workbook is read like a CSV file: shared and inline texts, days, numbers with the digits that Excel shows', async () => {
  const texts = [
    '微信支付账单明细',
    '交易时间',
    '交易类型',
    '交易对方',
    '商品',
    '收/支',
    '金额(元)',
    '当前状态',
    '交易单号',
    '备注',
    '支出',
  ]
  const shared = (column: string, row: number, text: string): string =>
    `<c r="${column}${row}" t="s"><v>${texts.indexOf(text)}</v></c>`
  const headings = texts.slice(1, 10).map((text, index) => shared('ABCDEFGHI'[index] ?? '', 3, text))
  const rows = `<row r="1">${shared('A', 1, '微信支付账单明细')}</row><row r="3">${headings.join('')}</row><row r="4"><c r="A4" s="1"><v>46082.53156250</v></c><c r="C4" t="inlineStr"><is><r><t>米线</t></r><r><t>店</t></r></is></c>${shared('E', 4, '支出')}<c r="F4"><v>28.159999999999997</v></c><c r="H4" t="str"><v>398</v></c></row>`
  const file = workbook(rows, texts)
  expect(await readFirst(file)).toMatchObject({
    currency: 'CNY',
    lines: [
      {
        ...{ line: 4, day: '2026-03-01', clockTime: '12:45:27', class: 'out', amountMinor: -2816 },
        ...{ counterparty: '米线店', reference: '398' },
      },
    ],
  })
  expect(await refusal(file.slice(0, file.length - 400))).toBe('spreadsheet')
  expect(await refusal(zipSync({ 'a.csv': strToU8('a,b') }) as Uint8Array<ArrayBuffer>)).toStartWith('truncated')
  expect(await refusal(workbook(rows.replace('28.159999999999997', '28.165'), texts))).toBe('amount 4')
  expect(await refusal(workbook(`${' '.repeat(2_000_000)}${rows}`, texts))).toStartWith('spreadsheet')
  expect(await refusal(workbook(rows.replace('<row r="1">', '<!DOCTYPE a><row r="1">'), texts))).toStartWith('xml')
})

const day = fc
  .date({ min: new Date('1990-01-01'), max: new Date('2079-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))
const anyAmount = fc.integer({ min: -9_999_999_999_999, max: 9_999_999_999_999 })

test('any amounts and days come back as they were written, in every format', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('EUR', 'JPY', 'KWD'),
      anyAmount,
      fc.array(fc.tuple(day, anyAmount), { minLength: 1, maxLength: 8 }),
      async (currency, opening, lines) => {
        const total = lines.reduce((sum, [, minor]) => sum + BigInt(minor), BigInt(opening))
        const closing = Number(total)
        const plain = (minor: number): string => formatDecimal(Math.abs(minor), currency)
        const comma = (minor: number): string => plain(minor).replace('.', ',')
        const short = (text: string): string => text.slice(2).replaceAll('-', '')
        const files = {
          camt: camt(
            camtStatement(
              camtBalance('OPBD', plain(opening), opening < 0 ? 'DBIT' : 'CRDT', currency) +
                camtBalance('CLBD', plain(closing), closing < 0 ? 'DBIT' : 'CRDT', currency) +
                lines
                  .map(([on, minor]) =>
                    camtEntry(plain(minor), minor < 0 ? 'DBIT' : 'CRDT').replace('2026-03-01T09:30:00', on),
                  )
                  .join(''),
            ).replaceAll('EUR', currency),
          ),
          mt940: [
            ':20:X',
            ':25:1',
            `:60F:${opening < 0 ? 'D' : 'C'}260101${currency}${comma(opening)}`,
            ...lines.map(([on, minor]) => `:61:${short(on)}${minor < 0 ? 'D' : 'C'}${comma(minor)}NTRFNONREF`),
            `:62F:${closing < 0 ? 'D' : 'C'}260101${currency}${comma(closing)}`,
          ].join('\n'),
          ofx: `<OFX><STMTRS><CURDEF>${currency}<BANKTRANLIST>${lines
            .map(
              ([on, minor], index) =>
                `<STMTTRN><DTPOSTED>${on.replaceAll('-', '')}<TRNAMT>${formatDecimal(minor, currency)}<FITID>${index}</STMTTRN>`,
            )
            .join('')}</BANKTRANLIST><LEDGERBAL><BALAMT>${formatDecimal(closing, currency)}</LEDGERBAL></STMTRS></OFX>`,
          stripe: `balance_transaction_id,created,currency,gross,fee,net,reporting_category\n${lines
            .map(([on, minor], index) => {
              const text = formatDecimal(minor, currency)
              return `t${index},${on},${currency.toLowerCase()},${text},0,${text},charge`
            })
            .join('\n')}`,
        }
        for (const [format, content] of Object.entries(files)) {
          const statement = await readFirst(content)
          const found = statement.lines.map((line) => [line.day, line.amountMinor])
          expect({ format, found }).toEqual({ format, found: lines.map(([on, minor]) => [on, minor]) })
          if (format === 'camt' || format === 'mt940') expect([format, statement.tiesOut]).toEqual([format, true])
        }
      },
    ),
    { numRuns: 60 },
  )
})

test('a table has no amount with the sign of another currency', async () => {
  const table = (net: string) =>
    `balance_transaction_id,created,currency,gross,fee,net,reporting_category\ntxn_1,2026-03-01,eur,5.00,0.00,${net},charge\n`
  expect(await refusal(table('$5.00'))).toBe('currency 2')
  expect(await refusal(table('€5.00'))).toBe('read')
})

test('a table with columns for in and out: reversals, and what went out with a minus sign', async () => {
  const mapping = statementMapping.parse({
    ...{ headingRow: '0', dayOrder: 'ymd', decimalMark: '.', dayColumn: '0', inColumn: '1', outColumn: '2' },
  })
  const readAmounts = async (...rows: string[]): Promise<(string | number)[][]> => {
    const table = ['Day,In,Out', ...rows.map((row) => `2026-03-01,${row}`), ''].join('\n')
    const tables = { currency: 'EUR', mapping, find: async () => undefined }
    const [statement] = (await readStatement(new Blob([table]), tables)).statements
    return [...(statement?.lines.batches() ?? [])].flat().map((line) => [line.class, line.amountMinor])
  }
  const ofOut = async (...amounts: string[]): Promise<(string | number)[]> =>
    (await readAmounts(...amounts.map((amount) => `,${amount}`))).map(([, amount]) => amount ?? '')
  const four = ['1.00', '2.00', '3.00', '4.00']
  const negative = four.map((amount) => `-${amount}`)
  const out = [-100, -200, -300, -400]
  expect(await ofOut('50.00')).toEqual([-5000])
  expect(await ofOut('-50.00')).toEqual([-5000])
  expect(await ofOut(...four, '-50.00')).toEqual([...out, 5000])
  expect(await ofOut(...negative, '50.00')).toEqual([...out, 5000])
  expect(await ofOut('100.00', '-50.00', '-50.00')).toEqual([-10_000, -5000, -5000])
  expect(await ofOut('-100.00', '100.00')).toEqual([-10_000, -10_000])
  expect(await ofOut(...four, '-5.00', '-6.00')).toEqual([...out, -500, -600])
  expect(await ofOut(...four.map((amount) => `(${amount})`), '50.00')).toEqual([...out, 5000])
  expect(await ofOut(...four.map((amount) => `${amount}-`), '50.00')).toEqual([...out, 5000])
  expect(await readAmounts('5.00,-', '-,5.00')).toEqual([
    ['in', 500],
    ['out', -500],
  ])
  const both = [...four.map((amount) => `${amount},`), '-20.00,', '0.00,-1.00']
  expect(await readAmounts(...both)).toEqual([
    ...[100, 200, 300, 400].map((amount) => ['in', amount]),
    ['out', -2000],
    ['out', -100],
  ])
})

test('a workbook is read like the CSV file with the same headings, whose amounts have a comma', async () => {
  const mapping = statementMapping.parse({
    ...{ headingRow: '0', dayOrder: 'dmy', decimalMark: ',', dayColumn: '0', amountColumn: '1', balanceColumn: '2' },
  })
  const columns = ['Buchungstag', 'Betrag', 'Saldo'].map((heading) => ({ heading, width: 12 }))
  const money = (minor: number, currency = 'KWD') => ({ minor, currency })
  const rows = [
    [{ day: '2026-03-02' }, money(-1234), money(10_500)],
    ['03.03.2026', '1.234,5', money(1_245_000)],
  ]
  const file = new Blob(await Array.fromAsync(writeWorkbook([{ name: 'Umsatz', columns, rows }])))
  const { statements } = await readStatement(file, { currency: 'KWD', mapping, find: async () => undefined })
  expect([...(statements[0]?.lines.batches() ?? [])].flat()).toMatchObject([
    { day: '2026-03-02', amountMinor: -1234, balanceMinor: 10_500 },
    { day: '2026-03-03', amountMinor: 1_234_500, balanceMinor: 1_245_000 },
  ])
})

test('rows of totals and notes below a table are no lines, and what may be one is refused', async () => {
  const mapping = statementMapping.parse({
    ...{ headingRow: '0', dayOrder: 'ymd', decimalMark: '.', dayColumn: '0' },
    ...{ descriptionColumn: '1', inColumn: '2', outColumn: '3' },
  })
  const countLines = async (...rows: string[]): Promise<number | string> => {
    const file = new Blob([['日期,摘要,收入,支出', '2026-03-01,茶,10.00,', ...rows, ''].join('\n')])
    try {
      const { statements } = await readStatement(file, { currency: 'CNY', mapping, find: async () => undefined })
      return statements.reduce((sum, { lines }) => sum + lines.length, 0)
    } catch (error) {
      const { why, line } = (error as ProblemError).parameters
      return `${String(why)} ${String(line)}`
    }
  }
  expect(await countLines('合计,,10.00,0.00')).toBe(1)
  expect(await countLines(',本页合计：,10.00,0.00', '共 1 笔,,,', '打印时间：2026-03-02 09:00,,,')).toBe(1)
  expect(await countLines('2026-03-02,合计,5.00,')).toBe(2)
  expect(await countLines('March 2,杯,5.00,')).toBe('date 3')
  expect(await countLines('"2026"-03-02,杯,5.00,')).toBe('columns 3')
})

test('an amount of which sums would not stay exact is refused in every format, with its place', async () => {
  const large = '90071992547409.91'
  const balances = camtBalance('OPBD', '1.00')
  expect(await refusal(camt(camtStatement(balances + camtEntry(large, 'CRDT'))))).toBe('too-large #1')
  expect(await refusal(camt(camtStatement(camtBalance('OPBD', large) + camtEntry('1.00', 'CRDT'))))).toBe(
    'too-large #1',
  )
  expect(await refusal(mt940(':61:260102C90071992547409,91NTRFNONREF', ':62F:C260102EUR11,'))).toBe('too-large 5')
  expect(await refusal(mt940(':61:260102C1,NTRFNONREF', ':62F:C260102EUR90071992547409,91'))).toBe('too-large 6')
  expect(await refusal(ofx1(ofxEntry(`-${large}`)))).toBe('too-large #1')
  expect(await refusal(ofx1(ofxEntry('1.00')).replace('1,234.50', large))).toBe('too-large #1')
  const report =
    'balance_transaction_id,created,currency,gross,fee,net,reporting_category,customer_facing_amount,customer_facing_currency'
  const rows = [`5.00,0.00,${large},charge,,`, `5.00,${large},5.00,charge,,`, `5.00,0.00,5.00,charge,${large},usd`]
  for (const row of rows) expect(await refusal(`${report}\ntxn_1,2026-03-01,eur,${row}\n`)).toBe('too-large 2')
})

test('texts made to hurt are read in linear time', async () => {
  const many = (text: string): string => text.repeat(60_000)
  const cmb = '记账日期,货币,交易金额,联机余额,交易摘要,对手信息,客户摘要'
  expect(await refusal(`${cmb}\n${`${many('-')}x-x\n`.repeat(20)}`)).toBe('columns 2')
  expect(await refusal(`${`收入:1笔${many(' ')}x\n`.repeat(20)}${cmb}\n`)).toBe('empty')
  expect(await refusal(mt940(...Array.from({ length: 20 }, () => `{1:${many(' ')}\u2028x`)))).toBe('truncated 4')
  expect(await refusal(`<OFX>${`<${many('A')}`.repeat(20)}`)).toBe('truncated #0')
})
