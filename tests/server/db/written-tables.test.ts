import { followWrites } from '#server/db/dialect.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { expect, test } from 'bun:test'
import { sql } from 'kysely'

forEachDatabase((_name, open) => {
  test('a transaction says which tables it has written to since it was asked, however its statements are written', async () => {
    const { database } = await open()
    await database.inTransaction(async (transaction) => {
      const listAll = await followWrites(transaction)
      await transaction.insertInto('counters').values({ key: 'a', value: 1 }).execute()
      const listLater = await followWrites(transaction)
      await sql`
        update carriers set name = name`.execute(transaction)
      await sql`with old as (select 'a' as key) delete from order_notes where id in (select key from old)`.execute(
        transaction,
      )
      await transaction.selectFrom('orders').select('id').execute()
      expect([...listAll()].toSorted()).toEqual(['carriers', 'counters', 'order_notes'])
      expect([...listLater()].toSorted()).toEqual(['carriers', 'order_notes'])
    })
  })
})
