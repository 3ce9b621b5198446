import { createApp } from '#server/app.ts'
import type { OidcSettings } from '#server/config/oidc.ts'
import type { Problem } from '#shared/problem.ts'
import type { AccountView } from '#shared/account/views.ts'
import type { Payload } from '#shared/page-state.ts'
import { forEachDatabase, onSqlite, type TestDatabase } from '#tests/support/databases.ts'
import { findViolations } from '#tests/support/find-violations.ts'
import {
  type IdentityProvider,
  type Person,
  startIdentityProvider,
  visitProvider,
} from '#tests/support/identity-provider.ts'
import { createTestClient, type TestClient } from '#tests/support/test-client.ts'
import { addAuthenticator } from '#tests/support/test-factors.ts'
import { createTestKontor, type TestKontor } from '#tests/support/test-kontor.ts'
import { createAccount, password } from '#tests/support/test-user.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'

const lin: Person = {
  sub: 'lin',
  email: 'lin@qinghe.example',
  email_verified: true,
  name: 'Lin Mei',
  groups: ['books'],
}

let idp: IdentityProvider
beforeAll(async () => {
  idp = await startIdentityProvider({ origin: 'http://localhost:3000' })
})
afterAll(() => idp.close())
beforeEach(() => {
  idp.person = lin
  idp.changeClaims = (claims) => claims
  idp.intercept = () => false
})

/** Kontor with this provider. New settings make it forget what it knows of the provider. */
const createKontor = ({ database, config }: TestDatabase, settings: Partial<OidcSettings> = {}): Promise<TestKontor> =>
  createTestKontor(
    { database, config: { ...config, oidc: { ...idp.settings, ...settings } } },
    { isClockRunning: true },
  )

/** Goes to the provider and returns where it sends the browser back to. */
async function goToProvider(
  browser: TestClient,
  use = 'log-in',
  change: (url: URL) => void = () => {},
): Promise<string> {
  const response = await browser.fetch(`/oidc/login?use=${use}`)
  expect(response.status).toBe(302)
  const url = new URL(response.headers.get('location') ?? '', 'http://localhost:3000')
  if (url.origin === 'http://localhost:3000') return url.href
  change(url)
  return visitProvider(idp, url.href)
}

/** Opens a URL of Kontor that the provider redirected to, and returns the path that it leads to. */
async function comeBack(browser: TestClient, url: string): Promise<string> {
  const { pathname, search } = new URL(url)
  const response = await browser.fetch(pathname + search)
  expect(response.headers.get('cache-control')).toBe('no-store')
  return response.headers.get('location') ?? String(response.status)
}

const logIn = async (browser: TestClient, use?: string): Promise<string> =>
  comeBack(browser, await goToProvider(browser, use))

/** The problem that the login page shows; `none` without one. */
async function readProblem(browser: TestClient): Promise<string> {
  const response = await browser.fetch('/api/auth/provider')
  return response.ok ? 'none' : ((await response.json()) as Problem).type.slice('/problems/'.length)
}

const readUser = async (browser: TestClient): Promise<{ email: string; role: string } | undefined> =>
  ((await (await browser.fetch('/api/_auth/session')).json()) as { user?: { email: string; role: string } }).user

const readLoginMethods = async (browser: TestClient): Promise<AccountView['login']> =>
  ((await (await browser.fetch('/api/account')).json()) as AccountView).login

/** Links the person with the account of a user. */
async function link(browser: TestClient): Promise<void> {
  expect(await logIn(browser, 'link')).toBe('/users?me=1')
  expect((await browser.fetch('/api/account/identities', { method: 'POST' })).status).toBe(201)
}

forEachDatabase((_database, open) => {
  test('half a character in what the provider says of a person does not shorten it', async () => {
    const kontor = await createKontor(await open())
    const user = await kontor.createUser('finance')
    idp.person = { ...lin, email: 'lin\ud83d@qinghe.example' }
    await link(user)
    expect((await readLoginMethods(user)).identities).toMatchObject([{ label: 'lin\ufffd@qinghe.example' }])
    expect(await findViolations(kontor)).toEqual([])
  })

  test('a user links their account at the provider, and logs in with it', async () => {
    const kontor = await createKontor(await open())
    const user = await kontor.createUser('finance')
    expect(await logIn(user, 'link')).toBe('/users?me=1')
    expect(await readLoginMethods(user)).toMatchObject({
      identities: [],
      providerLogin: { identity: 'lin@qinghe.example', problem: null },
    })
    expect((await user.fetch('/api/account/identities', { method: 'POST' })).status).toBe(201)
    expect(await readLoginMethods(user)).toMatchObject({
      identities: [{ label: 'lin@qinghe.example', lastUsedAt: null }],
      providerLogin: null,
    })

    const browser = kontor.createClient()
    expect((await browser.fetch('/orders?status=paid')).headers.get('location')).toBe('/login')
    expect(await logIn(browser)).toBe('/orders?status=paid')
    expect(await readUser(browser)).toMatchObject({ email: user.email })
    const [event] = await kontor.kontor.database.read
      .selectFrom('events')
      .select(['parameters', 'actor_id'])
      .where('action', '=', 'user.logged_in')
      .orderBy('id', 'desc')
      .execute()
    expect(JSON.parse(event?.parameters ?? '')).toMatchObject({ factor: 'oidc' })
    expect(await findViolations(kontor)).toEqual([])
    // The self-check notices another person in the place of this one.
    const { inTransaction } = kontor.kontor.database
    for (const change of [
      { subject: 'other' },
      { issuer: 'https://evil.example/' },
      { label: 'x' },
      { last_used_at: 1 },
    ]) {
      const before = await kontor.kontor.database.read
        .selectFrom('credentials')
        .selectAll()
        .where('kind', '=', 'oidc')
        .executeTakeFirstOrThrow()
      const set = (columns: object): Promise<void> =>
        inTransaction(async (transaction) => {
          await transaction.updateTable('credentials').set(columns).where('id', '=', before.id).execute()
        })
      await set(change)
      expect((await findViolations(kontor)).join()).toContain(`credentials ${before.id}`)
      await set(before)
    }
  })

  test('without script, too', async () => {
    const kontor = await createKontor(await open())
    const user = await kontor.createUser('viewer')
    expect(await (await user.fetch('/users?me=1')).text()).toContain('href="/oidc/login?use=link"')
    await logIn(user, 'link')
    expect(await (await user.fetch('/users?me=1')).text()).toContain('lin@qinghe.example')
    const body = new URLSearchParams({ _endpoint: 'linkIdentity' })
    expect((await user.fetch('/users?me=1', { method: 'POST', body })).status).toBe(303)
    const guest = kontor.createClient()
    expect(await (await guest.fetch('/login')).text()).toContain('href="/oidc/login?use=log-in"')
    await goToProvider(guest)
    expect(await comeBack(guest, 'http://localhost:3000/oidc/callback?state=forged&code=x')).toBe('/login')
    expect(await (await guest.fetch('/login')).text()).toContain('It took too long, or you began another one')
  })

  test('the person counts, not the email: someone with the email of an account must log in here once to link it', async () => {
    const kontor = await createKontor(await open(), { provisioning: 'on' })
    const { email } = await createAccount(kontor, 'admin', { email: 'lin@qinghe.example' })
    const browser = kontor.createClient()
    expect(await logIn(browser)).toBe('/login')
    expect(await readUser(browser)).toBeUndefined()
    expect(await readProblem(browser)).toBe('identity-not-linked')
    const page = (await (await browser.fetch('/login/_payload.json')).json()) as Payload
    expect(page.pageState).toMatchObject({ data: { returnTo: '/users?me=1' } })

    expect((await browser.fetch('/api/auth/login', { json: { email, password } })).status).toBe(200)
    expect(await readLoginMethods(browser)).toMatchObject({ providerLogin: { identity: email, problem: null } })
    expect((await browser.fetch('/api/account/identities', { method: 'POST' })).status).toBe(201)
    const next = kontor.createClient()
    expect(await logIn(next)).toBe('/')
    expect(await readUser(next)).toMatchObject({ email })
    expect(await findViolations(kontor)).toEqual([])
  })

  test('provisions an account without a password, with the role that the claim says', async () => {
    const roles = [['books', 'finance']] as const
    const kontor = await createKontor(await open(), { provisioning: ['qinghe.example'], roleClaim: 'groups', roles })
    await createAccount(kontor, 'owner')
    const browser = kontor.createClient()
    expect(await logIn(browser)).toBe('/')
    expect(await readUser(browser)).toMatchObject({ email: 'lin@qinghe.example', name: 'Lin Mei', role: 'finance' })
    expect(await readLoginMethods(browser)).toMatchObject({ hasPassword: false, identities: [{ label: lin.email }] })
    // The second login finds the account, also with another email.
    idp.person = { ...lin, email: 'lin.mei@qinghe.example' }
    const next = kontor.createClient()
    expect(await logIn(next)).toBe('/')
    expect(await readUser(next)).toMatchObject({ email: 'lin@qinghe.example' })

    // The only way to log in stays.
    const [identity] = (await readLoginMethods(browser)).identities
    const response = await browser.fetch(`/api/account/identities/${identity?.id}`, { method: 'DELETE' })
    expect(((await response.json()) as Problem).type).toBe('/problems/last-login-method')
    expect(await findViolations(kontor)).toEqual([])
  })

  test('asks for the second factor of the account after the login there', async () => {
    const kontor = await createKontor(await open())
    const user = await kontor.createUser('admin')
    await link(user)
    const app = await addAuthenticator(kontor, user)
    const browser = kontor.createClient()
    expect(await logIn(browser)).toBe('/login')
    expect(await readUser(browser)).toBeUndefined()
    const problem = (await (await browser.fetch('/api/auth/provider')).json()) as Problem
    expect(problem).toMatchObject({ type: '/problems/second-factor-required', factors: ['code'] })
    const { login } = problem
    expect((await browser.fetch('/api/auth/login/code', { json: { login, code: '000000' } })).status).toBe(401)
    expect((await browser.fetch('/api/auth/login/code', { json: { login, code: app.code() } })).status).toBe(200)
    expect(await readUser(browser)).toMatchObject({ email: user.email })
    expect(await readProblem(browser)).toBe('none')
    expect(await findViolations(kontor)).toEqual([])
  })

  test('what was unlinked logs in no more, also in the middle of a login', async () => {
    const kontor = await createKontor(await open())
    const user = await kontor.createUser('viewer')
    await link(user)
    const app = await addAuthenticator(kontor, user)
    const browser = kontor.createClient()
    expect(await logIn(browser)).toBe('/login')
    const { login } = (await (await browser.fetch('/api/auth/provider')).json()) as Problem
    const [identity] = (await readLoginMethods(user)).identities
    const unlink = await user.fetch(`/api/account/identities/${identity?.id}`, { method: 'DELETE' })
    expect(unlink.status).toBe(200)
    const late = await browser.fetch('/api/auth/login/code', { json: { login, code: app.code() } })
    expect(((await late.json()) as Problem).type).toBe('/problems/login-expired')
    expect(await logIn(kontor.createClient())).toBe('/login')
    expect(await findViolations(kontor)).toEqual([])
  })

  test('of two first logins at once, both get the one account', async () => {
    const kontor = await createKontor(await open(), { provisioning: 'on', roles: [['*', 'viewer']] })
    await createAccount(kontor, 'owner')
    const browsers = [kontor.createClient(), kontor.createClient()]
    const urls = await Promise.all(browsers.map((browser) => goToProvider(browser)))
    const ends = await Promise.all(browsers.map((browser, index) => comeBack(browser, urls[index] ?? '')))
    expect(ends).toEqual(['/', '/'])
    const users = await kontor.kontor.database.read.selectFrom('users').select('id').execute()
    expect(users).toHaveLength(2)
    expect(await findViolations(kontor)).toEqual([])
  })
})

onSqlite((open) => {
  describe('wrong answers', () => {
    let kontor: TestKontor
    let browser: TestClient
    beforeEach(async () => {
      kontor = await createKontor(await open(), { provisioning: 'on', roles: [['*', 'viewer']] })
      await createAccount(kontor, 'owner')
      browser = kontor.createClient()
    })

    /** There is no new session or account, and the page shows the problem. */
    async function expectProblem(problem: string): Promise<void> {
      expect(await readProblem(browser)).toBe(problem)
      expect(await readUser(browser)).toBeUndefined()
      const { users, sessions } = await countRows(kontor)
      expect({ users, sessions }).toEqual({ users: 1, sessions: 0 })
      expect((await browser.fetch('/login')).status).toBe(200)
      expect(JSON.stringify(kontor.log)).not.toMatch(/code=|eyJ|the secret of the client/)
    }

    test.each<[string, (url: URL) => void, string]>([
      ['another state', (url) => url.searchParams.set('state', 'x'.repeat(43)), 'login-expired'],
      ['no state', (url) => url.searchParams.delete('state'), 'login-expired'],
      ['two states', (url) => url.searchParams.append('state', 'other'), 'provider-answer-invalid'],
      [
        'another issuer (mix-up)',
        (url) => url.searchParams.set('iss', 'https://evil.example'),
        'provider-answer-invalid',
      ],
      ['no issuer', (url) => url.searchParams.delete('iss'), 'provider-answer-invalid'],
      [
        'a code that the provider does not know',
        (url) => url.searchParams.set('code', 'other'),
        'provider-login-failed',
      ],
      ['neither code nor error', (url) => url.searchParams.delete('code'), 'provider-answer-invalid'],
      [
        'an error in place of the code',
        (url) => (url.searchParams.delete('code'), url.searchParams.set('error', 'access_denied')),
        'provider-login-canceled',
      ],
    ])('a callback with %s', async (_name, change, problem) => {
      const url = new URL(await goToProvider(browser))
      change(url)
      expect(await comeBack(browser, url.href)).toBe('/login')
      await expectProblem(problem)
    })

    test.each<[string, Record<string, unknown>]>([
      ['of another login', { nonce: 'other' }],
      ['of another issuer', { iss: 'https://evil.example' }],
      ['for another client', { aud: 'other' }],
      ['that has expired', { exp: 1_700_000_000 }],
      ['without a subject', { sub: undefined }],
    ])('an ID token %s', async (_name, claims) => {
      idp.changeClaims = (own) => ({ ...own, ...claims })
      expect(await logIn(browser)).toBe('/login')
      await expectProblem('provider-answer-invalid')
    })

    test('a request for a login with a nonce that is not that of the browser', async () => {
      const url = await goToProvider(browser, 'log-in', ({ searchParams }) => searchParams.set('nonce', 'other'))
      await comeBack(browser, url)
      await expectProblem('provider-answer-invalid')
    })

    test('a code that belongs to another login of the same provider (injection)', async () => {
      const attacker = kontor.createClient()
      const stolen = new URL(await goToProvider(attacker))
      const url = new URL(await goToProvider(browser))
      url.searchParams.set('code', stolen.searchParams.get('code') ?? '')
      await comeBack(browser, url.href)
      await expectProblem('provider-login-failed')
    })

    test('a link to the end of a login that another browser began', async () => {
      const url = await goToProvider(kontor.createClient())
      expect(await comeBack(browser, url)).toBe('/login')
      await expectProblem('login-expired')
    })

    test('the end of a login, opened again', async () => {
      const url = await goToProvider(browser)
      expect(await comeBack(browser, url)).toBe('/')
      expect(await comeBack(browser, url)).toBe('/users?me=1')
      expect(await readProblem(browser)).toBe('login-expired')
      const copy = kontor.createClient()
      const cookie = (await copy.fetch('/oidc/login')).headers.getSetCookie()
      expect(cookie.join()).toMatch(/^kontor_provider=[\w-]+; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax$/)
    })

    test('a login that took more than ten minutes', async () => {
      const url = await goToProvider(browser)
      kontor.clock.now += 600_001
      await comeBack(browser, url)
      expect(await readUser(browser)).toBeUndefined()
      expect((await countRows(kontor)).sessions).toBe(0)
    })

    test('a provider that is down, that calls itself something else, or fails', async () => {
      for (const [settings, problem] of [
        [{ issuer: 'http://localhost:1/' }, 'provider-unavailable'],
        [{ issuer: idp.settings.issuer.replace('localhost', '127.0.0.1') }, 'provider-answer-invalid'],
        [{ clientSecret: 'a wrong secret' }, 'provider-not-configured'],
      ] as const) {
        const { database, config } = kontor.kontor
        const other = await createKontor({ database, config }, settings)
        browser = other.createClient()
        const url = await goToProvider(browser)
        if (new URL(url).pathname === '/oidc/callback') await comeBack(browser, url)
        expect([settings, await readProblem(browser)]).toEqual([settings, problem])
        expect((await browser.fetch('/login')).status).toBe(200)
        if (problem !== 'provider-answer-invalid') continue
        // The operator sees what to set.
        expect(other.log.filter(({ event }) => event === 'login at identity provider failed')).toMatchObject([
          { problem, issuer: idp.settings.issuer.replace(/\/$/, '') },
        ])
      }
      browser = kontor.createClient()
      const url = await goToProvider(browser)
      idp.intercept = (_request, response) => (response.writeHead(502).end('Bad gateway'), true)
      await comeBack(browser, url)
      await expectProblem('provider-unavailable')
    })

    test('another key than the one of the provider', async () => {
      const url = await goToProvider(browser)
      idp.intercept = ({ url: path }, response) => {
        if (path !== '/jwks') return false
        response.setHeader('content-type', 'application/json')
        response.end(JSON.stringify({ keys: [otherKey] }))
        return true
      }
      await comeBack(browser, url)
      await expectProblem('provider-answer-invalid')
    })

    test('too many from one network, and hostile names', async () => {
      idp.person = { ...lin, name: `<script>alert(1)</script>\u0000\n${'x'.repeat(300)}` }
      expect(await logIn(browser)).toBe('/')
      const page = await (await browser.fetch('/users?me=1')).text()
      expect(page).not.toContain('<script>alert')
      const { name } = await kontor.kontor.database.read
        .selectFrom('users')
        .select('name')
        .where('email', '=', lin.email ?? '')
        .executeTakeFirstOrThrow()
      expect([...name].length).toBe(80)

      const instance = createApp(kontor.kontor)
      const server = { requestIP: () => ({ address: '203.0.113.7' }), timeout: () => {} }
      browser = createTestClient({
        ...kontor,
        app: { ...instance, fetch: (request) => instance.fetch(request, server) },
      })
      for (let count = 0; count < 21; count += 1)
        await comeBack(browser, (await goToProvider(browser)).replace(/code=[^&]+/, 'error=access_denied'))
      expect(await readProblem(browser)).toBe('provider-login-canceled')
      for (let count = 0; count < 21; count += 1) {
        const url = new URL(await goToProvider(browser))
        url.searchParams.set('code', 'guessed')
        await comeBack(browser, url.href)
      }
      expect(await readProblem(browser)).toBe('too-many-attempts')
      expect(await findViolations(kontor)).toEqual([])
    })
  })

  test('only verified emails of the domains get an account, and none when provisioning is off', async () => {
    const database = await open()
    await createAccount(await createKontor(database), 'owner')
    for (const [provisioning, claims, expected] of [
      ['off', {}, '/login'],
      [['qinghe.example'], { email_verified: false }, '/login'],
      [['qinghe.example'], { email_verified: undefined }, '/login'],
      [['qinghe.example'], { email: 'lin@qinghe.example.evil.example' }, '/login'],
      [['qinghe.example'], { email: 'qinghe.example@evil.example' }, '/login'],
      [['qinghe.example'], { email: undefined }, '/login'],
      ['on', { email: 'not an email' }, '/login'],
      ['on', { email_verified: false }, '/login'],
      // Without a role it waits for approval.
      ['on', {}, '/login'],
    ] as const) {
      idp.person = { ...lin, ...claims } as Person
      const kontor = await createKontor(database, { provisioning })
      const browser = kontor.createClient()
      expect(await logIn(browser)).toBe(expected)
      const isProvisioned = provisioning === 'on' && Object.keys(claims).length === 0
      expect(await readProblem(browser)).toBe(isProvisioned ? 'account-pending' : 'identity-not-linked')
      expect((await countRows(kontor)).users).toBe(isProvisioned ? 2 : 1)
    }
  })

  test('an invitation is accepted with the account there, once, whatever its email is', async () => {
    const kontor = await createKontor(await open())
    const owner = await kontor.createUser('owner')
    const invite = async (email: string): Promise<string> => {
      const response = await owner.fetch('/api/invitations', { json: { email, role: 'finance', name: 'Min' } })
      return new URL((await response.json()).url).searchParams.get('invitation') ?? ''
    }
    const invitation = await invite('min@gmail.example')
    const guest = kontor.createClient()
    const page = await (await guest.fetch(`/register?invitation=${invitation}`)).text()
    expect(page).toContain('Continue with Okta instead')
    expect(await logIn(guest, `log-in&invitation=${invitation}`)).toBe('/')
    expect(await readUser(guest)).toMatchObject({ email: 'min@gmail.example', name: 'Min', role: 'finance' })

    idp.person = { ...lin, sub: 'other' }
    const late = kontor.createClient()
    expect(await logIn(late, `log-in&invitation=${invitation}`)).toBe('/login')
    expect(await readProblem(late)).toBe('invitation-invalid')
    // An email that has an account stays with it.
    const next = await invite('tian@qinghe.example')
    await createAccount(kontor, 'viewer', { email: 'tian@qinghe.example' })
    expect(await logIn(late, `log-in&invitation=${next}`)).toBe('/login')
    expect(await readProblem(late)).toBe('identity-not-linked')
    expect(await findViolations(kontor)).toEqual([])
  })

  test('an empty installation provisions no one: the owner comes first', async () => {
    const kontor = await createKontor(await open(), { provisioning: 'on', roles: [['*', 'admin']] })
    const browser = kontor.createClient()
    expect(await logIn(browser)).toBe('/login')
    expect((await countRows(kontor)).users).toBe(0)
  })

  test('accounts that are suspended stay out, and sessions end as ever', async () => {
    const kontor = await createKontor(await open())
    const owner = await kontor.createUser('owner')
    const user = await kontor.createUser('viewer')
    await link(user)
    expect((await owner.fetch(`/api/users/${user.id}/suspension`, { json: {} })).status).toBeLessThan(300)
    const browser = kontor.createClient()
    expect(await logIn(browser)).toBe('/login')
    expect(await readProblem(browser)).toBe('account-suspended')
  })

  test('no user links the account of someone else, and a link is only made by the user who asked for it', async () => {
    const kontor = await createKontor(await open())
    const user = await kontor.createUser('viewer')
    await link(user)
    const other = await kontor.createUser('admin')
    await logIn(other, 'link')
    expect(await readLoginMethods(other)).toMatchObject({ providerLogin: { identity: null } })
    expect((await other.fetch('/api/account/identities', { method: 'POST' })).status).toBe(401)
    // The browser logs in as someone else in the meantime.
    idp.person = { ...lin, sub: 'someone else' }
    const url = await goToProvider(other, 'link')
    await other.fetch('/api/_auth/session', { method: 'DELETE' })
    expect(await comeBack(other, url)).toBe('/login')
    expect(await readProblem(other)).toBe('login-expired')
    // What one user was about to link is not offered to the next one of the same browser.
    const shared = await kontor.createUser('viewer')
    await logIn(shared, 'link')
    expect(await readLoginMethods(shared)).toMatchObject({ providerLogin: { identity: lin.email } })
    await shared.fetch('/api/_auth/session', { method: 'DELETE' })
    await shared.fetch('/api/auth/login', { json: { email: user.email, password } })
    expect(await readLoginMethods(shared)).toMatchObject({ providerLogin: null })
    // A cross-site request links nothing.
    const victim = await kontor.createUser('viewer')
    await logIn(victim, 'link')
    const headers = { 'origin': 'https://evil.example', 'sec-fetch-site': 'cross-site' }
    expect((await victim.fetch('/api/account/identities', { method: 'POST', headers })).status).toBe(403)
  })

  test('a user without a password proves who they are at the provider, which must ask them again', async () => {
    const kontor = await createKontor(await open(), { provisioning: 'on', roles: [['*', 'admin']] })
    await createAccount(kontor, 'owner')
    const browser = kontor.createClient()
    expect(await logIn(browser)).toBe('/')
    const startPasskey = (): Promise<Response> => browser.fetch('/api/account/passkey-creation', { json: {} })
    expect((await startPasskey()).status).toBe(200)
    kontor.clock.now += 15 * 60_000
    const refused = await startPasskey()
    expect(await refused.json()).toMatchObject({ type: '/problems/confirm-identity', factors: ['provider'] })
    const withoutScript = new URLSearchParams({ _endpoint: 'createRecoveryCodes' })
    const confirmation = await browser.fetch('/users?me=1', { method: 'POST', body: withoutScript })
    expect(await confirmation.text()).toContain('href="/oidc/login?use=confirm" target="_blank"')

    idp.changeClaims = (claims) => ({ ...claims, auth_time: Number(claims['auth_time']) - 600 })
    expect(await logIn(browser, 'confirm')).toBe('/users?me=1')
    expect(await readProblem(browser)).toBe('provider-answer-invalid')
    expect((await startPasskey()).status).toBe(403)

    idp.changeClaims = (claims) => claims
    idp.person = { ...lin, sub: 'someone else' }
    await logIn(browser, 'confirm')
    expect(await readProblem(browser)).toBe('identity-not-linked')
    expect((await startPasskey()).status).toBe(403)

    idp.person = lin
    let wanted = new URLSearchParams()
    const url = await goToProvider(browser, 'confirm', ({ searchParams }) => (wanted = searchParams))
    expect([wanted.get('prompt'), wanted.get('max_age')]).toEqual(['login', '0'])
    expect(await comeBack(browser, url)).toBe('/users?me=1')
    expect(await readProblem(browser)).toBe('none')
    expect((await startPasskey()).status).toBe(200)
    expect(await findViolations(kontor)).toEqual([])
  })

  test('logs out at the provider too, when the user wants that', async () => {
    const kontor = await createKontor(await open(), { provisioning: 'on', roles: [['*', 'viewer']] })
    await createAccount(kontor, 'owner')
    const browser = kontor.createClient()
    await logIn(browser)
    await browser.fetch('/api/_auth/session', { method: 'DELETE' })
    kontor.clock.now += 3_600_000
    expect(await (await browser.fetch('/login')).text()).toContain('Log out of Okta too')
    const url = new URL((await browser.fetch('/oidc/logout')).headers.get('location') ?? '')
    expect(url.origin + url.pathname).toBe(`${idp.settings.issuer}session/end`)
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: 'kontor',
      post_logout_redirect_uri: 'http://localhost:3000/login',
    })
    expect(await (await browser.fetch('/login')).text()).not.toContain('Log out of Okta')
  })

  test('a known device gets no mail about a new one, also without a password', async () => {
    const kontor = await createKontor(await open(), { provisioning: 'on', roles: [['*', 'viewer']] })
    await createAccount(kontor, 'owner')
    const browser = kontor.createClient()
    await logIn(browser)
    await browser.fetch('/api/_auth/session', { method: 'DELETE' })
    await logIn(browser)
    await logIn(kontor.createClient())
    const events = await kontor.kontor.database.read
      .selectFrom('events')
      .select('parameters')
      .where('action', '=', 'user.logged_in')
      .orderBy('id')
      .execute()
    expect(events.map(({ parameters }) => 'newDevice' in JSON.parse(parameters))).toEqual([false, false, true])
  })

  test('reads what the provider says about itself once an hour, and goes on with it while it cannot', async () => {
    const kontor = await createKontor(await open())
    const discoveries = (): number => idp.requests.filter((request) => request.includes('.well-known')).length
    const before = discoveries()
    for (let count = 0; count < 3; count += 1) await goToProvider(kontor.createClient())
    expect(discoveries()).toBe(before + 1)
    kontor.clock.now += 3_600_000
    idp.intercept = ({ url = '' }, response) => url.includes('.well-known') && (response.writeHead(500).end(), true)
    expect(new URL(await goToProvider(kontor.createClient())).pathname).toBe('/oidc/callback')
    expect(discoveries()).toBe(before + 2)
  })
})

async function countRows({ kontor }: TestKontor): Promise<{ users: number; sessions: number }> {
  const count = async (table: 'users' | 'sessions'): Promise<number> =>
    (await kontor.database.read.selectFrom(table).select('id').execute()).length
  return { users: await count('users'), sessions: await count('sessions') }
}

/** A public key that the provider does not have. */
const otherKey = {
  ...(await crypto.subtle.exportKey(
    'jwk',
    (
      await crypto.subtle.generateKey(
        { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256', modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]) },
        true,
        ['sign', 'verify'],
      )
    ).publicKey,
  )),
  kid: 'key',
  use: 'sig',
  alg: 'RS256',
}
