import { createApp } from '#server/app.ts'
import type { Problem } from '#shared/problem.ts'
import { createAccount, password } from '#tests/support/test-user.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { createTestKontor, type TestKontor } from '#tests/support/test-kontor.ts'
import { beforeEach, describe, expect, test } from 'bun:test'

const minuteMs = 60_000

forEachDatabase((_database, open) => {
  let kontor: TestKontor
  let email: string
  beforeEach(async () => {
    kontor = await createTestKontor(await open())
    email = (await createAccount(kontor, 'owner', { name: 'Anna Shen' })).email
  })
  /** Logs in from an IP address, through any instance. */
  async function logIn(fields: object, address = '203.0.113.7', app = kontor.app): Promise<Response> {
    const { origin } = kontor.kontor.config
    const headers = { 'host': origin.host, 'content-type': 'application/json', 'origin': origin.origin }
    const body = JSON.stringify({ email, password, ...fields })
    const request = new Request(`${origin.origin}/api/auth/login`, { method: 'POST', headers, body })
    return app.fetch(request, { requestIP: () => ({ address }), timeout: () => {} })
  }
  /** Logs in over a connection that closes before (`early`) or right after the app receives the request. */
  async function logInAndDisconnect(fields: object, address: string, early: boolean): Promise<number> {
    const { origin } = kontor.kontor.config
    const headers = { 'host': origin.host, 'content-type': 'application/json', 'origin': origin.origin }
    const body = JSON.stringify({ email, password, ...fields })
    const request = new Request(`${origin.origin}/api/auth/login`, { method: 'POST', headers, body })
    let ended = early
    const answer = kontor.app.fetch(request, { requestIP: () => (ended ? null : { address }), timeout: () => {} })
    ended = true
    return (await answer).status
  }
  const wrongPassword = { password: 'a wrong password' }
  const getProblemName = async (response: Response): Promise<string> =>
    `${response.status} ${((await response.json()) as Problem).type.slice('/problems/'.length)}`

  test('the correct password logs in and returns the user', async () => {
    const response = await logIn({ email: ` ${email.toUpperCase()} ` })
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({
      user: { id: expect.any(String), name: 'Anna Shen', email, role: 'owner', locale: 'en' },
    })
    expect(response.headers.get('set-cookie')).toStartWith('kontor=')
  })

  test('an account without a password is rejected like an unknown one, after the same work', async () => {
    await kontor.kontor.database.inTransaction((transaction) => transaction.deleteFrom('credentials').execute())
    const elapsedMs = async (fields: object): Promise<number> => {
      const start = performance.now()
      expect(await getProblemName(await logIn(fields))).toBe('401 invalid-credentials')
      return performance.now() - start
    }
    const [withoutPassword, unknown] = [await elapsedMs({}), await elapsedMs({ email: 'nobody@example.com' })]
    // Both verify one argon2id hash of some 30 ms; skipping it would take a tenth of that.
    expect(withoutPassword).toBeGreaterThan(unknown / 4)
  })

  test('a login notes when the password was last used', async () => {
    await logIn({})
    const credentials = await kontor.kontor.database.read
      .selectFrom('credentials')
      .select(['kind', 'last_used_at'])
      .execute()
    expect(credentials).toEqual([{ kind: 'password', last_used_at: kontor.clock.now }])
  })

  test('counts attempts whose connection is closed early', async () => {
    for (const [early, address] of [
      [false, '203.0.113.8'],
      [true, ''],
    ] as const) {
      const unknownUser = (index: number) => ({ email: `nobody-${early}-${index}@example.com`, ...wrongPassword })
      const statuses: number[] = []
      for (let index = 0; index < 22; index += 1)
        statuses.push(await logInAndDisconnect(unknownUser(index), address, early))
      expect([statuses.indexOf(429), statuses.at(-1)]).toEqual([20, 429])
    }
    expect((await logIn({}, '203.0.113.8')).status).toBe(429)
    expect((await logIn({})).status).toBe(200)
  })

  test('an unknown email and a wrong password get the same answer', async () => {
    const bodies = await Promise.all(
      [wrongPassword, { email: 'nobody@example.com' }, { email: "' or 1=1 --" }].map(async (fields) => {
        const response = await logIn(fields)
        expect([response.status, response.headers.get('set-cookie')]).toEqual([401, null])
        return response.text()
      }),
    )
    expect(new Set(bodies).size).toBe(1)
    expect(bodies[0]).toContain('/problems/invalid-credentials')
  })

  test.each(['pending', 'suspended', 'archived'] as const)(
    'reveals that an account is %s only after the correct password',
    async (status) => {
      const { id } = await createAccount(kontor, 'viewer', { email: 'other@example.com' })
      await kontor.kontor.database.inTransaction(async (transaction) => {
        await transaction.updateTable('users').set({ status }).where('id', '=', id).execute()
      })
      expect(await getProblemName(await logIn({ email: 'other@example.com', ...wrongPassword }))).toBe(
        '401 invalid-credentials',
      )
      const response = await logIn({ email: 'other@example.com' })
      expect(response.headers.get('set-cookie')).toBeNull()
      expect(await getProblemName(response)).toBe(
        status === 'pending' ? '403 account-pending' : '403 account-suspended',
      )
    },
  )

  describe('too many attempts', () => {
    const failAttempts = async (times: number, fields: object, address?: string): Promise<void> => {
      for (let time = 0; time < times; time++) expect((await logIn(fields, address)).status).toBe(401)
    }

    test('for one email block it on every instance, from every IP address, even with the correct password', async () => {
      await failAttempts(5, wrongPassword)
      const otherInstance = createApp(kontor.kontor)
      const response = await logIn({}, '198.51.100.9', otherInstance)
      expect(response.headers.get('retry-after')).toBe('900')
      expect(await getProblemName(response)).toBe('429 too-many-attempts')
      kontor.clock.now += 15 * minuteMs
      expect((await logIn({})).status).toBe(200)
      await failAttempts(4, wrongPassword)
    })

    test('are blocked for longer each time', async () => {
      await failAttempts(5, wrongPassword)
      kontor.clock.now += 15 * minuteMs
      await failAttempts(1, wrongPassword)
      expect((await logIn({})).headers.get('retry-after')).toBe('1800')
    })

    test('for an unknown email are blocked in the same way', async () => {
      await failAttempts(5, { email: 'nobody@example.com' })
      expect(await getProblemName(await logIn({ email: 'NOBODY@example.com' }))).toBe('429 too-many-attempts')
    })

    test('from one IP address block that address for every email, but no other address', async () => {
      for (let time = 0; time < 20; time++) await failAttempts(1, { email: `nobody${time}@example.com` })
      expect(await getProblemName(await logIn({}))).toBe('429 too-many-attempts')
      expect((await logIn({}, '198.51.100.9')).status).toBe(200)
    })

    test('from one IPv6 network are counted together', async () => {
      for (let time = 0; time < 20; time++)
        await failAttempts(1, { email: `nobody${time}@example.com` }, `2001:db8:1:2::${time}`)
      expect((await logIn({}, '2001:db8:1:2:3:4:5:6')).status).toBe(429)
      expect((await logIn({}, '2001:db8:1:3::1')).status).toBe(200)
    })

    test('are limited to five when they are concurrent', async () => {
      const statuses = await Promise.all(
        Array.from({ length: 12 }, () => logIn(wrongPassword).then(({ status }) => status)),
      )
      expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(5)
      expect(statuses.every((status) => status === 401 || status === 429 || status === 503)).toBe(true)
    })

    test('are reset by a success, but not for other emails from the same IP address', async () => {
      await failAttempts(4, wrongPassword)
      expect((await logIn({})).status).toBe(200)
      await failAttempts(4, wrongPassword)
      for (let time = 0; time < 11; time++) {
        await failAttempts(1, { email: `nobody${time}@example.com` })
        await logIn({})
      }
      await failAttempts(1, { email: 'last@example.com' })
      expect((await logIn({})).status).toBe(429)
    })
  })

  test('records logins and failures, but nothing about unknown emails', async () => {
    await logIn({})
    await logIn(wrongPassword)
    await logIn({ email: 'nobody@example.com' })
    const events = await kontor.kontor.database.read
      .selectFrom('events')
      .select(['action', 'actor_name', 'object_label', 'ip', 'parameters'])
      .orderBy('id')
      .execute()
    expect(events).toEqual([
      {
        action: 'user.logged_in',
        actor_name: 'Anna Shen',
        object_label: 'Anna Shen',
        ip: '203.0.113.7',
        parameters: '{}',
      },
      {
        action: 'user.login_failed',
        actor_name: null,
        object_label: 'Anna Shen',
        ip: '203.0.113.7',
        parameters: '{}',
      },
    ])
    const stored = await kontor.kontor.database.read.selectFrom('throttles').selectAll().execute()
    expect(JSON.stringify(stored)).not.toContain('nobody@example.com')
  })
})
