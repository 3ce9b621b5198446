import type { Database } from '#server/db/database.ts'
import { openDatabase } from '#server/db/open.ts'
import { createEmptyDatabase, forEachDatabase, onSqlite, quietLog } from '#tests/support/databases.ts'
import { describe, expect, test } from 'bun:test'
import { sql } from 'kysely'
import { join } from 'node:path'

const insert = (database: Database, key: string, label = ''): Promise<string> =>
  database.inTransaction(async (transaction) => {
    await transaction
      .insertInto('counters')
      .values({ key: key + label, value: 0 })
      .execute()
    return key
  })

async function listKeys(database: Database): Promise<string[]> {
  const rows = await database.read.selectFrom('counters').select('key').orderBy('key').execute()
  return rows.map(({ key }) => key)
}

forEachDatabase((_name, open) => {
  test('of transactions that run at the same time, each that fails undoes itself alone', async () => {
    const { database } = await open()
    await insert(database, 'taken')
    const settled = await Promise.allSettled([
      insert(database, 'a'),
      insert(database, 'taken'),
      insert(database, 'b'),
      database.inTransaction(async (transaction) => {
        await transaction.insertInto('counters').values({ key: 'undone', value: 0 }).execute()
        throw new Error('no')
      }),
      insert(database, 'c'),
    ])
    expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'rejected', 'fulfilled'])
    expect(await listKeys(database)).toEqual(['a', 'b', 'c', 'taken'])
  })
})

onSqlite((open) => {
  test('transactions that wait together are committed together', async () => {
    const { database } = await open()
    const seenByLast = await Promise.all([
      insert(database, 'a'),
      insert(database, 'b'),
      database.inTransaction(() => listKeys(database)),
    ])
    expect(seenByLast).toEqual(['a', 'b', []])
    expect(await listKeys(database)).toEqual(['a', 'b'])
  })

  test('a large one is committed by itself, between those before and after it', async () => {
    const { database } = await open()
    const committed: string[][] = []
    const insertAndRead = (key: string, isLarge: boolean) =>
      database.inTransaction(
        async (transaction) => {
          committed.push(await listKeys(database))
          await transaction.insertInto('counters').values({ key, value: 0 }).execute()
        },
        { isLarge },
      )
    await Promise.all([
      insertAndRead('a', false),
      insertAndRead('b', false),
      insertAndRead('c', true),
      insertAndRead('d', true),
      insertAndRead('e', false),
    ])
    expect(committed).toEqual([[], [], ['a', 'b'], ['a', 'b', 'c'], ['a', 'b', 'c', 'd']])
  })

  test('one that fails because of another is rejected when the other one is committed', async () => {
    const { database } = await open()
    const others = ['b', 'c', 'd'].map((key) => insert(database, key))
    const [, seenAfterFailure] = await Promise.all([
      insert(database, 'a'),
      insert(database, 'a').catch(() => listKeys(database)),
      insert(database, 'e'),
      ...others,
    ])
    expect(seenAfterFailure).toContain('a')
  })

  test('a full disk rejects everything that is not committed, and nothing after it', async () => {
    const { database } = await open()
    const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(database.read)
    const limitPages = (count: number): Promise<unknown> =>
      database.inTransaction((transaction) => sql.raw(`pragma max_page_count = ${count}`).execute(transaction))
    await limitPages(rows[0]?.page_count ?? 0)
    const settled = await Promise.allSettled([
      insert(database, 'a'),
      insert(database, 'long', 'x'.repeat(100_000)),
      insert(database, 'b'),
    ])
    const committed = settled.flatMap((result) => (result.status === 'fulfilled' ? result.value : []))
    expect(settled[1]).toMatchObject({ status: 'rejected', reason: { code: 'SQLITE_FULL' } })
    expect(await listKeys(database)).toEqual(committed)
    await limitPages(1_000_000)
    expect(await insert(database, 'c')).toBe('c')
    expect(await listKeys(database)).toEqual([...committed, 'c'])
  })
})

describe('sqlite', () => {
  test.each(['small', 'large'])('a killed process has stored everything that it said it had: %s', async (size) => {
    const { config, remove } = await createEmptyDatabase('sqlite')
    const script = join(import.meta.dir, 'acknowledging-process.ts')
    const child = Bun.spawn([process.execPath, script, config.dataFolder, size], { stdout: 'pipe', stderr: 'inherit' })
    let output = ''
    for await (const chunk of child.stdout.pipeThrough(new TextDecoderStream())) {
      output += chunk
      if (output.length > 1000) child.kill('SIGKILL')
    }
    await child.exited
    const database = await openDatabase(config, quietLog)
    const keys = await listKeys(database)
    await database.close()
    await remove()
    const acknowledged = output.slice(0, output.lastIndexOf('\n')).split('\n')
    expect(acknowledged.length).toBeGreaterThan(100)
    expect(keys).toEqual(expect.arrayContaining(acknowledged))
  })
})
