import { sqlitePath } from '#server/db/sqlite.ts'
import { scheduleSealing } from '#server/events/sealing.ts'
import { recordCountChanges, scheduleCountMerge } from '#server/orders/counts.ts'
import { listOrderRanges, orderSlices } from '#server/self-check/orders/order-slices-store.ts'
import { verify } from '#server/self-check/verify.ts'
import { updateFilterTokens } from '#server/orders/tokens/filter-token-store.ts'
import { reverseEntry } from '#server/finance/reversals.ts'
import { checkIds } from '#shared/self-check/checks.ts'
import { createOrder } from '#tests/server/finance/create-order.ts'
import { createLedgerFixture, type LedgerFixture } from '#tests/server/finance/ledger-fixture.ts'
import { createDraft, importAsOperator } from '#tests/server/orders/create-draft.ts'
import { createSmallBook } from '#tests/server/finance/small-book.ts'
import { forEachDatabase, type TestDatabase } from '#tests/support/databases.ts'
import type { TestKontor } from '#tests/support/test-kontor.ts'
import { SQL } from 'bun'
import { Database as BunDatabase } from 'bun:sqlite'
import { beforeAll, describe, expect, test } from 'bun:test'

/** Changes the database without the program, on SQLite without foreign keys and checks. */
async function executeDirectly({ config }: TestDatabase, ...statements: string[]): Promise<void> {
  if (config.databaseUrl === '') {
    using file = new BunDatabase(sqlitePath(config.dataFolder))
    for (const pragma of ['busy_timeout = 5000', 'ignore_check_constraints = on', 'foreign_keys = off'])
      file.run(`pragma ${pragma}`)
    for (const statement of statements) file.run(statement)
  } else {
    await using sql = new SQL(config.databaseUrl, { max: 1 })
    for (const statement of statements) await sql.unsafe(statement)
  }
}

const findViolations = async (fixture: Pick<LedgerFixture, 'kontor'>, threads = 0): Promise<Record<string, string[]>> =>
  Object.fromEntries(
    (await verify(fixture.kontor, { threads, rowsPerThread: 1 })).checks
      .filter(({ passed }) => !passed)
      .map(({ id, violations }) => [id, violations]),
  )

/** A refund that succeeded and then came back: its entry is reversed, and it counts nowhere. */
async function reverseFailedRefund(fixture: LedgerFixture): Promise<void> {
  const { id } = await createOrder(fixture, { captured: [8_388], refunded: [700] })
  await fixture.kontor.database.inTransaction(async (transaction) => {
    const { seq } = await transaction.selectFrom('book').select('head_seq as seq').executeTakeFirstOrThrow()
    await reverseEntry(transaction, fixture.context, { seq, memo: '', source: 'test', externalId: 'returned' })
    await transaction
      .updateTable('refunds')
      .set({ status: 'failed', granted_minor: 0 })
      .where('order_id', '=', id)
      .execute()
    await transaction.updateTable('payments').set({ refunded_minor: 0 }).where('order_id', '=', id).execute()
    const before = await transaction.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const changes = { refunded_minor: 0, granted_minor: 0, payment_status: 'paid' } as const
    await transaction.updateTable('orders').set(changes).where('id', '=', id).execute()
    const after = { ...before, ...changes }
    await recordCountChanges(transaction, fixture.kontor, { before: [before], after: [after] })
    await updateFilterTokens(transaction, after, 'Asia/Shanghai')
  })
}

type SchemaChange = [statements: string[], difference: string]

/**
 * Changes of the schema, and what the check says about them. Those of a list are made together, because PostgreSQL takes long to make a schema to compare with: no
 * two of them change the same object.
 */
const schemaChanges: Record<'sqlite' | 'postgres', SchemaChange[][]> = {
  sqlite: [
    [
      [['drop trigger events_reject_update'], 'trigger events_reject_update: missing'],
      [['drop index payments_by_order'], 'index payments_by_order: missing'],
      [
        [
          'drop index credentials_one_password_per_user',
          'create index credentials_one_password_per_user on credentials (id)',
        ],
        'index credentials_one_password_per_user: ',
      ],
      [['alter table users add column note text'], 'table users: '],
      [['drop table throttles'], 'table throttles: missing'],
      [['create table forged (id text)'], 'table forged: not in the migrations'],
      [
        ['create trigger forged after insert on orders begin delete from sessions; end'],
        'trigger forged: not in the migrations',
      ],
      [[`update migrations set name = 'x'`], 'migrations 1: '],
    ],
    [
      [
        [
          'drop trigger events_reject_update',
          'create trigger events_reject_update before update on events begin select 1; end',
        ],
        'trigger events_reject_update: ',
      ],
    ],
  ],
  postgres: [
    [
      [['drop trigger events_reject_change on events'], 'trigger events.events_reject_change: missing'],
      [
        ['create or replace function reject_change() returns trigger language plpgsql as $$ begin return null; end $$'],
        'function reject_change: ',
      ],
      [['drop index payments_by_order'], 'index payments.payments_by_order: missing'],
      [['alter table orders drop constraint orders_total_adds_up'], 'constraint orders.orders_total_adds_up: missing'],
      [
        ['alter table order_lines drop constraint order_lines_order_id_fkey'],
        'constraint order_lines.order_lines_order_id_fkey: missing',
      ],
      [['alter table orders alter column note drop not null'], 'column orders.note: '],
      [['alter table users add column note text'], 'column users.note: not in the migrations'],
      [['drop table throttles'], 'table throttles: missing'],
      [['create table forged (id text)'], 'table forged: not in the migrations'],
      [['create rule forged as on delete to orders do instead nothing'], 'rule orders.forged: not in the migrations'],
      [['grant delete on ledger_links to public'], 'right to delete rows of ledger_links: not in the migrations'],
      [[`update migrations set name = 'x'`], 'migrations 1: '],
    ],
    [
      [['alter table events disable trigger events_reject_change'], 'trigger events.events_reject_change: '],
      [['alter table order_lines disable trigger all'], 'constraint order_lines.order_lines_order_id_fkey: '],
    ],
  ],
}

forEachDatabase((name, open) => {
  describe('a book with everything', () => {
    let book: TestKontor
    beforeAll(async () => {
      book = await createSmallBook(await open())
    })

    test('passes every check on correct books, and every check examines rows', async () => {
      const { kontor, clock } = book
      const { at, checks } = await verify(kontor)
      expect(at).toBe(clock.now)
      expect(checks.map(({ id }) => id)).toEqual(checkIds.filter((id) => id !== 'indexes' && id !== 'kept-heads'))
      expect(checks.filter(({ passed, violations }) => !passed || violations.length > 0)).toEqual([])
      expect(checks.filter(({ examined }) => examined === 0)).toEqual([])
    })

    test('reads every order in exactly one range', async () => {
      const { kontor } = book
      const { read } = kontor.database
      const ranges = await listOrderRanges(read, 3)
      expect(ranges.map(({ after }) => after)).toEqual([null, ...ranges.slice(0, -1).map(({ through }) => through)])
      expect(ranges.at(-1)?.through).toBe(null)
      const numbers: string[][] = []
      for (const range of ranges)
        for await (const { orders } of orderSlices(read, range)) numbers.push(orders.map(({ number }) => number))
      expect(Math.max(...numbers.map(({ length }) => length))).toBe(3)
      const orders = await read.selectFrom('orders').select('number').orderBy('number').execute()
      expect(numbers.flat().toSorted()).toEqual(orders.map(({ number }) => number))
    })

    test('says which heads are not in their chain', async () => {
      const { kontor } = book
      const { heads } = await verify(kontor)
      const keptHeads = [
        { chain: 'ledger', ...heads.ledger },
        { chain: 'events', ...heads.events },
      ] as const
      await importAsOperator(kontor, [createDraft(99)])
      await scheduleSealing(kontor, 0)
      const passed = await verify(kontor, { keptHeads })
      expect(passed.checks.at(-1)).toEqual({ id: 'kept-heads', passed: true, examined: 2, violations: [] })
      expect(passed.heads.ledger.seq).toBeGreaterThan(heads.ledger.seq)
      const [ledger, events] = keptHeads
      const forged = await verify(kontor, { keptHeads: [ledger, { ...events, hash: ledger.hash }] })
      expect(forged.checks.at(-1)).toEqual({
        id: 'kept-heads',
        passed: false,
        examined: 2,
        violations: [`events:${events.seq}:${ledger.hash}: not in the chain`],
      })
    })

    test('reports each check as it is done and its progress, and stops when asked to', async () => {
      const { kontor } = book
      const done: string[] = []
      const shares: number[] = []
      await verify(kontor, { onCheck: ({ id }) => done.push(id), onProgress: (share) => shares.push(share) })
      expect(done).toEqual(checkIds.filter((id) => id !== 'indexes' && id !== 'kept-heads'))
      expect(shares).toEqual(shares.toSorted((a, b) => a - b))
      expect(shares.at(-1)).toBe(1)
      const controller = new AbortController()
      const stopped = verify(kontor, { onProgress: () => controller.abort(), signal: controller.signal })
      await expect(stopped).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }))
      const inThreads = verify(kontor, { threads: 2, rowsPerThread: 1, signal: AbortSignal.abort() })
      await expect(inThreads).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }))
      expect(await verify(kontor, { threads: 2, rowsPerThread: 1 })).toEqual(await verify(kontor))
    })
  })

  test('finds the same in several threads', async () => {
    const testDatabase = await open()
    const { kontor } = await createSmallBook(testDatabase)
    // Merging counts between both runs would change what they find.
    await scheduleCountMerge(kontor, 0)
    await executeDirectly(
      testDatabase,
      `update orders set note = 'forged' where number = 'SO260301-00005'`,
      `update counters set value = value + 1 where key like 'SO%'`,
      `delete from order_counts`,
    )
    const done: string[] = []
    const inThreads = await verify(kontor, { threads: 2, rowsPerThread: 1, onCheck: ({ id }) => done.push(id) })
    expect(inThreads).toEqual(await verify(kontor))
    expect(done).toEqual(inThreads.checks.map(({ id }) => id))
    expect(inThreads.checks.filter(({ passed }) => !passed).map(({ id }) => id)).toEqual([
      'orders-as-received',
      'search-tokens',
      'document-numbers',
      'order-counts',
    ])
  })

  test('passes every check on empty books', async () => {
    expect(await findViolations(await createLedgerFixture(await open()))).toEqual({})
  })

  test('passes every check after several payments, refunds, and a reversal', async () => {
    const fixture = await createLedgerFixture(await open())
    await createOrder(fixture, { captured: [2_000, 6_388], shipped: 'all' })
    await createOrder(fixture, { captured: [9_000], currency: 'USD', provider: 'Stripe' })
    await createOrder(fixture, { captured: [8_388], refunded: [1_000, 500], shipped: 'part' })
    await createOrder(fixture, { captured: [7_800], taxesIncluded: true, provider: 'WeChat Pay' })
    await reverseFailedRefund(fixture)
    expect(await findViolations(fixture)).toEqual({})
  })

  test('names what differs from the schema of the migrations', async () => {
    for (const changes of schemaChanges[name]) {
      const testDatabase = await open()
      await executeDirectly(testDatabase, ...changes.flatMap(([statements]) => statements))
      const { differences } = await testDatabase.database.compareSchema()
      const isNamed = ([, difference]: SchemaChange): boolean => differences.some((each) => each.startsWith(difference))
      const unnamed = changes.filter((change) => !isNamed(change))
      expect({ differences, unnamed }).toEqual({ differences, unnamed: [] })
    }
  })

  test('leaves nothing behind after comparing the schema', async () => {
    const { database } = await open()
    const before = await database.compareSchema()
    expect(before.objects).toBeGreaterThan(50)
    expect(await database.compareSchema()).toEqual({ objects: before.objects, differences: [] })
  })

  test('fails the checks that cannot be finished and names an amount beyond the exact range', async () => {
    const testDatabase = await open()
    const fixture = await createLedgerFixture(testDatabase)
    await createOrder(fixture, { captured: [9_000], currency: 'USD' })
    const statement = `update payments set captured_minor = 9007199254740993 where currency = 'USD'`
    await executeDirectly(
      testDatabase,
      ...(name === 'postgres' ? ['alter table payments drop constraint payments_captured_within_amount'] : []),
      statement,
    )
    for (const threads of [0, 2]) {
      const violations = await findViolations(fixture, threads)
      expect(violations['order-money']).toEqual(['→ amounts-exact'])
      expect(violations['amounts-exact']).toEqual([
        expect.stringMatching(/^payments PY\S+: captured_minor 9007199254740993$/),
      ])
    }
  })

  test('fails in threads with the error that the database gave, and its code', async () => {
    const testDatabase = await open()
    const fixture = await createLedgerFixture(testDatabase)
    await createOrder(fixture, { captured: [8_388] })
    await executeDirectly(testDatabase, 'alter table ledger_postings rename to moved_postings')
    for (const threads of [0, 2]) {
      const [result] = await Promise.allSettled([verify(fixture.kontor, { threads, rowsPerThread: 1 })])
      expect(result).toMatchObject({
        reason: {
          message: expect.stringContaining('ledger_postings'),
          ...(testDatabase.config.databaseUrl === '' ? { code: 'SQLITE_ERROR', errno: 1 } : { errno: '42P01' }),
        },
      })
    }
  })

  test('reads one snapshot while others write', async () => {
    const fixture = await createLedgerFixture(await open())
    await createOrder(fixture, { captured: [8_388] })
    let isWriting = true
    let written = 0
    const writer = (async () => {
      while (isWriting) {
        await createOrder(fixture, { captured: [8_388], refunded: [100] })
        written++
        await Bun.sleep(10)
      }
    })()
    try {
      for (const threads of [0, 1, 2]) {
        const before = written
        expect(await findViolations(fixture, threads)).toEqual({})
        expect(written).toBeGreaterThan(before)
      }
    } finally {
      isWriting = false
      await writer
    }
    expect(await findViolations(fixture)).toEqual({})
  })
})
