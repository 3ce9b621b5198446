import { newId } from '#server/db/id.ts'
import { migrations, splitStatements } from '#server/db/migrate.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { createAccount } from '#tests/support/test-user.ts'
import { createOrder } from '#tests/server/finance/create-order.ts'
import { createLedgerFixture } from '#tests/server/finance/ledger-fixture.ts'
import { expect, test } from 'bun:test'
import { sql } from 'kysely'

const statements = migrations.flatMap(({ text }) => splitStatements(text))

test('gives every check and every unique constraint a name', () => {
  const checks = statements.flatMap((statement) => statement.match(/.*\b(?:check|unique) \(.*/g) ?? [])
  expect(checks.length).toBeGreaterThan(20)
  expect(checks.filter((line) => !/constraint \w+ (?:check|unique) \(/.test(line))).toEqual([])
})

test('lists the words of a column in no constraint', () => {
  expect(statements.filter((statement) => /check \([^)]*\bin \('/.test(statement))).toEqual([])
})

forEachDatabase((_name, open) => {
  const changes: [constraint: string, statement: string][] = [
    ['orders_total_adds_up', `update orders set total_minor = total_minor + 1`],
    ['orders_refunded_within_captured', `update orders set refunded_minor = captured_minor + 1`],
    ['orders_cancelled_have_time', `update orders set status = 'cancelled'`],
    ['order_lines_total_adds_up', `update order_lines set total_minor = total_minor - 1`],
    ['order_lines_shipped_within_quantity', `update order_lines set shipped_quantity = quantity + 1`],
    ['payments_refunded_within_captured', `update payments set refunded_minor = captured_minor + 1`],
    ['refunds_succeeded_have_time', `update refunds set refunded_at = null`],
    ['shipment_lines_quantity_positive', `update shipment_lines set quantity = 0`],
  ]
  test('rejects a change that breaks an amount, and names the constraint', async () => {
    const testDatabase = await open()
    await createOrder(await createLedgerFixture(testDatabase), { captured: [8_388], refunded: [88], shipped: 'all' })
    const { database } = testDatabase
    for (const [constraint, statement] of changes) {
      const change = database.inTransaction((transaction) => sql.raw(statement).execute(transaction))
      await expect(change).rejects.toThrow(constraint)
    }
  })

  test('allows one password per user, and one user per subject of an issuer', async () => {
    const { database } = await open()
    const kontor = { database, now: () => 1 }
    const user = await createAccount({ kontor } as Parameters<typeof createAccount>[0], 'viewer')
    const insert = (kind: 'password' | 'oidc' | 'recovery', subject: string | null, userId = user.id) =>
      database.inTransaction((transaction) =>
        transaction
          .insertInto('credentials')
          .values({
            id: newId(),
            user_id: userId,
            kind,
            issuer: kind === 'oidc' ? 'https://id.example' : '',
            subject,
            secret: 'x',
            label: '',
            details: '{}',
            created_at: 1,
            last_used_at: null,
          })
          .execute(),
      )
    await expect(insert('password', null)).rejects.toThrow()
    await insert('recovery', null)
    await insert('recovery', null)
    await insert('oidc', 'anna')
    await expect(insert('oidc', 'anna')).rejects.toThrow()
    await expect(insert('recovery', null, newId())).rejects.toThrow()
  })
})
