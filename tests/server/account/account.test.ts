import { inTransaction } from '#server/auth/access.ts'
import { issueResetLink } from '#server/auth/reset-links.ts'
import { createOperatorContext } from '#server/context.ts'
import { verifyRows } from '#server/self-check/verify.ts'
import { Findings } from '#server/self-check/findings.ts'
import type { AccountView } from '#shared/account/views.ts'
import type { Problem } from '#shared/problem.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { createTestClient, type TestClient } from '#tests/support/test-client.ts'
import { createTestKontor, type TestKontor } from '#tests/support/test-kontor.ts'
import { createAccount, password, type TestUser } from '#tests/support/test-user.ts'
import { beforeEach, describe, expect, test } from 'bun:test'

const newPassword = 'another long password'
const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'

forEachDatabase((_database, open) => {
  let kontor: TestKontor
  let anna: TestUser
  beforeEach(async () => {
    kontor = await createTestKontor(await open())
    anna = await kontor.createUser('operations', { name: 'Anna Shen' })
  })

  const logIn = async (email: string, withPassword = password): Promise<TestClient> => {
    const client = createTestClient(kontor)
    const response = await client.fetch('/api/auth/login', {
      json: { email, password: withPassword },
      headers: { 'user-agent': chrome },
    })
    expect(response.status).toBe(200)
    return client
  }
  const isLoggedIn = async (client: TestClient): Promise<boolean> =>
    'user' in ((await (await client.fetch('/api/_auth/session')).json()) as object)
  const loadAccount = async (client: TestClient): Promise<AccountView> =>
    (await (await client.fetch('/api/account')).json()) as AccountView
  const changePassword = (client: TestClient, fields: object = {}): Promise<Response> =>
    client.fetch('/api/account/password', {
      method: 'PUT',
      json: { currentPassword: password, password: newPassword, ...fields },
    })
  const readErrors = async (response: Response): Promise<unknown> => [
    response.status,
    ((await response.json()) as Problem).errors?.map(({ pointer, detail }) => `${pointer} ${detail}`),
  ]
  const findViolations = async (): Promise<string[]> => {
    const findings = new Findings()
    await kontor.kontor.database.inTransaction((transaction) => verifyRows(transaction, findings))
    return findings.results().flatMap(({ violations }) => violations)
  }

  describe('a changed password', () => {
    test('logs in from then on, and ends the other sessions, not this one', async () => {
      const other = await logIn(anna.email)
      const stranger = await kontor.createUser('viewer')
      expect((await changePassword(anna)).status).toBe(200)
      expect([await isLoggedIn(anna), await isLoggedIn(other), await isLoggedIn(stranger)]).toEqual([true, false, true])
      const old = await kontor.fetch('/api/auth/login', { json: { email: anna.email, password } })
      expect(old.status).toBe(401)
      expect(await isLoggedIn(await logIn(anna.email, newPassword))).toBe(true)
      expect((await loadAccount(anna)).events.map(({ action }) => action)).toContain('user.password_changed')
      expect(await findViolations()).toEqual([])
    })

    test('needs the current one, and must be another one by the rules of a registration', async () => {
      expect(await readErrors(await changePassword(anna, { currentPassword: 'a wrong password' }))).toEqual([
        422,
        ['/currentPassword This password is incorrect.'],
      ])
      expect(await readErrors(await changePassword(anna, { password }))).toEqual([
        422,
        ['/password This is your current password. Choose another one.'],
      ])
      for (const bad of ['short', 'password1234', 'I am Anna Shen.', 'x'.repeat(129)])
        expect((await changePassword(anna, { password: bad })).status).toBe(422)
      expect((await kontor.fetch('/api/auth/login', { json: { email: anna.email, password } })).status).toBe(200)
    })

    test('cannot be guessed with a stolen session', async () => {
      const statuses: number[] = []
      for (let attempt = 0; attempt < 6; attempt++)
        statuses.push((await changePassword(anna, { currentPassword: `wrong ${attempt}` })).status)
      expect(statuses).toEqual([422, 422, 422, 422, 422, 429])
      expect((await changePassword(anna)).status).toBe(429)
    })

    test('is set once when two requests change it at the same time', async () => {
      const other = await logIn(anna.email)
      const responses = await Promise.all([
        changePassword(anna),
        changePassword(other, { password: 'yet another password' }),
      ])
      expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
      expect(await findViolations()).toEqual([])
    })

    test('appears in no event, log or answer', async () => {
      const response = await changePassword(anna)
      const events = await kontor.kontor.database.read.selectFrom('events').selectAll().execute()
      for (const text of [await response.text(), JSON.stringify(events), JSON.stringify(kontor.log)]) {
        expect(text).not.toContain(newPassword)
        expect(text).not.toContain('$argon2')
      }
    })
  })

  describe('sessions', () => {
    test('are listed with their device, the one of the request marked', async () => {
      kontor.clock.now += 60_000
      const other = await logIn(anna.email)
      const { sessions } = await loadAccount(other)
      expect(sessions.map(({ device, isCurrent }) => [device, isCurrent])).toEqual([
        ['Chrome · Windows', true],
        ['', false],
      ])
      // The first request writes in the background that this session was used as late as the other one.
      for (let request = 0; request < 2; request += 1)
        expect((await loadAccount(anna)).sessions.map(({ isCurrent }) => isCurrent)).toEqual([false, true])
    })

    test('one is ended, which its browser notices with the next request', async () => {
      const other = await logIn(anna.email)
      const id = (await loadAccount(other)).sessions.find(({ isCurrent }) => isCurrent)?.id
      const response = await anna.fetch(`/api/account/sessions/${id}`, { method: 'DELETE' })
      expect([response.status, await isLoggedIn(other), await isLoggedIn(anna)]).toEqual([200, false, true])
      expect((await anna.fetch(`/api/account/sessions/${id}`, { method: 'DELETE' })).status).toBe(404)
      expect(await findViolations()).toEqual([])
    })

    test('of someone else cannot be ended', async () => {
      const victim = await kontor.createUser('viewer')
      const [session] = (await loadAccount(victim)).sessions
      expect((await anna.fetch(`/api/account/sessions/${session?.id}`, { method: 'DELETE' })).status).toBe(404)
      expect(await isLoggedIn(victim)).toBe(true)
    })

    test('all others, and then all, are ended', async () => {
      const others = [await logIn(anna.email), await logIn(anna.email)]
      const ended = await anna.fetch('/api/account/sessions', { method: 'DELETE' })
      expect(await ended.json()).toEqual({ ended: 2 })
      expect(await Promise.all([...others, anna].map(isLoggedIn))).toEqual([false, false, true])
      const all = await anna.fetch('/api/account/sessions?all=1', { method: 'DELETE' })
      expect(all.headers.getSetCookie().join()).toContain('kontor=; Max-Age=0')
      expect(await isLoggedIn(anna)).toBe(false)
      expect(await findViolations()).toEqual([])
    })

    test('a login on a new device is told, one on a known device is not', async () => {
      const sentences = async (): Promise<unknown[]> =>
        (await loadAccount(anna)).events
          .filter(({ action }) => action === 'user.logged_in')
          .map(({ parameters }) => parameters['newDevice'])
      const browser = await logIn(anna.email)
      await browser.fetch('/api/_auth/session', { method: 'DELETE' })
      await browser.fetch('/api/auth/login', { json: { email: anna.email, password } })
      expect(await sentences()).toEqual([undefined, 'Chrome · Windows', undefined])
    })
  })

  describe('the profile', () => {
    const update = (fields: object): Promise<Response> =>
      anna.fetch('/api/account/profile', { method: 'PUT', json: { name: 'Anna Shen', ...fields } })

    test('changes name and mails, and records what changed', async () => {
      const response = await update({ name: '沈安娜', wantedMails: [] })
      expect(await response.json()).toMatchObject({ name: '沈安娜', wantedMails: [] })
      const [event] = (await loadAccount(anna)).events
      expect([event?.action, event?.changes]).toEqual([
        'user.profile_changed',
        [
          { field: 'name', from: 'Anna Shen', to: '沈安娜' },
          { field: 'mutedMails', from: '', to: 'new-device factors-changed' },
        ],
      ])
      expect((await (await anna.fetch('/api/_auth/session')).json()) as object).toMatchObject({
        user: { name: '沈安娜' },
      })
      expect(await findViolations()).toEqual([])
    })

    test('says in which time zone times are shown, until the user chooses that of the books again', async () => {
      const readTime = async (): Promise<string | undefined> =>
        /As of ([^<]*)</.exec(await (await anna.fetch('/orders')).text())?.[1]
      expect(await readTime()).toBe('Sun 15 Mar 2026, 10:00:00, Asia/Shanghai')
      const response = await update({ timeZone: 'America/New_York' })
      expect(await response.json()).toMatchObject({ timeZone: 'America/New_York' })
      expect(await readTime()).toBe('Sat 14 Mar 2026, 22:00:00, America/New_York')
      await update({ name: 'Anna' })
      expect((await loadAccount(anna)).timeZone).toBe('America/New_York')
      const refused = await update({ timeZone: 'Mars/Olympus' })
      expect([refused.status, ((await refused.json()) as Problem).errors?.[0]?.pointer]).toEqual([422, '/timeZone'])
      await update({ timeZone: '' })
      expect(await readTime()).toBe('Sun 15 Mar 2026, 10:00:00, Asia/Shanghai')
      expect(await findViolations()).toEqual([])
    })

    test('records nothing when nothing changes', async () => {
      await update({ wantedMails: ['new-device', 'factors-changed'] })
      expect((await loadAccount(anna)).events.map(({ action }) => action)).not.toContain('user.profile_changed')
    })

    test.each(['', '  ', 'x'.repeat(81), 'a\nb', '\u202eAnna'])('rejects the name %p', async (name) => {
      expect((await update({ name })).status).toBe(422)
    })
  })

  test('names who can help: active users who manage staff, without the user', async () => {
    expect((await loadAccount(anna)).helpers).toEqual([])
    const owner = await kontor.createUser('owner', { name: 'Bo Li' })
    const admin = await kontor.createUser('admin')
    await owner.fetch(`/api/users/${admin.id}/suspension`, { json: {} })
    const helper = { id: owner.id, name: 'Bo Li', email: owner.email, role: 'owner' }
    expect((await loadAccount(anna)).helpers).toEqual([helper])
    expect((await loadAccount(owner)).helpers).toEqual([])
  })

  test('lists helpers of the same name in the order in which they joined', async () => {
    const first = await kontor.createUser('owner', { name: 'Bo Li' })
    const second = await kontor.createUser('owner', { name: 'Bo Li' })
    // PostgreSQL reads a row that has changed after those that have not.
    await first.fetch('/api/account/locale', { method: 'PUT', json: { locale: 'zh' } })
    expect((await loadAccount(anna)).helpers.map(({ id }) => id)).toEqual([first.id, second.id])
  })

  test('rows and events have the same times, also while the clock goes on', async () => {
    kontor.kontor.now = () => kontor.clock.now++
    const other = await logIn(anna.email)
    await changePassword(other)
    await other.fetch('/api/account/confirmation', { json: { password: newPassword } })
    const context = createOperatorContext(kontor.kontor)
    const tokens = await inTransaction(context, async (transaction) => [
      await issueResetLink(transaction, context, anna),
      await issueResetLink(transaction, context, anna),
    ])
    const json = { reset: tokens[0], password: 'a third long password' }
    expect((await kontor.fetch('/api/auth/password', { method: 'PUT', json })).status).toBe(200)
    await (await logIn(anna.email, 'a third long password')).fetch('/api/account/sessions?all=1', { method: 'DELETE' })
    expect(await findViolations()).toEqual([])
  })

  test('an account is its own: guests have none', async () => {
    await createAccount(kontor, 'viewer')
    for (const [method, path] of [
      ['GET', '/api/account'],
      ['PUT', '/api/account/profile'],
      ['PUT', '/api/account/password'],
      ['DELETE', '/api/account/sessions'],
    ] as const)
      expect((await kontor.fetch(path, method === 'PUT' ? { method, json: {} } : { method })).status).toBe(401)
  })
})
