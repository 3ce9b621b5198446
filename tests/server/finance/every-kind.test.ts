import { ledgerAccountList } from '#shared/finance/account-views.ts'
import { type ReportName, reportView } from '#shared/finance/closing/reports.ts'
import { journalDialects } from '#shared/finance/journal.ts'
import { entryKinds } from '#shared/finance/ledger.ts'
import { bank, openShop, sell, type Shop } from '#tests/server/finance/open-shop.ts'
import { onSqlite } from '#tests/support/databases.ts'
import { findViolations } from '#tests/support/find-violations.ts'
import { checkJournal, readBalances } from '#tests/support/journals.ts'
import { beforeAll, expect, test } from 'bun:test'

/** A month with an expense. */
async function closeFebruary({ byHand, post }: Shop): Promise<void> {
  await byHand('1.00', '5603.2', '3001', { day: '2026-02-10' })
  await post('finance/periods/2026-02/closings', {})
}

/** What becomes of orders that are paid. */
async function changeOrders(shop: Shop): Promise<void> {
  const { create, change, pay } = shop
  const dispute = async (...ends: [path: string, json?: object][]): Promise<void> => {
    const { number, payment } = await sell(shop)
    const { disputes } = await change(number, 'disputes', { payment, amount: '103.88', fee: '15.00' })
    for (const [path, json] of ends)
      await change(number, path.replace(':dispute', `disputes/${disputes[0]?.number}`), json)
  }
  await dispute([':dispute/recovery'])
  await dispute([':dispute/loss', { reducesTax: '1' }])
  await dispute([':dispute/loss'], ['cancellation'])
  const { number } = await sell(shop)
  const { refunds } = await change(number, 'refunds', { amount: '50.00' })
  await change(number, `refunds/${refunds[0]?.number}/return`)
  await change(number, `refunds/${refunds[0]?.number}/rejection`)
  await change(number, 'edits', { tax: '6.00' })
  const email = 'same@mail.example'
  const exchanged = await create({ email })
  await pay(exchanged, '103.88')
  await change(exchanged, 'refunds', { everything: '1', destination: 'store_credit' })
  await pay(await create({ email }), '103.88', { method: 'store_credit' })
  const partlyPaid = await create()
  await pay(partlyPaid, '30.00')
  await change(partlyPaid, 'write-offs')
  const foreign = await create({ currency: 'USD' })
  await pay(foreign, '103.88', { settlementAmount: '91.41', settlementCurrency: 'EUR', settlementRate: '0.88' })
  await change(foreign, 'refunds', { everything: '1', settlementAmount: '89.34' })
}

/** Payouts that arrive, arrive short and come back, and other lines of the bank. */
async function readStatements(shop: Shop): Promise<void> {
  const { create, importStripe, clearing, receive, match, byHand, pay, openLine } = shop
  const confirm = async (account?: string) =>
    match({ proposal: (await openLine(account))?.proposal?.fingerprint }, account)
  const capturedAt = Date.parse('2026-03-01T02:00:00Z')
  for (const reference of ['P1', 'P2', 'P3', 'P4'])
    await create({ payment: { provider: 'Stripe', reference, capturedMinor: 10_388, capturedAt } })
  const stripe = await clearing()
  await importStripe(
    ...['P1', 'P2', 'P3'].map((id) => `txn_${id},2026-03-01 10:00:00,cny,103.88,0.62,103.26,charge,,${id},`),
    'txn_4,2026-03-02 10:00:00,cny,-309.28,0.50,-309.78,payout,,,po_1',
    'txn_5,2026-03-04 10:00:00,cny,309.28,-0.50,309.78,payout_reversal,,,po_1',
    'txn_6,2026-03-05 10:00:00,cny,-309.78,0.00,-309.78,payout,,,po_2',
  )
  for (let count = 0; count < 3; count++) await confirm(stripe)
  await receive('309.00', 'STRIPE', '2026-03-06')
  await confirm()
  await importStripe(
    'txn_7,2026-03-01 10:00:00,cny,103.88,0.62,103.26,charge,,P4,',
    'txn_8,2026-03-05 10:00:00,cny,-103.26,0.00,-103.26,payout,,,po_3',
  )
  await confirm(stripe)
  await receive('103.26', 'STRIPE', '2026-03-06')
  await confirm()
  for (const [amount, difference] of [
    ['-5.00', 'bank_fee'],
    ['0.07', 'interest'],
    ['12.00', 'suspense'],
    ['-13.00', 'shortage'],
    ['-800.00', '5602.1'],
  ] as const) {
    await receive(amount, amount)
    await match({ difference })
  }
  const { number } = await byHand('10.00', bank, '3001', { day: '2026-03-02' })
  const corrected = await byHand('12.00', bank, '3001', { corrects: number, day: '2026-03-02' })
  await receive('11.90', 'Opening')
  await match({ postings: [`${corrected.number}.1`], difference: 'rounding' })
  await pay(await create(), '103.88', { method: 'bank_transfer', paidAt: '2026-03-02T10:00' })
  await receive('103.88', 'Chen Jiayi')
  await confirm()
}

/** A payment and its refund that Stripe settles in another currency, and money that PayPal exchanges. */
async function settleForeign({ create, change, user, openLine, match }: Shop): Promise<void> {
  const capturedAt = Date.parse('2026-03-01T02:00:00Z')
  const payment = { provider: 'Stripe', reference: 'ch_9', capturedMinor: 10_388, capturedAt }
  await change(await create({ currency: 'USD', payment }), 'refunds', { amount: '50.00' })
  const upload = async (accounts: readonly (readonly [string, string])[], lines: readonly string[]): Promise<void> => {
    const body = new FormData()
    for (const [index, [identifier, currency]] of accounts.entries()) {
      body.set(`accounts[${index}][identifier]`, identifier)
      body.set(`accounts[${index}][currency]`, currency)
      body.set(`accounts[${index}][account]`, 'new')
    }
    body.set('file', new File([lines.join('\n')], 'report.csv'))
    const response = await user.fetch('/api/finance/statements', { method: 'POST', body })
    if (!response.ok) throw new Error(await response.text())
  }
  await upload(
    [['Stripe', 'EUR']],
    [
      'balance_transaction_id,created,currency,gross,fee,net,reporting_category,customer_facing_amount,customer_facing_currency,charge_id',
      'txn_91,2026-03-07 10:00:00,eur,91.41,1.00,90.41,charge,103.88,usd,ch_9',
      'txn_92,2026-03-16 10:00:00,eur,-44.00,0.00,-44.00,refund,50.00,usd,ch_9',
    ],
  )
  const paypal = (amount: string, currency: string): string =>
    `13/03/2026,10:00:00,General Currency Conversion,Completed,${currency},${amount},0.00,${amount},${currency}1,REF1`
  await upload(
    [
      ['PayPal', 'USD'],
      ['PayPal', 'EUR'],
    ],
    [
      'Date,Time,Type,Status,Currency,Gross,Fee,Net,Transaction ID,Reference Txn ID,Name',
      `${paypal('-50.00', 'USD')},`,
      `${paypal('44.00', 'EUR')},`,
    ],
  )
  const accounts = ledgerAccountList.parse(await (await user.fetch('/api/finance/accounts')).json()).accounts
  const code = accounts.find(({ provider, currency }) => provider === 'PayPal' && currency === 'EUR')?.code ?? ''
  await match({ proposal: (await openLine(code))?.proposal?.fingerprint }, code)
}

onSqlite((open) => {
  let shop: Shop
  beforeAll(async () => {
    shop = await openShop(await open())
    await closeFebruary(shop)
    await changeOrders(shop)
    await readStatements(shop)
    await settleForeign(shop)
  })

  test('every kind of entry is in the book, which passes the self-check', async () => {
    const journal = await (await shop.user.fetch('/api/finance/journals', { json: { dialect: 'beancount' } })).text()
    expect(entryKinds.filter((kind) => !journal.includes(`"${kind}"`))).toEqual([])
    expect(await findViolations(shop.kontor)).toEqual([])
  })

  test.each([...journalDialects])(
    'the %s journal of all kinds reads back to the balances of the ledger',
    async (dialect) => {
      const { accounts } = ledgerAccountList.parse(await (await shop.user.fetch('/api/finance/accounts')).json())
      const balances = Object.fromEntries(
        accounts
          .filter(({ balanceMinor }) => balanceMinor !== 0)
          .map(({ code, currency, balanceMinor }) => [code, `${(balanceMinor / 100).toFixed(2)} ${currency}`]),
      )
      const journal = await (await shop.user.fetch('/api/finance/journals', { json: { dialect } })).text()
      for (const kind of entryKinds) expect(journal).toContain(kind)
      expect(readBalances(journal)).toEqual(balances)
      await checkJournal(dialect, journal, balances)
    },
  )

  /** The sections of a report of March, each with the channels or roles of its accounts and their figures in some columns, and the same of the total. */
  const read = async (report: ReportName, currency: string, from: number, to: number): Promise<string[]> => {
    const response = await shop.user.fetch(`/api/finance/periods/2026-03/reports/${report}?currency=${currency}`)
    const figures = (values: readonly number[]): string => values.slice(from, to).join(' ')
    return reportView
      .parse(await response.json())
      .sections.flatMap(({ id, rows, total }) => [
        ...rows.map(({ account, values }) => `${id}: ${account?.provider || account?.role} ${figures(values)}`),
        `${id}: ${figures(total)}`,
      ])
  }

  test('the income statement has every kind under its heading', async () => {
    expect(await read('income_statement', 'CNY', 0, 1)).toEqual([
      // Twelve orders: one of them was cancelled, of one a part was written off, one was refunded to store credit, which paid another one.
      ...['income: sales 120000', 'income: discount -12000', 'income: returns -24401', 'income: shipping 7431'],
      ...['income: other_income 7', 'income: 91037', 'expense: rent 80000'],
      // Three chargebacks and four payments; the fee of the payout that came back came back, too.
      ...['expense: provider_fee 4748', 'expense: bank_fee 500', 'expense: rounding 10'],
      // Of two lost chargebacks one made up for what a cancelled order owed.
      ...['expense: chargeback_loss 9800', 'expense: 95058', 'result: -4021'],
    ])
    expect(await read('income_statement', 'EUR', 0, 1)).toEqual([
      ...['income: exchange_gain 207', 'income: 207', 'expense: provider_fee 100', 'expense: 100', 'result: 107'],
    ])
  })

  test('the cash flow has, by channel, what came in, what went out, and what moved between own accounts', async () => {
    expect(await read('cash_flow', 'CNY', 1, 5)).toEqual([
      'money: bank 1207 81810 52814 -27789',
      // What is missing of a payout left the money in transit.
      'money: transit 0 78 78 0',
      // In: payments (none of them with store credit), a chargeback that was won, a refund that came back. Out: three chargebacks with their fees, and that refund.
      'money: wechat_pay 70328 40664 0 29664',
      // Fees out, and the fee of the payout that came back in.
      'money: Stripe 41602 298 -41304 0',
      'money: bank_transfer 10388 0 -10388 0',
      // What is left of transfers is the opening balance.
      'money: 123525 122850 1200 1875',
    ])
    expect(await read('cash_flow', 'EUR', 1, 5)).toEqual([
      'money: wechat_pay 9141 8934 0 207',
      // What Stripe settled came in here, and what PayPal exchanged was own money before.
      'money: Stripe 9141 4500 0 4641',
      'money: PayPal 0 0 4400 4400',
      'money: 18282 13434 4400 9248',
    ])
    expect(await read('cash_flow', 'USD', 1, 5)).toEqual(['money: PayPal 0 0 -5000 -5000', 'money: 0 0 -5000 -5000'])
  })
})
