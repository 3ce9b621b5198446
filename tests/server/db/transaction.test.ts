import { newId } from '#server/db/id.ts'
import type { Transaction } from '#server/db/database.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { expect, test } from 'bun:test'
import { sql } from 'kysely'

const findCounter = (transaction: Transaction, key: string) =>
  transaction.selectFrom('counters').select('value').where('key', '=', key).executeTakeFirst()

async function increment(transaction: Transaction, key: string): Promise<number> {
  const value = ((await findCounter(transaction, key))?.value ?? 0) + 1
  await transaction
    .insertInto('counters')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()
  return value
}

forEachDatabase((name, open) => {
  test('commits a transaction that returns, and returns its result', async () => {
    const { database } = await open()
    expect(await database.inTransaction((transaction) => increment(transaction, 'a'))).toBe(1)
    expect(await database.read.selectFrom('counters').selectAll().execute()).toEqual([{ key: 'a', value: 1 }])
  })

  test('rolls back a transaction that throws, and runs the next one', async () => {
    const { database } = await open()
    const thrown = new Error('no')
    const refused = database.inTransaction(async (transaction) => {
      await increment(transaction, 'a')
      throw thrown
    })
    await expect(refused).rejects.toBe(thrown)
    expect(await database.inTransaction((transaction) => increment(transaction, 'a'))).toBe(1)
  })

  test('does not commit a transaction after a failed statement, even if its error is caught', async () => {
    const { database } = await open()
    const swallowed = database.inTransaction(async (transaction) => {
      await increment(transaction, 'a')
      await sql`insert into counters (key, value) values ('a', 2)`.execute(transaction).catch(() => {})
      return 'fine'
    })
    await expect(swallowed).rejects.toThrow('can only be rolled back')
    expect(await database.read.selectFrom('counters').selectAll().execute()).toEqual([])
    expect(await database.inTransaction((transaction) => increment(transaction, 'a'))).toBe(1)
  })

  test('rejects a statement after the end of its transaction', async () => {
    const { database } = await open()
    let escaped: Transaction | undefined
    await database.inTransaction(async (transaction) => void (escaped = transaction))
    await expect(increment(escaped as Transaction, 'a')).rejects.toThrow()
    const refused = database.inTransaction(async (transaction) => {
      escaped = transaction
      throw new Error('no')
    })
    await refused.catch(() => {})
    await expect(increment(escaped as Transaction, 'a')).rejects.toThrow()
    expect(await database.read.selectFrom('counters').selectAll().execute()).toEqual([])
  })

  test('stops the other statements of a transaction when one fails', async () => {
    const { database } = await open()
    let backgroundWrites: Promise<unknown> = Promise.resolve()
    const failing = database.inTransaction(async (transaction) => {
      const keepWriting = async (): Promise<void> => {
        for (let times = 0; times < 50; times++) {
          await Promise.resolve()
          await increment(transaction, 'a')
        }
      }
      backgroundWrites = keepWriting().catch((error: unknown) => error)
      await increment(transaction, 'b')
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await backgroundWrites).toBeInstanceOf(Error)
    expect(await database.read.selectFrom('counters').selectAll().execute()).toEqual([])
    expect(await database.inTransaction((transaction) => increment(transaction, 'a'))).toBe(1)
  })

  test('does not run a statement that let other requests go first when its transaction has failed meanwhile', async () => {
    const { database } = await open()
    let late: Promise<unknown> = Promise.resolve()
    const failing = database.inTransaction(async (transaction) => {
      // More work than a transaction may do before others have their turn.
      Bun.sleepSync(20)
      late = transaction
        .insertInto('counters')
        .values({ key: 'a', value: 1 })
        .execute()
        .catch((error: unknown) => error)
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    const lateResult = await late
    expect(await database.read.selectFrom('counters').selectAll().execute()).toEqual([])
    if (name === 'sqlite') expect(lateResult).toBeInstanceOf(Error)
  })

  test('counts to twenty when twenty transactions increment a counter at the same time', async () => {
    const { database } = await open()
    const values = await Promise.all(
      Array.from({ length: 20 }, () => database.inTransaction((transaction) => increment(transaction, 'a'))),
    )
    expect(values.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1))
  })

  test('does not commit two transactions that each read what the other writes on the old state', async () => {
    const { database } = await open()
    const total = async (transaction: Transaction): Promise<number> =>
      (await transaction.selectFrom('counters').select('value').execute()).reduce((sum, { value }) => sum + value, 0)
    const takeIfFree = (key: string): Promise<void> =>
      database.inTransaction(async (transaction) => {
        if ((await total(transaction)) === 0) await increment(transaction, key)
      })
    await Promise.all([takeIfFree('a'), takeIfFree('b'), takeIfFree('c')])
    expect(await database.read.selectFrom('counters').selectAll().execute()).toHaveLength(1)
  })

  test('reads only what is committed', async () => {
    const { database } = await open()
    await database.inTransaction(async (transaction) => {
      await increment(transaction, 'a')
      expect(await database.read.selectFrom('counters').selectAll().execute()).toEqual([])
    })
    expect(await database.read.selectFrom('counters').selectAll().execute()).toHaveLength(1)
  })

  test('keeps a snapshot unchanged while others write', async () => {
    const { database } = await open()
    await database.inTransaction((transaction) => increment(transaction, 'a'))
    await database.inSnapshot(async (db) => {
      expect(await db.selectFrom('counters').selectAll().execute()).toEqual([{ key: 'a', value: 1 }])
      await database.inTransaction((transaction) => increment(transaction, 'a'))
      expect(await db.selectFrom('counters').selectAll().execute()).toEqual([{ key: 'a', value: 1 }])
    })
    expect(await database.read.selectFrom('counters').selectAll().execute()).toEqual([{ key: 'a', value: 2 }])
  })

  test('rejects writes outside a transaction and in a snapshot', async () => {
    const { database } = await open()
    const write = sql`insert into counters (key, value) values ('a', 1)`
    await expect(write.execute(database.read)).rejects.toThrow(/read-?only/)
    await expect(database.inSnapshot((db) => write.execute(db))).rejects.toThrow(/read-?only/)
    expect(await database.read.selectFrom('counters').selectAll().execute()).toEqual([])
  })

  test('returns integers up to 2^53 − 1 exactly, including sums and counts', async () => {
    const { database } = await open()
    const largest = Number.MAX_SAFE_INTEGER
    await database.inTransaction((transaction) =>
      transaction
        .insertInto('counters')
        .values([
          { key: 'a', value: largest - 1 },
          { key: 'b', value: 1 },
          { key: 'c', value: -largest },
        ])
        .execute(),
    )
    const sums = await database.read
      .selectFrom('counters')
      .select(({ fn }) => [fn.sum<number>('value').as('sum'), fn.countAll<number>().as('count')])
      .where('key', 'in', ['a', 'b'])
      .executeTakeFirst()
    expect(sums).toEqual({ sum: largest, count: 2 })
    expect((await database.inTransaction((transaction) => findCounter(transaction, 'c')))?.value).toBe(-largest)
  })

  test('throws for a number beyond 2^53 − 1 when it is written or read', async () => {
    const { database } = await open()
    for (const value of [2 ** 53, -(2 ** 53), 0.5, Number.NaN, Number.POSITIVE_INFINITY])
      await expect(
        database.inTransaction((transaction) =>
          transaction.insertInto('counters').values({ key: 'a', value }).execute(),
        ),
      ).rejects.toThrow(RangeError)
    await database.inTransaction(async (transaction) => {
      await sql`insert into counters (key, value) values ('a', 9007199254740992), ('b', 9007199254740991)`.execute(
        transaction,
      )
    })
    await expect(database.read.selectFrom('counters').selectAll().where('key', '=', 'a').execute()).rejects.toThrow(
      RangeError,
    )
    await expect(
      database.read
        .selectFrom('counters')
        .select(({ fn }) => fn.sum('value').as('sum'))
        .execute(),
    ).rejects.toThrow(RangeError)
  })

  test('rejects a value that is not a text, number or null', async () => {
    const { database } = await open()
    for (const value of [true, new Date(), 1n, [1]])
      await expect(
        database.inTransaction((transaction) =>
          transaction
            .insertInto('counters')
            .values({ key: 'a', value: value as never })
            .execute(),
        ),
      ).rejects.toThrow(TypeError)
  })

  test('compares texts by their bytes', async () => {
    const { database } = await open()
    const keys = ['a', 'B', 'ä', 'Z', '订单', '10', '9', '']
    await database.inTransaction((transaction) =>
      transaction
        .insertInto('counters')
        .values(keys.map((key) => ({ key, value: 0 })))
        .execute(),
    )
    const rows = await database.read.selectFrom('counters').select('key').orderBy('key').execute()
    expect(rows.map(({ key }) => key)).toEqual(keys.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))))
  })

  test('rejects a foreign key without a row', async () => {
    const { database } = await open()
    const orphan = database.inTransaction((transaction) =>
      transaction
        .insertInto('customer_contacts')
        .values({ contact: 'a', order_id: newId(), customer_number: 'CU-1' })
        .execute(),
    )
    await expect(orphan).rejects.toThrow(/foreign key/i)
  })

  test('rejects changes and deletions in an append-only table', async () => {
    const { database } = await open()
    const row = {
      id: newId(),
      at: 1,
      action: 'order.imported',
      actor_type: 'program',
      actor_id: null,
      actor_name: null,
      object_type: 'order',
      object_id: 'a',
      object_label: 'a',
      parameters: '{}',
      in_activity: 0,
      topic: null,
      request_id: '',
      ip: '',
    } as const
    await database.inTransaction((transaction) => transaction.insertInto('events').values(row).execute())
    const statements = [
      `update events set at = 2`,
      `delete from events`,
      name === 'sqlite' ? `replace into events select * from events` : `truncate events cascade`,
    ]
    for (const statement of statements)
      await expect(database.inTransaction((transaction) => sql.raw(statement).execute(transaction))).rejects.toThrow(
        'append-only',
      )
    expect(await database.read.selectFrom('events').select('at').execute()).toEqual([{ at: 1 }])
  })
})
