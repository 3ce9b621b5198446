import { openDatabase } from '#server/db/open.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { assertNotServedByOther } from '#server/db/server-lock.ts'
import { OpenError } from '#server/db/open-error.ts'
import { migrations } from '#server/db/migrate.ts'
import { createDraft, importAsOperator } from '#tests/server/orders/create-draft.ts'
import { createEmptyDatabase, forEachDatabase, quietLog } from '#tests/support/databases.ts'
import { createTestKontor } from '#tests/support/test-kontor.ts'
import { expect, test } from 'bun:test'
import { sql } from 'kysely'

const newer = { number: 999, name: '999-tomorrow', checksum: '', applied_at: 0 }
const isNewer = /The database is newer than this version of Kontor: it has the migration 999-tomorrow, /

forEachDatabase((dialect, open) => {
  const migrateFurther = async (database: Database): Promise<void> =>
    void (await database.inTransaction((transaction) => transaction.insertInto('migrations').values(newer).execute()))

  test('a server is not ready any more once a newer program has migrated the database', async () => {
    const kontor = await createTestKontor(await open())
    expect((await kontor.fetch('/readyz')).status).toBe(200)
    await migrateFurther(kontor.kontor.database)
    expect((await kontor.fetch('/readyz')).status).toBe(503)
    await expect(kontor.kontor.database.probe()).rejects.toThrow(isNewer)
  })

  if (dialect === 'sqlite') return

  test('it then writes nothing, says why in its log, and still reads', async () => {
    const kontor = await createTestKontor(await open())
    const owner = await kontor.createUser('owner')
    const { database } = kontor.kontor
    await migrateFurther(database)
    const json = { name: 'Zhang San', email: 'zhang@example.com' }
    const refused = await owner.fetch('/api/customers', { json })
    expect([refused.status, (await refused.json()).type]).toEqual([503, '/problems/unavailable'])
    const errors = kontor.log.filter(({ level }) => level === 'error')
    expect(errors.map(({ error }) => error)).toEqual([expect.stringMatching(isNewer)])
    expect(await database.read.selectFrom('customers').select('number').execute()).toEqual([])
    // It cannot end the session, so it must not say that it did.
    expect((await owner.fetch('/api/_auth/session', { method: 'DELETE' })).status).toBe(503)
    expect((await owner.fetch('/api/customers')).status).toBe(200)
    for (const run of [database.inTransaction, database.inReadCommitted])
      await expect(run(async () => {})).rejects.toThrow(isNewer)
  })

  test('its pages can be read after columns were added', async () => {
    const kontor = await createTestKontor(await open())
    const owner = await kontor.createUser('owner')
    await importAsOperator(kontor.kontor, [createDraft(1)])
    const { database } = kontor.kontor
    const paths = ['/', '/orders', '/orders?order=SO260301-00001', '/finance', '/users', '/api/orders?q=SO260301']
    /** Several requests at once, so that all connections have the statements. */
    const readAll = async (): Promise<number[]> => {
      const requests = Array.from({ length: 4 }, () => paths.map((path) => owner.fetch(path))).flat()
      return (await Promise.all(requests)).map(({ status }) => status)
    }
    const successes = Array.from({ length: 24 }, () => 200)
    expect(await readAll()).toEqual(successes)
    await database.inTransaction(async (transaction) => {
      const { rows } = await sql<{ name: string }>`
        select table_name as name from information_schema.tables where table_schema = current_schema() and table_type = 'BASE TABLE'
      `.execute(transaction)
      for (const { name } of rows)
        await sql`alter table ${sql.table(name)} add column later integer`.execute(transaction)
      await transaction.insertInto('migrations').values(newer).execute()
    })
    expect(await readAll()).toEqual(successes)
  })

  test('a migration waits for transactions that have begun, and those that begin meanwhile see it', async () => {
    const { database, config } = await open()
    await undoLastMigration(database)
    const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>()
    const { promise: hasBegun, resolve: begun } = Promise.withResolvers<void>()
    const write = (key: string) => (transaction: Transaction) =>
      transaction.insertInto('counters').values({ key, value: 1 }).execute()
    const first = database.inTransaction(async (transaction) => {
      begun()
      await mayEnd
      await write('first')(transaction)
    })
    await hasBegun
    const opening = openDatabase(config, quietLog)
    await waitForLock(database, 'migrations')
    // The program knows the migration that it waits for.
    const others = [database.inTransaction(write('second')), database.inReadCommitted(write('third'))]
    await Bun.sleep(100)
    expect(await database.read.selectFrom('counters').select('key').execute()).toEqual([])
    end()
    await Promise.all([first, ...others])
    const second = await opening
    await second.probe()
    expect(await second.read.selectFrom('counters').select('key').orderBy('key').execute()).toHaveLength(3)
    await second.close()
  })
})

test('a command does not migrate a data folder that an older server uses', async () => {
  const { config, remove } = await createEmptyDatabase('sqlite')
  const database = await openDatabase(config, quietLog)
  await undoLastMigration(database)
  await database.close()
  const server = Bun.spawn([process.execPath, `${import.meta.dir}/serving-process.ts`, config.dataFolder], {
    stdout: 'pipe',
  })
  await server.stdout.getReader().read()
  const openIt = (): Promise<unknown> => openDatabase(config, quietLog)
  await expect(openIt()).rejects.toThrow(OpenError)
  await expect(openIt()).rejects.toThrow(`An older Kontor server is using ${config.dataFolder}`)
  expect(() => assertNotServedByOther(config.dataFolder)).toThrow(OpenError)
  server.kill('SIGKILL')
  await server.exited
  const migrated = await openDatabase(config, quietLog)
  await migrated.probe()
  await migrated.close()
  await remove()
})

/** Makes the database one of the version before the last migration. */
async function undoLastMigration(database: Database): Promise<void> {
  expect(migrations.at(-1)?.name).toBe('012-order-sums')
  await database.inTransaction(async (transaction) => {
    await sql`drop index orders_by_currency`.execute(transaction)
    await sql`create index orders_by_currency on orders (archived, currency, status, payment_status, fulfillment_status, placed_at, key)`.execute(
      transaction,
    )
    await transaction.deleteFrom('migrations').where('number', '=', migrations.length).execute()
  })
}

/** Waits until someone waits for a lock of this table of PostgreSQL. */
async function waitForLock({ read }: Pick<Database, 'read'>, table: string): Promise<void> {
  const select = sql<object>`select 1 from pg_locks where relation = ${table}::regclass and not granted`
  while ((await select.execute(read)).rows.length === 0) await Bun.sleep(5)
}
