import type { Database } from '#server/db/database.ts'
import { sqlitePath } from '#server/db/sqlite.ts'
import { recordEvents } from '#server/events/events.ts'
import { scheduleSealing } from '#server/events/sealing.ts'
import { reverseEntry } from '#server/finance/reversals.ts'
import { verify } from '#server/finance/verify.ts'
import { checkIds } from '#shared/finance/checks.ts'
import { createAccount } from '#tests/support/test-user.ts'
import { forEachDatabase, type TestDatabase } from '#tests/support/databases.ts'
import { createOrder } from '#tests/server/finance/create-order.ts'
import { createLedgerFixture, type LedgerFixture } from '#tests/server/finance/ledger-fixture.ts'
import { SQL } from 'bun'
import { Database as BunDatabase } from 'bun:sqlite'
import { expect, test } from 'bun:test'

/** Orders of every kind: unpaid, partially paid, paid, overpaid, partially and fully refunded, with tax included and added, in two currencies. */
async function createBusyLedger(testDatabase: TestDatabase): Promise<LedgerFixture> {
  const fixture = await createLedgerFixture(testDatabase)
  await createOrder(fixture, {})
  await createOrder(fixture, { captured: [2_000], shipped: 'part' })
  await createOrder(fixture, { captured: [2_000, 6_388], shipped: 'all' })
  await createOrder(fixture, { captured: [9_000], currency: 'USD', provider: 'Stripe' })
  await createOrder(fixture, { captured: [8_388], refunded: [1_000, 500] })
  await createOrder(fixture, { captured: [8_388], refunded: [8_388], shipped: 'all' })
  await createOrder(fixture, { captured: [7_800], taxesIncluded: true, provider: 'WeChat Pay' })
  await createOrder(fixture, { status: 'cancelled', taxesIncluded: true })
  await reverseFailedRefund(fixture)
  await createAccount(fixture, 'viewer')
  await recordSealedEvents(fixture, 5)
  return fixture
}

/** Records events in as many transactions and waits until they are sealed. */
async function recordSealedEvents({ kontor, context }: LedgerFixture, count: number): Promise<void> {
  for (let index = 0; index < count; index++)
    await kontor.database.inTransaction((transaction) =>
      recordEvents(transaction, context, {
        action: 'orders.imported',
        objectType: 'import',
        objectId: `import ${index}`,
        objectLabel: `orders-${index}.csv`,
      }),
    )
  await scheduleSealing(kontor, 0)
}

/** A refund that succeeded and then came back: its entry is reversed, and it counts nowhere. */
async function reverseFailedRefund(fixture: LedgerFixture): Promise<void> {
  const { id } = await createOrder(fixture, { captured: [8_388], refunded: [700] })
  await fixture.kontor.database.inTransaction(async (transaction) => {
    const { seq } = await transaction.selectFrom('book').select('head_seq as seq').executeTakeFirstOrThrow()
    await reverseEntry(transaction, fixture.context, { seq, memo: '', source: 'test', externalId: 'returned' })
    await transaction.updateTable('refunds').set({ status: 'failed' }).where('order_id', '=', id).execute()
    await transaction.updateTable('payments').set({ refunded_minor: 0 }).where('order_id', '=', id).execute()
    const amounts = { refunded_minor: 0, granted_minor: 0, payment_status: 'paid' as const }
    await transaction.updateTable('orders').set(amounts).where('id', '=', id).execute()
  })
}

/** Changes the database without the program: drops its triggers and ignores its constraints. */
async function executeDirectly({ database, config }: TestDatabase, ...statements: string[]): Promise<void> {
  if (database.dialect === 'sqlite') {
    const file = new BunDatabase(sqlitePath(config.dataFolder))
    file.run('pragma busy_timeout = 5000')
    file.run('pragma ignore_check_constraints = on')
    file.run('pragma foreign_keys = off')
    for (const { name } of file
      .query<{ name: string }, []>(`select name from sqlite_schema where type = 'trigger'`)
      .all())
      file.run(`drop trigger ${name}`)
    for (const statement of statements) file.run(statement)
    file.close()
    return
  }
  const sql = new SQL(config.databaseUrl, { max: 1 })
  await sql.unsafe('set session_replication_role = replica')
  const checks = await sql.unsafe<{ relation: string; name: string }[]>(
    `select conrelid::regclass::text as relation, conname as name from pg_constraint where contype = 'c' and conrelid <> 0`,
  )
  for (const { relation, name } of checks) await sql.unsafe(`alter table ${relation} drop constraint "${name}"`)
  for (const statement of statements) await sql.unsafe(statement)
  await sql.close()
}

const findViolations = async (fixture: LedgerFixture): Promise<Record<string, string[]>> =>
  Object.fromEntries(
    (await verify(fixture.kontor)).checks.filter(({ passed }) => !passed).map(({ id, violations }) => [id, violations]),
  )

/** Every column with an amount or quantity of ledger and orders. */
const amountColumns: [table: string, column: string, key: string][] = [
  ...['subtotal_minor', 'discount_minor', 'shipping_minor', 'tax_minor', 'total_minor', 'authorized_minor'].map(
    (column): [string, string, string] => ['orders', column, 'number'],
  ),
  ...['captured_minor', 'refunded_minor', 'granted_minor', 'item_count'].map((column): [string, string, string] => [
    'orders',
    column,
    'number',
  ]),
  ...['quantity', 'shipped_quantity', 'unit_price_minor', 'discount_minor', 'total_minor'].map(
    (column): [string, string, string] => ['order_lines', column, 'order_id'],
  ),
  ['payments', 'amount_minor', 'number'],
  ['payments', 'captured_minor', 'number'],
  ['payments', 'refunded_minor', 'number'],
  ['refunds', 'amount_minor', 'number'],
  ['shipment_lines', 'quantity', 'shipment_id'],
  ['ledger_accounts', 'balance_minor', 'code'],
  ['ledger_accounts', 'posting_count', 'code'],
  ['ledger_entries', 'posting_count', 'seq'],
  ['ledger_postings', 'amount_minor', 'entry_seq'],
  ['ledger_postings', 'balance_minor', 'entry_seq'],
  ['ledger_day_totals', 'debit_minor', 'account_id'],
  ['ledger_day_totals', 'credit_minor', 'account_id'],
  ['ledger_day_totals', 'debit_count', 'account_id'],
  ['ledger_day_totals', 'credit_count', 'account_id'],
]

/** The second column of the key of a table. */
const secondKeys: Partial<Record<string, string>> = {
  order_lines: 'id',
  shipment_lines: 'line_id',
  ledger_postings: 'position',
}

/** The amount of a refund that moved no money is compared with nothing. */
const movedRefunds = ` where status = 'succeeded'`

/** Tables whose rows are reported with the number of their order, and how to find it. */
const orderNumberQuery: Partial<Record<string, string>> = {
  order_lines: 'select number from orders where id = order_lines.order_id',
  shipment_lines: 'select number from orders where id = shipment_lines.order_id',
}

forEachDatabase((name, open) => {
  const openBusyLedger = async (): Promise<{ testDatabase: TestDatabase; fixture: LedgerFixture }> => {
    const testDatabase = await open()
    return { testDatabase, fixture: await createBusyLedger(testDatabase) }
  }

  test('passes every check on correct books, and every check examines rows', async () => {
    const { fixture } = await openBusyLedger()
    const { at, checks } = await verify(fixture.kontor)
    expect(at).toBe(fixture.clock.now)
    expect(checks.map(({ id }) => id)).toEqual([...checkIds])
    expect(checks.filter(({ passed, violations }) => !passed || violations.length > 0)).toEqual([])
    expect(checks.filter(({ examined }) => examined === 0)).toEqual([])
  })

  test('passes every check on empty books', async () => {
    expect(await findViolations(await createLedgerFixture(await open()))).toEqual({})
  })

  test('names the row of any amount that was changed by hand', async () => {
    const { testDatabase, fixture } = await openBusyLedger()
    await executeDirectly(testDatabase)
    for (const [table, column, key] of amountColumns) {
      const position = secondKeys[table] ?? key
      const keys = (await queryRows(
        testDatabase.database,
        `select distinct ${key} as a, ${position} as b from ${table}${table === 'refunds' ? movedRefunds : ''}`,
      )) as RowKey[]
      expect(keys.length).toBeGreaterThan(0)
      for (const { a, b } of keys) {
        const where = `${key} = ${toSqlLiteral(a)} and ${position} = ${toSqlLiteral(b)}${table === 'ledger_day_totals' ? ` and accounting_day = (select min(accounting_day) from ledger_day_totals d where d.account_id = ${toSqlLiteral(a)})` : ''}`
        const label = `${table}.${column} of ${a} ${b}`
        await executeDirectly(testDatabase, `update ${table} set ${column} = ${column} + 1 where ${where}`)
        const violations = await findViolations(fixture)
        const named = orderNumberQuery[table]
        const [row] = named
          ? ((await queryRows(
              testDatabase.database,
              `select (${named}) as a from ${table} where ${where}`,
            )) as RowKey[])
          : [{ a }]
        expect({ label, seen: Object.keys(violations).length > 0 }).toEqual({ label, seen: true })
        const rows = Object.values(violations).flat()
        expect({ label, rows, named: rows.some((text) => text.includes(String(row?.a))) }).toEqual({
          label,
          rows,
          named: true,
        })
        await executeDirectly(testDatabase, `update ${table} set ${column} = ${column} - 1 where ${where}`)
      }
    }
    expect(await findViolations(fixture)).toEqual({})
  }, 120_000)

  const changes: [title: string, statement: string, check: string, row: string][] = [
    [
      'the status of a succeeded refund to approved',
      `update refunds set status = 'approved' where status = 'succeeded'`,
      'documents-have-entries',
      'refunds RF-',
    ],
    [
      'the status of a failed refund to succeeded',
      `update refunds set status = 'succeeded' where status = 'failed'`,
      'documents-have-entries',
      'refunds RF-',
    ],
    [
      'the entry that a reversal reverses',
      `update ledger_entries set reverses = 1 where reverses is not null`,
      'reversals',
      'ledger_entries 1',
    ],
    [
      'a reversal without the entry it reverses',
      `update ledger_entries set reverses = null where reverses is not null`,
      'reversals',
      'which is not an earlier entry',
    ],
    [
      'the amount of a reversal',
      `update ledger_postings set amount_minor = amount_minor * 2 where entry_seq = (select seq from ledger_entries where reverses is not null)`,
      'reversals',
      'postings',
    ],
    [
      'the link of a reversal',
      `update ledger_links set number = 'x' where type = 'refund' and entry_seq = (select seq from ledger_entries where reverses is not null)`,
      'reversals',
      'links',
    ],
    [
      'the line of a shipment',
      `update shipment_lines set line_id = (select id from order_lines where order_lines.order_id <> shipment_lines.order_id limit 1) where line_id = (select max(line_id) from shipment_lines)`,
      'shipped-quantities',
      'not of order SO-',
    ],
    ...['parameters', 'object_label', 'actor_name', 'request_id'].map((column): (typeof changes)[number] => [
      `the ${column} of an event`,
      `update events set ${column} = 'x' where object_id = 'import 2'`,
      'events-sealed',
      'events ',
    ]),
    [
      'the activity flag of an event',
      `update events set in_activity = 0 where object_id = 'import 2'`,
      'events-sealed',
      'events ',
    ],
    [
      'the hash of a seal',
      `update event_seals set hash = 'x' where seq = 3`,
      'events-sealed',
      'event_seals 4: previous_hash',
    ],
    ['a deletion of a seal', `delete from event_seals where seq = 3`, 'events-sealed', 'event_seals 4: seq 4 ≠ 3'],
    ['an event whose seal was deleted', `delete from event_seals where seq = 3`, 'events-complete', 'neither sealed'],
    [
      'a deletion of the last seal',
      `delete from event_seals where seq = 5`,
      'events-sealed',
      'event_chain 1: head_seq 5 ≠ 4',
    ],
    [
      'a deletion of an event',
      `delete from events where object_id = 'import 2'`,
      'events-sealed',
      'event_seals 3: no event',
    ],
    [
      'an event added',
      `insert into events select 'x', at, action, actor_type, actor_id, actor_name, object_type, object_id, object_label, parameters, in_activity, request_id, ip from events limit 1`,
      'events-complete',
      'events x: neither sealed nor waiting',
    ],
    ['the user of a credential', `update credentials set user_id = 'x'`, 'credentials-of-users', 'no user x'],
    ['a memo', `update ledger_entries set memo = 'x' where seq = 3`, 'entries-sealed', 'ledger_entries 3'],
    ['an actor', `update ledger_entries set actor_name = 'x' where seq = 3`, 'entries-sealed', 'ledger_entries 3'],
    ['a key', `update ledger_entries set external_id = 'x' where seq = 3`, 'entries-sealed', 'ledger_entries 3'],
    [
      'a time',
      `update ledger_entries set occurred_at = occurred_at + 1 where seq = 3`,
      'entries-sealed',
      'ledger_entries 3',
    ],
    [
      'a day',
      `update ledger_entries set accounting_day = '2026-01-01' where seq = 3`,
      'accounting-days',
      'ledger_entries 3',
    ],
    [
      'a hash',
      `update ledger_entries set hash = 'x' where seq = 3`,
      'entries-sealed',
      'ledger_entries 4: previous_hash',
    ],
    [
      'a link',
      `update ledger_links set object_id = 'x' where entry_seq = 3 and type = 'payment'`,
      'entries-have-documents',
      'ledger_links 3 payment',
    ],
    [
      'a linked number',
      `update ledger_links set number = 'x' where entry_seq = 3 and type = 'order'`,
      'entries-sealed',
      'ledger_entries 3',
    ],
    [
      'an account of a posting',
      `update ledger_postings set account_id = (select id from ledger_accounts where code = '5001.USD'), account_seq = 99 where entry_seq = 3 and position = 2`,
      'entries-balanced',
      'ledger_entries 3',
    ],
    [
      'the currency of an account',
      `update ledger_accounts set currency = 'EUR' where code = '5001'`,
      'entries-balanced',
      'ledger_entries 3',
    ],
    [
      'the type of an account',
      `update ledger_accounts set type = 'asset' where code = '5001'`,
      'accounts-by-chart',
      'ledger_accounts 5001',
    ],
    [
      'the default account of a purpose',
      `update ledger_accounts set is_default = 0 where code = '5001'`,
      'accounts-by-chart',
      'ledger_accounts 5001: default accounts for sales CNY 0 ≠ 1',
    ],
    [
      'the money flag of an account',
      `update ledger_accounts set is_money_account = 1 where code = '5001'`,
      'accounts-by-chart',
      'ledger_accounts 5001',
    ],
    [
      'a deletion of a posting',
      `delete from ledger_postings where entry_seq = 3 and position = 2`,
      'entries-complete',
      'ledger_entries 3: posting_count',
    ],
    ['a deletion of an entry', `delete from ledger_entries where seq = 3`, 'entries-numbered', 'ledger_entries 4: seq'],
    [
      'a deletion of the last entry',
      `delete from ledger_entries where seq = (select max(seq) from ledger_entries)`,
      'entries-numbered',
      'book 1: head_seq',
    ],
    ['a deletion of a day total', `delete from ledger_day_totals where debit_minor > 0`, 'day-totals', 'missing'],
    [
      'a deletion of a payment',
      `delete from payments where number like 'PY-%' and refunded_minor = 0 and currency = 'USD'`,
      'entries-have-documents',
      'ledger_links',
    ],
    [
      'the provider of a payment',
      `update payments set provider = 'x' where currency = 'USD'`,
      'documents-have-entries',
      'payments PY-',
    ],
    [
      'the payment status',
      `update orders set payment_status = 'paid' where payment_status = 'unpaid'`,
      'order-statuses',
      'payment_status paid ≠ unpaid',
    ],
    [
      'the fulfillment status',
      `update orders set fulfillment_status = 'fulfilled' where fulfillment_status = 'unfulfilled'`,
      'order-statuses',
      'fulfillment_status fulfilled ≠ unfulfilled',
    ],
    [
      'the currency of an order',
      `update orders set currency = 'EUR' where currency = 'USD'`,
      'order-money',
      'currency USD ≠ EUR',
    ],
    ['the kind of a refund', `update refunds set kind = 'balance'`, 'order-money', 'granted_minor'],
    [
      'the role of an account to an unknown one',
      `update ledger_accounts set role = 'x' where role = 'clearing' and currency = 'USD'`,
      'accounts-by-chart',
      'role x',
    ],
    ...['no JSON', 'null', '{"lines":5}', '{"lines":[null]}'].map((payload): (typeof changes)[number] => [
      `the received order to ${payload}`,
      `update order_imports set payload = '${payload}'`,
      'orders-as-received',
      'order_',
    ]),
  ]
  // The checks compare in JavaScript, the same for both databases.
  for (const [title, statement, check, row] of name === 'sqlite' ? changes : [])
    test(`finds ${title} changed by hand`, async () => {
      const { testDatabase, fixture } = await openBusyLedger()
      await executeDirectly(testDatabase, statement)
      expect((await findViolations(fixture))[check]?.join('\n') ?? '').toContain(row)
    })

  test('fails every check and names an amount beyond the exact range', async () => {
    const { testDatabase, fixture } = await openBusyLedger()
    await executeDirectly(testDatabase, `update payments set captured_minor = 9007199254740993 where currency = 'USD'`)
    const violations = await findViolations(fixture)
    expect(Object.keys(violations)).toEqual([...checkIds])
    expect(violations['amounts-exact']).toEqual([
      expect.stringMatching(/^payments PY-\S+: captured_minor 9007199254740993$/),
    ])
  })

  test('reads one snapshot while others write', async () => {
    const { fixture } = await openBusyLedger()
    let isWriting = true
    const writer = (async () => {
      while (isWriting) await createOrder(fixture, { captured: [8_388], refunded: [100] })
    })()
    for (let round = 0; round < 5; round++) expect(await findViolations(fixture)).toEqual({})
    isWriting = false
    await writer
    expect(await findViolations(fixture)).toEqual({})
  })
})

interface RowKey {
  a: string | number
  b: string | number
}
const toSqlLiteral = (value: string | number): string => (typeof value === 'number' ? String(value) : `'${value}'`)

async function queryRows(database: Database, text: string): Promise<unknown[]> {
  const { sql } = await import('kysely')
  return (await sql.raw(text).execute(database.read)).rows
}
