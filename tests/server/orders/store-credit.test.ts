import { withReason } from '#tests/server/orders/with-reason.ts'
import { bank, openShop, sell, type Shop } from '#tests/server/finance/open-shop.ts'
import { reentryIntervalMs } from '#shared/constants.ts'
import { password } from '#tests/support/test-user.ts'
import type { AccountPostings, CreditBalances, LedgerAccount } from '#shared/finance/account-views.ts'
import type { CustomerView } from '#shared/customers/views.ts'
import type { EntryRequestView } from '#shared/finance/entry-requests.ts'
import type { EntryView } from '#shared/finance/views.ts'
import type { OrderView } from '#shared/orders/views.ts'
import type { Problem } from '#shared/problem.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { createRole } from '#tests/support/create-role.ts'
import { findViolations } from '#tests/support/find-violations.ts'
import { beforeEach, expect, test } from 'bun:test'

type Answer = { status: number; answer: OrderView & Omit<Problem, 'status'> }

forEachDatabase((_, open) => {
  let shop: Shop
  beforeEach(async () => {
    shop = await openShop(await open())
  })

  /** Sends an action on an order with its present version. */
  const send = async (number: string, path: string, json: object = {}): Promise<Answer> => {
    const { version } = (await (await shop.user.fetch(`/api/orders/${number}`)).json()) as OrderView
    const response = await shop.user.fetch(`/api/orders/${number}/${path}`, {
      json: { version, ...withReason(path, json) },
    })
    return { status: response.status, answer: (await response.json()) as Answer['answer'] }
  }
  const useCredit = (number: string, amount: string, more: object = {}) =>
    send(number, 'payments', { amount, method: 'store_credit', ...more })
  const post = async (path: string, json: object) => (await shop.user.fetch(`/api/${path}`, { json })).json()

  const customerOf = async (number: string): Promise<string> =>
    ((await (await shop.user.fetch(`/api/orders/${number}`)).json()) as OrderView).customerNumber ?? ''

  /** Another order of the customer who has the first one. */
  const createForSame = async (): Promise<string> => {
    const number = await shop.create()
    const [kept, other] = await Promise.all(['SO260301-00001', number].map(customerOf))
    if (kept !== other) await post(`customers/${kept}/merges`, { other })
    return number
  }

  test('a refund to store credit pays another order of the customer, goes back to it, and is never used twice', async () => {
    const { number } = await sell(shop)
    const refunded = await send(number, 'refunds', { amount: '50.00', destination: 'store_credit' })
    expect(refunded.status).toBe(201)
    expect(refunded.answer.refunds[0]).toMatchObject({ status: 'succeeded', paidThrough: 'store_credit' })
    const other = await createForSame()
    const fieldsOf = ({ answer: { errors = [] } }: Answer) =>
      errors.map(({ pointer, detail }) => `${pointer} ${detail}`)
    expect(fieldsOf(await useCredit(other, '50.01'))).toEqual(['/amount At most ¥50.00 can be paid with store credit.'])
    expect(fieldsOf(await useCredit(other, '1.00', { paidAt: '2026-02-01T10:00' }))).toEqual([
      '/paidAt Leave this empty for a payment with store credit.',
    ])
    const third = await createForSame()
    const both = await Promise.all([useCredit(other, '40.00'), useCredit(third, '40.00')])
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 422])
    const paid = both[0]?.status === 201 ? other : third
    const payment = both.flatMap(({ status, answer }) => (status === 201 ? answer.payments : []))[0]
    expect(payment?.provider).toBe('store_credit')
    const chargeback = { payment: payment?.number, amount: '1.00', fee: '0' }
    expect(fieldsOf(await send(paid, 'disputes', chargeback))).toEqual([
      '/payment This payment was made with store credit, so no provider can take it back.',
    ])
    await send(paid, 'refunds', { everything: '1' })
    expect((await shop.entries()).slice(1)).toEqual([
      'refund.credited: returns 4332, shipping 385, tax 283, store_credit -5000',
      'credit.used: store_credit 4000, deposit -4000',
      'refund.credited: deposit 4000, store_credit -4000',
    ])
    expect(await findViolations(shop.kontor)).toEqual([])
  })

  test('a refund is taken back from store credit as long as the customer has it, and paid another way', async () => {
    const { number } = await sell(shop)
    const { answer } = await send(number, 'refunds', { amount: '50.00', destination: 'store_credit' })
    const path = `refunds/${answer.refunds[0]?.number}`
    const other = await createForSame()
    await useCredit(other, '10.00')
    expect((await send(number, `${path}/return`)).answer).toMatchObject({
      type: '/problems/store-credit-too-low',
      detail: expect.stringMatching(/^The store credit of CU.* is ¥10.00 too low\. Nothing was posted\.$/),
    })
    await send(other, 'refunds', { everything: '1' })
    expect((await send(number, `${path}/return`)).answer.refunds[0]).toMatchObject({
      status: 'returned',
      actions: ['reject', 'retry', 'payByTransfer', 'payToCredit'],
    })
    expect((await send(number, `${path}/credit`)).answer.refunds[0]?.paidThrough).toBe('store_credit')
    await send(number, `${path}/return`)
    expect((await send(number, `${path}/attempts`)).answer.refunds[0]).toMatchObject({
      status: 'succeeded',
      paidThrough: '',
    })
    expect((await shop.entries()).slice(-4)).toEqual([
      'refund.returned: store_credit 5000, refund_due -5000',
      'refund.credited: refund_due 5000, store_credit -5000',
      'refund.returned: store_credit 5000, refund_due -5000',
      'refund.succeeded: refund_due 5000, clearing -5000',
    ])
    expect(await findViolations(shop.kontor)).toEqual([])
  })

  test('is given, paid out and taken back by hand, never more than there is, and keeps the customer from being erased', async () => {
    const customer = await customerOf(await shop.create())
    const change = async (json: object) => {
      const response = await shop.user.fetch(`/api/customers/${customer}/credit-entries`, {
        json: { reason: 'Goodwill', ...json },
      })
      return { status: response.status, answer: await response.json() }
    }
    const given = await change({ change: 'give', account: '5601.1', amount: '20.00' })
    expect(given).toMatchObject({ status: 201, answer: { kind: 'entry.manual', links: [{ type: 'customer' }] } })
    const reasonOf = async (json: object) => (await change(json)).answer.errors?.[0]
    expect(await reasonOf({ change: 'pay_out', account: '5601.1', amount: '5.00' })).toEqual({
      pointer: '/account',
      detail: 'Choose an account that holds your money: a bank account or cash.',
    })
    expect(await reasonOf({ change: 'take', account: bank, amount: '5.00' })).toMatchObject({ pointer: '/account' })
    expect(await reasonOf({ change: 'pay_out', account: bank, amount: '20.01' })).toEqual({
      pointer: '/amount',
      detail: 'The customer has ¥20.00 of store credit.',
    })
    const both = await Promise.all(
      [1, 2].map(() => change({ change: 'pay_out', account: bank, amount: '15.00', reason: 'Transfer 1' })),
    )
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 422])
    const reversal = { json: { memo: 'Mistake' } }
    const reversed = await shop.user.fetch(`/api/finance/entries/${given.answer.number}/reversal`, reversal)
    expect(reversed.status).toBe(409)
    const erasure = { json: { confirmation: customer } }
    expect((await shop.user.fetch(`/api/customers/${customer}/erasure`, erasure)).status).toBe(409)
    await change({ change: 'take', account: '5601.1', amount: '5.00' })
    expect(await (await shop.user.fetch(`/api/customers/${customer}`)).json()).toMatchObject({
      storeCredit: [],
      creditEntries: [{ amountMinor: -500 }, { amountMinor: -1500, memo: 'Transfer 1' }, { amountMinor: 2000 }],
    })
    expect(await shop.entries()).toEqual([
      'entry.manual: promotion 2000, store_credit -2000',
      'entry.manual: store_credit 1500, bank -1500',
      'entry.manual: store_credit 500, promotion -500',
    ])
    expect(await findViolations(shop.kontor)).toEqual([])
  })

  test('the account lists what each customer has, which opens the postings that make it', async () => {
    const customers: string[] = []
    for (const [index, amount] of ['30.00', '20.00', '5.00', '1.00'].entries()) {
      const customer = await customerOf(
        await shop.create({ email: `${index}@example.com`, phone: '', customerName: 'Zhou Min' }),
      )
      customers.push(customer)
      const given = { change: 'give', account: '5601.1', amount, reason: 'Goodwill' }
      await post(`customers/${customer}/credit-entries`, given)
    }
    const [first = '', second = '', third = '', last = ''] = customers
    await post(`customers/${first}/merges`, { other: third })
    await post(`customers/${last}/credit-entries`, { change: 'take', account: '5601.1', amount: '1.00', reason: 'No' })
    const page = '/finance/_payload.json?tab=accounts&account=2241.1'
    type Opened = { account: LedgerAccount; summary: AccountPostings['summary']; balances: CreditBalances }
    const load = async (user: Shop['user'], more = '') =>
      ((await (await user.fetch(`${page}${more}`)).json()) as { pageState: { data: { content: { opened: Opened } } } })
        .pageState.data.content.opened
    const { balances, summary } = await load(shop.user)
    expect(balances).toEqual({
      rows: [
        { customer: first, name: 'Zhou Min', balanceMinor: 3500 },
        { customer: second, name: 'Zhou Min', balanceMinor: 2000 },
      ],
      ...{ count: 2, restMinor: 0 },
    })
    expect(summary.closingMinor).toBe(5500)
    for (const { customer, balanceMinor } of balances.rows) {
      const postings = await shop.user.fetch(`/api/finance/postings?account=2241.1&customer=${customer}`)
      const { rows, summary: own, count } = (await postings.json()) as AccountPostings
      expect([own.closingMinor, rows[0]?.balanceMinor, count]).toEqual([
        balanceMinor,
        balanceMinor,
        { exact: rows.length },
      ])
    }
    expect((await load(shop.user, '&to=2020-01-01')).balances.count).toBe(0)
    const clerk = await shop.kontor.createUser(await createRole(shop.user, ['finance.view']))
    expect((await load(clerk)).balances.rows[0]?.name).toBe('Z. Min')
    expect(await (await shop.user.fetch('/finance?tab=accounts&account=2241.1')).text()).toContain('2 customers')
  })

  test('a reversal counts on the side that it takes back, for all customers as for one', async () => {
    const customer = await customerOf(await shop.create())
    const given = { change: 'give', account: '5601.1', amount: '100.00', reason: 'Goodwill' }
    const { number } = await post(`customers/${customer}/credit-entries`, given)
    await post(`customers/${customer}/credit-entries`, { ...given, amount: '5.00' })
    await post(`finance/entries/${number}/reversal`, { memo: 'Mistake' })
    for (const filter of ['', `&customer=${customer}`]) {
      const answer = await shop.user.fetch(`/api/finance/postings?account=2241.1${filter}`)
      const { summary, count } = (await answer.json()) as AccountPostings
      expect(summary).toMatchObject({ debitMinor: 0, creditMinor: 500, closingMinor: 500 })
      expect(count).toEqual({ exact: 3 })
    }
  })

  test('entries by hand that move store credit need a recent proof of their user, also to reverse or approve one, and no token can', async () => {
    const customer = await customerOf(await shop.create({ email: 'a@example.com' }))
    const entry = (more: object = {}) => ({
      memo: 'Voucher',
      lines: [
        { account: '5601.1', debit: '5.00' },
        { account: '2241.1', credit: '5.00', customer },
      ],
      ...more,
    })
    const { number } = await post('finance/entries', entry())
    const clerk = await shop.kontor.createUser('finance')
    const request = async (): Promise<string> =>
      (await (await clerk.fetch('/api/finance/entries', { json: entry({ approval: '1' }) })).json()).request
    const permissions = ['orders.view', 'customers.view_personal', 'finance.view', 'finance.post', 'finance.approve']
    const token = await post('tokens', { tokenName: 'Books', permissions })
    const calls = [
      ['finance/entries', entry()],
      ['finance/entries', entry({ corrects: number })],
      [`finance/entries/${number}/reversal`, { memo: 'Mistake' }],
      [`finance/entry-requests/${await request()}/approval`, {}],
    ] as const
    const readCredit = async () => (await (await shop.user.fetch(`/api/customers/${customer}`)).json()).storeCredit
    for (const [path, json] of calls) {
      const headers = { authorization: `Bearer ${token.secret}` }
      const answer = await shop.kontor.fetch(`/api/${path}`, { json, headers })
      expect([path, await answer.json()]).toMatchObject([path, { type: '/problems/token-not-accepted' }])
    }
    shop.kontor.clock.now += reentryIntervalMs
    for (const [path, json] of calls)
      expect([path, await post(path, json)]).toMatchObject([path, { type: '/problems/confirm-identity' }])
    expect(await readCredit()).toEqual([{ currency: 'CNY', amountMinor: 500 }])
    // Other entries need none.
    const [debit] = entry().lines
    expect(await post('finance/entries', entry({ lines: [debit, { account: '3001', credit: '5.00' }] }))).toMatchObject(
      {
        kind: 'entry.manual',
      },
    )
    expect((await shop.user.fetch('/api/account/confirmation', { json: { password } })).status).toBe(200)
    expect(await post(...calls[3])).toMatchObject({ status: 'posted' })
    expect(await post(...calls[2])).toMatchObject({ reverses: number })
    expect(await readCredit()).toEqual([{ currency: 'CNY', amountMinor: 500 }])
  })

  test('other entries by hand need the customer, corrections keep them, and a second person approves above a limit', async () => {
    const customer = await customerOf(await shop.create({ email: 'a@example.com' }))
    const entry = (credit: object, more: object = {}) => ({
      memo: 'Voucher',
      lines: [
        { account: '5601.1', debit: '5.00' },
        { account: '2241.1', credit: '5.00', ...credit },
      ],
      ...more,
    })
    const postBy = async (user: Shop['user'], json: object) =>
      (await user.fetch('/api/finance/entries', { json })).json() as Promise<
        Omit<EntryView, 'status'> & Omit<EntryRequestView, 'status'> & Omit<Problem, 'status'>
      >
    expect((await postBy(shop.user, entry({}))).errors?.map(({ pointer }) => pointer)).toEqual(['/lines/1/customer'])
    // Without script, the form asks for the customer once it knows the account.
    const fields = {
      ...{ '_endpoint': 'postEntry', 'memo': 'Voucher', 'lines[0][account]': '5601.1', 'lines[0][debit]': '5.00' },
      ...{ 'lines[1][account]': '2241.1', 'lines[1][credit]': '5.00' },
    }
    const form = await shop.user.fetch('/finance?action=post', { method: 'POST', body: new URLSearchParams(fields) })
    expect(await form.text()).toMatch(/name="lines\[1\]\[customer\]"/)
    const byEmail = entry({ customer: 'a@example.com' })
    const masked = await shop.kontor.createUser(await createRole(shop.user, ['finance.view', 'finance.post']))
    expect((await postBy(masked, byEmail)).errors?.[0]?.pointer).toBe('/lines/1/customer')
    expect((await postBy(shop.user, entry({ customer: 'CU999999-99999' }))).errors?.[0]?.pointer).toBe(
      '/lines/1/customer',
    )
    const { number } = await postBy(shop.user, byEmail)
    const corrected = await postBy(shop.user, entry({}, { corrects: number }))
    expect(corrected.links).toEqual([{ type: 'customer', number: customer }])
    const clerk = await shop.kontor.createUser('finance')
    const { request, customer: requested } = await postBy(clerk, entry({ customer }, { approval: '1' }))
    expect(requested).toBe(customer)
    expect((await shop.user.fetch(`/api/finance/entry-requests/${request}/approval`, { json: {} })).status).toBe(200)
    await shop.receive('-3.00', 'Voucher')
    await expect(shop.match({ difference: '2241.1' })).rejects.toThrow('Store credit belongs to a customer')
    const { storeCredit } = (await (await shop.user.fetch(`/api/customers/${customer}`)).json()) as CustomerView
    expect(storeCredit).toEqual([{ currency: 'CNY', amountMinor: 1000 }])
    const viewer = await shop.kontor.createUser('viewer')
    const seen = (await (await viewer.fetch(`/api/customers/${customer}`)).json()) as CustomerView
    expect(seen.creditEntries.length).toBeGreaterThan(0)
    expect(new Set(seen.creditEntries.map(({ entryNumber, memo }) => `${entryNumber} ${memo}`))).toEqual(
      new Set(['null ']),
    )
    expect(await findViolations(shop.kontor)).toEqual([])
  })

  test('is given to no one whose personal data was erased, also not by a request from before', async () => {
    const number = await shop.create({ payment: null })
    const customer = await customerOf(number)
    await send(number, 'cancellation')
    const entry = {
      memo: 'Voucher',
      lines: [
        { account: '5601.1', debit: '5.00' },
        { account: '2241.1', credit: '5.00', customer },
      ],
    }
    const clerk = await shop.kontor.createUser('finance')
    const asked = await clerk.fetch('/api/finance/entries', { json: { ...entry, approval: '1' } })
    const { request } = (await asked.json()) as EntryRequestView
    const erased = await shop.user.fetch(`/api/customers/${customer}/erasure`, { json: { confirmation: customer } })
    expect(erased.status).toBe(200)
    expect(await post('finance/entries', entry)).toMatchObject({ type: '/problems/store-credit-unavailable' })
    const approval = await post(`finance/entry-requests/${request}/approval`, {})
    expect(approval).toMatchObject({ type: '/problems/store-credit-unavailable' })
    expect(await shop.entries()).toEqual([])
    expect(await findViolations(shop.kontor)).toEqual([])
  })

  test('needs a customer whom one can find again', async () => {
    const number = await shop.create({ email: '', phone: '' })
    await shop.pay(number, '103.88')
    const json = { amount: '50.00', destination: 'store_credit' }
    expect((await send(number, 'refunds', json)).answer.type).toBe('/problems/store-credit-unavailable')
    const clerk = await shop.kontor.createUser('operations')
    const requested = await clerk.fetch(`/api/orders/${number}/refunds`, {
      json: { ...json, version: 2, reason: 'Late' },
    })
    expect((await requested.json()) as Problem).toMatchObject({ type: '/problems/store-credit-unavailable' })
    expect((await send(number, 'refunds', { amount: '50.00' })).status).toBe(201)
    const unpaid = await shop.create({ email: '', phone: '' })
    expect((await useCredit(unpaid, '1.00')).answer.errors).toEqual([
      { pointer: '/method', detail: 'This order has no customer who could have store credit.' },
    ])
  })
})
