import type { Database } from '#server/db/database.ts'
import { openDatabase } from '#server/db/open.ts'
import { createEmptyDatabase, quietLog } from '#tests/support/databases.ts'
import { takePostgresDatabase } from '#tests/support/postgres-databases.ts'
import { allowSlowTests } from '#tests/support/timeouts.ts'
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { sql } from 'kysely'

allowSlowTests()

describe('a PostgreSQL database of the tests', () => {
  let template: string
  let removeTemplate: () => Promise<void>
  beforeAll(
    async () => {
      const { config, remove } = await createEmptyDatabase('postgres')
      await (await openDatabase(config, quietLog)).close()
      template = new URL(config.databaseUrl).pathname.slice(1)
      removeTemplate = remove
    },
    { timeout: Infinity },
  )
  afterAll(() => removeTemplate())

  /** Whether the next test gets the database that `change` was called with. */
  async function isUsedAgain(change: (database: Database) => Promise<unknown>): Promise<boolean> {
    const first = await takePostgresDatabase(template)
    await change(first.database)
    await first.end()
    await first.release()
    const next = await takePostgresDatabase(template)
    await next.end()
    await next.release()
    return next.url === first.url
  }
  const execute = (database: Database, statement: string): Promise<unknown> =>
    database.inTransaction((transaction) => sql.raw(statement).execute(transaction))

  test('is used again with the rows of the migrations only', async () => {
    const readRows = async (database: Database): Promise<unknown> => [
      await database.read.selectFrom('seller').selectAll().execute(),
      await database.read.selectFrom('throttles').selectAll().execute(),
    ]
    const fresh: unknown[] = []
    for (let use = 0; use < 2; use += 1)
      expect(
        await isUsedAgain(async (database) => {
          fresh.push(await readRows(database))
          await execute(database, `update seller set name = 'Forged'`)
          await execute(database, `insert into throttles values ('x', 1, 1, 1)`)
        }),
      ).toBe(true)
    expect(fresh[1]).toEqual(fresh[0])
  })

  test.each([
    ['a trigger was dropped', 'drop trigger events_reject_change on events'],
    ['a column was added', 'alter table users add column note text'],
    ['a migration was changed', `update migrations set name = 'x'`],
  ])('is dropped when %s', async (_change, statement) => {
    expect(await isUsedAgain((database) => execute(database, statement))).toBe(false)
  })

  test('is dropped when it was closed, or listens', async () => {
    expect(await isUsedAgain((database) => database.close())).toBe(false)
    expect(
      await isUsedAgain((database) =>
        database.listen(
          () => {},
          () => {},
        ),
      ),
    ).toBe(false)
  })

  test('begins no transaction after its test', async () => {
    const { database, end, release } = await takePostgresDatabase(template)
    await end()
    await expect(execute(database, 'select 1')).rejects.toThrow('over')
    await release()
  })
})
