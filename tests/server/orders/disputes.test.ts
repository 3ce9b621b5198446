import type { HomeView } from '#shared/home/views.ts'
import type { OrderView } from '#shared/orders/views.ts'
import type { Problem } from '#shared/problem.ts'
import { createDraft, createLine, importAsOperator } from '#tests/server/orders/create-draft.ts'
import { checkRows } from '#tests/support/find-violations.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { createTestKontor, type TestKontor } from '#tests/support/test-kontor.ts'
import type { TestUser } from '#tests/support/test-user.ts'
import { beforeEach, describe, expect, test } from 'bun:test'

const number = 'SO260301-00001'
const payment = 'PY260301-00001'
const first = 'DP260315-00001'
type Answer = { status: number; answer: OrderView & Omit<Problem, 'status'> }

forEachDatabase((_, open) => {
  let kontor: TestKontor
  let clerk: TestUser
  beforeEach(async () => {
    kontor = await createTestKontor(await open())
    clerk = await kontor.createUser('owner')
    // Goods 100.00 less 10.00, shipping 8.00, 6 % tax on top: 103.88.
    await importAsOperator(kontor.kontor, [
      createDraft(1, {
        lines: [createLine({ quantity: 1, unitPriceMinor: 10_000, discountMinor: 1000 })],
        subtotalMinor: 9000,
        shippingMinor: 800,
        taxMinor: 588,
        taxLines: [{ name: 'VAT', rate: '6', amountMinor: 588 }],
        totalMinor: 10_388,
        payment: { provider: 'Stripe', reference: 'ch_1', capturedMinor: 10_388, capturedAt: createDraft(1).placedAt },
      }),
    ])
  })

  const load = async (): Promise<OrderView> => (await (await clerk.fetch(`/api/orders/${number}`)).json()) as OrderView
  const send = async (path: string, json: object = {}): Promise<Answer> => {
    const { version } = await load()
    const response = await clerk.fetch(`/api/orders/${number}/${path}`, { json: { version, ...json } })
    return { status: response.status, answer: (await response.json()) as Answer['answer'] }
  }
  const dispute = (input: object = {}) =>
    send('disputes', { payment, amount: '103.88', reason: 'Not received', ...input })
  const expectVerified = async (): Promise<void> => {
    const checks = await checkRows(kontor.kontor)
    expect(checks.flatMap(({ violations }) => violations)).toEqual([])
  }
  /** The lines of the entries of a kind, by the role of the account, debit positive. */
  const postings = async (kind: string) =>
    (
      await kontor.kontor.database.read
        .selectFrom('ledger_entries as entry')
        .innerJoin('ledger_postings as posting', 'posting.entry_seq', 'entry.seq')
        .innerJoin('ledger_accounts as account', 'account.id', 'posting.account_id')
        .select(['account.role', 'posting.amount_minor'])
        .where('entry.kind', '=', kind)
        .orderBy('entry.seq')
        .orderBy('position')
        .execute()
    ).map(({ role, amount_minor }) => [role, amount_minor])
  const taxes = () =>
    kontor.kontor.database.read
      .selectFrom('ledger_entry_taxes')
      .select(({ fn }) => ['tax_rate', fn.sum<number>('net_minor').as('net'), fn.sum<number>('tax_minor').as('tax')])
      .groupBy('tax_rate')
      .execute()

  describe('a chargeback', () => {
    test('is opened with its fee, holds the amount, and is won with the fee returned', async () => {
      const { status, answer } = await dispute({ fee: '15.00', reference: 'dp_1', respondBy: '2026-03-22' })
      expect([status, answer.paymentStatus, answer.disputeOpenMinor, answer.balanceMinor]).toEqual([
        201,
        'paid',
        10_388,
        0,
      ])
      expect(answer.disputes).toMatchObject([
        {
          number: first,
          paymentNumber: payment,
          status: 'open',
          amountMinor: 10_388,
          feeMinor: 1500,
          reference: 'dp_1',
          respondBy: '2026-03-22',
          lossTaxMinor: 588,
          entryNumber: 2,
          actions: ['winDispute', 'loseDispute', 'cancelDispute'],
        },
      ])
      expect(await postings('dispute.opened')).toEqual([
        ['dispute', 10_388],
        ['provider_fee', 1500],
        ['clearing', -11_888],
      ])
      expect((await send('refunds', { amount: '1.00', reason: 'Goodwill' })).status).toBe(409)
      const won = await send(`disputes/${first}/recovery`, { feeReturned: '1' })
      expect(won.answer).toMatchObject({ disputeOpenMinor: 0, disputes: [{ status: 'won', isFeeReturned: true }] })
      expect(await postings('dispute.won')).toEqual([
        ['clearing', 11_888],
        ['dispute', -10_388],
        ['provider_fee', -1500],
      ])
      expect((await send('refunds', { amount: '1.00', reason: 'Goodwill' })).status).toBe(201)
      await expectVerified()
    })

    test('is lost with the tax that is no longer due', async () => {
      await dispute()
      const { answer } = await send(`disputes/${first}/loss`, { reducesTax: '1' })
      expect(answer).toMatchObject({ disputeLostMinor: 10_388, paymentStatus: 'paid', balanceMinor: 0 })
      expect(answer.disputes[0]).toMatchObject({ status: 'lost', taxMinor: 588 })
      expect(await postings('dispute.lost')).toEqual([
        ['chargeback_loss', 9800],
        ['tax', 588],
        ['dispute', -10_388],
      ])
      expect(await taxes()).toEqual([{ tax_rate: '6', net: 9800, tax: 0 }])
      await expectVerified()
      const reopened = await send(`disputes/${first}/reopening`, { reason: 'Second review' })
      expect(reopened.answer.disputes[0]).toMatchObject({ status: 'open', taxMinor: 0, closedAt: null })
      expect((await send(`disputes/${first}/cancellation`, { reason: 'Wrong order' })).answer).toMatchObject({
        disputeOpenMinor: 0,
        disputes: [{ status: 'cancelled', cancelReason: 'Wrong order', actions: [] }],
      })
      expect(await taxes()).toEqual([{ tax_rate: '6', net: 9800, tax: 588 }])
      await expectVerified()
    })

    test('of a part leaves the rest to be refunded, and the refusal names it', async () => {
      await dispute({ amount: '50.00' })
      const { status, answer } = await send('refunds', { amount: '53.89', reason: 'Goodwill' })
      expect([status, answer.errors]).toEqual([
        422,
        [
          {
            pointer: '/amount',
            detail: `¥50.00 of the payment is in a chargeback (${first}). At most ¥53.88 can be refunded.`,
          },
        ],
      ])
      expect((await dispute({ amount: '53.89' })).answer.errors?.[0]).toEqual({
        pointer: '/amount',
        detail: `At most ¥53.88 of ${payment} can be charged back. The rest was refunded, is about to be, or has a chargeback already.`,
      })
      expect((await dispute({ amount: '3.88', reference: 'dp_2' })).status).toBe(201)
      expect((await dispute({ amount: '1.00', reference: 'dp_2' })).answer.errors?.[0]).toEqual({
        pointer: '/reference',
        detail: `This chargeback is already recorded as DP260315-00002 of ${number}.`,
      })
      const refunded = await send('refunds', { everything: '1', reason: 'Goodwill' })
      expect(refunded.answer).toMatchObject({ refundedMinor: 5000, actions: expect.not.arrayContaining(['refund']) })
      await expectVerified()
    })

    test('that was lost makes up for what is owed to the customer after the order is cancelled', async () => {
      await dispute()
      await send(`disputes/${first}/loss`, { reducesTax: '1' })
      const { answer } = await send('cancellation', { reason: 'Chargeback' })
      expect(answer).toMatchObject({ status: 'cancelled', balanceMinor: 0, paymentStatus: 'refunded' })
      expect(answer.disputes[0]).toMatchObject({ offsetMinor: 10_388, taxMinor: 0, actions: [] })
      expect(await postings('dispute.offset')).toEqual([
        ['refund_due', 10_388],
        ['chargeback_loss', -9800],
        ['tax', -588],
      ])
      expect(await taxes()).toEqual([{ tax_rate: '6', net: 0, tax: 0 }])
      expect((await send(`disputes/${first}/reopening`, { reason: 'Second review' })).answer.type).toBe(
        '/problems/dispute-offset',
      )
      await expectVerified()
    })

    test('that was won is not reopened if too little of the payment is left', async () => {
      await dispute({ amount: '60.00' })
      await send(`disputes/${first}/recovery`)
      await send('refunds', { amount: '50.00', reason: 'Goodwill' })
      const reopening = { reason: 'Second review' }
      const { status, answer } = await send(`disputes/${first}/reopening`, reopening)
      expect([status, answer.type]).toEqual([409, '/problems/dispute-refunded'])
      expect(answer.detail).toContain('only ¥53.88 of PY260301-00001 is left')
      const [won] = (await load()).disputes
      expect(won).toMatchObject({ status: 'won', actions: [] })
      expect(won?.unavailableActions).toContainEqual({ action: 'reopenDispute', reason: 'amount-refunded' })
      await expectVerified()
    })

    test('of a cancelled order is no loss but returns what is owed', async () => {
      await send('cancellation', { reason: 'Sold out' })
      await dispute({ amount: '60.00' })
      const { answer } = await send(`disputes/${first}/loss`)
      expect(answer).toMatchObject({ balanceMinor: -4388, paymentStatus: 'partially_refunded' })
      await send('refunds', { everything: '1', reason: 'Sold out' })
      expect(await load()).toMatchObject({ balanceMinor: 0, paymentStatus: 'refunded', refundedMinor: 4388 })
      await expectVerified()
    })

    test('that was lost is made up for by a second payment and by a lower price', async () => {
      await dispute({ amount: '80.00' })
      await send(`disputes/${first}/loss`, { reducesTax: '1' })
      await send('payments', { amount: '50.00', method: 'cash' })
      const edited = await send('edits', { shipping: '0', tax: '0' })
      expect(edited.answer).toMatchObject({ balanceMinor: 0, disputes: [{ offsetMinor: 5000 + 1388 }] })
      expect((await send(`disputes/${first}/reopening`, { reason: 'x' })).answer.type).toBe('/problems/dispute-offset')
      await expectVerified()
    })

    test('of a deposit leaves the deposit with the order', async () => {
      const lines = [createLine({ unitPriceMinor: 2000 })]
      const deposit = { provider: 'Stripe', reference: 'ch_2', capturedMinor: 500, capturedAt: createDraft(2).placedAt }
      await importAsOperator(kontor.kontor, [createDraft(2, { lines, totalMinor: 2000, payment: deposit })])
      const act = async (path: string, json: object) => {
        const url = '/api/orders/SO260301-00002'
        const { version } = (await (await clerk.fetch(url)).json()) as OrderView
        return (await (await clerk.fetch(`${url}/${path}`, { json: { version, ...json } })).json()) as OrderView
      }
      await act('disputes', { payment: 'PY260301-00002', amount: '5', reason: 'Fraud' })
      expect(await act(`disputes/${first}/loss`, { reducesTax: '1' })).toMatchObject({ balanceMinor: 1500 })
      expect(await act('payments', { amount: '15', method: 'cash' })).toMatchObject({ balanceMinor: 0 })
      await expectVerified()
    })

    test('closes when it was, at the earliest when it was opened', async () => {
      await dispute({ openedAt: '2026-03-10T10:00' })
      expect((await send(`disputes/${first}/loss`, { closedAt: '2026-03-10T09:59' })).answer.errors?.[0]).toEqual({
        pointer: '/closedAt',
        detail: 'Enter a time after the chargeback was opened.',
      })
      await send(`disputes/${first}/recovery`, { closedAt: '2026-03-12T09:00' })
      const days = await kontor.kontor.database.read
        .selectFrom('ledger_entries')
        .select(['kind', 'accounting_day'])
        .where('kind', 'like', 'dispute.%')
        .orderBy('seq')
        .execute()
      expect(days).toEqual([
        { kind: 'dispute.opened', accounting_day: '2026-03-10' },
        { kind: 'dispute.won', accounting_day: '2026-03-12' },
      ])
      await expectVerified()
    })

    test('of a closed month is booked on the first open day, and its loss is in the income statement', async () => {
      const capturedAt = Date.parse('2026-02-10T03:00:00Z')
      const paid = { provider: 'Stripe', reference: 'ch_9', capturedMinor: 1000, capturedAt }
      await importAsOperator(kontor.kontor, [createDraft(9, { placedAt: capturedAt - 1000, payment: paid })])
      const closing = await clerk.fetch('/api/finance/periods/2026-02/closings', { json: { reason: 'Done' } })
      expect(closing.status).toBe(200)
      const url = '/api/orders/SO260210-00001'
      const act = async (path: string, json: object) => {
        const { version } = (await (await clerk.fetch(url)).json()) as OrderView
        return (await (await clerk.fetch(`${url}/${path}`, { json: { version, ...json } })).json()) as OrderView
      }
      const opened = { payment: 'PY260210-00001', amount: '10', reason: 'Fraud', openedAt: '2026-02-20T10:00' }
      await act('disputes', opened)
      await act(`disputes/${first}/loss`, {})
      const days = await kontor.kontor.database.read
        .selectFrom('ledger_entries')
        .select('accounting_day')
        .where('kind', '=', 'dispute.opened')
        .execute()
      expect(days).toEqual([{ accounting_day: '2026-03-01' }])
      const report = await clerk.fetch('/api/finance/periods/2026-03/reports/income_statement')
      expect(await report.text()).toContain('"chargeback_loss"')
      await expectVerified()
    })

    test('is found by its number, its reference and filters, and waits on Home with the days that are left', async () => {
      await dispute({ reference: 'dp_1QxYz', respondBy: '2026-03-18' })
      const find = async (query: string) => {
        const { rows } = (await (await clerk.fetch(`/api/orders?${query}`)).json()) as { rows: { number: string }[] }
        return rows.map((row) => row.number)
      }
      const found = await Promise.all([`q=${first}`, 'q=dp_1QxYz', 'has=dispute', 'q=has:open_dispute'].map(find))
      expect(found).toEqual([[number], [number], [number], [number]])
      const search = await clerk.fetch(`/api/search?text=${first}`)
      expect(await search.text()).toContain(number)
      const listDisputes = async (user: TestUser) => {
        const { pageState } = (await (await user.fetch('/_payload.json')).json()) as { pageState: { data: HomeView } }
        return pageState.data.waiting.disputes
      }
      expect(await listDisputes(clerk)).toMatchObject([
        { number: first, orderNumber: number, amountMinor: 10_388, respondBy: '2026-03-18', respondInDays: 3 },
      ])
      expect(await listDisputes(await kontor.createUser('operations'))).toEqual([])
      await send(`disputes/${first}/recovery`)
      expect(await Promise.all(['has=dispute', 'has=open_dispute'].map(find))).toEqual([[], []])
      expect(await listDisputes(clerk)).toEqual([])
    })

    test('at the same time as a refund or another chargeback: one of them is refused', async () => {
      const { version } = await load()
      const post = (path: string, json: object) =>
        clerk.fetch(`/api/orders/${number}/${path}`, { json: { reason: 'Fraud', ...json } })
      const both = await Promise.all([
        post('disputes', { payment, amount: '60', version }),
        post('disputes', { payment, amount: '60', version }),
        post('refunds', { amount: '60' }),
      ])
      expect(both.map(({ ok }) => ok).filter(Boolean)).toHaveLength(1)
      await expectVerified()
    })
  })
})
