import { ledgerAccountList } from '#shared/finance/account-views.ts'
import { type MatchLineView, matchLineList } from '#shared/finance/matching/views.ts'
import { statementImport, type StatementImport } from '#shared/finance/statement-views.ts'
import type { CurrencySummary, EntryView } from '#shared/finance/views.ts'
import type { Permission } from '#shared/permissions.ts'
import type { OrderView } from '#shared/orders/views.ts'
import { createDraft, importAsOperator } from '#tests/server/orders/create-draft.ts'
import { createRole } from '#tests/support/create-role.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { findViolations } from '#tests/support/find-violations.ts'
import { createTestKontor } from '#tests/support/test-kontor.ts'
import { expect, test } from 'bun:test'

const stripeHeader =
  'balance_transaction_id,created,currency,gross,fee,net,reporting_category,description,customer_facing_amount,customer_facing_currency,charge_id,source_id'

forEachDatabase((_name, open) => {
  /** Orders of 60.00 USD that Stripe captured on 2026-03-01 as ch_1, ch_2 …, posted in USD. */
  const start = async (count: number) => {
    const kontor = await createTestKontor(await open(), { isClockRunning: true })
    const user = await kontor.createUser('owner')
    const capturedAt = Date.parse('2026-03-01T02:00:00Z')
    const drafts = Array.from({ length: count }, (_, at) =>
      createDraft(at, {
        currency: 'USD',
        totalMinor: 6000,
        payment: { provider: 'Stripe', reference: `ch_${at + 1}`, capturedMinor: 6000, capturedAt: capturedAt + at },
      }),
    )
    await importAsOperator(kontor.kontor, drafts)
    const read = async (path: string) => (await user.fetch(path)).json()
    const { rows } = await read('/api/orders')
    const orders: OrderView[] = await Promise.all(
      (rows as { number: string }[]).map(({ number }) => read(`/api/orders/${number}`)),
    )
    const numberOf = (reference: string): string =>
      orders.find(({ payments }) => payments[0]?.reference === reference)?.number ?? ''
    const send = async (path: string, json: object) => {
      const response = await user.fetch(path, { json })
      if (!response.ok) throw new Error(await response.text())
      return response.json()
    }
    const refund = (reference: string, json: object): Promise<OrderView> =>
      send(`/api/orders/${numberOf(reference)}/refunds`, { lines: [], reason: 'Late', ...json })
    const importFile = async (lines: readonly string[], fields: Record<string, string> = {}, by = user) => {
      const body = new FormData()
      for (const [name, value] of Object.entries(fields)) body.set(name, value)
      body.set('file', new File([[stripeHeader, ...lines].join('\n')], 'stripe.csv'))
      const response = await by.fetch('/api/finance/statements', { method: 'POST', body })
      if (!response.ok) throw new Error(await response.text())
      return statementImport.parse(await response.json())
    }
    const newAccount = {
      'accounts[0][identifier]': 'Stripe',
      'accounts[0][currency]': 'EUR',
      'accounts[0][account]': 'new',
    }
    const accounts = async () => ledgerAccountList.parse(await read('/api/finance/accounts')).accounts
    const balances = async (): Promise<Record<string, number>> =>
      Object.fromEntries(
        (await accounts())
          .filter(({ balanceMinor, role }) => balanceMinor !== 0 && /clearing|conversion|exchange/.test(role))
          .map((each) => [`${each.role} ${each.currency}`, each.balanceMinor]),
      )
    const entries = async (): Promise<EntryView[]> =>
      ((await read('/api/finance/entries')) as { rows: EntryView[] }).rows.toSorted((a, b) => a.number - b.number)
    /** What came in and went out in a currency, as the cash flow has it. */
    const flows = async (currency: string) => {
      const all = (await entries()).flatMap((entry) => entry.flows.filter((flow) => flow.currency === currency))
      return [all.reduce((sum, flow) => sum + flow.in, 0), all.reduce((sum, flow) => sum + flow.out, 0)]
    }
    const postingsOf = async (kind: string) =>
      (await entries())
        .filter((entry) => entry.kind === kind && entry.reverses === null)
        .map(({ postings }) => postings.map((each) => `${each.role} ${each.currency} ${each.amountMinor}`))
    const clearingCode = async (): Promise<string> =>
      (await accounts()).find(({ role, currency }) => role === 'clearing' && currency === 'EUR')?.code ?? ''
    const lines = async (state: string): Promise<MatchLineView[]> =>
      matchLineList.parse(await read(`/api/finance/match-lines?account=${await clearingCode()}&state=${state}`)).rows
    const undo = async (reference: string, amountMinor: number): Promise<void> => {
      const line = (await lines('matched')).find(
        (each) => each.reference === reference && each.amountMinor === amountMinor,
      )
      const page = `/finance/_payload.json?tab=reconciliation&account=${await clearingCode()}&line=${line?.id}`
      const { match } = (await read(page)).pageState.data.content.workList.line
      await send(`/api/finance/matches/${match.id}/undo`, { reason: 'Mistake' })
    }
    const order = (reference: string): Promise<OrderView> => read(`/api/orders/${numberOf(reference)}`)
    return {
      kontor,
      user,
      refund,
      importFile,
      newAccount,
      balances,
      flows,
      entries,
      postingsOf,
      lines,
      undo,
      order,
      send,
      read,
    }
  }
  const charge = (id: number, gross: string, net: string): string =>
    `txn_${id},2026-03-02 10:00:00,eur,${gross},1.50,${net},charge,,60.00,usd,ch_${id},ch_${id}`

  test('the statement of a provider in another currency settles payments and refunds, and undoing takes it back', async () => {
    const { kontor, refund, importFile, newAccount, balances, flows, postingsOf, lines, undo, order, send } =
      await start(2)
    await refund('ch_1', { amount: '20.00' })
    expect(await balances()).toEqual({ 'clearing USD': 10_000 })
    const file = [
      charge(1, '52.80', '51.30'),
      charge(2, '52.92', '51.42'),
      'txn_3,2026-03-03 10:00:00,eur,-17.20,0.00,-17.20,refund,,-20.00,usd,ch_1,re_1',
    ]
    // The provider has no account in this currency before.
    const asked: StatementImport = await importFile(file)
    expect([asked.isImported, asked.statements[0]?.sample[0]?.charged]).toEqual([
      false,
      { currency: 'USD', amountMinor: 6000 },
    ])
    await importFile(file, newAccount)
    expect(await lines('open')).toEqual([])
    expect(await postingsOf('payment.settled')).toEqual([
      ['conversion USD 6000', 'clearing USD -6000', 'clearing EUR 5280', 'conversion EUR -5280'],
      ['conversion USD 6000', 'clearing USD -6000', 'clearing EUR 5292', 'conversion EUR -5292'],
    ])
    expect(await postingsOf('refund.settled')).toEqual([
      ['clearing USD 2000', 'conversion USD -2000', 'conversion EUR 1720', 'clearing EUR -1720'],
    ])
    const settled = {
      'clearing EUR': 5130 + 5142 - 1720,
      'conversion USD': 10_000,
      'conversion EUR': -(5280 + 5292 - 1720),
    }
    expect(await balances()).toEqual(settled)
    // Money came in where it arrived, and never in dollars.
    expect([await flows('USD'), await flows('EUR')]).toEqual([
      [0, 0],
      [5280 + 5292, 1720 + 300],
    ])
    expect((await order('ch_1')).payments[0]?.settlement).toEqual({
      currency: 'EUR',
      amountMinor: 5280,
      rate: '',
      refundedMinor: 1720,
    })
    expect(await findViolations(kontor)).toEqual([])

    await undo('ch_1', -1720)
    await undo('ch_1', 5130)
    expect((await order('ch_1')).payments[0]?.settlement).toBeNull()
    expect(await balances()).toEqual({
      'clearing USD': 4000,
      'clearing EUR': 5142,
      'conversion USD': 6000,
      'conversion EUR': -5292,
    })
    expect([await flows('USD'), await flows('EUR')]).toEqual([
      [6000, 2000],
      [5292, 150],
    ])
    expect(await findViolations(kontor)).toEqual([])
    // What a person undid waits for one: both amounts are in the proposal, and one key confirms it.
    const [again] = await lines('open')
    expect(again?.proposal).toMatchObject({
      rule: 'settlement',
      entry: { kind: 'payment.settled' },
      reported: { document: expect.stringMatching(/^PY/) },
    })
    expect(
      again?.proposal?.entry?.lines.map(({ account, currency, amountMinor }) => [account.role, currency, amountMinor]),
    ).toEqual([
      ['conversion', 'USD', 6000],
      ['clearing', 'USD', -6000],
      ['clearing', null, 5280],
      ['conversion', null, -5280],
      ['provider_fee', null, 150],
      ['clearing', null, -150],
    ])
    await send('/api/finance/posted-matches', { line: again?.id, proposal: again?.proposal?.fingerprint })
    const [back] = await lines('open')
    expect(back?.proposal).toMatchObject({ rule: 'settlement', entry: { kind: 'refund.settled' } })
    await send('/api/finance/posted-matches', { line: back?.id, proposal: back?.proposal?.fingerprint })
    expect(await balances()).toEqual(settled)

    // While a refund is settled, its payment stays so; the line can be matched with it again.
    await undo('ch_1', 5130)
    const [line] = await lines('open')
    expect(line?.proposal).toMatchObject({ rule: 'provider_id', postingCount: 1 })
    await send('/api/finance/matches', { line: line?.id, proposal: line?.proposal?.fingerprint })
    expect(await balances()).toEqual(settled)
    expect(await findViolations(kontor)).toEqual([])
  })

  test('what the provider really took back replaces the share of the payment', async () => {
    const { kontor, refund, importFile, newAccount, balances, entries, postingsOf, lines, undo, order } = await start(1)
    await importFile([charge(1, '52.80', '51.30')], newAccount)
    await refund('ch_1', { everything: '1' })
    expect(await balances()).toEqual({ 'clearing EUR': -150 })
    const back = 'txn_9,2026-03-04 10:00:00,eur,-51.60,0.00,-51.60,refund,,60.00,usd,ch_1,re_1'
    await importFile([back])
    expect(await lines('open')).toEqual([])
    expect(await postingsOf('refund.settled')).toEqual([['clearing EUR 120', 'conversion EUR -120']])
    expect(await postingsOf('fx.realised')).toEqual([['conversion EUR 120', 'exchange_gain EUR -120']])
    expect(await balances()).toEqual({ 'clearing EUR': -30, 'exchange_gain EUR': -120 })
    expect((await order('ch_1')).refunds[0]?.settlementMinor).toBe(5160)
    expect(await findViolations(kontor)).toEqual([])
    await undo('ch_1', -5160)
    expect((await order('ch_1')).refunds[0]?.settlementMinor).toBe(5280)
    expect(await balances()).toMatchObject({
      'clearing EUR': -150,
      'exchange_gain EUR': -120,
      'exchange_loss EUR': 120,
    })
    // On the day of the entry that is reversed, as its reversal.
    const days = (await entries()).slice(-2).map(({ kind, accountingDay }) => `${kind} ${accountingDay}`)
    expect(days).toEqual(['refund.settled 2026-03-04', 'fx.realised 2026-03-04'])
    expect(await findViolations(kontor)).toEqual([])
  })

  test('the statement reports chargebacks of settled payments, won ones, and refunds that came back, at their rates', async () => {
    const { kontor, refund, importFile, newAccount, balances, postingsOf, lines, order, send } = await start(2)
    await importFile([charge(1, '52.80', '51.30'), charge(2, '52.92', '51.42')], newAccount)
    await refund('ch_2', { amount: '20.00' })
    await importFile([
      'txn_5,2026-03-05 10:00:00,eur,-51.60,15.00,-66.60,dispute,,,,ch_1,dp_1',
      // Neither all that is left of the payment nor near it.
      'txn_9,2026-03-06 10:00:00,eur,-40.00,0.00,-40.00,dispute,,,,ch_2,dp_2',
      'txn_6,2026-03-09 10:00:00,eur,51.00,-15.00,66.00,dispute_reversal,,,,ch_1,dp_1',
      'txn_7,2026-03-16 10:00:00,eur,-17.64,0.00,-17.64,refund,,-20.00,usd,ch_2,re_2',
      'txn_8,2026-03-17 10:00:00,eur,17.64,0.00,17.64,refund_failure,,-20.00,usd,ch_2,re_2',
    ])
    const confirm = async (rule: string) => {
      const line = (await lines('open')).find(({ proposal }) => proposal?.rule === rule)
      await send('/api/finance/posted-matches', { line: line?.id, proposal: line?.proposal?.fingerprint })
      expect(await findViolations(kontor)).toEqual([])
    }
    await confirm('chargeback')
    expect(await postingsOf('dispute.opened')).toEqual([
      [
        'dispute USD 6000',
        'conversion USD -6000',
        'conversion EUR 5160',
        'provider_fee EUR 1500',
        'clearing EUR -6660',
      ],
    ])
    await confirm('chargeback_won')
    expect((await order('ch_1')).disputes[0]).toMatchObject({ status: 'won', settlement: { returnedMinor: 5100 } })
    await confirm('refund_returned')
    expect((await order('ch_2')).refunds[0]?.status).toBe('returned')
    expect((await lines('open')).map(({ amountMinor, proposal }) => [amountMinor, proposal])).toEqual([[-4000, null]])
    expect((await balances())['clearing EUR']).toBe(5130 + 5142 - 6660 + 6600)
  })

  test('a chargeback from before its payment was settled is not won by a line in the other currency', async () => {
    const { kontor, importFile, newAccount, lines, order, send } = await start(1)
    const { number, payments, version } = await order('ch_1')
    const json = { payment: payments[0]?.number, amount: '60.00', reason: 'Fraud', version }
    await send(`/api/orders/${number}/disputes`, json)
    await importFile([charge(1, '52.80', '51.30')], newAccount)
    expect((await order('ch_1')).payments[0]?.settlement).toMatchObject({ currency: 'EUR' })
    await importFile(['txn_6,2026-03-09 10:00:00,eur,60.00,0.00,60.00,dispute_reversal,,,,ch_1,dp_1'])
    expect((await lines('open')).map(({ proposal }) => proposal?.rule ?? null)).toEqual([null])
    expect(await findViolations(kontor)).toEqual([])
  })

  test('what a provider settled in a month that is closed is posted on the first open day, and taken back there once that is open', async () => {
    const { kontor, importFile, newAccount, send, entries, lines, undo } = await start(1)
    const fee = [
      { account: '5603.2', debit: '1.00' },
      { account: '3001', credit: '1.00' },
    ]
    await send('/api/finance/entries', { day: '2026-02-10', memo: 'Fee', lines: fee })
    await send('/api/finance/periods/2026-02/closings', {})
    await importFile([charge(1, '52.80', '51.30').replace('2026-03-02', '2026-02-27')], newAccount)
    expect(await lines('open')).toEqual([])
    const settledDays = async () =>
      (await entries()).flatMap(({ kind, accountingDay }) => (kind === 'payment.settled' ? [accountingDay] : []))
    expect(await settledDays()).toEqual(['2026-03-01'])
    expect(await findViolations(kontor)).toEqual([])
    await send('/api/finance/periods/2026-02/reopenings', { reason: 'Late' })
    const other = await kontor.createUser('owner')
    await other.fetch('/api/finance/periods/2026-02/reopenings/approval', { json: {} })
    await undo('ch_1', 5130)
    expect(await settledDays()).toEqual(['2026-03-01', '2026-03-01'])
    expect(await findViolations(kontor)).toEqual([])
  })

  test('a run by someone who may not settle payments leaves their lines open, and they cannot undo what others settled', async () => {
    const { kontor, user, importFile, newAccount, lines, send, order, undo } = await start(1)
    await importFile([charge(1, '52.80', '51.30')], newAccount)
    await undo('ch_1', 5130)
    const [line] = await lines('open')
    const confirmed = { line: line?.id, proposal: line?.proposal?.fingerprint }
    const permissions: Permission[] = ['finance.view', 'finance.reconcile', 'finance.post']
    const clerk = await kontor.createUser(await createRole(user, permissions))
    const refused = await clerk.fetch('/api/finance/posted-matches', { json: confirmed })
    expect(refused.status).toBe(403)
    expect((await order('ch_1')).payments[0]?.settlement).toBeNull()
    const { match } = await send('/api/finance/posted-matches', confirmed)
    expect((await clerk.fetch(`/api/finance/matches/${match}/undo`, { json: { reason: 'No' } })).status).toBe(403)
    expect((await order('ch_1')).payments[0]?.settlement).toMatchObject({ currency: 'EUR' })
    const page = `/finance?tab=reconciliation&account=1012.1.1.EUR&line=${line?.id}`
    expect(await (await clerk.fetch(page)).text()).not.toContain('Undo match')
    expect(await (await user.fetch(page)).text()).toContain('Undo match')
  })

  test('the run of someone who may not settle payments counts and settles none', async () => {
    const { kontor, user, importFile, newAccount, lines, order, send } = await start(1)
    const permissions: Permission[] = ['finance.view', 'finance.reconcile', 'finance.manage_accounts']
    const clerk = await kontor.createUser(await createRole(user, permissions))
    await importFile([charge(1, '52.80', '51.30')], newAccount, clerk)
    expect((await lines('open')).map(({ proposal }) => proposal?.rule)).toEqual(['settlement'])
    const run = { account: '1012.1.1.EUR' }
    for (const query of ['?dryRun=1', ''])
      expect(
        (await (await clerk.fetch(`/api/finance/matching-runs${query}`, { json: run })).json()) as object,
      ).toMatchObject({ rules: [] })
    expect((await order('ch_1')).payments[0]?.settlement).toBeNull()
    await send('/api/finance/matching-runs', run)
    expect((await order('ch_1')).payments[0]?.settlement).toMatchObject({ amountMinor: 5280 })
  })

  test('lines that are not sure wait for people, and those of another amount are not settled', async () => {
    const { kontor, importFile, newAccount, lines, postingsOf, user } = await start(2)
    await importFile(
      [
        'txn_1,2026-03-02 10:00:00,eur,52.80,0.00,52.80,charge,Order PY260301-00001,60.00,usd,ch_x,ch_x',
        'txn_2,2026-03-02 10:00:00,eur,50.00,0.00,50.00,charge,,55.00,usd,ch_2,ch_2',
      ],
      newAccount,
    )
    expect(await postingsOf('payment.settled')).toEqual([])
    expect((await lines('open')).map(({ proposal }) => proposal?.rule ?? null)).toEqual(['settlement', null])
    const body = new FormData()
    body.set(
      'file',
      new File([[stripeHeader, charge(1, '1', '-0.5').replace('60.00,usd', '60.00,xxq')].join('\n')], 'stripe.csv'),
    )
    const refused = await user.fetch('/api/finance/statements', { method: 'POST', body })
    expect(refused.status).toBe(422)
    expect(await findViolations(kontor)).toEqual([])
  })

  test('what PayPal changes into another currency is one exchange of own money, matched in both statements', async () => {
    const { kontor, user, send, read } = await start(0)
    const capturedAt = Date.parse('2026-03-01T02:00:00Z')
    const payment = { provider: 'PayPal', reference: '7AB', capturedMinor: 6000, capturedAt }
    await importAsOperator(kontor.kontor, [createDraft(1, { currency: 'USD', totalMinor: 6000, payment })])
    const body = new FormData()
    for (const [index, currency] of ['USD', 'EUR'].entries()) {
      body.set(`accounts[${index}][identifier]`, 'PayPal')
      body.set(`accounts[${index}][currency]`, currency)
      body.set(`accounts[${index}][account]`, currency === 'USD' ? '1012.1.1.USD' : 'new')
    }
    const report = [
      'Date,Time,TimeZone,Name,Type,Status,Currency,Gross,Fee,Net,Transaction ID,Reference Txn ID,Balance,Balance Impact',
      '03/13/2026,10:00:00,PST,Ann Lee,Express Checkout Payment,Completed,USD,60.00,-2.34,57.66,7AB,,57.66,Credit',
      '03/13/2026,10:00:00,PST,,General Currency Conversion,Completed,USD,-57.66,0.00,-57.66,8CD,7AB,0.00,Debit',
      '03/13/2026,10:00:00,PST,,General Currency Conversion,Completed,EUR,50.74,0.00,50.74,9EF,7AB,50.74,Credit',
    ]
    body.set('file', new File([report.join('\n')], 'paypal.csv'))
    const imported = await user.fetch('/api/finance/statements', { method: 'POST', body })
    expect(imported.status).toBe(200)
    const linesOf = async (account: string): Promise<MatchLineView[]> =>
      matchLineList.parse(await read(`/api/finance/match-lines?account=${account}`)).rows
    const [line] = await linesOf('1012.1.1.EUR')
    expect(line?.proposal?.rule).toBe('exchange')
    expect(line?.proposal?.entry?.lines.map((each) => [each.account.code, each.currency, each.amountMinor])).toEqual([
      ['1012.1.1.EUR', null, 5074],
      ['3900.EUR', null, -5074],
      ['1012.1.1.USD', 'USD', -5766],
      ['3900.USD', 'USD', 5766],
    ])
    const made = await send('/api/finance/posted-matches', { line: line?.id, proposal: line?.proposal?.fingerprint })
    expect([await linesOf('1012.1.1.USD'), await linesOf('1012.1.1.EUR')]).toEqual([[], []])
    const { rows } = (await read('/api/finance/entries')) as { rows: EntryView[] }
    // Own money before and after: neither income nor expense.
    expect(rows.find(({ kind }) => kind === 'currency.exchanged')?.flows).toEqual([
      { currency: 'EUR', in: 0, out: 0 },
      { currency: 'USD', in: 0, out: 0 },
    ])
    expect(await findViolations(kontor)).toEqual([])
    // It changes no balance of a day before, and the figures of its day add up.
    const summary = async (from: string, to: string) =>
      ((await read(`/api/finance/summary?from=${from}&to=${to}`)) as { currencies: CurrencySummary[] }).currencies
    expect(await summary('2026-03-01', '2026-03-12')).toMatchObject([
      { currency: 'EUR', opening: 0, in: 0, out: 0, transfers: 0, closing: 0 },
      { currency: 'USD', opening: 0, in: 6000, out: 0, transfers: 0, closing: 6000 },
    ])
    expect(await summary('2026-03-13', '2026-03-14')).toMatchObject([
      { currency: 'EUR', opening: 0, net: 0, transfers: 5074, closing: 5074 },
      { currency: 'USD', opening: 6000, in: 0, out: 234, transfers: -5766, closing: 0 },
    ])
    // Undoing one side undoes the other.
    await send(`/api/finance/posted-matches/${made.match}/undo`, { reason: 'Mistake' })
    expect([await linesOf('1012.1.1.USD'), await linesOf('1012.1.1.EUR')]).toMatchObject([
      [{ proposal: { rule: 'exchange' } }],
      [{ proposal: { rule: 'exchange' } }],
    ])
    expect(await findViolations(kontor)).toEqual([])
  })

  test('what PayPal changes for one transaction on two days are two exchanges', async () => {
    const { user, read } = await start(0)
    const body = new FormData()
    for (const [index, currency] of ['USD', 'EUR'].entries()) {
      body.set(`accounts[${index}][identifier]`, 'PayPal')
      body.set(`accounts[${index}][currency]`, currency)
      body.set(`accounts[${index}][account]`, 'new')
    }
    const report = [
      'Date,Time,TimeZone,Name,Type,Status,Currency,Gross,Fee,Net,Transaction ID,Reference Txn ID,Balance,Balance Impact',
      '03/12/2026,10:00:00,PST,,General Currency Conversion,Completed,USD,-40.00,0.00,-40.00,1CD,7AB,60.00,Debit',
      '03/12/2026,10:00:00,PST,,General Currency Conversion,Completed,EUR,35.00,0.00,35.00,1EF,7AB,35.00,Credit',
      '03/13/2026,10:00:00,PST,,General Currency Conversion,Completed,USD,-60.00,0.00,-60.00,2CD,7AB,0.00,Debit',
      '03/13/2026,10:00:00,PST,,General Currency Conversion,Completed,EUR,53.00,0.00,53.00,2EF,7AB,88.00,Credit',
    ]
    body.set('file', new File([report.join('\n')], 'paypal.csv'))
    const imported = await user.fetch('/api/finance/statements', { method: 'POST', body })
    expect(imported.status).toBe(200)
    const { rows } = matchLineList.parse(await read('/api/finance/match-lines?account=1012.1.1.EUR'))
    const exchanged = rows.map(({ amountMinor, proposal }) => [
      amountMinor,
      proposal?.entry?.lines.find(({ account, currency }) => account.role === 'clearing' && currency === 'USD')
        ?.amountMinor,
    ])
    expect(exchanged).toEqual(
      expect.arrayContaining([
        [3500, -4000],
        [5300, -6000],
      ]),
    )
  })
})
