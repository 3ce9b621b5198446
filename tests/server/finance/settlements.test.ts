import { ledgerAccountList } from '#shared/finance/account-views.ts'
import type { EntryView } from '#shared/finance/views.ts'
import type { OrderView } from '#shared/orders/views.ts'
import type { Problem } from '#shared/problem.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { findViolations } from '#tests/support/find-violations.ts'
import { createTestKontor } from '#tests/support/test-kontor.ts'
import { expect, test } from 'bun:test'

forEachDatabase((_name, open) => {
  const start = async () => {
    const kontor = await createTestKontor(await open(), { isClockRunning: true })
    const user = await kontor.createUser('owner')
    let count = 0
    const create = async (more: object = {}): Promise<OrderView> => {
      const json = {
        externalId: String(++count),
        currency: 'USD',
        lines: [{ name: 'Tea', quantity: 1, unitPriceMinor: 6000 }],
      }
      return (await user.fetch('/api/orders', { json: { ...json, ...more } })).json()
    }
    const read = async (number: string): Promise<OrderView> => (await user.fetch(`/api/orders/${number}`)).json()
    const send = (path: string, json: object): Promise<Response> => user.fetch(`/api/orders/${path}`, { json })
    const change = async (path: string, json: object): Promise<OrderView> => {
      const response = await send(path, json)
      if (!response.ok) throw new Error(await response.text())
      return response.json()
    }
    const entries = async (): Promise<EntryView[]> =>
      ((await (await user.fetch('/api/finance/entries')).json()) as { rows: EntryView[] }).rows.toSorted(
        (a, b) => a.number - b.number,
      )
    const postings = async () =>
      (await entries()).map(({ kind, postings: lines }) => [
        kind,
        ...lines.map(({ role, currency, amountMinor }) => `${role} ${currency} ${amountMinor}`),
      ])
    const balances = async (): Promise<Record<string, number>> => {
      const { accounts } = ledgerAccountList.parse(await (await user.fetch('/api/finance/accounts')).json())
      return Object.fromEntries(
        accounts
          .filter(({ balanceMinor }) => balanceMinor !== 0)
          .map((each) => [`${each.role} ${each.currency}`, each.balanceMinor]),
      )
    }
    return { kontor, user, create, read, send, change, entries, postings, balances }
  }
  const settled = { method: 'stripe', settlementAmount: '52.80', settlementCurrency: 'EUR', settlementRate: '0.88' }

  test('a payment in dollars is settled in euros, refunded at another rate, and the difference is a gain', async () => {
    const { kontor, user, create, read, change, postings, balances, entries } = await start()
    const order = await create()
    const paid = await change(`${order.number}/payments`, { amount: '60.00', ...settled, version: order.version })
    expect([paid.paymentStatus, paid.payments[0]?.settlement]).toEqual([
      'paid',
      { currency: 'EUR', amountMinor: 5280, rate: '0.88', refundedMinor: 0 },
    ])
    expect(await balances()).toEqual({
      'conversion USD': 6000,
      'sales USD': -6000,
      'clearing EUR': 5280,
      'conversion EUR': -5280,
    })
    // Money came in where it arrived.
    expect((await entries())[0]?.flows.filter((flow) => flow.in !== 0)).toEqual([{ currency: 'EUR', in: 5280, out: 0 }])
    await change(`${order.number}/refunds`, {
      everything: '1',
      lines: [],
      settlementAmount: '51.60',
      reason: 'Returned',
    })
    expect(await postings()).toEqual([
      ['payment.captured', 'conversion USD 6000', 'sales USD -6000', 'clearing EUR 5280', 'conversion EUR -5280'],
      ['refund.succeeded', 'returns USD 6000', 'conversion USD -6000', 'conversion EUR 5160', 'clearing EUR -5160'],
      ['fx.realised', 'conversion EUR 120', 'exchange_gain EUR -120'],
    ])
    // Nothing is left on the conversion accounts.
    expect(await balances()).toEqual({
      'sales USD': -6000,
      'returns USD': 6000,
      'clearing EUR': 120,
      'exchange_gain EUR': -120,
    })
    const refunded = await read(order.number)
    expect(refunded.payments[0]).toMatchObject({ settlement: { refundedMinor: 5160 }, entryNumber: 1 })
    expect(refunded.refunds[0]).toMatchObject({ settlementMinor: 5160, entryNumber: 2 })
    const page = await (await user.fetch(`/orders?order=${order.number}`)).text()
    for (const text of ['Settled as €52.80 at 0.88', '€51.60 taken back']) expect(page).toContain(text)
    const journal = await (await user.fetch('/api/finance/journals', { json: { dialect: 'beancount' } })).text()
    expect(journal).toContain('  Equity:Conversion:3900-EUR  1.20 EUR\n  Income:ExchangeGain:5301-1-EUR  -1.20 EUR\n')
    expect(await findViolations(kontor)).toEqual([])
    const edits: [table: 'payments' | 'refunds', column: string, value: string | number, was: string | number][] = [
      ['payments', 'settlement_minor', 5281, 5280],
      ['payments', 'settlement_currency', 'CNY', 'EUR'],
      ['payments', 'settlement_rate', '0.87', '0.88'],
      ['payments', 'settlement_refunded_minor', 5161, 5160],
      ['refunds', 'settlement_minor', 5159, 5160],
    ]
    const set = (table: 'payments' | 'refunds', column: string, value: string | number): Promise<unknown> =>
      kontor.kontor.database.inTransaction((transaction) =>
        transaction
          .updateTable(table)
          .set({ [column]: value })
          .execute(),
      )
    for (const [table, column, value, was] of edits) {
      await set(table, column, value)
      expect((await findViolations(kontor)).some((row) => row.includes(`: ${table} `))).toBe(true)
      await set(table, column, was)
    }
    expect(await findViolations(kontor)).toEqual([])
  })

  test('parts are taken back at the rate of the payment unless the provider says otherwise, and a loss is posted with the last', async () => {
    const { kontor, create, change, postings, balances } = await start()
    const order = await create({
      payment: {
        provider: 'Stripe',
        reference: 'ch_1',
        capturedMinor: 6000,
        settlement: { currency: 'EUR', amountMinor: 5281, rate: '0.88' },
      },
    })
    expect(order.payments[0]?.settlement).toMatchObject({ amountMinor: 5281, rate: '0.88' })
    const refund = (amount: string, more: object = {}) =>
      change(`${order.number}/refunds`, { amount, lines: [], reason: 'Late', ...more })
    await refund('20.00')
    await refund('20.00', { settlementAmount: '18.00' })
    expect((await balances())['conversion EUR']).toBe(-5281 + 1760 + 1800)
    await refund('20.00')
    expect((await postings()).slice(-2)).toEqual([
      ['refund.succeeded', 'returns USD 2000', 'conversion USD -2000', 'conversion EUR 1761', 'clearing EUR -1761'],
      ['fx.realised', 'exchange_loss EUR 40', 'conversion EUR -40'],
    ])
    const left = await balances()
    expect([left['conversion USD'], left['conversion EUR'], left['exchange_loss EUR']]).toEqual([
      undefined,
      undefined,
      40,
    ])
    expect(await findViolations(kontor)).toEqual([])
  })

  test('a refund that came back takes the difference back, and can be paid by other means', async () => {
    const { kontor, create, read, change, balances, postings } = await start()
    const order = await create()
    await change(`${order.number}/payments`, { amount: '60.00', ...settled, version: order.version })
    const refunds = `${order.number}/refunds`
    const refunded = await change(refunds, {
      everything: '1',
      lines: [],
      settlementAmount: '51.60',
      reason: 'Returned',
    })
    const refund = `${refunds}/${refunded.refunds[0]?.number}`
    await change(`${refund}/return`, { reason: 'Account closed' })
    expect((await read(order.number)).payments[0]?.settlement?.refundedMinor).toBe(0)
    expect((await postings()).slice(-2)).toEqual([
      ['refund.returned', 'conversion USD 6000', 'refund_due USD -6000', 'clearing EUR 5160', 'conversion EUR -5160'],
      ['fx.realised', 'exchange_loss EUR 120', 'conversion EUR -120'],
    ])
    expect(await findViolations(kontor)).toEqual([])
    await change(`${refund}/transfer`, { reference: 'T1' })
    // The bank paid in dollars: what the provider settled is kept.
    expect(await balances()).toMatchObject({ 'clearing USD': -6000, 'conversion USD': 6000, 'conversion EUR': -5280 })
    expect(await findViolations(kontor)).toEqual([])
  })

  test('says at which field a settlement makes no sense, and posts nothing', async () => {
    const { kontor, user, create, send, postings } = await start()
    const order = await create()
    const pointersOf = async (json: object): Promise<string[]> => {
      const response = await send(`${order.number}/payments`, {
        amount: '60.00',
        ...settled,
        version: order.version,
        ...json,
      })
      expect(response.status).toBe(422)
      return ((await response.json()) as Problem).errors?.map(({ pointer }) => pointer) ?? []
    }
    expect(await pointersOf({ settlementCurrency: 'USD' })).toEqual(['/settlementCurrency'])
    expect(await pointersOf({ settlementCurrency: '' })).toEqual(['/settlementCurrency'])
    expect(await pointersOf({ settlementCurrency: 'XYZ' })).toEqual(['/settlementCurrency'])
    expect(await pointersOf({ settlementAmount: '' })).toEqual(['/settlementAmount'])
    expect(await pointersOf({ settlementAmount: '5,2x' })).toEqual(['/settlementAmount'])
    expect(await pointersOf({ settlementRate: 'cheap' })).toEqual(['/settlementRate'])
    const json = { externalId: 'x', currency: 'USD', lines: [{ name: 'Tea', quantity: 1, unitPriceMinor: 6000 }] }
    const settlement = { currency: 'USD', amountMinor: 5280 }
    const refused = await user.fetch('/api/orders', {
      json: { ...json, payment: { provider: 'Stripe', capturedMinor: 6000, settlement } },
    })
    expect(await refused.json()).toMatchObject({ errors: [{ pointer: '/payment/settlement/currency' }] })
    expect(await postings()).toEqual([])
    expect(await findViolations(kontor)).toEqual([])
  })

  test('a payment is settled by hand after it was captured, which is undone while nothing depends on it', async () => {
    const { kontor, user, create, read, send, change, balances, postings } = await start()
    const payment = { provider: 'Stripe', reference: 'ch_1', capturedMinor: 6000 }
    const order = await create({ payment })
    const path = `${order.number}/payments/${order.payments[0]?.number}/settlement`
    expect(order.payments[0]?.actions).toEqual(['settlePayment'])
    const json = { settlementAmount: '52.80', settlementCurrency: 'eur', settlementRate: '0.88' }
    const refused = await send(path, { ...json, settlementCurrency: 'USD', version: order.version })
    expect(((await refused.json()) as Problem).errors).toMatchObject([{ pointer: '/settlementCurrency' }])
    const page = await (await user.fetch(`/orders?order=${order.number}`)).text()
    expect(page).toContain('Settle in another currency')
    const dialog = `/orders?order=${order.number}&action=settlePayment&document=${order.payments[0]?.number}`
    expect(await (await user.fetch(dialog)).text()).toContain('name="settlementCurrency"')
    const settledOrder = await change(path, { ...json, version: order.version })
    expect(settledOrder.payments[0]).toMatchObject({
      settlement: { currency: 'EUR', amountMinor: 5280, rate: '0.88' },
      actions: ['unsettlePayment'],
      entryNumber: 1,
    })
    expect((await postings()).at(-1)).toEqual([
      'payment.settled',
      ...['conversion USD 6000', 'clearing USD -6000', 'clearing EUR 5280', 'conversion EUR -5280'],
    ])
    const forge = (amountMinor: number) =>
      kontor.kontor.database.inTransaction((transaction) =>
        transaction.updateTable('payments').set({ settlement_minor: amountMinor }).execute(),
      )
    await forge(5281)
    expect((await findViolations(kontor)).join()).toContain('settled EUR')
    await forge(5280)
    expect(await findViolations(kontor)).toEqual([])
    const undone = await change(`${path}/removal`, { reason: 'Typo', version: settledOrder.version })
    expect([undone.payments[0]?.settlement, await balances()]).toEqual([
      null,
      { 'clearing USD': 6000, 'sales USD': -6000 },
    ])
    expect(await findViolations(kontor)).toEqual([])
    const again = await change(path, { ...json, version: undone.version })
    const clerk = await kontor.createUser('operations')
    const refunds = `${order.number}/refunds`
    await clerk.fetch(`/api/orders/${refunds}`, { json: { amount: '10.00', lines: [], reason: 'Late' } })
    const requireUsed = async (version: number): Promise<OrderView> => {
      const used = await send(`${path}/removal`, { reason: 'Typo', version })
      expect(((await used.json()) as Problem).type).toBe('/problems/settlement-used')
      const refunded = await read(order.number)
      expect(refunded.payments[0]?.actions).toEqual([])
      return refunded
    }
    const requested = await requireUsed(again.version + 1)
    const { version } = await change(`${refunds}/${requested.refunds[0]?.number}/approval`, {})
    await requireUsed(version)
    expect(await findViolations(kontor)).toEqual([])
  })

  test('a settlement is kept once a refund was paid in its currency, also after that came back', async () => {
    const { kontor, create, read, send, change } = await start()
    const order = await create({ payment: { provider: 'Stripe', reference: 'ch_1', capturedMinor: 6000 } })
    const path = `${order.number}/payments/${order.payments[0]?.number}/settlement`
    const json = { settlementAmount: '52.80', settlementCurrency: 'EUR', settlementRate: '0.88' }
    await change(path, { ...json, version: order.version })
    const refunds = `${order.number}/refunds`
    const { refunds: created } = await change(refunds, { amount: '10.00', lines: [], reason: 'Late' })
    const refund = `${refunds}/${created[0]?.number}`
    await change(`${refund}/return`, { reason: 'Account closed' })
    const returned = await read(order.number)
    expect(returned.payments[0]).toMatchObject({ actions: [], settlement: { refundedMinor: 0 } })
    const removal = await send(`${path}/removal`, { reason: 'Typo', version: returned.version })
    expect(((await removal.json()) as Problem).type).toBe('/problems/settlement-used')
    // Its first payment stays in the ledger, in euros.
    await change(`${refund}/transfer`, { reference: 'T1' })
    const { payments, version } = await read(order.number)
    expect(payments[0]?.actions).toEqual([])
    const again = await send(`${path}/removal`, { reason: 'Typo', version })
    expect(((await again.json()) as Problem).type).toBe('/problems/settlement-used')
    expect(await findViolations(kontor)).toEqual([])
  })

  test('a difference that is taken back is posted with the reversal that it follows from', async () => {
    const { kontor, create, change, entries } = await start()
    const order = await create()
    const times = { paidAt: '2026-02-02T10:00', openedAt: '2026-02-10T10:00', closedAt: '2026-02-12T10:00' }
    const { paidAt, openedAt, closedAt } = times
    const paid = await change(`${order.number}/payments`, { amount: '60.00', ...settled, paidAt, version: 1 })
    const json = { payment: paid.payments[0]?.number, amount: '60.00', settlementAmount: '51.60', reason: 'Fraud' }
    const disputed = await change(`${order.number}/disputes`, { ...json, openedAt, version: paid.version })
    const dispute = `${order.number}/disputes/${disputed.disputes[0]?.number}`
    const decided = await change(`${dispute}/recovery`, { closedAt, version: disputed.version })
    const reason = 'Mistake'
    const reopened = await change(`${dispute}/reopening`, { reason, version: decided.version })
    await change(`${dispute}/cancellation`, { reason, version: reopened.version })
    const days = (await entries()).map(({ kind, accountingDay }) => `${kind} ${accountingDay}`)
    expect(days.slice(1)).toEqual([
      ...['dispute.opened 2026-02-10', 'fx.realised 2026-02-10'],
      ...['dispute.won 2026-02-12', 'fx.realised 2026-02-12'],
      ...['entry.reversed 2026-03-15', 'fx.realised 2026-03-15'],
      ...['entry.reversed 2026-03-15', 'fx.realised 2026-03-15'],
    ])
    expect(await findViolations(kontor)).toEqual([])
  })

  test('a chargeback takes and gives back in the currency of the settlement, with its fee, and realizes the difference', async () => {
    const { kontor, user, create, read, change, balances, postings } = await start()
    const order = await create()
    const paid = await change(`${order.number}/payments`, { amount: '60.00', ...settled, version: order.version })
    const payment = paid.payments[0]?.number ?? ''
    const dialog = await (await user.fetch(`/orders?order=${order.number}&action=recordDispute`)).text()
    expect(dialog).toContain('Taken in EUR')
    const json = { payment, amount: '60.00', settlementAmount: '51.60', fee: '15.00', reason: 'Fraud' }
    const disputed = await change(`${order.number}/disputes`, { ...json, version: paid.version })
    const dispute = disputed.disputes[0]?.number ?? ''
    expect(disputed.disputes[0]).toMatchObject({
      feeMinor: 1500,
      settlement: { currency: 'EUR', amountMinor: 5160, returnedMinor: 0 },
    })
    expect((await postings()).slice(1)).toEqual([
      [
        'dispute.opened',
        ...['dispute USD 6000', 'conversion USD -6000', 'conversion EUR 5160'],
        ...['provider_fee EUR 1500', 'clearing EUR -6660'],
      ],
      // Nothing is left of the payment: what the provider took less than it had settled is a gain so far.
      ['fx.realised', 'conversion EUR 120', 'exchange_gain EUR -120'],
    ])
    expect(await findViolations(kontor)).toEqual([])
    const won = await change(`${order.number}/disputes/${dispute}/recovery`, {
      settlementAmount: '51.00',
      feeReturned: '1',
      version: disputed.version,
    })
    expect((await postings()).slice(-2)).toEqual([
      [
        'dispute.won',
        ...['conversion USD 6000', 'dispute USD -6000', 'clearing EUR 6600'],
        ...['conversion EUR -5100', 'provider_fee EUR -1500'],
      ],
      ['fx.realised', 'exchange_loss EUR 120', 'conversion EUR -120'],
    ])
    expect(await balances()).toMatchObject({
      'conversion USD': 6000,
      'clearing EUR': 5280 - 60,
      'conversion EUR': -5280 + 60,
    })
    expect(await findViolations(kontor)).toEqual([])
    const again = await change(`${order.number}/disputes/${dispute}/reopening`, {
      reason: 'Second review',
      version: won.version,
    })
    const lost = await change(`${order.number}/disputes/${dispute}/loss`, { version: again.version })
    expect((await postings()).at(-1)).toEqual(['dispute.lost', 'chargeback_loss USD 6000', 'dispute USD -6000'])
    expect(await balances()).toMatchObject({
      'chargeback_loss USD': 6000,
      'clearing EUR': 5280 - 6660,
      'provider_fee EUR': 1500,
      'exchange_gain EUR': -240,
      'exchange_loss EUR': 120,
    })
    expect(await findViolations(kontor)).toEqual([])
    const page = await (await user.fetch(`/orders?order=${order.number}`)).text()
    for (const text of ['€51.60 taken by the provider', 'Fee €15.00']) expect(page).toContain(text)
    // A part at the rate of the payment, deleted again.
    const reopened = await change(`${order.number}/disputes/${dispute}/reopening`, {
      reason: 'By mistake',
      version: lost.version,
    })
    await change(`${order.number}/disputes/${dispute}/cancellation`, { reason: 'Mistake', version: reopened.version })
    const { version } = await read(order.number)
    const part = await change(`${order.number}/disputes`, { payment, amount: '20.00', reason: 'Fraud', version })
    expect(part.disputes[1]?.settlement?.amountMinor).toBe(1760)
    expect((await balances())['conversion EUR']).toBe(-5280 + 1760)
    expect(await findViolations(kontor)).toEqual([])
    for (const [column, value] of [
      ['settlement_minor', 1761],
      ['settlement_currency', ''],
    ] as const) {
      await kontor.kontor.database.inTransaction((transaction) =>
        transaction
          .updateTable('disputes')
          .set({ [column]: value })
          .where('amount_minor', '=', 2000)
          .execute(),
      )
      expect((await findViolations(kontor)).some((row) => row.includes(': disputes '))).toBe(true)
    }
    // Yen have no decimals.
    const inYen = { method: 'stripe', settlementAmount: '9000', settlementCurrency: 'JPY', settlementRate: '150' }
    const other = await create()
    const received = await change(`${other.number}/payments`, { amount: '60.00', ...inYen, version: other.version })
    const chargeback = await change(`${other.number}/disputes`, {
      ...{ payment: received.payments[0]?.number, amount: '60.00', settlementAmount: '8800', fee: '1500' },
      ...{ reason: 'Fraud', version: received.version },
    })
    expect(chargeback.disputes[0]).toMatchObject({
      feeMinor: 1500,
      settlement: { currency: 'JPY', amountMinor: 8800 },
    })
  })
})
