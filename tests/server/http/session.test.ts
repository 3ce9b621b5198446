import { sessionIdleMs, sessionLifetimeMs } from '#shared/constants.ts'
import { createAccount, password } from '#tests/support/test-user.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { createTestKontor, type TestKontor } from '#tests/support/test-kontor.ts'
import { createTestClient } from '#tests/support/test-client.ts'
import { addAuthenticator } from '#tests/support/test-factors.ts'
import { createApp } from '#server/app.ts'
import { sign } from 'hono/jwt'
import { beforeEach, describe, expect, test } from 'bun:test'

const sessionPath = '/api/_auth/session'
const toBase64Url = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

forEachDatabase((_database, open) => {
  let kontor: TestKontor
  beforeEach(async () => {
    kontor = await createTestKontor(await open())
  })
  const getSession = async (cookie: string): Promise<unknown> => {
    const response = await kontor.fetch(sessionPath, { headers: { cookie } })
    expect([response.status, response.headers.get('set-cookie')]).toEqual([200, null])
    return response.json()
  }

  test('not logged in: an empty object and no cookie', async () => {
    const response = await kontor.fetch(sessionPath)
    expect(response.status).toBe(200)
    expect(await response.text()).toBe('{}')
    expect(response.headers.get('set-cookie')).toBeNull()
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('content-type')).toStartWith('application/json')
  })

  test('logged in: user, login time and session ID, but no secret', async () => {
    const user = await kontor.createUser('finance', { name: 'Li Wei', locale: 'zh' })
    const response = await user.fetch(sessionPath)
    expect(response.headers.get('set-cookie')).toBeNull()
    expect(await response.json()).toEqual({
      user: { id: user.id, name: 'Li Wei', email: user.email, role: 'finance', locale: 'zh' },
      loggedInAt: kontor.clock.now,
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
  })

  test('the cookie is for this host alone, unreadable for scripts, and secure where the origin is', async () => {
    const { email } = await createAccount(kontor, 'owner')
    const json = { email, password }
    const plain = await kontor.createClient().fetch('/api/auth/login', { json })
    expect(plain.headers.getSetCookie()[0]).toMatch(/^kontor=[\w-]+\.[\w-]+\.[\w-]+; Path=\/; HttpOnly; SameSite=Lax$/)
    const config = { ...kontor.kontor.config, origin: new URL('https://kontor.example.com') }
    const secured = { ...kontor.kontor, config }
    const client = createTestClient({ kontor: secured, app: createApp(secured) })
    const secure = await client.fetch('/api/auth/login', { json })
    const [sessionCookie, deviceCookie] = secure.headers.getSetCookie()
    expect(sessionCookie).toMatch(/^__Host-kontor=[^;]+; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
    expect(deviceCookie).toMatch(/^__Host-kontor_device=[^;]+; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
    expect(await (await client.fetch(sessionPath)).json()).toMatchObject({ user: { email } })
  })

  describe('logging out', () => {
    test('ends the session on every instance: its cookie is no longer valid', async () => {
      const user = await kontor.createUser('owner')
      const other = createApp(kontor.kontor)
      const cookie = `kontor=${user.cookies.get('kontor')}`
      const getSessionElsewhere = async (): Promise<unknown> => {
        const { origin } = kontor.kontor.config
        return (
          await other.fetch(new Request(origin.origin + sessionPath, { headers: { cookie, host: origin.host } }))
        ).json()
      }
      expect(await getSessionElsewhere()).toHaveProperty('user')
      const response = await user.fetch(sessionPath, { method: 'DELETE' })
      expect([response.status, await response.text()]).toEqual([200, '{"loggedOut":true}'])
      expect(response.headers.get('set-cookie')).toBe('kontor=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax')
      expect(await getSessionElsewhere()).toEqual({})
      expect(await getSession(cookie)).toEqual({})
      expect((await kontor.fetch('/orders', { headers: { cookie } })).headers.get('location')).toBe('/login')
    })

    test('answers the same without a session', async () => {
      for (const cookie of ['', 'kontor=nonsense']) {
        const response = await kontor.fetch(sessionPath, { method: 'DELETE', headers: { cookie } })
        expect([response.status, await response.text()]).toEqual([200, '{"loggedOut":true}'])
      }
    })
  })

  test('logging in again gives a new session and ends the one before', async () => {
    const user = await kontor.createUser('owner')
    const before = `kontor=${user.cookies.get('kontor')}`
    await user.fetch('/api/auth/login', { json: { email: user.email, password } })
    expect(await getSession(before)).toEqual({})
    expect(await getSession(`kontor=${user.cookies.get('kontor')}`)).toHaveProperty('user')
  })

  test('ends after half a day without use, and after a week in any case', async () => {
    const user = await kontor.createUser('owner')
    const isLoggedIn = async (): Promise<boolean> => 'user' in (await (await user.fetch(sessionPath)).json())
    const loggedInAt = kontor.clock.now
    const end = loggedInAt + sessionLifetimeMs
    for (let now = loggedInAt; now < end; now += sessionIdleMs / 2) {
      kontor.clock.now = now
      expect(await isLoggedIn()).toBe(true)
      await waitForLastSeen(kontor, now)
    }
    kontor.clock.now = end
    expect(await isLoggedIn()).toBe(false)

    const idleUser = await kontor.createUser('owner')
    kontor.clock.now += sessionIdleMs
    expect(await (await idleUser.fetch(sessionPath)).json()).toEqual({})
  })

  test('the time it was last used is written at most once a minute', async () => {
    const user = await kontor.createUser('owner')
    const loggedInAt = kontor.clock.now
    kontor.clock.now += 59_999
    await user.fetch(sessionPath)
    expect(await getLastSeen(kontor)).toBe(loggedInAt)
    kontor.clock.now += 1
    await user.fetch(sessionPath)
    await waitForLastSeen(kontor, loggedInAt + 60_000)
  })

  test('a new secret ends no session and no authenticator app while the one before is still accepted', async () => {
    const withSecrets = (secret: string, previousSecret?: string) => {
      const changed = { ...kontor.kontor, config: { ...kontor.kontor.config, secret, previousSecret } }
      return { kontor: changed, app: createApp(changed) }
    }
    const user = await kontor.createUser('viewer')
    const { code } = await addAuthenticator(kontor, user)
    const cookie = `kontor=${user.cookies.get('kontor')}`
    const isLoggedIn = async (app: ReturnType<typeof withSecrets>, as = cookie): Promise<boolean> =>
      'user' in ((await (await createTestClient(app).fetch(sessionPath, { headers: { cookie: as } })).json()) as object)
    const [old, secret] = [kontor.kontor.config.secret ?? '', 'c3ab8ff13720e8ad9047dd39466b3c89']
    const [rotated, forgotten] = [withSecrets(secret, old), withSecrets(secret)]
    expect([await isLoggedIn(rotated), await isLoggedIn(forgotten)]).toEqual([true, false])
    const client = createTestClient(rotated)
    kontor.clock.now += 60_000
    const login = await client.fetch('/api/auth/login', { json: { email: user.email, password, code: code() } })
    expect(login.status).toBe(200)
    const newCookie = `kontor=${client.cookies.get('kontor')}`
    expect([
      await isLoggedIn(rotated, newCookie),
      await isLoggedIn(forgotten, newCookie),
      await isLoggedIn(withSecrets(old), newCookie),
    ]).toEqual([true, true, false])
  })

  test('no forged, stale or broken token logs anyone in, and none is an error', async () => {
    const user = await kontor.createUser('owner')
    const token = user.cookies.get('kontor') ?? ''
    const [header = '', payload = '', signature = ''] = token.split('.')
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { sid: string; iat: number; exp: number }
    expect(await getSession(`kontor=${token}`)).toHaveProperty('user')
    const tamperedTokens = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_']
      .map((letter) => signature.slice(0, -1) + letter)
      .filter((changed) => changed !== signature)
      .map((changed) => `${header}.${payload}.${changed}`)
    const key = new Bun.CryptoHasher('sha256', kontor.kontor.config.secret ?? '')
      .update('kontor session token')
      .digest('hex')
    const forged = [
      '',
      '.',
      '..',
      'x',
      token.slice(0, -1),
      `${token}=`,
      `${token}.`,
      token.toUpperCase(),
      ` ${token}x`,
      'a'.repeat(5000),
      `${header}..${signature}`,
      `${toBase64Url({ alg: 'none', typ: 'JWT' })}.${payload}.`,
      `${toBase64Url({ alg: 'none', typ: 'JWT' })}.${payload}.${signature}`,
      `${toBase64Url({ alg: 'HS512', typ: 'JWT' })}.${payload}.${signature}`,
      `${header}.${toBase64Url({ ...claims, sid: crypto.randomUUID() })}.${signature}`,
      ...tamperedTokens,
      await sign({ ...claims }, 'another secret, which is long enough'),
      await sign({ ...claims }, kontor.kontor.config.secret ?? ''),
      await sign({ ...claims }, key, 'HS384'),
      await sign({ ...claims, exp: kontor.clock.now / 1000 - 1 }, key),
      await sign({ ...claims, iat: kontor.clock.now / 1000 + 3600 }, key),
      await sign({ ...claims, exp: '9999999999' as unknown as number }, key),
      await sign({ sid: claims.sid, iat: claims.iat }, key),
      await sign({ ...claims, sid: 7 }, key),
      await sign({ ...claims, sid: 'unknown' }, key),
      await sign([claims] as unknown as typeof claims, key),
    ]
    for (const attempt of forged) expect(await getSession(`kontor=${attempt}`)).toEqual({})
    expect(await getSession(`kontor=${await sign({ ...claims }, key)}`)).toHaveProperty('user')
  })

  test('no response contains the token, except in its cookie', async () => {
    const user = await kontor.createUser('owner')
    const token = user.cookies.get('kontor') ?? ''
    for (const path of ['/', '/users', '/orders/_payload.json', sessionPath, '/nope'])
      expect(await (await user.fetch(path)).text()).not.toContain(token)
  })
})

const getLastSeen = async ({ kontor }: TestKontor): Promise<number> =>
  (await kontor.database.read.selectFrom('sessions').select('last_seen_at').executeTakeFirstOrThrow()).last_seen_at

/** The write is not awaited, so it can follow the response a moment later. */
async function waitForLastSeen(kontor: TestKontor, at: number): Promise<void> {
  while ((await getLastSeen(kontor)) !== at) await Bun.sleep(1)
}
