import type { Transaction } from '#server/db/database.ts'
import { cacheUntilCommit } from '#server/db/cache-until-commit.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { expect, test } from 'bun:test'

const add = (key: string) => async (transaction: Transaction) => {
  await transaction.insertInto('counters').values({ key, value: 1 }).execute()
}

forEachDatabase((name, open) => {
  test('what is read again only after a commit is always what is stored', async () => {
    const { database } = await open()
    let reads = 0
    const readKeys = cacheUntilCommit(async (db) => {
      reads++
      const rows = await db.selectFrom('counters').select('key').orderBy('key').execute()
      return rows.map(({ key }) => key)
    })
    expect(await readKeys(database.read)).toEqual([])
    const first = await readKeys(database.read)
    // Only SQLite knows that nothing was written meanwhile.
    expect(reads).toBe(name === 'sqlite' ? 1 : 2)
    await database.inTransaction(add('a'))
    expect(await readKeys(database.read)).toEqual(['a'])
    expect(first).toEqual([])
    // What is committed while it reads is read the next time.
    const [, during] = await Promise.all([database.inTransaction(add('b')), readKeys(database.read)])
    expect(during.length).toBeOneOf([1, 2])
    expect(await readKeys(database.read)).toEqual(['a', 'b'])
    // Another connection counts its changes anew.
    await database.reloadStatistics()
    await database.inTransaction(add('c'))
    expect(await readKeys(database.read)).toEqual(['a', 'b', 'c'])
  })

  test('a transaction reads what it has written itself', async () => {
    const { database } = await open()
    const countKeys = cacheUntilCommit(async (db) => (await db.selectFrom('counters').select('key').execute()).length)
    expect(await countKeys(database.read)).toBe(0)
    const counts = await database.inTransaction(async (transaction) => {
      const before = await countKeys(transaction)
      await add('a')(transaction)
      return [before, await countKeys(transaction)]
    })
    expect(counts).toEqual([0, 1])
    expect(await countKeys(database.read)).toBe(1)
  })
})
