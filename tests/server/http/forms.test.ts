import { createAccount, password } from '#tests/support/actors.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { createKontor, type TestKontor } from '#tests/support/kontor.ts'
import type { Visitor } from '#tests/support/visitor.ts'
import { issueSetupLink } from '#server/auth/setup.ts'
import type { InitialState } from '#shared/page-state.ts'
import { beforeEach, describe, expect, test } from 'bun:test'

const post = (visitor: Pick<Visitor, 'fetch'>, path: string, fields: Record<string, string>): Promise<Response> =>
  visitor.fetch(path, { method: 'POST', body: new URLSearchParams(fields) })

/** What the page was given to show. */
async function bootOf(response: Response): Promise<InitialState> {
  const html = await response.text()
  const json = /<script id="initial-state" type="application\/json"[^>]*>(.*?)<\/script>/s.exec(html)?.[1]
  return JSON.parse(json ?? 'null') as InitialState
}
async function formOf(response: Response) {
  const { pageState } = await bootOf(response)
  return pageState.kind === 'page' ? pageState.form : undefined
}

forEachDatabase((_database, open) => {
  let kontor: TestKontor
  beforeEach(async () => {
    kontor = await createKontor(await open())
  })

  describe('the log-in form without script', () => {
    test('logs in and leads on', async () => {
      const { email } = await createAccount(kontor, 'viewer')
      const visitor = kontor.visitor()
      const response = await post(visitor, '/login', { email, password })
      expect([response.status, response.headers.get('location')]).toEqual([303, '/'])
      expect((await visitor.fetch('/')).status).toBe(200)
    })

    test('comes back with the problem and what was typed, but not the password or what the form does not have', async () => {
      const fields = { email: 'a@example.com', password: 'wrong password', smuggled: 'a field of nobody' }
      const response = await post(kontor.visitor(), '/login', fields)
      expect(response.status).toBe(401)
      const html = await response.clone().text()
      expect(html).not.toMatch(/wrong password|smuggled|a field of nobody/)
      expect(html).toContain('The e-mail or the password is wrong.')
      expect(await formOf(response)).toEqual({
        endpoint: 'login',
        problem: {
          type: '/problems/invalid-credentials',
          title: 'Not logged in',
          status: 401,
          detail: 'The e-mail or the password is wrong.',
        },
        result: null,
        values: { email: 'a@example.com' },
      })
    })

    test('says how long to wait', async () => {
      const visitor = kontor.visitor()
      for (let time = 0; time < 5; time++) await post(visitor, '/login', { email: 'a@example.com', password: 'wrong' })
      const response = await post(visitor, '/login', { email: 'a@example.com', password: 'wrong' })
      expect([response.status, response.headers.get('retry-after')]).toEqual([429, '900'])
    })
  })

  test('the registration form makes the first owner and says so on the page', async () => {
    const setup = (await issueSetupLink(kontor.kontor)) ?? ''
    const visitor = kontor.visitor()
    const fields = { name: 'Anna Shen', email: 'anna@example.com', password: 'correct horse battery', setup }
    const refused = await post(visitor, `/register?setup=${setup}`, { ...fields, password: 'short' })
    expect(refused.status).toBe(422)
    expect(await formOf(refused)).toMatchObject({ values: { name: 'Anna Shen', email: 'anna@example.com' } })
    const done = await post(visitor, `/register?setup=${setup}`, fields)
    expect(done.status).toBe(200)
    expect(await formOf(done)).toMatchObject({ endpoint: 'register', problem: null, result: { status: 'active' } })
    expect((await post(visitor, '/login', fields)).headers.get('location')).toBe('/')
  })

  test('any form leads back to its page with the query, whatever spelling it was sent to', async () => {
    const actor = await kontor.actor('owner')
    for (const path of ['/users?q=x&status=active', '//users/?q=x&status=active']) {
      const response = await post(actor, path, { _endpoint: 'setLocale', locale: 'zh' })
      expect([response.status, response.headers.get('location')]).toEqual([303, '/users?q=x&status=active'])
    }
    expect(await (await actor.fetch('/users')).text()).toContain('<html lang="zh')
  })

  test('logging out leads to the log-in', async () => {
    const actor = await kontor.actor('owner')
    const response = await post(actor, '/orders', { _endpoint: 'logout' })
    expect([response.status, response.headers.get('location')]).toEqual([303, '/login'])
    expect((await actor.fetch('/')).headers.get('location')).toBe('/login')
  })

  test('a form may do no more than the call', async () => {
    const viewer = await kontor.actor('viewer')
    const response = await post(viewer, '/users', { _endpoint: 'suspendUser', id: viewer.id })
    expect(response.status).toBe(403)
    expect(await formOf(response)).toMatchObject({ problem: { type: '/problems/permission-denied' } })
    const visitor = await post(kontor.visitor(), '/users', { _endpoint: 'suspendUser', id: viewer.id })
    expect([visitor.status, visitor.headers.get('location')]).toEqual([302, '/login'])
  })

  test('a form that names no endpoint, or one that only reads, is refused', async () => {
    const actor = await kontor.actor('owner')
    for (const fields of [{}, { _endpoint: 'nope' }, { _endpoint: 'listUsers' }, { _endpoint: 'constructor' }])
      expect((await post(actor, '/users', fields as Record<string, string>)).status).toBe(400)
    expect((await actor.fetch('/users', { json: { _endpoint: 'setLocale', locale: 'zh' } })).status).toBe(303)
    expect((await actor.fetch('/users', { method: 'POST', body: 'x' })).status).toBe(415)
  })
})
