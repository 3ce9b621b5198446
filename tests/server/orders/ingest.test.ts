import { operatorContext } from '#server/context.ts'
import { verify } from '#server/finance/verify.ts'
import { ingestOrders, recogniseOrders } from '#server/orders/verbs.ts'
import type { OrderDraft } from '#shared/orders/draft.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { createKontor, type TestKontor } from '#tests/support/kontor.ts'
import { draft, ingest } from '#tests/server/orders/drafts.ts'
import { beforeEach, expect, test } from 'bun:test'

forEachDatabase((_, open) => {
  let shop: TestKontor
  beforeEach(async () => void (shop = await createKontor(await open())))
  const read = () => shop.kontor.database.read

  test('numbers of every kind count up by the day of the book’s zone on which the thing happened', async () => {
    const lateOnTheFirst = Date.parse('2026-03-01T15:59:59Z')
    const earlyOnTheSecond = Date.parse('2026-03-01T16:00:00Z')
    const shipped = {
      lines: [{ ...draft(0).lines[0], shippedQuantity: 1 }] as OrderDraft['lines'],
      status: 'completed' as const,
    }
    const outcomes = await ingest(shop.kontor, [
      draft(1, { placedAt: earlyOnTheSecond }),
      draft(2, { placedAt: lateOnTheFirst }),
      draft(3, {
        placedAt: earlyOnTheSecond,
        shippedAt: lateOnTheFirst,
        refund: { amountMinor: 5, refundedAt: earlyOnTheSecond },
        ...shipped,
      }),
    ])
    expect(outcomes.map(({ number }) => number)).toEqual(['SO260302-00001', 'SO260301-00001', 'SO260302-00002'])
    expect(await ingest(shop.kontor, [draft(4, { placedAt: earlyOnTheSecond })])).toEqual([
      { outcome: 'created', number: 'SO260302-00003' },
    ])
    const numbers = async (table: 'payments' | 'refunds' | 'shipments') =>
      (await read().selectFrom(table).select('number').orderBy('number').execute()).map(({ number }) => number)
    expect(await numbers('payments')).toEqual(['PY260301-00001', 'PY260301-00002', 'PY260301-00003', 'PY260301-00004'])
    expect(await numbers('refunds')).toEqual(['RF260302-00001'])
    expect(await numbers('shipments')).toEqual(['SH260301-00001'])
  })

  test('a transaction that fails takes its numbers back', async () => {
    const { database } = shop.kontor
    const failing = database.inTransaction(async (transaction) => {
      await ingestOrders(transaction, operatorContext(shop.kontor), [draft(1)])
      throw new Error('on purpose')
    })
    expect(failing).rejects.toThrow('on purpose')
    await failing.catch(() => {})
    expect(await ingest(shop.kontor, [draft(1)])).toEqual([{ outcome: 'created', number: 'SO260301-00001' }])
  })

  test('one known order with the same content is unchanged, with another it differs', async () => {
    await ingest(shop.kontor, [draft(1), draft(2)])
    expect(await ingest(shop.kontor, [draft(1), draft(2, { note: 'Thrice.' }), draft(3)])).toEqual([
      { outcome: 'unchanged', number: 'SO260301-00001' },
      {
        outcome: 'different',
        number: 'SO260301-00002',
        differences: [{ path: 'note', known: 'Ring twice.', given: 'Thrice.' }],
      },
      { outcome: 'created', number: 'SO260301-00003' },
    ])
  })

  test('the same id in another shop is another order', async () => {
    expect(await ingest(shop.kontor, [draft(1), draft(1, { source: 'other' })])).toMatchObject([
      { outcome: 'created' },
      { outcome: 'created' },
    ])
  })

  test('an order that stands in a batch twice is created once', async () => {
    expect(await ingest(shop.kontor, [draft(1), draft(1), draft(1, { note: '' })])).toMatchObject([
      { outcome: 'created', number: 'SO260301-00001' },
      { outcome: 'unchanged' },
      { outcome: 'different', differences: [{ path: 'note' }] },
    ])
    expect(await read().selectFrom('orders').select('number').execute()).toHaveLength(1)
  })

  test('recognising writes nothing', async () => {
    await ingest(shop.kontor, [draft(1)])
    expect(await recogniseOrders(read(), [draft(1), draft(2)])).toEqual([
      { outcome: 'unchanged', number: 'SO260301-00001' },
      { outcome: 'created', number: null },
    ])
    expect(await read().selectFrom('orders').select('number').execute()).toHaveLength(1)
  })

  test('money, goods and statuses of every state leave books that prove themselves', async () => {
    const shipped = {
      lines: [{ ...draft(0).lines[0], shippedQuantity: 1 }] as OrderDraft['lines'],
      shippedAt: draft(0).placedAt,
    }
    const at = draft(0).placedAt + 5000
    await ingest(shop.kontor, [
      draft(1),
      draft(2, { ...shipped, status: 'completed' }),
      draft(3, { payment: null }),
      draft(4, { payment: null, authorizedMinor: 1000 }),
      draft(5, { payment: { provider: 'manual', reference: '', capturedMinor: 400, capturedAt: at } }),
      draft(6, { ...shipped, status: 'completed', refund: { amountMinor: 300, refundedAt: at } }),
      draft(7, { ...shipped, status: 'completed', refund: { amountMinor: 1000, refundedAt: at } }),
      draft(8, { status: 'cancelled', cancelledAt: at, payment: null }),
      draft(9, { status: 'cancelled', cancelledAt: at, refund: { amountMinor: 600, refundedAt: at } }),
      draft(10, { taxMinor: 100, taxesIncluded: true }),
      draft(11, {
        currency: 'USD',
        shippingMinor: 500,
        taxMinor: 70,
        subtotalMinor: 1000,
        totalMinor: 1570,
        lines: draft(0).lines,
      }),
      draft(12, { totalMinor: 0, payment: null }),
    ])
    const rows = await read()
      .selectFrom('orders')
      .select(['external_number', 'status', 'payment_status', 'granted_minor'])
      .orderBy('external_number')
      .execute()
    expect(rows.map((row) => Object.values(row).join(' '))).toEqual([
      '#10001 open paid 0',
      '#10002 completed paid 0',
      '#10003 open unpaid 0',
      '#10004 open authorized 0',
      '#10005 open partially_paid 0',
      '#10006 completed partially_refunded 300',
      '#10007 completed refunded 1000',
      '#10008 cancelled voided 0',
      '#10009 cancelled partially_refunded 0',
      '#10010 open paid 0',
      '#10011 open paid 0',
      '#10012 open paid 0',
    ])
    const { checks } = await verify(shop.kontor)
    expect(checks.filter(({ holds }) => !holds)).toEqual([])
  })
})
