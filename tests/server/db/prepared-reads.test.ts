import { cachedLookup } from '#server/db/cached-query.ts'
import type { Db } from '#server/db/database.ts'
import { runLookup } from '#server/db/lookup.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { expect, test } from 'bun:test'
import { sql } from 'kysely'

/** The statements of PostgreSQL that the connections of a pool keep prepared; the query itself is one of them. */
const readPrepared = cachedLookup<{ statement: string; generic: number; custom: number }>((db) =>
  sql<{ statement: string; generic: number; custom: number }>`
    select statement, generic_plans as generic, custom_plans as custom from pg_prepared_statements`.compile(db),
)

const selectKeys = (db: Db) => db.selectFrom('counters').select('key').orderBy('key')

forEachDatabase((name, open) => {
  test('a statement finds what is stored each time, without values and as a lookup', async () => {
    const { database } = await open()
    const read = () =>
      Promise.all([
        selectKeys(database.read).execute(),
        runLookup(database.read, selectKeys(database.read).where('key', '>=', 'b')),
        database.readWithDeadline((db) => runLookup(db, selectKeys(db).where('key', 'in', ['a', 'c']))),
      ])
    expect(await read()).toEqual([[], [], []])
    for (const [index, key] of ['a', 'b', 'c'].entries())
      await database.inTransaction((transaction) =>
        transaction
          .insertInto('counters')
          .values({ key, value: index })
          .execute()
          .then(() => {}),
      )
    expect(await read()).toEqual([
      [{ key: 'a' }, { key: 'b' }, { key: 'c' }],
      [{ key: 'b' }, { key: 'c' }],
      [{ key: 'a' }, { key: 'c' }],
    ])
  })

  test.if(name === 'postgres')('lookups are planned once, also without values, and within a deadline', async () => {
    const { database } = await open()
    const listed = async (db: Db) => {
      for (let each = 0; each < 3; each++) {
        await runLookup(db, selectKeys(db))
        await runLookup(db, selectKeys(db).where('key', '=', 'a'))
      }
      const prepared = await readPrepared(db)
      return prepared.filter(({ statement }) => statement.includes('"counters"'))
    }
    for (const statements of [await listed(database.read), await database.readWithDeadline(listed)]) {
      expect(statements).toHaveLength(2)
      for (const { generic, custom } of statements) {
        expect(custom).toBe(0)
        expect(generic).toBe(3)
      }
    }
  })

  test.if(name === 'postgres')('a read without values is prepared', async () => {
    const { database } = await open()
    await Promise.all(Array.from({ length: 8 }, () => selectKeys(database.read).execute()))
    const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(
      database.read,
    )
    expect(rows.map(({ statement }) => statement)).toContain(selectKeys(database.read).compile().sql)
  })
})
