import { cachedInsert, insertAll } from '#server/db/insert.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { expect, test } from 'bun:test'

const texts = [
  '',
  'plain',
  '\\N',
  '\\.',
  'a\tb',
  'a\\tb',
  'line\nbreak\r\n',
  '"quoted", \'too\'',
  '{1,2}',
  '張\u{20bb7}😀',
  'é\u0001',
]

forEachDatabase((_name, open) => {
  test('inserts few and many rows as they are, with any text', async () => {
    const { database } = await open()
    const rows = (prefix: string, count: number) =>
      Array.from({ length: count }, (_, index) => ({
        token: `${prefix}${index}`,
        sku: texts[index % texts.length] ?? '',
        name: texts[(index * 7) % texts.length] ?? '',
      }))
    const all = [...rows('few', 3), ...rows('many', 1500)]
    await database.inTransaction(async (transaction) => {
      await insertAll(transaction, 'products', rows('few', 3))
      await insertAll(transaction, 'products', rows('many', 1500))
      await insertAll(transaction, 'customers', [{ number: 'CU-0' }])
      const customers = Array.from({ length: 100 }, (_, index) => ({
        number: `CU-${index + 1}`,
        merged_into: index % 2 === 0 ? null : 'CU-0',
        erased_at: index % 2 === 0 ? null : -index,
      }))
      await insertAll(transaction, 'customers', customers)
      expect(
        await transaction
          .selectFrom('customers')
          .select(['number', 'merged_into', 'erased_at'])
          .where('number', 'in', ['CU-1', 'CU-100'])
          .orderBy('number')
          .execute(),
      ).toEqual([
        { number: 'CU-1', merged_into: null, erased_at: null },
        { number: 'CU-100', merged_into: 'CU-0', erased_at: -99 },
      ])
    })
    const stored = await database.read.selectFrom('products').selectAll().execute()
    expect(new Map(stored.map((row) => [row.token, row]))).toEqual(new Map(all.map((row) => [row.token, row])))
    expect(stored).toHaveLength(all.length)
  })

  test('rejects the transaction when one of many rows is refused, also with an error that a later statement ignores', async () => {
    const { database } = await open()
    const rows = (last: string) =>
      Array.from({ length: 200 }, (_, index) => ({ key: index === 199 ? last : `k${index}`, value: index }))
    const insert = (last: string, isIgnored = false) =>
      database.inTransaction(async (transaction) => {
        const inserted = insertAll(transaction, 'counters', rows(last))
        if (isIgnored) await inserted.catch(() => {})
        else await inserted
        const read = transaction.selectFrom('counters').select('key').limit(1).execute()
        if (isIgnored) await read.catch(() => [])
        else await read
      })
    await expect(insert('k5')).rejects.toThrow(/unique/i)
    await expect(insert('k5', true)).rejects.toThrow()
    await expect(
      database.inTransaction((transaction) =>
        insertAll(transaction, 'counters', [...rows('last'), { key: 'half', value: 0.5 }]),
      ),
    ).rejects.toThrow(RangeError)
    const upsert = cachedInsert('counters', (upserted) =>
      upserted.onConflict((conflict) =>
        conflict.column('key').doUpdateSet(({ ref }) => ({ value: ref('excluded.value') })),
      ),
    )
    const few = database.inTransaction(async (transaction) => {
      await insertAll(transaction, 'counters', rows('x'))
      await insertAll(transaction, 'counters', [{ key: 'k5', value: 1 }])
    })
    expect(await Promise.allSettled([few])).toMatchObject([{ reason: { message: expect.stringMatching(/unique/i) } }])
    const twice = database.inTransaction((transaction) =>
      upsert(transaction, [...rows('x'), { key: null as never, value: 1 }]),
    )
    expect(await Promise.allSettled([twice])).toMatchObject([{ reason: { message: expect.stringMatching(/null/i) } }])
    expect(await database.read.selectFrom('counters').selectAll().execute()).toEqual([])
    await insert('last')
    await database.inTransaction((transaction) => upsert(transaction, rows('last')))
    expect(await database.read.selectFrom('counters').selectAll().execute()).toHaveLength(200)
  })

  test('does not run a statement that waited for many rows when its transaction has failed meanwhile', async () => {
    const { database } = await open()
    const rows = (prefix: string) =>
      Array.from({ length: 2000 }, (_, index) => ({ key: `${prefix}${index}`, value: index }))
    let late: Promise<unknown> = Promise.resolve()
    const failing = database.inTransaction(async (transaction) => {
      for (const prefix of ['a', 'b', 'c']) await insertAll(transaction, 'counters', rows(prefix))
      late = transaction
        .insertInto('counters')
        .values({ key: 'late', value: 1 })
        .execute()
        .catch((error: unknown) => error)
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    await late
    expect(await database.read.selectFrom('counters').selectAll().execute()).toEqual([])
    await database.inTransaction((transaction) => insertAll(transaction, 'counters', rows('a')))
    expect(await database.read.selectFrom('counters').selectAll().execute()).toHaveLength(2000)
  })
})
