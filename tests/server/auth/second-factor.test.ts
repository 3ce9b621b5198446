import { createApp } from '#server/app.ts'
import { pendingLoginLifetimeMs } from '#shared/constants.ts'
import type { Problem } from '#shared/problem.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { createTestClient } from '#tests/support/test-client.ts'
import { addAuthenticator, startTotpSetup, type TestAuthenticator } from '#tests/support/test-factors.ts'
import { findViolations } from '#tests/support/find-violations.ts'
import { createTestKontor, type TestKontor } from '#tests/support/test-kontor.ts'
import { password, type TestUser } from '#tests/support/test-user.ts'
import { beforeEach, describe, expect, test } from 'bun:test'
import { Secret, TOTP } from 'otpauth'

forEachDatabase((_database, open) => {
  let kontor: TestKontor
  let user: TestUser
  let app: TestAuthenticator
  beforeEach(async () => {
    kontor = await createTestKontor(await open(), { isClockRunning: true })
    user = await kontor.createUser('finance', { name: 'Anna Shen' })
    app = await addAuthenticator(kontor, user)
  })

  /** A new browser at this address, on an instance of its own. */
  const createBrowser = (address = '203.0.113.7') => {
    const instance = createApp(kontor.kontor)
    const server = { requestIP: () => ({ address }), timeout: () => {} }
    return createTestClient({ ...kontor, app: { ...instance, fetch: (request) => instance.fetch(request, server) } })
  }
  const logIn = (fields: object = {}, browser = createBrowser()): Promise<Response> =>
    browser.fetch('/api/auth/login', { json: { email: user.email, password, ...fields } })
  const problemOf = async (response: Response): Promise<string> =>
    response.ok ? 'none' : ((await response.json()) as Problem).type.slice('/problems/'.length)
  const startLogin = async (browser = createBrowser()): Promise<string> =>
    ((await (await logIn({}, browser)).json()) as Problem).login ?? ''
  const continueLogin = (login: string, code: string, browser = createBrowser()): Promise<Response> =>
    browser.fetch('/api/auth/login/code', { json: { login, code } })
  const readEvents = (action: 'user.logged_in' | 'user.login_failed') =>
    kontor.kontor.database.read
      .selectFrom('events')
      .select(['parameters'])
      .where('action', '=', action)
      .where('object_id', '=', user.id)
      .orderBy('id')
      .execute()

  test('a right password alone opens no session, and says what the second step can be', async () => {
    const browser = createBrowser()
    const response = await logIn({}, browser)
    expect(response.status).toBe(401)
    expect(await response.json()).toMatchObject({ type: '/problems/second-factor-required', factors: ['code'] })
    expect(browser.cookies.size).toBe(0)
    expect((await browser.fetch('/api/users')).status).toBe(401)
    expect((await browser.fetch('/users')).headers.get('location')).toBe('/login')
  })

  test('the code logs in: with the password, or after it', async () => {
    expect((await logIn({ code: app.code() })).status).toBe(200)
    kontor.clock.now += 30_000
    const browser = createBrowser()
    const response = await continueLogin(await startLogin(browser), app.code().replace(/^.../, '$& '), browser)
    expect(await response.json()).toMatchObject({ user: { id: user.id, name: 'Anna Shen' } })
    expect(await (await browser.fetch('/api/_auth/session')).json()).toMatchObject({ user: { id: user.id } })
    const factors = (await readEvents('user.logged_in')).map(({ parameters }) => JSON.parse(parameters).factor)
    expect(factors).toEqual(['password', 'password+totp', 'password+totp'])
  })

  test('a wrong password gets the same answer with any code', async () => {
    const wrong = { password: 'a wrong password' }
    for (const fields of [wrong, { ...wrong, code: app.code() }, { ...wrong, email: 'nobody@example.com', code: '1' }])
      expect(await problemOf(await logIn(fields))).toBe('invalid-credentials')
  })

  test('accepts the codes of one step before and after, and no others', async () => {
    for (const [steps, problem] of [
      [-2, 'invalid-code'],
      [2, 'invalid-code'],
      [-1, 'none'],
      [1, 'none'],
    ] as const) {
      kontor.clock.now += 60_000
      expect(await problemOf(await logIn({ code: app.code(steps) }))).toBe(problem)
    }
  })

  test('accepts no code twice, nor one that is older than the last one', async () => {
    const code = app.code()
    const [old, setUp] = [app.code(-1), app.code(-1)]
    expect(await problemOf(await logIn({ code }))).toBe('none')
    for (const used of [code, old, setUp]) expect(await problemOf(await logIn({ code: used }))).toBe('invalid-code')
  })

  test.each(['a code', 'a recovery code'])('of two logins at once with %s, one succeeds', async (kind) => {
    const code = kind === 'a code' ? app.code() : (app.recoveryCodes[0] ?? '')
    const tokens = [await startLogin(), await startLogin()]
    const problems = await Promise.all(tokens.map(async (token) => problemOf(await continueLogin(token, code))))
    expect(problems.toSorted()).toEqual(['invalid-code', 'none'])
  })

  test('a recovery code logs in once, however it is typed', async () => {
    const [code = ''] = app.recoveryCodes
    expect(app.recoveryCodes).toHaveLength(10)
    expect(await problemOf(await logIn({ code: ` ${code.toUpperCase().replaceAll('-', ' ')}` }))).toBe('none')
    expect(await problemOf(await logIn({ code }))).toBe('invalid-code')
  })

  test('new recovery codes replace the old ones', async () => {
    const response = await user.fetch('/api/account/recovery-codes', { json: {} })
    const { recoveryCodes } = (await response.json()) as { recoveryCodes: string[] }
    expect(await problemOf(await logIn({ code: app.recoveryCodes[1] }))).toBe('invalid-code')
    expect(await problemOf(await logIn({ code: recoveryCodes[1] }))).toBe('none')
  })

  test('codes of another user are refused', async () => {
    const other = await kontor.createUser('finance')
    const { code, recoveryCodes } = await addAuthenticator(kontor, other)
    expect(await problemOf(await logIn({ code: code() }))).toBe('invalid-code')
    expect(await problemOf(await logIn({ code: recoveryCodes[0] }))).toBe('invalid-code')
    expect(await problemOf(await continueLogin(await startLogin(), code()))).toBe('invalid-code')
  })

  test('the second step takes five minutes at most, and ends with the password', async () => {
    const token = await startLogin()
    for (const forged of [
      '',
      'x',
      `${token}x`,
      token.slice(0, -2),
      token.replace(/^./, (first) => (first === 'A' ? 'B' : 'A')),
    ])
      expect(await problemOf(await continueLogin(forged, app.code()))).toBeOneOf(['login-expired', 'invalid-input'])
    const { database } = kontor.kontor
    await database.inTransaction(async (transaction) => {
      const other = await Bun.password.hash('another password', { algorithm: 'argon2id', memoryCost: 8, timeCost: 1 })
      await transaction.updateTable('credentials').set({ secret: other }).where('kind', '=', 'password').execute()
    })
    expect(await problemOf(await continueLogin(token, app.code()))).toBe('login-expired')
    await database.inTransaction(async (transaction) => {
      const hash = await Bun.password.hash(password, { algorithm: 'argon2id', memoryCost: 8, timeCost: 1 })
      await transaction.updateTable('credentials').set({ secret: hash }).where('kind', '=', 'password').execute()
    })
    const late = await startLogin()
    kontor.clock.now += pendingLoginLifetimeMs
    expect(await problemOf(await continueLogin(late, app.code()))).toBe('login-expired')
  })

  describe('too many codes', () => {
    test('block the network, also with right passwords between them', async () => {
      const browser = createBrowser()
      for (let time = 0; time < 5; time++) {
        const token = await startLogin(browser)
        expect(await problemOf(await continueLogin(token, '000000', browser))).toBe('invalid-code')
      }
      expect(await problemOf(await logIn({ code: app.code() }, browser))).toBe('too-many-attempts')
      expect((await readEvents('user.login_failed')).map(({ parameters }) => JSON.parse(parameters))).toEqual(
        Array.from({ length: 5 }, () => ({ factor: 'code' })),
      )
    })

    test('block the account for unknown devices wherever they come from, but not for known ones; a right one starts over', async () => {
      const guess = async (times: number): Promise<void> => {
        for (let time = 0; time < times; time++)
          expect(await problemOf(await logIn({ code: '000000' }, createBrowser(`203.0.113.${time}`)))).toBe(
            'invalid-code',
          )
      }
      await guess(9)
      expect(await problemOf(await logIn({ code: app.code() }, createBrowser('198.51.100.2')))).toBe('none')
      kontor.clock.now += 60_000
      await guess(10)
      expect(await problemOf(await logIn({ code: app.code() }, createBrowser('198.51.100.1')))).toBe(
        'too-many-attempts',
      )
      expect(
        (await user.fetch('/api/auth/login', { json: { email: user.email, password, code: app.code() } })).status,
      ).toBe(200)
    })
  })

  test('without script, the second step is a form on the same page, without the password', async () => {
    const browser = createBrowser()
    const post = (fields: Record<string, string>, client = browser): Promise<Response> =>
      client.fetch('/login', { method: 'POST', body: new URLSearchParams(fields) })
    const first = await post({ email: user.email, password })
    expect(first.status).toBe(401)
    const page = await first.text()
    expect(page).toContain('Two-step authentication')
    expect(page).not.toContain(password)
    const login = /name="login" value="([^"]+)"/.exec(page)?.[1] ?? ''
    const wrong = await post({ _endpoint: 'continueLogin', login, code: '000000' })
    const again = await wrong.text()
    expect([wrong.status, again.includes(login), again.includes('000000')]).toEqual([401, true, false])
    const right = await post({ _endpoint: 'continueLogin', login, code: app.code() })
    expect([right.status, right.headers.get('location')]).toEqual([303, '/'])
    const expired = await post({ _endpoint: 'continueLogin', login: 'x', code: '1' }, createBrowser())
    const restarted = await expired.text()
    expect([expired.status, restarted.includes('name="password"')]).toEqual([401, true])
    expect(restarted).toContain('It took too long, or you began another one in the meantime. Log in again.')
  })

  test('the app can be removed; the recovery codes go with it', async () => {
    expect((await user.fetch('/api/account/totp', { method: 'DELETE' })).status).toBe(200)
    expect((await logIn()).status).toBe(200)
    const left = await kontor.kontor.database.read.selectFrom('credentials').select('kind').execute()
    expect(left).toEqual([{ kind: 'password' }])
  })

  test('an administrator removes the factors of a user who lost them, who logs in with the password alone', async () => {
    const remove = (admin: TestUser, id: string): Promise<Response> =>
      admin.fetch(`/api/users/${id}/factor-removal`, { method: 'POST', json: {} })
    const admin = await kontor.createUser('admin')
    const owner = await kontor.createUser('owner')
    await addAuthenticator(kontor, owner)
    expect(await problemOf(await remove(admin, owner.id))).toBe('above-your-rank')
    expect(await problemOf(await remove(user, admin.id))).toBe('permission-denied')
    expect(await problemOf(await remove(admin, user.id))).toBe('none')
    expect((await logIn()).status).toBe(200)
    const left = kontor.kontor.database.read.selectFrom('credentials').select('kind').where('user_id', '=', user.id)
    expect(await left.execute()).toEqual([{ kind: 'password' }])
  })

  test('a set-up takes half an hour at most, and belongs to its session', async () => {
    const other = await kontor.createUser('viewer')
    const { input } = await startTotpSetup(kontor, other)
    const second = { ...other, ...kontor.createClient() }
    await second.fetch('/api/auth/login', { json: { email: other.email, password } })
    expect(await problemOf(await second.fetch('/api/account/totp', { json: input }))).toBe('invalid-code')
    kontor.clock.now += 30 * 60_000
    await other.fetch('/api/account/confirmation', { json: { password } })
    expect(await problemOf(await other.fetch('/api/account/totp', { json: input }))).toBe('invalid-input')
  })

  test('stores no secret and no code that can be read', async () => {
    const rows = JSON.stringify([
      await kontor.kontor.database.read.selectFrom('credentials').selectAll().execute(),
      await kontor.kontor.database.read.selectFrom('events').selectAll().execute(),
      kontor.log,
    ])
    for (const code of app.recoveryCodes) expect(rows).not.toContain(code.slice(0, 9))
    const secrets = await kontor.kontor.database.read
      .selectFrom('credentials')
      .select('secret')
      .where('kind', '=', 'totp')
      .execute()
    const readable = new TOTP({ secret: Secret.fromLatin1(secrets[0]?.secret ?? '') })
    expect(readable.generate({ timestamp: kontor.clock.now })).not.toBe(app.code())
  })

  test('the self-check finds the time of every event in the credentials', async () => {
    await user.fetch('/api/account/recovery-codes', { json: {} })
    kontor.clock.now += 60_000
    expect(await problemOf(await continueLogin(await startLogin(), app.code()))).toBe('none')
    expect(await problemOf(await user.fetch('/api/account/confirmation', { json: { password } }))).toBe('none')
    expect(await findViolations(kontor)).toEqual([])
  })
})
