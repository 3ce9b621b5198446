import type { HomeView } from '#shared/home/views.ts'
import type { OrderView } from '#shared/orders/views.ts'
import type { Problem } from '#shared/problem.ts'
import { SimulatedProvider } from '#server/orders/money/simulated-provider.ts'
import { withReason } from '#tests/server/orders/with-reason.ts'
import { createDraft, createLine, importAsOperator } from '#tests/server/orders/create-draft.ts'
import { checkRows } from '#tests/support/find-violations.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { createTestKontor, type TestKontor } from '#tests/support/test-kontor.ts'
import type { TestUser } from '#tests/support/test-user.ts'
import { beforeEach, describe, expect, test } from 'bun:test'
import { sql } from 'kysely'

const number = 'SO260301-00001'
type Answer = { status: number; answer: OrderView & Omit<Problem, 'status'> }

forEachDatabase((_, open) => {
  let kontor: TestKontor
  let clerk: TestUser
  beforeEach(async () => {
    kontor = await createTestKontor(await open())
    clerk = await kontor.createUser('owner')
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

  const send = async (path: string, json: object = {}, order = number): Promise<Answer> => {
    const response = await clerk.fetch(`/api/orders/${order}/${path}`, { json: withReason(path, json) })
    return { status: response.status, answer: (await response.json()) as Answer['answer'] }
  }
  const load = async (order = number) => (await (await clerk.fetch(`/api/orders/${order}`)).json()) as OrderView
  const refund = async (json: object = { everything: '1' }, order = number): Promise<string> => {
    const { answer } = await send('refunds', json, order)
    return `refunds/${answer.refunds.at(-1)?.number}`
  }
  const expectVerified = async (): Promise<void> => {
    const checks = await checkRows(kontor.kontor)
    expect(checks.flatMap(({ violations }) => violations)).toEqual([])
  }
  const postings = async (kind: string) =>
    (
      await kontor.kontor.database.read
        .selectFrom('ledger_entries as entry')
        .innerJoin('ledger_postings as posting', 'posting.entry_seq', 'entry.seq')
        .innerJoin('ledger_accounts as account', 'account.id', 'posting.account_id')
        .select(['account.role', 'account.provider', 'posting.amount_minor'])
        .where('entry.kind', '=', kind)
        .orderBy('entry.seq', 'desc')
        .orderBy('position')
        .execute()
    ).map(({ role, provider, amount_minor }) => [role, provider, amount_minor].filter((part) => part !== ''))
  const taxes = () =>
    kontor.kontor.database.read
      .selectFrom('ledger_entry_taxes')
      .select(({ fn }) => ['tax_rate', fn.sum<number>('net_minor').as('net'), fn.sum<number>('tax_minor').as('tax')])
      .groupBy('tax_rate')
      .execute()

  describe('a refund that the provider returned', () => {
    test('is owed to the customer, waits on Home, and is paid again', async () => {
      const path = await refund()
      const { status, answer } = await send(`${path}/return`)
      expect(status).toBe(200)
      expect(answer).toMatchObject({ refundedMinor: 0, balanceMinor: -10_388, paymentStatus: 'paid' })
      expect(answer.refunds[0]).toMatchObject({
        status: 'returned',
        statusReason: 'Asked for',
        actions: ['reject', 'retry', 'payByTransfer', 'payToCredit'],
      })
      expect(await postings('refund.returned')).toEqual([
        ['clearing', 'Stripe', 10_388],
        ['refund_due', -10_388],
      ])
      expect(await taxes()).toEqual([{ tax_rate: '6', net: 0, tax: 0 }])
      const { pageState } = (await (await clerk.fetch('/_payload.json')).json()) as { pageState: { data: HomeView } }
      expect(pageState.data.waiting.refunds).toMatchObject([{ status: 'returned', orderNumber: number }])
      await expectVerified()
      expect((await send(`${path}/attempts`)).answer).toMatchObject({ refundedMinor: 10_388, balanceMinor: 0 })
      expect((await postings('refund.succeeded')).slice(0, 2)).toEqual([
        ['refund_due', 10_388],
        ['clearing', 'Stripe', -10_388],
      ])
      await expectVerified()
    })

    test('is paid by bank transfer, comes back once more, and is given up', async () => {
      const path = await refund({ amount: '50.00' })
      await send(`${path}/return`)
      const paid = await send(`${path}/transfer`, { reference: 'TR-88101' })
      expect(paid.answer.refunds[0]).toMatchObject({ status: 'succeeded', paidThrough: 'bank_transfer' })
      expect((await postings('refund.succeeded')).slice(0, 2)).toEqual([
        ['refund_due', 5000],
        ['clearing', 'bank_transfer', -5000],
      ])
      await expectVerified()
      const find = async (text: string): Promise<unknown> =>
        (await (await clerk.fetch(`/api/orders?q=${text}`)).json()).rows.length
      expect(await find('TR-88101')).toBe(1)
      await send(`${path}/return`, { reason: 'Wrong name' })
      await send(`${path}/transfer`, { reference: 'TR-90202' })
      expect([await find('TR-88101'), await find('TR-90202')]).toEqual([0, 1])
      await expectVerified()
      await send(`${path}/return`, { reason: 'Wrong name' })
      const { answer } = await send(`${path}/rejection`, { reason: 'Voucher instead' })
      expect(answer).toMatchObject({ refundedMinor: 0, balanceMinor: 0, paymentStatus: 'paid' })
      expect(await postings('refund.cancelled')).toEqual([
        ['refund_due', 5000],
        ['returns', -4332],
        ['shipping', -385],
        ['tax', -283],
      ])
      expect(await taxes()).toEqual([{ tax_rate: '6', net: 9800, tax: 588 }])
      await expectVerified()
    })

    test('that fails again is still owed, and one that failed at first can be paid by transfer', async () => {
      let result: 'pay' | 'fail' = 'pay'
      kontor.kontor.refundProviders = new Map([['Stripe', new SimulatedProvider(() => result)]])
      const path = await refund({ amount: '1.00' })
      await send(`${path}/return`)
      result = 'fail'
      expect((await send(`${path}/attempts`)).answer.refunds[0]?.status).toBe('returned')
      await expectVerified()
      const failed = await refund({ amount: '2.00' })
      expect((await load()).refunds.at(-1)?.status).toBe('failed')
      expect((await send(`${failed}/transfer`)).answer).toMatchObject({ refundedMinor: 200, balanceMinor: 0 })
      await expectVerified()
    })

    test('of a deposit, of an overpayment and of a cancelled order', async () => {
      const partly = { provider: 'Stripe', reference: 'ch_2', capturedMinor: 500, capturedAt: createDraft(2).placedAt }
      const lines = [createLine({ unitPriceMinor: 2000 })]
      await importAsOperator(kontor.kontor, [
        createDraft(2, { lines, totalMinor: 2000, payment: partly }),
        createDraft(3),
        createDraft(4),
      ])
      const deposit = 'SO260301-00002'
      const ofDeposit = await refund({ amount: '5' }, deposit)
      await send(`${ofDeposit}/return`, {}, deposit)
      expect(await load(deposit)).toMatchObject({ balanceMinor: 1000 })
      await send('payments', { amount: '10', method: 'cash', version: (await load(deposit)).version }, deposit)
      await expectVerified()
      expect((await send(`${ofDeposit}/rejection`, {}, deposit)).answer).toMatchObject({ balanceMinor: 500 })
      await expectVerified()
      const cancelled = 'SO260301-00003'
      const first = await refund({ amount: '4' }, cancelled)
      await send(`${first}/return`, {}, cancelled)
      await send('cancellation', { version: (await load(cancelled)).version }, cancelled)
      expect((await send(`${first}/rejection`, {}, cancelled)).answer).toMatchObject({ balanceMinor: -1000 })
      await expectVerified()
      const overpaid = 'SO260301-00004'
      await send('payments', { amount: '3', method: 'cash', version: 1 }, overpaid)
      const second = await refund({ amount: '5', payment: (await load(overpaid)).payments[0]?.number }, overpaid)
      await send(`${second}/return`, {}, overpaid)
      expect((await send(`${second}/rejection`, {}, overpaid)).answer).toMatchObject({ balanceMinor: -300 })
      await expectVerified()
    })

    test('that came with the import of its order, and is paid by transfer, in parts given up', async () => {
      const refundedAt = createDraft(2).placedAt + 60_000
      await importAsOperator(kontor.kontor, [createDraft(2, { refund: { amountMinor: 400, refundedAt } })])
      const imported = 'SO260301-00002'
      const path = `refunds/${(await load(imported)).refunds[0]?.number}`
      expect((await send(`${path}/return`, {}, imported)).answer).toMatchObject({
        refundedMinor: 0,
        balanceMinor: -400,
      })
      await expectVerified()
      await send(`${path}/transfer`, { reference: 'TR-88101' }, imported)
      await expectVerified()
      await send(`${path}/return`, {}, imported)
      await expectVerified()
      expect((await send(`${path}/rejection`, {}, imported)).answer).toMatchObject({
        refundedMinor: 0,
        balanceMinor: 0,
      })
      await expectVerified()
      const violationsAfter = async (change: string): Promise<unknown> => {
        await kontor.kontor.database.inTransaction((transaction) =>
          sql.raw(`update refunds set ${change}`).execute(transaction),
        )
        return (await checkRows(kontor.kontor)).flatMap(({ violations }) => violations)
      }
      for (const change of [`reference = 'x'`, `status_reason = 'x'`, 'returned_at = returned_at + 1', 'attempts = 1'])
        expect(await violationsAfter(change)).not.toBeEmpty()
    })

    test('is not paid again above what is owed, and not returned before it was paid', async () => {
      const path = await refund({ amount: '50.00' })
      expect((await send(`${path}/return`, { returnedAt: '2026-03-14T10:00' })).answer.errors).toEqual([
        { pointer: '/returnedAt', detail: 'Enter a time after the refund was paid.' },
      ])
      await send(`${path}/return`)
      await refund({ amount: '20.00' })
      expect((await load()).refunds[0]).toMatchObject({ actions: ['reject'], payoutBlocker: 'amount-refunded' })
      const { status, answer } = await send(`${path}/attempts`)
      expect([status, answer.type, answer.detail]).toEqual([
        409,
        '/problems/refund-too-high',
        'At most ¥30.00 can be refunded.',
      ])
      await expectVerified()
    })
  })
})
