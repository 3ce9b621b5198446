import { migrations, splitStatements } from '#server/db/migrate.ts'
import type { Database } from '#server/db/database.ts'
import { recordCountChanges } from '#server/orders/counts.ts'
import { createDraft, importAsOperator } from '#tests/server/orders/create-draft.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { findViolations } from '#tests/support/find-violations.ts'
import { createTestKontor } from '#tests/support/test-kontor.ts'
import { expect, test } from 'bun:test'
import { sql } from 'kysely'

/** Runs a migration again, on data as an older program wrote it. */
const migrateAgain = (database: Database, name: string): Promise<void> =>
  database.inTransaction(async (transaction) => {
    const migration = migrations.find((each) => each.name === name)
    for (const statement of splitStatements(migration?.text ?? '')) await sql.raw(statement).execute(transaction)
  })

forEachDatabase((_, open) => {
  test('what entries move is counted once for each account', async () => {
    const kontor = await createTestKontor(await open())
    const { database } = kontor.kontor
    await importAsOperator(kontor.kontor, [createDraft(1), createDraft(2)])
    await database.inTransaction(async (transaction) => {
      for (const table of ['ledger_day_totals', 'ledger_month_totals'])
        await sql.raw(`update ${table} set in_count = 2 * in_count`).execute(transaction)
    })
    expect(await findViolations(kontor)).not.toEqual([])
    await migrateAgain(database, '006-moves-counted-once')
    expect(await findViolations(kontor)).toEqual([])
  })

  test('the token of a reference without letters and digits is removed', async () => {
    const kontor = await createTestKontor(await open())
    const { database } = kontor.kontor
    await importAsOperator(kontor.kontor, [createDraft(1)])
    await database.inTransaction(async (transaction) => {
      await sql`insert into order_tokens (part, token, placed_at, order_key)
        select max(part), '=', max(placed_at), order_key from order_tokens group by order_key`.execute(transaction)
    })
    expect(await findViolations(kontor)).not.toEqual([])
    await migrateAgain(database, '007-references-of-signs')
    expect(await findViolations(kontor)).toEqual([])
  })

  test('a book from before the sums of customers gets those of its orders', async () => {
    const kontor = await createTestKontor(await open())
    const { database } = kontor.kontor
    const own = { email: 'ann@mail.example', phone: '' }
    const refund = { amountMinor: 300, refundedAt: createDraft(9).placedAt }
    await importAsOperator(kontor.kontor, [
      createDraft(1, own),
      createDraft(2, { ...own, refund }),
      createDraft(3, { ...own, currency: 'USD', payment: null }),
      createDraft(4),
      createDraft(5, { email: '', phone: '' }),
    ])
    const listSums = () =>
      database.read.selectFrom('customer_sums').selectAll().orderBy('customer_number').orderBy('currency').execute()
    const before = await listSums()
    expect(before.map((sum) => [sum.currency, sum.order_count, sum.spent_minor])).toEqual([
      ['CNY', 2, 1700],
      ['USD', 1, 0],
      ['CNY', 1, 1000],
    ])
    await database.inTransaction((transaction) => sql`drop table customer_sums`.execute(transaction))
    await migrateAgain(database, '011-customer-sums')
    expect(await listSums()).toEqual(before)
    expect(await findViolations(kontor)).toEqual([])
  })

  test('an order of which the rest was written off is paid', async () => {
    const kontor = await createTestKontor(await open())
    const { database } = kontor.kontor
    const owner = await kontor.createUser('owner')
    const payment = { provider: 'alipay', reference: '', capturedMinor: 999, capturedAt: kontor.clock.now }
    await importAsOperator(kontor.kontor, [
      createDraft(1, { payment, placedAt: kontor.clock.now }),
      createDraft(2, { payment: { ...payment, capturedMinor: 400 }, placedAt: kontor.clock.now }),
    ])
    const listOrders = () => database.read.selectFrom('orders').selectAll().orderBy('external_number').execute()
    const listStatuses = async () => (await listOrders()).map((order) => order.payment_status)
    const [number = ''] = (await listOrders()).map((order) => order.number)
    const writeOff = { reason: 'Bank fee', version: 1 }
    expect((await owner.fetch(`/api/orders/${number}/write-offs`, { json: writeOff })).status).toBe(200)
    const before = (await listOrders()).slice(0, 1)
    const after = before.map((order) => ({ ...order, payment_status: 'partially_paid' as const }))
    await database.inTransaction(async (transaction) => {
      await transaction
        .updateTable('orders')
        .set('payment_status', 'partially_paid')
        .where('number', '=', number)
        .execute()
      await recordCountChanges(transaction, kontor.kontor, { before, after })
    })
    expect(await findViolations(kontor)).not.toEqual([])
    await migrateAgain(database, '008-written-off-orders')
    expect(await listStatuses()).toEqual(['paid', 'partially_paid'])
    expect(await findViolations(kontor)).toEqual([])
  })
})
