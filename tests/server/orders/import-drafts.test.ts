import { createOperatorContext } from '#server/context.ts'
import { classifyDrafts, importDrafts } from '#server/orders/intake/import-drafts.ts'
import type { OrderDraft } from '#shared/orders/draft.ts'
import { checkRows } from '#tests/support/find-violations.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { createTestKontor, type TestKontor } from '#tests/support/test-kontor.ts'
import { createDraft, importAsOperator } from '#tests/server/orders/create-draft.ts'
import { beforeEach, expect, test } from 'bun:test'

forEachDatabase((_, open) => {
  let kontor: TestKontor
  beforeEach(async () => void (kontor = await createTestKontor(await open())))
  const read = () => kontor.kontor.database.read

  test('numbers of every kind count per day, in the book’s time zone, by the time of the document', async () => {
    const lateOnTheFirst = Date.parse('2026-03-01T15:59:59Z')
    const earlyOnTheSecond = Date.parse('2026-03-01T16:00:00Z')
    const shipped = {
      lines: [{ ...createDraft(0).lines[0], shippedQuantity: 1 }] as OrderDraft['lines'],
      status: 'completed' as const,
    }
    const outcomes = await importAsOperator(kontor.kontor, [
      createDraft(1, { placedAt: earlyOnTheSecond }),
      createDraft(2, { placedAt: lateOnTheFirst }),
      createDraft(3, {
        placedAt: earlyOnTheSecond,
        shippedAt: lateOnTheFirst,
        refund: { amountMinor: 5, refundedAt: earlyOnTheSecond },
        ...shipped,
      }),
    ])
    expect(outcomes).toEqual(
      ['SO260302-00001', 'SO260301-00001', 'SO260302-00002'].map((number) => ({ outcome: 'created', number })),
    )
    expect(await importAsOperator(kontor.kontor, [createDraft(4, { placedAt: earlyOnTheSecond })])).toEqual([
      { outcome: 'created', number: 'SO260302-00003' },
    ])
    const numbers = async (table: 'payments' | 'refunds' | 'shipments') =>
      (await read().selectFrom(table).select('number').orderBy('number').execute()).map(({ number }) => number)
    expect(await numbers('payments')).toEqual(['PY260301-00001', 'PY260301-00002', 'PY260301-00003', 'PY260301-00004'])
    expect(await numbers('refunds')).toEqual(['RF260302-00001'])
    expect(await numbers('shipments')).toEqual(['SH260301-00001'])
  })

  test('a failed transaction releases its numbers', async () => {
    const { database } = kontor.kontor
    const failing = database.inTransaction(async (transaction) => {
      await importDrafts(transaction, createOperatorContext(kontor.kontor), [createDraft(1)])
      throw new Error('on purpose')
    })
    await expect(failing).rejects.toThrow('on purpose')
    expect(await importAsOperator(kontor.kontor, [createDraft(1)])).toEqual([
      { outcome: 'created', number: 'SO260301-00001' },
    ])
  })

  test('a known order is unchanged with the same content and different with other content', async () => {
    await importAsOperator(kontor.kontor, [createDraft(1), createDraft(2)])
    expect(
      await importAsOperator(kontor.kontor, [createDraft(1), createDraft(2, { note: 'Thrice.' }), createDraft(3)]),
    ).toEqual([
      { outcome: 'unchanged', number: 'SO260301-00001' },
      {
        outcome: 'different',
        number: 'SO260301-00002',
        differences: [{ path: 'note', known: 'Ring twice.', given: 'Thrice.' }],
      },
      { outcome: 'created', number: 'SO260301-00003' },
    ])
  })

  test('the same id from another source is another order', async () => {
    expect(await importAsOperator(kontor.kontor, [createDraft(1), createDraft(1, { source: 'other' })])).toMatchObject([
      { outcome: 'created' },
      { outcome: 'created' },
    ])
  })

  test('an order that appears twice in a batch is created once', async () => {
    expect(
      await importAsOperator(kontor.kontor, [createDraft(1), createDraft(1), createDraft(1, { note: '' })]),
    ).toMatchObject([
      { outcome: 'created', number: 'SO260301-00001' },
      { outcome: 'unchanged' },
      { outcome: 'different', differences: [{ path: 'note' }] },
    ])
    expect(await read().selectFrom('orders').select('number').execute()).toHaveLength(1)
  })

  test('classifying writes nothing', async () => {
    await importAsOperator(kontor.kontor, [createDraft(1)])
    expect(await classifyDrafts(read(), [createDraft(1), createDraft(2)])).toEqual([
      { outcome: 'unchanged', number: 'SO260301-00001' },
      { outcome: 'created', number: null },
    ])
    expect(await read().selectFrom('orders').select('number').execute()).toHaveLength(1)
  })

  test('orders in every state leave books that pass all checks', async () => {
    const shipped = {
      lines: [{ ...createDraft(0).lines[0], shippedQuantity: 1 }] as OrderDraft['lines'],
      shippedAt: createDraft(0).placedAt,
    }
    const at = createDraft(0).placedAt + 5000
    await importAsOperator(kontor.kontor, [
      createDraft(1),
      createDraft(2, { ...shipped, status: 'completed' }),
      createDraft(3, { payment: null }),
      createDraft(4, { payment: null, authorizedMinor: 1000 }),
      createDraft(5, { payment: { provider: 'manual', reference: '', capturedMinor: 400, capturedAt: at } }),
      createDraft(6, { ...shipped, status: 'completed', refund: { amountMinor: 300, refundedAt: at } }),
      createDraft(7, { ...shipped, status: 'completed', refund: { amountMinor: 1000, refundedAt: at } }),
      createDraft(8, { status: 'cancelled', cancelledAt: at, payment: null }),
      createDraft(9, { status: 'cancelled', cancelledAt: at, refund: { amountMinor: 600, refundedAt: at } }),
      createDraft(10, { taxMinor: 100, taxesIncluded: true }),
      createDraft(11, {
        currency: 'USD',
        shippingMinor: 500,
        taxMinor: 70,
        subtotalMinor: 1000,
        totalMinor: 1570,
        lines: createDraft(0).lines,
      }),
      createDraft(12, { totalMinor: 0, payment: null }),
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
    const checks = await checkRows(kontor.kontor)
    expect(checks.filter(({ passed }) => !passed)).toEqual([])
  })

  test('a refund first returns the overpayment, and only the rest reduces what is owed', async () => {
    const at = createDraft(0).placedAt + 5000
    const overpaid = { provider: 'manual', reference: '', capturedMinor: 1500, capturedAt: at }
    await importAsOperator(kontor.kontor, [
      createDraft(1, { payment: overpaid, refund: { amountMinor: 300, refundedAt: at } }),
      createDraft(2, { payment: overpaid, refund: { amountMinor: 1200, refundedAt: at } }),
      createDraft(3, { payment: overpaid, refund: { amountMinor: 1500, refundedAt: at } }),
      createDraft(4, {
        payment: overpaid,
        refund: { amountMinor: 1500, refundedAt: at },
        status: 'cancelled',
        cancelledAt: at,
      }),
    ])
    const refunds = await read()
      .selectFrom('refunds')
      .innerJoin('orders', 'orders.id', 'order_id')
      .select([
        'external_number',
        'amount_minor',
        'refunds.granted_minor',
        'orders.granted_minor as total',
        'refunds.number',
      ])
      .orderBy('refunds.number')
      .execute()
    expect(refunds.map((row) => Object.values(row).join(' '))).toEqual([
      '#10001 300 0 0 RF260301-00001',
      '#10002 500 0 700 RF260301-00002',
      '#10002 700 700 700 RF260301-00003',
      '#10003 500 0 1000 RF260301-00004',
      '#10003 1000 1000 1000 RF260301-00005',
      '#10004 1500 0 0 RF260301-00006',
    ])
    const checks = await checkRows(kontor.kontor)
    expect(checks.filter(({ passed }) => !passed)).toEqual([])
  })

  test('an inconsistent order is rejected, and the others of its batch are imported', async () => {
    const at = createDraft(0).placedAt + 5000
    const paid = (capturedMinor: number) => ({ provider: 'manual', reference: '', capturedMinor, capturedAt: at })
    const [line] = createDraft(0).lines as [OrderDraft['lines'][number]]
    const wrong: Partial<OrderDraft>[] = [
      { taxMinor: 1001, taxesIncluded: true },
      { shippingMinor: 1 },
      { subtotalMinor: 999, totalMinor: 999, lines: createDraft(0).lines },
      { shippingMinor: -1000, totalMinor: 0, payment: null, lines: createDraft(0).lines, subtotalMinor: 1000 },
      {
        lines: [
          { ...line, discountMinor: 1001 },
          { ...line, unitPriceMinor: 1 },
        ],
        subtotalMinor: 0,
        totalMinor: 0,
      },
      { refund: { amountMinor: 1001, refundedAt: at } },
      { payment: paid(400), refund: { amountMinor: 401, refundedAt: at } },
      { payment: paid(0) },
      { payment: null, refund: { amountMinor: 1, refundedAt: at } },
      { authorizedMinor: -1 },
      { totalMinor: 0.5 },
      { totalMinor: Number.MAX_SAFE_INTEGER, shippingMinor: Number.MAX_SAFE_INTEGER },
      { lines: [{ ...line, quantity: 1_000_000, unitPriceMinor: Number.MAX_SAFE_INTEGER }] },
    ]
    const outcomes = await importAsOperator(kontor.kontor, [
      createDraft(1),
      ...wrong.map((changes, index) => createDraft(index + 2, changes)),
      createDraft(20),
    ])
    expect(outcomes).toEqual([
      { outcome: 'created', number: 'SO260301-00001' },
      ...wrong.map(() => ({ outcome: 'refused' as const, reason: 'incoherent' as const })),
      { outcome: 'created', number: 'SO260301-00002' },
    ])
    expect(await read().selectFrom('orders').select('number').execute()).toHaveLength(2)
  })

  test('an order that exceeds the ledger capacity is rejected, also across days and with existing entries', async () => {
    const largest = Number.MAX_SAFE_INTEGER
    const half = (index: number, changes: Partial<OrderDraft> = {}) => {
      const totalMinor = (largest - 1) / 2
      const placedAt = createDraft(0).placedAt + index * 86_400_000
      const payment = { provider: `P${index}`, reference: '', capturedMinor: totalMinor, capturedAt: placedAt }
      return createDraft(index, { totalMinor, placedAt, payment, ...changes })
    }
    const back = (index: number) => half(index, { refund: { amountMinor: 1, refundedAt: half(index).placedAt } })
    expect(
      await importAsOperator(kontor.kontor, [half(1), back(2), back(2), createDraft(3), half(4, { currency: 'USD' })]),
    ).toMatchObject([
      { outcome: 'created' },
      { outcome: 'created' },
      { outcome: 'unchanged' },
      { outcome: 'refused', reason: 'books-full' },
      { outcome: 'created' },
    ])
    expect(await importAsOperator(kontor.kontor, [createDraft(5), createDraft(6, { payment: null })])).toMatchObject([
      { outcome: 'refused', reason: 'books-full' },
      { outcome: 'created' },
    ])
    expect(await classifyDrafts(read(), [createDraft(5)])).toEqual([{ outcome: 'refused', reason: 'books-full' }])
    const owner = await kontor.createUser('owner')
    for (const path of ['/', '/?period=all', '/orders', '/finance', '/finance?from=2026-03-02'])
      expect([path, (await owner.fetch(path)).status]).toEqual([path, 200])
    const checks = await checkRows(kontor.kontor)
    expect(checks.filter(({ passed }) => !passed)).toEqual([])
  })
})
