import { purgeExpired } from '#server/auth/purge-expired.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { createTestKontor } from '#tests/support/test-kontor.ts'
import { createAccount } from '#tests/support/test-user.ts'
import { expect, test } from 'bun:test'

const [hourMs, dayMs] = [3_600_000, 86_400_000]

forEachDatabase((_database, open) => {
  test('attempts are deleted after a day, sessions 30 days after their end', async () => {
    const kontor = await createTestKontor(await open())
    const { email } = await createAccount(kontor, 'viewer')
    const { read } = kontor.kontor.database
    const count = async (table: 'throttles' | 'sessions'): Promise<number> =>
      (await read.selectFrom(table).selectAll().execute()).length
    const fail = () => kontor.fetch('/api/auth/login', { json: { email, password: 'a wrong password' } })
    await kontor.createUser('owner')
    await fail()
    const before = await count('throttles')
    expect(before).toBeGreaterThan(0)
    kontor.clock.now += dayMs
    await purgeExpired(kontor.kontor)
    expect([await count('throttles'), await count('sessions')]).toEqual([before, 1])
    kontor.clock.now += hourMs
    await purgeExpired(kontor.kontor)
    expect([await count('throttles'), await count('sessions')]).toEqual([0, 1])
    kontor.clock.now += 37 * dayMs
    await purgeExpired(kontor.kontor)
    expect(await count('sessions')).toBe(0)
  })
})
