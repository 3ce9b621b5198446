import { createAccount, password } from '#tests/support/test-user.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { createTestKontor, type TestKontor } from '#tests/support/test-kontor.ts'
import type { TestClient } from '#tests/support/test-client.ts'
import { issueSetupLink } from '#server/auth/setup.ts'
import type { InitialState } from '#shared/page-state.ts'
import { beforeEach, describe, expect, test } from 'bun:test'

const post = (client: Pick<TestClient, 'fetch'>, path: string, fields: Record<string, string>): Promise<Response> =>
  client.fetch(path, { method: 'POST', body: new URLSearchParams(fields) })

/** The page state in the document. */
async function readInitialState(response: Response): Promise<InitialState> {
  const html = await response.text()
  const json = /<script id="initial-state" type="application\/json"[^>]*>(.*?)<\/script>/s.exec(html)?.[1]
  return JSON.parse(json ?? 'null') as InitialState
}
async function readForm(response: Response) {
  const { pageState } = await readInitialState(response)
  return pageState.kind === 'page' ? pageState.form : undefined
}

forEachDatabase((_database, open) => {
  let kontor: TestKontor
  beforeEach(async () => {
    kontor = await createTestKontor(await open())
  })

  describe('the login form without script', () => {
    test('logs in and redirects', async () => {
      const { email } = await createAccount(kontor, 'viewer')
      const client = kontor.createClient()
      const response = await post(client, '/login', { email, password })
      expect([response.status, response.headers.get('location')]).toEqual([303, '/'])
      expect((await client.fetch('/')).status).toBe(200)
    })

    test('comes back with the problem and the typed values, except the password and unknown fields', async () => {
      const fields = { email: 'a@example.com', password: 'wrong password', smuggled: 'an unknown field' }
      const response = await post(kontor.createClient(), '/login', fields)
      expect(response.status).toBe(401)
      const html = await response.clone().text()
      expect(html).not.toMatch(/wrong password|smuggled|an unknown field/)
      expect(html).toContain('The email or password is incorrect.')
      expect(await readForm(response)).toEqual({
        endpoint: 'login',
        problem: {
          type: '/problems/invalid-credentials',
          title: 'Login failed',
          status: 401,
          detail: 'The email or password is incorrect.',
        },
        result: null,
        values: { email: 'a@example.com' },
      })
    })

    test('comes back without a text that is longer than any field', async () => {
      const email = `${'a'.repeat(50_000)}@example.com`
      const response = await post(kontor.createClient(), '/login', { email, password })
      expect(response.status).toBe(422)
      expect(await response.clone().text()).not.toContain('a'.repeat(3000))
      expect((await readForm(response))?.values).toEqual({})
    })

    test('says how long to wait', async () => {
      const client = kontor.createClient()
      for (let time = 0; time < 5; time++) await post(client, '/login', { email: 'a@example.com', password: 'wrong' })
      const response = await post(client, '/login', { email: 'a@example.com', password: 'wrong' })
      expect([response.status, response.headers.get('retry-after')]).toEqual([429, '900'])
    })
  })

  test('the registration form makes the first owner and says so on the page', async () => {
    const setup = (await issueSetupLink(kontor.kontor)) ?? ''
    const client = kontor.createClient()
    const fields = { name: 'Anna Shen', email: 'anna@example.com', password: 'correct horse battery', setup }
    const refused = await post(client, `/register?setup=${setup}`, { ...fields, password: 'short' })
    expect(refused.status).toBe(422)
    expect(await readForm(refused)).toMatchObject({ values: { name: 'Anna Shen', email: 'anna@example.com' } })
    const done = await post(client, `/register?setup=${setup}`, fields)
    expect([done.status, done.headers.get('location')]).toEqual([303, '/'])
    expect((await client.fetch('/')).status).toBe(200)
  })

  test('a form returns to its page with the query, in whatever spelling it was posted', async () => {
    const user = await kontor.createUser('owner')
    for (const path of ['/users?q=x&status=active', '//users/?q=x&status=active']) {
      const response = await post(user, path, { _endpoint: 'setLocale', locale: 'zh' })
      expect([response.status, response.headers.get('location')]).toEqual([303, '/users?q=x&status=active'])
    }
    expect(await (await user.fetch('/users')).text()).toContain('<html lang="zh')
  })

  test('logging out leads to the login page', async () => {
    const user = await kontor.createUser('owner')
    const response = await post(user, '/orders', { _endpoint: 'logout' })
    expect([response.status, response.headers.get('location')]).toEqual([303, '/login'])
    expect((await user.fetch('/')).headers.get('location')).toBe('/login')
  })

  test('a form has no more permissions than the API call', async () => {
    const viewer = await kontor.createUser('viewer')
    const response = await post(viewer, '/users', { _endpoint: 'suspendUser', id: viewer.id })
    expect(response.status).toBe(403)
    expect(await readForm(response)).toMatchObject({ problem: { type: '/problems/permission-denied' } })
    const client = await post(kontor.createClient(), '/users', { _endpoint: 'suspendUser', id: viewer.id })
    expect([client.status, client.headers.get('location')]).toEqual([302, '/login'])
  })

  test('a form without an endpoint, or with one that only reads, is rejected', async () => {
    const user = await kontor.createUser('owner')
    for (const fields of [{}, { _endpoint: 'nope' }, { _endpoint: 'listUsers' }, { _endpoint: 'constructor' }])
      expect((await post(user, '/users', fields as Record<string, string>)).status).toBe(400)
    expect((await user.fetch('/users', { json: { _endpoint: 'setLocale', locale: 'zh' } })).status).toBe(303)
    expect((await user.fetch('/users', { method: 'POST', body: 'x' })).status).toBe(415)
  })
})
