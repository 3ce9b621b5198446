import { createApp } from '#server/app.ts'
import { knownDeviceLifetimeMs } from '#shared/constants.ts'
import type { Problem } from '#shared/problem.ts'
import { createAccount, password } from '#tests/support/test-user.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { createTestKontor, type TestKontor } from '#tests/support/test-kontor.ts'
import { sign } from 'hono/jwt'
import { beforeEach, describe, expect, spyOn, test } from 'bun:test'

const minuteMs = 60_000

forEachDatabase((_database, open) => {
  let kontor: TestKontor
  let email: string
  beforeEach(async () => {
    kontor = await createTestKontor(await open())
    email = (await createAccount(kontor, 'owner', { name: 'Anna Shen' })).email
  })
  const loginRequest = (fields: object, cookie = ''): Request => {
    const { origin } = kontor.kontor.config
    const headers = { 'host': origin.host, 'content-type': 'application/json', 'origin': origin.origin, cookie }
    const body = JSON.stringify({ email, password, ...fields })
    return new Request(`${origin.origin}/api/auth/login`, { method: 'POST', headers, body })
  }
  /** Logs in from an IP address, through any instance, with the cookies of a browser. */
  const logIn = (fields: object, address = '203.0.113.7', { app = kontor.app, cookie = '' } = {}): Promise<Response> =>
    app.fetch(loginRequest(fields, cookie), { requestIP: () => ({ address }), timeout: () => {} })
  /** Logs in over a connection that closes before (`early`) or right after the app receives the request. */
  async function logInAndDisconnect(fields: object, address: string, early: boolean): Promise<number> {
    let ended = early
    const answer = kontor.app.fetch(loginRequest(fields), {
      requestIP: () => (ended ? null : { address }),
      timeout: () => {},
    })
    ended = true
    return (await answer).status
  }
  const wrongPassword = { password: 'a wrong password' }
  /** Failed logins for other accounts: for unknown emails each would take the time of a real password. */
  async function createOthers(count: number): Promise<{ email: string; password: string }[]> {
    const others = Array.from({ length: count }, () => createAccount(kontor, 'viewer'))
    return (await Promise.all(others)).map((other) => ({ email: other.email, ...wrongPassword }))
  }
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
    using verifying = spyOn(Bun.password, 'verify')
    for (const [index, fields] of [{}, { email: 'nobody@example.com' }].entries()) {
      expect(await getProblemName(await logIn(fields))).toBe('401 invalid-credentials')
      expect(verifying).toHaveBeenCalledTimes(index + 1)
    }
    // Hashes of the same cost.
    const [first, second] = verifying.mock.calls.map(([, hash]) => String(hash).split('$').slice(0, 4))
    expect(first).toEqual(second)
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
      const statuses: number[] = []
      for (const fields of await createOthers(22)) statuses.push(await logInAndDisconnect(fields, address, early))
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

    test('for one email block it for their network on every instance, even with the correct password', async () => {
      await failAttempts(5, wrongPassword)
      const otherInstance = createApp(kontor.kontor)
      const response = await logIn({}, '203.0.113.7', { app: otherInstance })
      expect(response.headers.get('retry-after')).toBe('900')
      expect(await getProblemName(response)).toBe('429 too-many-attempts')
      kontor.clock.now += 15 * minuteMs
      expect((await logIn({})).status).toBe(200)
      await failAttempts(4, wrongPassword)
    })

    test('do not block the same account elsewhere', async () => {
      for (const address of ['203.0.113.7', '203.0.113.8', '2001:db8::1']) await failAttempts(5, wrongPassword, address)
      expect((await logIn({}, '198.51.100.9')).status).toBe(200)
    })

    test('are never blocked for more than 15 minutes', async () => {
      await failAttempts(5, wrongPassword)
      kontor.clock.now += 15 * minuteMs
      await failAttempts(1, wrongPassword)
      expect((await logIn({})).headers.get('retry-after')).toBe('900')
    })

    test('for an unknown email are blocked in the same way', async () => {
      await failAttempts(5, { email: 'nobody@example.com' })
      expect(await getProblemName(await logIn({ email: 'NOBODY@example.com' }))).toBe('429 too-many-attempts')
    })

    test('from one IP address block that address for every email, but no other address', async () => {
      for (const fields of await createOthers(20)) await failAttempts(1, fields)
      expect(await getProblemName(await logIn({}))).toBe('429 too-many-attempts')
      expect((await logIn({}, '198.51.100.9')).status).toBe(200)
    })

    test('from one IPv6 network are counted together', async () => {
      for (const [index, fields] of (await createOthers(20)).entries())
        await failAttempts(1, fields, `2001:db8:1:2::${index}`)
      expect((await logIn({}, '2001:db8:1:2:3:4:5:6')).status).toBe(429)
      expect((await logIn({}, '2001:db8:1:3::1')).status).toBe(200)
    })

    test('from many networks block the account for all devices but the known ones', async () => {
      const known = await logInAndKeepDevice()
      for (let network = 0; network < 20; network++) await failAttempts(5, wrongPassword, `203.0.113.${network}`)
      const blocked = await logIn(wrongPassword, '198.51.100.9')
      expect([blocked.status, blocked.headers.get('retry-after')]).toEqual([429, '900'])
      expect(await getProblemName(await logIn({}, '198.51.100.9'))).toBe('429 too-many-attempts')
      expect((await logIn({}, '198.51.100.9', { cookie: known })).status).toBe(200)
      expect((await logIn({ email: 'nobody@example.com' }, '198.51.100.9')).status).toBe(401)
      kontor.clock.now += 15 * minuteMs
      expect((await logIn({}, '198.51.100.9')).status).toBe(200)
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
      for (const fields of await createOthers(11)) {
        await failAttempts(1, fields)
        await logIn({})
      }
      await failAttempts(1, { email: 'last@example.com' })
      expect((await logIn({})).status).toBe(429)
    })
  })

  /** Logs in and returns the cookie by which this browser is known from then on. */
  async function logInAndKeepDevice(fields: object = {}, address = '198.51.100.200', cookie = ''): Promise<string> {
    const response = await logIn(fields, address, { cookie })
    expect(response.status).toBe(200)
    return getDeviceCookie(response)
  }
  const getDeviceCookie = (response: Response): string =>
    response.headers
      .getSetCookie()
      .find((cookie) => cookie.startsWith('kontor_device='))
      ?.split(';')[0] ?? ''

  describe('a device that has logged in before', () => {
    const statusesOf = async (times: number, fields: object, cookie: string, address?: string): Promise<number[]> => {
      const statuses: number[] = []
      for (let time = 0; time < times; time++) statuses.push((await logIn(fields, address, { cookie })).status)
      return statuses
    }
    const failAttempts = (times: number, address: string, fields: object = {}): Promise<number[]> =>
      statusesOf(times, { ...wrongPassword, ...fields }, '', address)

    test('gets a cookie of its own, which scripts cannot read and which outlives the session', async () => {
      const client = kontor.createClient()
      const response = await client.fetch('/api/auth/login', { json: { email, password } })
      expect(response.headers.getSetCookie()[1]).toMatch(
        /^kontor_device=[\w-]+\.[\w-]+\.[\w-]+; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/,
      )
      await client.fetch('/api/_auth/session', { method: 'DELETE' })
      expect([...client.cookies.keys()]).toEqual(['kontor_device'])
    })

    test('logs in while its own address and the whole account are blocked', async () => {
      const known = await logInAndKeepDevice({}, '203.0.113.7')
      await failAttempts(5, '203.0.113.7')
      for (const fields of await createOthers(15)) await failAttempts(1, '203.0.113.7', fields)
      expect((await logIn({})).status).toBe(429)
      expect((await logIn({ email: 'last@example.com' })).status).toBe(429)
      expect((await logIn({}, '203.0.113.7', { cookie: known })).status).toBe(200)
    })

    test('has five attempts of its own, which block no one else', async () => {
      const known = await logInAndKeepDevice()
      expect(await statusesOf(6, wrongPassword, known)).toEqual([401, 401, 401, 401, 401, 429])
      const blocked = await logIn({}, '198.51.100.9', { cookie: known })
      expect([blocked.status, blocked.headers.get('retry-after')]).toEqual([429, '900'])
      expect((await logIn({})).status).toBe(200)
      kontor.clock.now += 15 * minuteMs
      expect((await logIn({}, '198.51.100.9', { cookie: known })).status).toBe(200)
    })

    test('is known for its own account only', async () => {
      await createAccount(kontor, 'viewer', { email: 'mallory@example.com' })
      const known = await logInAndKeepDevice({ email: 'mallory@example.com' })
      expect(await statusesOf(6, wrongPassword, known)).toEqual([401, 401, 401, 401, 401, 429])
      expect((await logIn({}, '203.0.113.7', { cookie: known })).status).toBe(429)
      expect((await logIn({}, '198.51.100.9')).status).toBe(200)
    })

    test('is known for several accounts, whose attempts do not count for each other', async () => {
      await createAccount(kontor, 'viewer', { email: 'ben@example.com' })
      let known = await logInAndKeepDevice()
      known = await logInAndKeepDevice({ email: 'ben@example.com' }, '198.51.100.200', known)
      expect(await statusesOf(5, wrongPassword, known)).toEqual([401, 401, 401, 401, 401])
      // The login of one account must not give the other one new attempts.
      known = await logInAndKeepDevice({ email: 'ben@example.com' }, '198.51.100.200', known)
      expect(await statusesOf(1, {}, known)).toEqual([429])
    })

    test('remembers the last five accounts', async () => {
      let known = await logInAndKeepDevice()
      for (let index = 0; index < 5; index++) {
        await createAccount(kontor, 'viewer', { email: `staff${index}@example.com` })
        known = await logInAndKeepDevice({ email: `staff${index}@example.com` }, '198.51.100.200', known)
      }
      expect(known.length).toBeLessThan(2000)
      for (const address of ['203.0.113.7', '198.51.100.9']) await failAttempts(5, address)
      await failAttempts(5, '203.0.113.7', { email: 'staff4@example.com' })
      expect((await logIn({}, '203.0.113.7', { cookie: known })).status).toBe(429)
      expect((await logIn({ email: 'staff4@example.com' }, '203.0.113.7', { cookie: known })).status).toBe(200)
    })

    test('is unknown again after the password has changed, and a year later', async () => {
      const known = await logInAndKeepDevice()
      await failAttempts(5, '203.0.113.7')
      const database = kontor.kontor.database
      const readPassword = () => database.read.selectFrom('credentials').select('secret').executeTakeFirstOrThrow()
      const writePassword = (secret: string) =>
        database.inTransaction((transaction) => transaction.updateTable('credentials').set({ secret }).execute())
      const { secret } = await readPassword()
      await writePassword(await Bun.password.hash(password, { algorithm: 'argon2id', memoryCost: 8, timeCost: 1 }))
      expect((await logIn({}, '203.0.113.7', { cookie: known })).status).toBe(429)
      await writePassword(secret)
      expect((await logIn({}, '203.0.113.7', { cookie: known })).status).toBe(200)
      kontor.clock.now += knownDeviceLifetimeMs
      await failAttempts(5, '203.0.113.7')
      expect((await logIn({}, '203.0.113.7', { cookie: known })).status).toBe(429)
    })

    test('does not wait for the attempts of others', async () => {
      const known = await logInAndKeepDevice()
      let finished = 0
      const flood = Array.from({ length: 30 }, (_, index) =>
        logIn({ email: `nobody${index}@example.com` }, `203.0.113.${index}`).then(() => (finished += 1)),
      )
      expect((await logIn({}, '203.0.113.7', { cookie: known })).status).toBe(200)
      expect(finished).toBeLessThan(flood.length)
      await Promise.all(flood)
    })

    test('cannot be forged', async () => {
      const known = await logInAndKeepDevice()
      const client = kontor.createClient()
      await client.fetch('/api/auth/login', { json: { email, password } })
      const token = known.slice('kontor_device='.length)
      const [header = '', payload = '', signature = ''] = token.split('.')
      const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
      const { secret = '' } = kontor.kontor.config
      const keyOf = (purpose: string): string => new Bun.CryptoHasher('sha256', secret).update(purpose).digest('hex')
      const forged = [
        client.cookies.get('kontor') ?? '',
        `${Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')}.${payload}.`,
        `${header}.${payload}.${signature.toLowerCase()}`,
        `${header}.${payload}`,
        await sign(claims, secret),
        await sign(claims, keyOf('kontor session token')),
        await sign({ ...claims, exp: kontor.clock.now / 1000 - 1 }, keyOf('kontor device token')),
        await sign({ devices: claims.devices }, keyOf('kontor device token')),
        await sign({ ...claims, devices: [{ ...claims.devices[0], password: '' }] }, keyOf('kontor device token')),
        await sign({ ...claims, devices: claims.devices[0] }, keyOf('kontor device token')),
        await sign({ ...claims, devices: [null, 7] }, keyOf('kontor device token')),
        'x'.repeat(100_000),
      ]
      await failAttempts(5, '203.0.113.7')
      for (const attempt of forged)
        expect((await logIn({}, '203.0.113.7', { cookie: `kontor_device=${attempt}` })).status).toBe(429)
      expect((await logIn({}, '203.0.113.7', { cookie: `kontor_device=${token}` })).status).toBe(200)
    })

    test('does not log anyone in, and gets no cookie without a login', async () => {
      const known = await logInAndKeepDevice()
      const token = known.slice('kontor_device='.length)
      expect(
        await (await kontor.fetch('/api/_auth/session', { headers: { cookie: `kontor=${token}` } })).json(),
      ).toEqual({})
      const { id } = await createAccount(kontor, 'viewer', { email: 'pending@example.com' })
      await kontor.kontor.database.inTransaction(async (transaction) => {
        await transaction.updateTable('users').set({ status: 'pending' }).where('id', '=', id).execute()
      })
      for (const fields of [wrongPassword, { email: 'nobody@example.com' }, { email: 'pending@example.com' }])
        expect((await logIn(fields)).headers.getSetCookie()).toEqual([])
    })
  })

  test('records logins and failures, but nothing about unknown emails', async () => {
    await logIn({})
    await logIn(wrongPassword)
    await logIn({ email: 'nobody@example.com' })
    const events = await kontor.kontor.database.read
      .selectFrom('events')
      .select(['action', 'actor_name', 'object_label', 'ip', 'parameters'])
      .where('action', 'in', ['user.logged_in', 'user.login_failed'])
      .orderBy('id')
      .execute()
    expect(events).toEqual([
      {
        action: 'user.logged_in',
        actor_name: 'Anna Shen',
        object_label: 'Anna Shen',
        ip: '203.0.113.7',
        parameters: '{"factor":"password"}',
      },
      {
        action: 'user.login_failed',
        actor_name: null,
        object_label: 'Anna Shen',
        ip: '203.0.113.7',
        parameters: '{"factor":"password"}',
      },
    ])
    const stored = await kontor.kontor.database.read.selectFrom('throttles').selectAll().execute()
    expect(JSON.stringify(stored)).not.toContain('nobody@example.com')
  })
})
