import type { Config } from '#server/config.ts'
import { runKontor, settingsOf, setUpBinary } from '#tests/support/binary.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { addAuthenticator } from '#tests/support/test-factors.ts'
import { createTestKontor, type TestKontor } from '#tests/support/test-kontor.ts'
import { createAccount, password, type TestUser } from '#tests/support/test-user.ts'
import { beforeEach, expect, test } from 'bun:test'

setUpBinary()

const newPassword = 'another long password'

async function run(config: Config, args: string[], stdin = '') {
  const { code, output, errors } = await runKontor(['user', ...args], stdin, { settings: settingsOf(config) })
  return { code, stdout: output, stderr: errors }
}

forEachDatabase((_name, open) => {
  let config: Config
  let kontor: TestKontor
  let anna: TestUser
  beforeEach(async () => {
    const database = await open()
    config = database.config
    kontor = await createTestKontor(database)
    anna = await kontor.createUser('viewer', { name: 'Anna Shen', email: 'Anna@example.com' })
  })
  const logIn = async (typed: string): Promise<number> =>
    (await kontor.fetch('/api/auth/login', { json: { email: anna.email, password: typed } })).status
  const isLoggedIn = async (): Promise<boolean> =>
    'user' in ((await (await anna.fetch('/api/_auth/session')).json()) as object)

  test('reset-password sets the password on standard input and ends the sessions on a running server', async () => {
    for (let attempt = 0; attempt < 5; attempt++) await logIn('a wrong password')
    expect(await run(config, ['reset-password', '--email', 'anna@EXAMPLE.com'], `${newPassword}\n`)).toEqual({
      code: 0,
      stdout: 'Anna Shen <Anna@example.com> can now log in with the new password. All sessions were ended.\n',
      stderr: '',
    })
    expect([await isLoggedIn(), await logIn(password), await logIn(newPassword)]).toEqual([false, 401, 200])
  })

  test('reset-password --link prints a link that sets the password once', async () => {
    const { stdout } = await run(config, ['reset-password', '--email', anna.email, '--link'])
    const token = /once: http:\/\/localhost:3000\/login\?reset=([\w-]{43})\n$/.exec(stdout)?.[1]
    // The command is another process, whose clock is not that of the test.
    kontor.clock.now = Date.now()
    const reset = () =>
      kontor.fetch('/api/auth/password', { method: 'PUT', json: { reset: token, password: newPassword } })
    expect([(await reset()).status, (await reset()).status]).toEqual([200, 403])
  })

  test('remove-factors lets the user log in with the password alone', async () => {
    await addAuthenticator(kontor, anna)
    expect(await logIn(password)).toBe(401)
    const { stdout } = await run(config, ['remove-factors', '--email', anna.email])
    expect(stdout).toBe('Anna Shen <Anna@example.com> can now log in with the password alone.\n')
    expect(await logIn(password)).toBe(200)
    const again = await run(config, ['remove-factors', '--email', anna.email])
    expect(again.stdout).toBe('Anna Shen <Anna@example.com> has no two-step authentication.\n')
  })

  test('suspend ends the sessions, and keeps the last owner', async () => {
    expect(await run(config, ['suspend', '--email', anna.email])).toEqual({
      code: 0,
      stdout: 'Anna Shen <Anna@example.com> is suspended. All sessions were ended.\n',
      stderr: '',
    })
    expect([await isLoggedIn(), await logIn(password)]).toEqual([false, 403])
    const owner = await createAccount(kontor, 'owner')
    const { code, stderr } = await run(config, ['suspend', '--email', owner.email])
    expect([code, stderr]).toEqual([1, expect.stringContaining('The last owner cannot be suspended')])
  })

  test('an account that is not active still cannot log in, and says so', async () => {
    await run(config, ['suspend', '--email', anna.email])
    const suspended = 'Anna Shen <Anna@example.com> still cannot log in, because the account is suspended.'
    expect((await run(config, ['reset-password', '--email', anna.email], newPassword)).stdout).toBe(
      `${suspended} All sessions were ended.\n`,
    )
    expect((await run(config, ['unlock', '--email', anna.email])).stdout).toStartWith(suspended)
    for (const args of [['suspend'], ['reset-password', '--link']])
      expect(await run(config, [...args, '--email', anna.email])).toEqual({
        code: 1,
        stdout: '',
        stderr: 'The account Anna@example.com is not active: kontor user list prints its status.\n',
      })
    expect(await logIn(newPassword)).toBe(403)
  })

  test('list prints one account a line', async () => {
    const { stdout } = await run(config, ['list'])
    expect(stdout).toBe('Anna@example.com\tAnna Shen\tviewer\tactive\t2026-03-15T02:00:00.000Z\n')
  })

  test('a wrong password, email or option changes nothing', async () => {
    expect((await run(config, ['reset-password', '--email', anna.email], 'short\n')).code).toBe(1)
    expect(await run(config, ['reset-password', '--email', 'nobody@example.com'], newPassword)).toMatchObject({
      code: 1,
      stderr: 'There is no account with the email nobody@example.com.\n',
    })
    for (const args of [['suspend'], ['unlock'], ['unlock', anna.email]])
      expect((await run(config, args)).code).toBe(64)
    expect([await isLoggedIn(), await logIn(password)]).toEqual([true, 200])
  })
})
