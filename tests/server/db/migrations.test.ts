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

  test('payment statuses follow from what is owed', async () => {
    const kontor = await createTestKontor(await open())
    const { database } = kontor.kontor
    const [placedAt, owner] = [kontor.clock.now, await kontor.createUser('owner')]
    const part = { provider: 'alipay', reference: '', capturedMinor: 400, capturedAt: placedAt }
    await importAsOperator(kontor.kontor, [
      createDraft(1, { payment: part, placedAt }),
      createDraft(2, { payment: { ...part, capturedMinor: 999 }, placedAt }),
      createDraft(3, { placedAt }),
    ])
    const listOrders = () =>
      database.read.selectFrom('orders').select(['number', 'payment_status']).orderBy('external_number').execute()
    const [first, second] = await listOrders()
    const refund = { amount: '1.00', reason: 'Damaged box' }
    expect((await owner.fetch(`/api/orders/${first?.number}/refunds`, { json: refund })).status).toBe(201)
    const writeOff = { reason: 'Bank fee', version: 1 }
    expect((await owner.fetch(`/api/orders/${second?.number}/write-offs`, { json: writeOff })).status).toBe(200)
    await database.inTransaction(async (transaction) => {
      const older = { partially_paid: 'partially_refunded', paid: 'partially_paid' } as const
      const changed = [...(await listOrders()).slice(0, 2)]
      for (const { number, payment_status: status } of changed) {
        const before = await transaction
          .selectFrom('orders')
          .selectAll()
          .where('number', '=', number)
          .executeTakeFirstOrThrow()
        const after = { ...before, payment_status: older[status as keyof typeof older] }
        await transaction
          .updateTable('orders')
          .set({ payment_status: after.payment_status })
          .where('number', '=', number)
          .execute()
        await recordCountChanges(transaction, kontor.kontor, { before: [before], after: [after] })
      }
    })
    expect((await listOrders()).map((row) => row.payment_status)).toEqual([
      'partially_refunded',
      'partially_paid',
      'paid',
    ])
    expect(await findViolations(kontor)).not.toEqual([])
    await migrateAgain(database, '008-payment-statuses')
    expect((await listOrders()).map((row) => row.payment_status)).toEqual(['partially_paid', 'paid', 'paid'])
    expect(await findViolations(kontor)).toEqual([])
  })
})
