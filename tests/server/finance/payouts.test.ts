import { ledgerAccountList } from '#shared/finance/account-views.ts'
import { matchLineList, type MatchLineView, type MatchResult, matchResult } from '#shared/finance/matching/views.ts'
import { statementImport } from '#shared/finance/statement-views.ts'
import type { EntryChain, EntryView } from '#shared/finance/views.ts'
import type { Problem } from '#shared/problem.ts'
import { createDraft, importAsOperator } from '#tests/server/orders/create-draft.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { findViolations } from '#tests/support/find-violations.ts'
import { createTestKontor } from '#tests/support/test-kontor.ts'
import { expect, test } from 'bun:test'

const bankHeader = '记账日期,货币,交易金额,联机余额,交易摘要,对手信息,客户摘要'
const stripeHeader =
  'balance_transaction_id,created,currency,gross,fee,net,reporting_category,description,charge_id,payout_id'
const stripeLine = (day: string, category: string, gross: string, fee: string, net: string, id: string): string =>
  `txn_${id},2026-03-${day} 10:00:00,cny,${gross},${fee},${net},${category},,${category === 'charge' ? id : ''},${category === 'charge' ? '' : id}`
const alipayHeader =
  '交易时间,交易分类,交易对方,对方账号,商品说明,收/支,金额,收/付款方式,交易状态,交易订单号,商家订单号,备注'

forEachDatabase((_name, open) => {
  /** Orders of 10.00, 20.00 … that a provider captured on 2026-03-01, P1, P2 …, and a bank account. */
  const start = async (provider: string, count: number) => {
    const kontor = await createTestKontor(await open(), { isClockRunning: true })
    const user = await kontor.createUser('finance')
    const capturedAt = Date.parse('2026-03-01T02:00:00Z')
    const drafts = Array.from({ length: count }, (_, at) => {
      const totalMinor = (at + 1) * 1000
      const payment = { provider, reference: `P${at + 1}`, capturedMinor: totalMinor, capturedAt: capturedAt + at }
      return createDraft(at, { totalMinor, payment })
    })
    await importAsOperator(kontor.kontor, drafts)
    const accountsOf = async () =>
      ledgerAccountList.parse(await (await user.fetch('/api/finance/accounts')).json()).accounts
    const added = await user.fetch('/api/finance/accounts', {
      json: { role: 'bank', currency: 'CNY', accountName: 'CMB' },
    })
    const bank: string = (await added.json()).code
    const clearing = (await accountsOf()).find((account) => account.provider === provider)?.code ?? ''
    const importFile = async (account: string, lines: readonly string[]): Promise<void> => {
      const body = new FormData()
      body.set('account', account)
      body.set('file', new File([lines.join('\n')], 'statement.csv'))
      const response = await user.fetch('/api/finance/statements', { method: 'POST', body })
      if (!response.ok) throw new Error(await response.text())
      statementImport.parse(await response.json())
    }
    const readOpen = async (account: string): Promise<MatchLineView[]> =>
      matchLineList.parse(await (await user.fetch(`/api/finance/match-lines?account=${account}`)).json()).rows
    const post = async (json: object): Promise<MatchResult> => {
      const response = await user.fetch('/api/finance/posted-matches', { json })
      if (!response.ok) throw new Error(await response.text())
      return matchResult.parse(await response.json())
    }
    const confirm = (line: MatchLineView | undefined): Promise<MatchResult> =>
      post({ line: line?.id, proposal: line?.proposal?.fingerprint })
    const undo = (match: string): Promise<Response> =>
      user.fetch(`/api/finance/posted-matches/${match}/undo`, { json: { reason: 'Mistake' } })
    const postingsOf = async (number: number | null) => {
      const { rows } = (await (await user.fetch('/api/finance/entries')).json()) as { rows: EntryView[] }
      const entry = rows.find((row) => row.number === number)
      return [entry?.kind, ...(entry?.postings ?? []).map(({ role, amountMinor }) => [role, amountMinor])]
    }
    const balances = async (...codes: string[]) => {
      const accounts = await accountsOf()
      return codes.map((code) => accounts.find((account) => account.code === code)?.balanceMinor ?? 0)
    }
    return { kontor, user, bank, clearing, importFile, readOpen, post, confirm, undo, postingsOf, balances }
  }
  const transit = '1002.90'

  test('a payout that the provider sent is in transit until the line of the bank arrives, and explains both', async () => {
    const { kontor, user, bank, clearing, importFile, readOpen, confirm, undo, postingsOf, balances } = await start(
      'Stripe',
      4,
    )
    await importFile(clearing, [
      stripeHeader,
      ...[1, 2, 3, 4].map((n) => stripeLine('01', 'charge', `${n}0.00`, '0.10', `${n - 1}9.90`, `P${n}`)),
      stripeLine('02', 'payout', '-99.10', '0.50', '-99.60', 'po_1'),
    ])
    const [line] = await readOpen(clearing)
    // Four payments and the fees that the provider kept of them.
    expect(line?.proposal).toMatchObject({ rule: 'payout_sent', postingCount: 8, feeMinor: 50 })
    const sent = await confirm(line)
    expect(await postingsOf(sent.entry)).toEqual([
      'payout.created',
      ['transit', 9910],
      ['provider_fee', 50],
      ['clearing', -9960],
    ])
    expect(await balances(clearing, transit, bank)).toEqual([0, 9910, 0])
    const tab = '/finance?tab=reconciliation'
    const waiting = await (await user.fetch(tab)).text()
    for (const text of ['Payouts in transit', '>2 Mar<', '99.10', 'Overdue: 9 business days'])
      expect(waiting).toContain(text)
    await importFile(bank, [bankHeader, '2026-03-04,CNY,99.10,99.10,转账,STRIPE PAYMENTS,'])
    const [arrived] = await readOpen(bank)
    expect(arrived?.proposal).toMatchObject({ rule: 'payout_in_transit', postingCount: 1 })
    const made = await confirm(arrived)
    expect(await postingsOf(made.entry)).toEqual(['payout.arrived', ['bank', 9910], ['transit', -9910]])
    expect(await balances(clearing, transit, bank)).toEqual([0, 0, 9910])
    expect(await (await user.fetch(tab)).text()).not.toContain('Payouts in transit')
    const chainOf = async (entry: number): Promise<EntryChain> =>
      (await (await user.fetch(`/finance/_payload.json?entry=${entry}`)).json()).pageState.data.chain
    const chain = await chainOf(1)
    expect(chain.entries.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['payout.created', 'payout.arrived']))
    expect(chain.lines.map(({ account, day }) => [account, day])).toEqual([
      [clearing, '2026-03-01'],
      [clearing, '2026-03-02'],
      [bank, '2026-03-04'],
    ])
    expect((await chainOf(made.entry ?? 0)).entries.map(({ number }) => number)).toEqual([sent.entry ?? 0])

    const refused = (await (await undo(sent.match)).json()) as Problem
    expect(refused.type).toBe('/problems/payout-completed')
    expect(await findViolations(kontor)).toEqual([])
    for (const { match } of [made, sent]) expect((await undo(match)).ok).toBe(true)
    expect(await balances(clearing, transit, bank)).toEqual([9960, 0, 0])
    // With nothing in transit, the line of the bank is explained by what was captured.
    expect((await readOpen(bank))[0]?.proposal).toMatchObject({ rule: 'payout', feeMinor: 50 })
    expect(await findViolations(kontor)).toEqual([])
  })

  test('a payout is made of the lines that name it, whatever their days are', async () => {
    const { kontor, clearing, importFile, readOpen, confirm, balances } = await start('Stripe', 4)
    const line = (day: string, n: number, payout: string): string =>
      `txn_${n},2026-03-${day} 10:00:00,cny,${n}0.00,0.10,${n - 1}9.90,charge,,P${n},,${payout}`
    await importFile(clearing, [
      `${stripeHeader},automatic_payout_id`,
      line('01', 1, 'po_2'),
      line('01', 2, 'po_1'),
      line('02', 3, 'po_1'),
      line('02', 4, 'po_2'),
      'txn_a,2026-03-03 10:00:00,cny,-49.80,0.00,-49.80,payout,,,po_1,',
      'txn_b,2026-03-04 10:00:00,cny,-49.80,0.00,-49.80,payout,,,po_2,',
    ])
    const payouts = await readOpen(clearing)
    expect(payouts.map(({ proposal }) => proposal?.rule)).toEqual(['payout_sent', 'payout_sent'])
    expect(payouts.map(({ proposal }) => [proposal?.postingCount, proposal?.feeMinor])).toEqual([
      [4, 0],
      [4, 0],
    ])
    await confirm(payouts[1])
    // What one is made of is not part of the other.
    const [left] = await readOpen(clearing)
    expect(left?.proposal).toMatchObject({ rule: 'payout_sent', postingCount: 4, feeMinor: 0 })
    await confirm(left)
    expect(await balances(clearing, transit)).toEqual([0, 9960])
    expect(await findViolations(kontor)).toEqual([])
  })

  test('the fee that the text of a payout names is no shortage', async () => {
    const { kontor, bank, clearing, importFile, readOpen, confirm, postingsOf, balances } = await start('WeChat Pay', 4)
    await importFile(clearing, [
      '交易时间,交易类型,交易对方,商品,收/支,金额(元),支付方式,当前状态,交易单号,商户单号,备注',
      ...[1, 2, 3, 4].map((n) => `2026-03-01 10:00:0${n},二维码收款,王芳,/,收入,¥${n}0.00,/,已收钱,P${n},T,/`),
      '2026-03-02 09:00:00,零钱提现,招商银行(8888),/,/,¥100.00,招商银行,提现已到账,W1,/,服务费¥0.60',
    ])
    const [line] = await readOpen(clearing)
    expect(line?.proposal).toMatchObject({ rule: 'payout_sent', postingCount: 4, feeMinor: 60 })
    expect(await postingsOf((await confirm(line)).entry)).toEqual([
      'payout.created',
      ['transit', 9940],
      ['provider_fee', 60],
      ['clearing', -10_000],
    ])
    await importFile(bank, [bankHeader, '2026-03-02,CNY,99.40,99.40,转账,财付通支付科技有限公司,微信零钱提现'])
    const [arrived] = await readOpen(bank)
    expect(arrived?.proposal).toMatchObject({ rule: 'payout_in_transit' })
    await confirm(arrived)
    expect(await balances(clearing, transit, bank)).toEqual([0, 0, 9940])
    expect(await findViolations(kontor)).toEqual([])
  })

  test('what is missing of a payout is a shortage, and one that came back is part of the next', async () => {
    const { kontor, bank, clearing, importFile, readOpen, confirm, undo, postingsOf, balances } = await start(
      'Stripe',
      3,
    )
    await importFile(clearing, [
      stripeHeader,
      ...[1, 2, 3].map((n) => stripeLine('01', 'charge', `${n}0.00`, '0.00', `${n}0.00`, `P${n}`)),
      stripeLine('02', 'payout', '-59.50', '0.50', '-60.00', 'po_1'),
      stripeLine('04', 'payout_reversal', '59.50', '-0.50', '60.00', 'po_1'),
      stripeLine('05', 'payout', '-60.00', '0.00', '-60.00', 'po_2'),
    ])
    const sent = await confirm((await readOpen(clearing)).at(0))
    const returned = (await readOpen(clearing)).find(({ amountMinor }) => amountMinor > 0)
    expect(returned?.proposal).toMatchObject({ rule: 'payout_failed' })
    const failed = await confirm(returned)
    expect(await postingsOf(failed.entry)).toEqual([
      'payout.failed',
      ['clearing', 6000],
      ['provider_fee', -50],
      ['transit', -5950],
    ])
    expect(((await (await undo(sent.match)).json()) as Problem).type).toBe('/problems/payout-completed')
    const [again] = await readOpen(clearing)
    expect(again?.proposal).toMatchObject({ rule: 'payout_sent', postingCount: 1 })
    await confirm(again)
    expect(await balances(clearing, transit, '5603.1')).toEqual([0, 6000, 0])

    await importFile(bank, [
      bankHeader,
      '2026-03-06,CNY,30.00,30.00,转账,STRIPE,',
      '2026-03-07,CNY,59.80,89.80,转账,STRIPE,',
    ])
    const [other, short] = await readOpen(bank)
    expect([other?.proposal, short?.proposal?.rule]).toEqual([null, 'payout_short'])
    const arrived = await confirm(short)
    expect(await postingsOf(arrived.entry)).toEqual([
      'payout.short',
      ['bank', 5980],
      ['shortage', 20],
      ['transit', -6000],
    ])
    expect(await balances(transit, bank, '1221.9')).toEqual([0, 5980, 20])
    expect(await findViolations(kontor)).toEqual([])
  })

  test('a payout takes the open lines of its fees along, and any line of a provider can be posted as in transit', async () => {
    const { kontor, bank, clearing, importFile, readOpen, post, confirm, postingsOf, balances } = await start(
      'Alipay',
      3,
    )
    const line = (day: string, text: string, direction: string, amount: string, reference: string): string =>
      `2026-03-${day} 10:00:00,${text},支付宝,/,${text},${direction},${amount},余额,交易成功,${reference},T,`
    await importFile(clearing, [
      alipayHeader,
      line('01', '收款', '收入', '10.00', 'P1'),
      line('01', '收款', '收入', '20.00', 'P2'),
      line('01', '收款', '收入', '30.00', 'P3'),
      line('01', '服务费', '支出', '0.15', 'F1'),
      line('01', '服务费', '支出', '0.45', 'F2'),
      line('02', '余额提现', '不计收支', '59.40', 'W1'),
      line('03', '余额变动', '不计收支', '7.00', 'W2'),
    ])
    const [, , payout, unknown] = await readOpen(clearing)
    expect(payout?.proposal).toMatchObject({ rule: 'payout_sent', postingCount: 3, feeMinor: 60 })
    expect(unknown?.problem).toBe('other_account_first')
    const sent = await confirm(payout)
    expect(await postingsOf(sent.entry)).toEqual([
      'payout.created',
      ['transit', 5940],
      ['provider_fee', 60],
      ['clearing', -6000],
    ])
    const byHand = await post({ line: unknown?.id, difference: transit })
    expect(await postingsOf(byHand.entry)).toEqual(['payout.created', ['clearing', -700], ['transit', 700]])
    expect(await readOpen(clearing)).toEqual([])

    await importFile(bank, [
      bankHeader,
      '2026-03-03,CNY,59.40,59.40,转账,支付宝（中国）网络技术有限公司,',
      '2026-03-04,CNY,7.00,66.40,转账,,',
    ])
    for (const each of await readOpen(bank)) {
      expect(each.proposal?.rule).toBe('payout_in_transit')
      await confirm(each)
    }
    expect(await balances(clearing, transit, bank)).toEqual([-700, 0, 6640])
    expect(await findViolations(kontor)).toEqual([])
  })

  test('what was sent by hand is not taken back once the line of the bank says that it arrived', async () => {
    const { kontor, user, bank, importFile, readOpen, post, confirm, undo, balances } = await start('Alipay', 0)
    const added = await user.fetch('/api/finance/accounts', {
      json: { role: 'wallet', currency: 'CNY', accountName: 'Petty cash' },
    })
    const wallet: string = (await added.json()).code
    await importFile(wallet, [bankHeader, '2026-03-02,CNY,-7.00,0.00,转账,,'])
    const sent = await post({ line: (await readOpen(wallet))[0]?.id, difference: transit })
    const lines = [
      { account: transit, debit: '9.00' },
      { account: '3001', credit: '9.00' },
    ]
    const json = { day: '2026-03-02', memo: 'Cash', lines }
    const { number } = (await (await user.fetch('/api/finance/entries', { json })).json()) as EntryView
    await importFile(bank, [bankHeader, '2026-03-03,CNY,7.00,7.00,转账,,', '2026-03-03,CNY,9.00,16.00,转账,,'])
    const arrived: string[] = []
    for (const line of await readOpen(bank)) {
      expect(line.proposal?.rule).toBe('payout_in_transit')
      arrived.push((await confirm(line)).match)
    }
    const reverse = (more: object = {}) =>
      user.fetch(`/api/finance/entries/${number}/reversal`, { json: { memo: 'Mistake', ...more } })
    for (const answer of [undo(sent.match), reverse(), reverse({ approval: '1' })])
      expect(((await (await answer).json()) as Problem).type).toBe('/problems/payout-completed')
    expect(await balances(transit, bank)).toEqual([0, 1600])
    for (const match of [...arrived, sent.match]) expect((await undo(match)).ok).toBe(true)
    expect((await reverse()).ok).toBe(true)
    expect(await balances(transit, bank)).toEqual([0, 0])
    expect(await findViolations(kontor)).toEqual([])
  })
})
