import type { Database, Transaction } from '#server/db/database.ts'
import { insertAll } from '#server/db/insert.ts'
import { openDatabase } from '#server/db/open.ts'
import { SqliteFile } from '#server/db/sqlite-file.ts'
import { WriteThread } from '#server/db/write-thread.ts'
import * as workers from '#server/start-worker.ts'
import { createEmptyDatabase, onSqlite, quietLog } from '#tests/support/databases.ts'
import { describe, expect, spyOn, test } from 'bun:test'
import { sql } from 'kysely'
import { join } from 'node:path'

const inLarge = <Result>(database: Database, work: (transaction: Transaction) => Promise<Result>): Promise<Result> =>
  database.inTransaction(work, { isLarge: true })

const counters = (prefix: string, count: number) =>
  Array.from({ length: count }, (_each, index) => ({ key: `${prefix}${index}`, value: index }))

async function countCounters(database: Database): Promise<number> {
  return (await database.read.selectFrom('counters').selectAll().execute()).length
}

onSqlite((open) => {
  test('what a large transaction wrote is read in it as it is, and by others after its commit', async () => {
    const { database } = await open()
    const texts = ['', 'a\0b', '張\u{20bb7}😀', '"\\n', '\n', '\ud800']
    const rows = texts.map((text, index) => ({ token: `t${index}`, sku: text, name: text }))
    const select = (db: Database['read']) => db.selectFrom('products').selectAll().orderBy('token').execute()
    const read = await inLarge(database, async (transaction) => {
      await insertAll(transaction, 'products', rows)
      await insertAll(transaction, 'counters', [
        { key: 'most', value: Number.MAX_SAFE_INTEGER },
        { key: 'least', value: -Number.MAX_SAFE_INTEGER },
      ])
      const { numUpdatedRows } = await transaction
        .updateTable('counters')
        .set({ value: 7 })
        .where('key', '=', 'least')
        .executeTakeFirstOrThrow()
      expect(numUpdatedRows).toBe(1n)
      expect(await select(database.read)).toEqual([])
      return select(transaction)
    })
    const lastIsReplaced = rows.map((row) => (row.sku === '\ud800' ? { ...row, sku: '\ufffd', name: '\ufffd' } : row))
    expect(read).toEqual(lastIsReplaced)
    expect(await select(database.read)).toEqual(read)
    expect(await database.read.selectFrom('counters').selectAll().orderBy('key').execute()).toEqual([
      { key: 'least', value: 7 },
      { key: 'most', value: Number.MAX_SAFE_INTEGER },
    ])
    const fraction = inLarge(database, (transaction) => sql`update counters set value = ${0.5}`.execute(transaction))
    expect(await Promise.allSettled([fraction])).toMatchObject([{ reason: { name: 'RangeError' } }])
  })

  test('a row that is refused undoes everything, even if its error is ignored, and nothing of what comes later', async () => {
    const { database } = await open()
    const insert = (isIgnored: boolean) =>
      inLarge(database, async (transaction) => {
        await insertAll(transaction, 'counters', counters('k', 3000))
        await insertAll(transaction, 'counters', counters('k', 5))
        // New statements after the refused one.
        await insertAll(transaction, 'products', [{ token: 'x', sku: 'x', name: 'x' }])
        await insertAll(transaction, 'customers', [{ number: 'CU-1' }])
        if (isIgnored)
          await transaction
            .selectFrom('counters')
            .select('key')
            .execute()
            .catch(() => [])
      })
    for (const isIgnored of [false, true])
      expect(await Promise.allSettled([insert(isIgnored)])).toMatchObject([
        isIgnored ? { status: 'rejected' } : { reason: { code: 'SQLITE_CONSTRAINT_PRIMARYKEY' } },
      ])
    expect(await countCounters(database)).toBe(0)
    await inLarge(database, async (transaction) => {
      await insertAll(transaction, 'customers', [{ number: 'CU-2' }])
      await insertAll(transaction, 'products', [{ token: 'y', sku: 'y', name: 'y' }])
      await insertAll(transaction, 'counters', counters('k', 5))
    })
    expect(await database.read.selectFrom('products').select('token').execute()).toEqual([{ token: 'y' }])
    expect(await database.read.selectFrom('customers').select('number').execute()).toEqual([{ number: 'CU-2' }])
    expect(await countCounters(database)).toBe(5)
  })

  test('what a transaction had not sent before it was undone is not known to the thread', async () => {
    const { database } = await open()
    const failed = inLarge(database, async (transaction) => {
      await insertAll(transaction, 'products', [{ token: 'x', sku: 'x', name: 'x' }])
      throw new Error('Stopped')
    })
    expect(await Promise.allSettled([failed])).toMatchObject([{ reason: { message: 'Stopped' } }])
    await inLarge(database, async (transaction) => {
      await insertAll(transaction, 'products', [{ token: 'y', sku: 'y', name: 'y' }])
      await insertAll(transaction, 'customers', [{ number: 'CU-2' }])
    })
    expect(await database.read.selectFrom('products').select('token').execute()).toEqual([{ token: 'y' }])
    expect(await database.read.selectFrom('customers').select('number').execute()).toEqual([{ number: 'CU-2' }])
  })

  test('it waits for another program that writes', async () => {
    const { database, config } = await open()
    const other = new SqliteFile(join(config.dataFolder, 'kontor.sqlite'), 'write')
    other.execute('begin immediate', [])
    const inserted = inLarge(database, (transaction) => insertAll(transaction, 'counters', counters('k', 5)))
    await Bun.sleep(20)
    expect(await countCounters(database)).toBe(0)
    other.execute('rollback', [])
    other.close()
    await inserted
    expect(await countCounters(database)).toBe(5)
  })

  test('between many of them another program gets its turn', async () => {
    const { database, config } = await open()
    const other = await openDatabase(config, quietLog)
    database.expectLargeWrites()
    let [ended, isDone, begun] = [0, false, Promise.withResolvers<void>()]
    const writeMany = async (): Promise<void> => {
      while (!isDone) {
        await inLarge(database, async (transaction) => {
          await insertAll(transaction, 'counters', counters(`many${ended} `, 1))
          begun.resolve()
          begun = Promise.withResolvers()
          await Bun.sleep(10)
        })
        ended++
      }
    }
    const many = writeMany()
    const waited: number[] = []
    for (const prefix of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']) {
      await begun.promise
      const before = ended
      await other.inTransaction((transaction) => insertAll(transaction, 'counters', counters(prefix, 1)))
      waited.push(ended - before)
    }
    isDone = true
    await many
    await other.close()
    // The one that is under way, and the one that ends while the answer comes.
    expect(Math.max(...waited)).toBeLessThanOrEqual(2)
  })

  test('a full disk undoes it, and the next one finds room', async () => {
    const { database } = await open()
    const limitPages = (transaction: Transaction, count: number): Promise<unknown> =>
      sql.raw(`pragma max_page_count = ${count}`).execute(transaction)
    const insert = (pages: number) =>
      inLarge(database, async (transaction) => {
        const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(transaction)
        await limitPages(transaction, (rows[0]?.page_count ?? 0) + pages)
        await insertAll(transaction, 'counters', counters('k'.repeat(1000), 100))
      })
    expect(await Promise.allSettled([insert(2)])).toMatchObject([{ reason: { code: 'SQLITE_FULL' } }])
    expect(await countCounters(database)).toBe(0)
    await insert(100_000)
    expect(await countCounters(database)).toBe(100)
  })

  test('one that is under way when the database is closed fails and leaves nothing', async () => {
    const { database, config } = await open()
    const begun = Promise.withResolvers<void>()
    const transaction = inLarge(database, async (running) => {
      await insertAll(running, 'counters', counters('k', 3000))
      begun.resolve()
      for (let index = 0; ; index++) await insertAll(running, 'counters', counters(`more${index}`, 3000))
    })
    const settled = Promise.allSettled([
      transaction,
      inLarge(database, (later) => insertAll(later, 'counters', counters('waiting', 1))),
    ])
    await begun.promise
    await database.close()
    expect((await settled).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    const again = await openDatabase(config, quietLog)
    expect(await countCounters(again)).toBe(0)
    await again.close()
  })

  test('a thread that ends unexpectedly leaves nothing of its transaction and no lock, and the next one starts another', async () => {
    const { database } = await open()
    const { startWriteWorker } = workers
    const started: Worker[] = []
    using spy = spyOn(workers, 'startWriteWorker').mockImplementation(() => {
      const worker = startWriteWorker()
      started.push(worker)
      return worker
    })
    const failed = inLarge(database, async (transaction) => {
      await insertAll(transaction, 'counters', counters('lost', 3000))
      await transaction.selectFrom('counters').select('key').limit(1).execute()
      started[0]?.terminate()
      await insertAll(transaction, 'counters', counters('more', 3000))
    })
    const small = database.inTransaction((transaction) => insertAll(transaction, 'counters', counters('small', 1)))
    expect(await Promise.allSettled([failed, small])).toMatchObject([
      { reason: { message: 'The thread that writes has ended' } },
      { status: 'fulfilled' },
    ])
    await inLarge(database, (transaction) => insertAll(transaction, 'counters', counters('next', 5)))
    expect(await countCounters(database)).toBe(6)
    expect(spy).toHaveBeenCalledTimes(2)
  })

  test('the thread ends when its memory is wanted, and the next transaction starts another', async () => {
    const { database } = await open()
    for (const prefix of ['a', 'b']) {
      const inserted = inLarge(database, async (transaction) => {
        database.releaseMemory()
        await insertAll(transaction, 'counters', counters(prefix, 5))
      })
      await inserted
      database.releaseMemory()
    }
    expect(await countCounters(database)).toBe(10)
  })
})

describe('sqlite', () => {
  test('a thread that cannot open its file says why, and one that has ended answers nothing', async () => {
    const { config, remove } = await createEmptyDatabase('sqlite')
    const path = join(config.dataFolder, 'other.sqlite')
    await Bun.write(path, 'no database '.repeat(1000))
    const thread = new WriteThread(path, undefined)
    const begin = () => Promise.allSettled([thread.call({ type: 'begin' })])
    expect(await begin()).toMatchObject([{ reason: { code: 'SQLITE_NOTADB' } }])
    const [, unanswered] = await Promise.all([thread.close(), begin(), begin()])
    expect(unanswered).toMatchObject([{ status: 'rejected' }])
    expect(thread.hasFailed).toBeTrue()
    expect(await begin()).toMatchObject([{ reason: { message: 'The thread that writes was closed' } }])
    await remove()
  })
})
