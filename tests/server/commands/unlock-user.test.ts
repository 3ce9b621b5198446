import type { Config } from '#server/config.ts'
import { runKontor, settingsOf, setUpBinary } from '#tests/support/binary.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { createTestKontor } from '#tests/support/test-kontor.ts'
import { createAccount, password } from '#tests/support/test-user.ts'
import { expect, test } from 'bun:test'

setUpBinary()

async function runUnlock(config: Config, email: string) {
  const args = ['user', 'unlock', '--email', email]
  const { code, output, errors } = await runKontor(args, '', { settings: settingsOf(config) })
  return { code, stdout: output, stderr: errors }
}

forEachDatabase((_name, open) => {
  test('kontor user unlock lets an account log in again on a running server, and is recorded', async () => {
    const database = await open()
    const kontor = await createTestKontor(database)
    const { email, id } = await createAccount(kontor, 'viewer', { name: 'Anna Shen', email: 'Anna@example.com' })
    const device = kontor.createClient()
    const attempt = async (typed: string, client = kontor.createClient(), as = email): Promise<number> =>
      (await client.fetch('/api/auth/login', { json: { email: as, password: typed } })).status
    await attempt(password, device)
    for (let time = 0; time < 5; time++) {
      await attempt('a wrong password')
      await attempt('a wrong password', device)
      await attempt('a wrong password', undefined, 'another@example.com')
    }
    expect([await attempt(password), await attempt(password, device)]).toEqual([429, 429])

    expect(await runUnlock(database.config, ' ANNA@example.com')).toEqual({
      code: 0,
      stdout:
        'Anna Shen <Anna@example.com> can try to log in again. An address with too many failed logins stays blocked for up to 15 minutes.\n',
      stderr: '',
    })
    expect([await attempt(password), await attempt(password, device)]).toEqual([200, 200])
    expect(await attempt(password, undefined, 'another@example.com')).toBe(429)
    const event = await kontor.kontor.database.read
      .selectFrom('events')
      .select(['object_id', 'object_label', 'actor_type', 'in_activity'])
      .where('action', '=', 'user.unlocked')
      .executeTakeFirst()
    expect(event).toEqual({ object_id: id, object_label: 'Anna Shen', actor_type: 'program', in_activity: 1 })
  })

  test('kontor user unlock names an email that no account has', async () => {
    const database = await open()
    await createTestKontor(database)
    expect(await runUnlock(database.config, 'nobody@example.com')).toEqual({
      code: 1,
      stdout: '',
      stderr: 'There is no account with the email nobody@example.com.\n',
    })
  })
})
