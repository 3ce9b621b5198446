import { openCapacity } from '#server/finance/ledger-capacity.ts'
import { postMovements } from '#server/finance/movements.ts'
import { loadOrderBalances } from '#server/finance/document-entries-store.ts'
import { reverseEntry } from '#server/finance/reversals.ts'
import { readEntries } from '#server/finance/entries.ts'
import { findEntry } from '#server/finance/store.ts'
import { summarizeCurrencies } from '#server/finance/currency-summary-store.ts'
import { recordCountChanges } from '#server/orders/counts.ts'
import { updateFilterTokens } from '#server/orders/tokens/filter-token-store.ts'
import { entriesQuery } from '#shared/finance/inputs.ts'
import { movedAmounts } from '#shared/finance/order-balances.ts'
import { ProblemError } from '#shared/problem.ts'
import { checkRows } from '#tests/support/find-violations.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { createOrder } from '#tests/server/finance/create-order.ts'
import { createLedgerFixture, createSale, type LedgerFixture } from '#tests/server/finance/ledger-fixture.ts'
import { expect, test } from 'bun:test'

const reverse = ({ kontor, context }: LedgerFixture, seq: number, externalId = `reversal of ${seq}`): Promise<number> =>
  kontor.database.inTransaction((transaction) =>
    reverseEntry(transaction, context, { seq, memo: 'Posted by mistake', source: 'test', externalId }),
  )

/** The name of the problem that a reversal fails with. */
const problemOf = (reversal: Promise<number>): Promise<string> =>
  reversal.then(
    (number) => `entry ${number}`,
    (error) => (error instanceof ProblemError ? error.problem : Promise.reject(error)),
  )

const findFailedChecks = async ({ kontor }: LedgerFixture) =>
  (await checkRows(kontor)).filter(({ passed }) => !passed).map(({ id, violations }) => ({ id, violations }))

/** Entries of all days. */
const parse = (query: object) => ({ ...entriesQuery.parse(query), days: {} })

forEachDatabase((_name, open) => {
  test('mirrors the entry today, with the same links, and takes back what the entry counted', async () => {
    const fixture = await createLedgerFixture(await open())
    const { read } = fixture.kontor.database
    const sale = createSale()
    await fixture.book(sale.capture(10_388, 0, fixture.clock.now - 40 * 86_400_000))
    await fixture.book(createSale().capture(10_388))
    expect(await reverse(fixture, 1)).toBe(3)
    const [original, reversal] = await Promise.all([findEntry(read, 1), findEntry(read, 3)])
    expect(reversal).toMatchObject({
      kind: 'entry.reversed',
      accountingDay: '2026-03-15',
      memo: 'Posted by mistake',
      links: original?.links ?? [],
      flows: [{ currency: 'CNY', in: -10_388, out: 0 }],
    })
    expect(reversal?.postings.map(({ accountCode, amountMinor }) => [accountCode, amountMinor])).toEqual(
      original?.postings.map(({ accountCode, amountMinor }) => [accountCode, -amountMinor]) ?? [],
    )
    expect(await summarizeCurrencies(read)).toEqual([
      { currency: 'CNY', opening: 0, in: 10_388, out: 0, net: 10_388, transfers: 0, closing: 10_388 },
    ])
    const balances = await fixture.kontor.database.inTransaction((transaction) =>
      loadOrderBalances(transaction, [sale.order]),
    )
    expect(movedAmounts(balances.get(sale.order.id) ?? {})).toEqual({ capturedMinor: 0, refundedMinor: 0 })
  })

  test('lists the reversal of a payment among the money in, and the totals add up', async () => {
    const fixture = await createLedgerFixture(await open())
    const { read } = fixture.kontor.database
    await fixture.book(createSale().capture(10_388), createSale().capture(10_388))
    await reverse(fixture, 1)
    const query = parse({ flow: 'in', currency: 'CNY' })
    const { rows, count, totals } = await readEntries(read, query)
    expect(rows.map(({ number }) => number).toSorted()).toEqual([1, 2, 3])
    expect(count).toEqual({ exact: 3 })
    expect((await readEntries(read, { ...query, flow: 'out' })).count).toEqual({ exact: 0 })
    expect(totals.map((total) => total.in)).toEqual([rows.reduce((sum, { flows }) => sum + (flows[0]?.in ?? 0), 0)])
  })

  test('counts a reversal in the direction that it takes back, also when both directions have one on a day', async () => {
    const fixture = await createLedgerFixture(await open())
    const { read } = fixture.kontor.database
    const sale = createSale()
    await fixture.book(sale.capture(10_388), sale.refund(88), createSale().capture(10_388), createSale().capture(588))
    for (const number of [1, 2, 3]) await reverse(fixture, number)
    for (const [filter, numbers] of [
      [{ flow: 'in', kind: 'entry.reversed' }, [5, 7]],
      [{ flow: 'out', kind: 'entry.reversed' }, [6]],
      [{ kind: 'entry.reversed' }, [5, 6, 7]],
      [{ flow: 'in' }, [1, 3, 4, 5, 7]],
      [{ flow: 'out' }, [2, 6]],
      [{}, [1, 2, 3, 4, 5, 6, 7]],
    ] as const) {
      const { rows, count, totals } = await readEntries(read, parse(filter))
      const sumOf = (side: 'in' | 'out') => rows.reduce((sum, { flows }) => sum + (flows[0]?.[side] ?? 0), 0)
      expect(rows.map(({ number }) => number).toSorted()).toEqual([...numbers])
      expect(count).toEqual({ exact: numbers.length })
      expect(totals).toEqual([{ currency: 'CNY', in: sumOf('in'), out: sumOf('out'), count: numbers.length }])
    }
    expect(await findFailedChecks(fixture)).toEqual(
      expect.not.arrayContaining([expect.objectContaining({ id: 'day-totals' })]),
    )
  })

  test('reverses an entry once, and a reversal never', async () => {
    const fixture = await createLedgerFixture(await open())
    await fixture.book(createSale().capture(10_388))
    expect(await problemOf(reverse(fixture, 9))).toBe('not-found')
    expect(await reverse(fixture, 1)).toBe(2)
    expect(await problemOf(reverse(fixture, 1, 'another key'))).toBe('entry-already-reversed')
    expect(await problemOf(reverse(fixture, 2))).toBe('entry-is-reversal')
  })

  test('returns the same entry for the same request, and accepts a key for one entry only', async () => {
    const fixture = await createLedgerFixture(await open())
    await fixture.book(createSale().capture(10_388), createSale().capture(10_388))
    expect(await reverse(fixture, 1, 'key')).toBe(3)
    expect(await reverse(fixture, 1, 'key')).toBe(3)
    expect(await problemOf(reverse(fixture, 2, 'key'))).toBe('key-already-used')
    const { count } = await readEntries(fixture.kontor.database.read, parse({}))
    expect(count).toEqual({ exact: 3 })
  })

  test('reverses an entry once when ten requests do it at the same time', async () => {
    const fixture = await createLedgerFixture(await open())
    await fixture.book(createSale().capture(10_388))
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, (_, index) => problemOf(reverse(fixture, 1, `key ${index}`))),
    )
    expect(outcomes.toSorted()).toEqual(
      ['entry 2', ...Array.from({ length: 9 }, () => 'entry-already-reversed')].toSorted(),
    )
  })

  test('passes every check after a reversed payment is posted again', async () => {
    const fixture = await createLedgerFixture(await open())
    await createOrder(fixture, { captured: [8_388], shipped: 'all' })
    await reverse(fixture, 1)
    expect(await findFailedChecks(fixture)).toEqual([
      { id: 'documents-have-entries', violations: [expect.stringContaining('entries 0 ≠ 1'), expect.any(String)] },
      { id: 'revenue-of-orders', violations: [expect.stringContaining('deposit 0 ≠ 8388')] },
    ])
    await postAgain(fixture)
    expect(await findFailedChecks(fixture)).toEqual([])
  })

  test('passes every check after the entry of a returned refund is reversed', async () => {
    const fixture = await createLedgerFixture(await open())
    await createOrder(fixture, { captured: [8_388], refunded: [1_000] })
    await fixture.kontor.database.inTransaction(async (transaction) => {
      await reverseEntry(transaction, fixture.context, { seq: 2, memo: '', source: 'test', externalId: 'returned' })
      await transaction.updateTable('refunds').set({ status: 'failed', refunded_at: null, granted_minor: 0 }).execute()
      await transaction.updateTable('payments').set({ refunded_minor: 0 }).execute()
      const amounts = { refunded_minor: 0, granted_minor: 0, payment_status: 'paid' as const }
      const before = await transaction.selectFrom('orders').selectAll().execute()
      await transaction.updateTable('orders').set(amounts).execute()
      const after = before.map((order) => ({ ...order, ...amounts }))
      await recordCountChanges(transaction, fixture.kontor, { before, after })
      for (const order of after) await updateFilterTokens(transaction, order, 'Asia/Shanghai')
    })
    expect(await findFailedChecks(fixture)).toEqual([])
  })

  test('needs as much capacity of the ledger as the reversed entry', async () => {
    const fixture = await createLedgerFixture(await open())
    const half = Math.floor(Number.MAX_SAFE_INTEGER / 2)
    const amounts = { subtotalMinor: half, discountMinor: 0, shippingMinor: 0, taxMinor: 0, taxesIncluded: false }
    await fixture.book(createSale('CNY', 'Alipay', { ...amounts, totalMinor: half }).capture(half))
    await fixture.book(createSale().capture(10_388))
    expect(await problemOf(reverse(fixture, 1))).toBe('ledger-full')
    expect(await reverse(fixture, 2)).toBe(3)
    const capacity = await openCapacity(fixture.kontor.database.read)
    const left = Number.MAX_SAFE_INTEGER - half - 2 * (10_388 + 1_000)
    expect(capacity.reserve('CNY', [{ amountMinor: left + 1 }])).toBe(false)
    expect(capacity.reserve('CNY', [{ amountMinor: left }])).toBe(true)
  })
})

/** Posts the payment of the only order once more, under a new key. */
async function postAgain({ kontor, context }: LedgerFixture): Promise<void> {
  const { read } = kontor.database
  const order = await read.selectFrom('orders').selectAll().executeTakeFirstOrThrow()
  const payment = await read.selectFrom('payments').selectAll().executeTakeFirstOrThrow()
  const orderAmounts = {
    subtotalMinor: order.subtotal_minor,
    discountMinor: order.discount_minor,
    shippingMinor: order.shipping_minor,
    taxMinor: order.tax_minor,
    taxesIncluded: order.taxes_included === 1,
    totalMinor: order.total_minor,
  }
  await kontor.database.inTransaction((transaction) =>
    postMovements(transaction, context, [
      {
        kind: 'captured',
        order: { id: order.id, number: order.number, currency: order.currency, ...orderAmounts },
        payment,
        amountMinor: payment.captured_minor,
        beforeMinor: 0,
        occurredAt: payment.captured_at,
        source: 'test',
        externalId: 'posted again',
      },
    ]),
  )
}
