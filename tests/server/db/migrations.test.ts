import { migrations, splitStatements } from '#server/db/migrate.ts'
import type { Database } from '#server/db/database.ts'
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
})
