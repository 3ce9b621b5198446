import { touchPassword } from '#server/auth/credential-store.ts'
import { touchUser } from '#server/auth/store.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { createTestKontor } from '#tests/support/test-kontor.ts'
import { createAccount } from '#tests/support/test-user.ts'
import { expect, test } from 'bun:test'

forEachDatabase((_database, open) => {
  test('of two logins at once the later time stays, whichever is committed last', async () => {
    const testKontor = await createTestKontor(await open())
    const { id } = await createAccount(testKontor, 'viewer')
    const { database } = testKontor.kontor
    for (const at of [2000, 1000])
      await database.inTransaction(async (transaction) => {
        await touchUser(transaction, id, at)
        await touchPassword(transaction, id, at)
      })
    const user = await database.read.selectFrom('users').select('last_seen_at').where('id', '=', id).execute()
    const used = await database.read
      .selectFrom('credentials')
      .select('last_used_at')
      .where('user_id', '=', id)
      .execute()
    expect([user, used]).toEqual([[{ last_seen_at: 2000 }], [{ last_used_at: 2000 }]])
  })
})
