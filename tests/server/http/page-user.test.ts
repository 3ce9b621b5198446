import { pageUser } from '#shared/constants.ts'
import { endpointNames, endpoints } from '#shared/routes/endpoints.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { createTestKontor, type TestKontor } from '#tests/support/test-kontor.ts'
import { password, type TestUser } from '#tests/support/test-user.ts'
import { beforeEach, describe, expect, test } from 'bun:test'

forEachDatabase((_database, open) => {
  describe('a page of one user, when another has logged in in the same browser', () => {
    let kontor: TestKontor
    let anna: TestUser
    let ben: TestUser
    beforeEach(async () => {
      kontor = await createTestKontor(await open())
      anna = await kontor.createUser('owner', { name: 'Anna Shen' })
      ben = await kontor.createUser('owner', { name: 'Ben Li' })
    })
    const fromPageOf = (user: TestUser): Record<string, string> => ({ [pageUser.header]: user.id })
    const postForm = (fields: Record<string, string>): Promise<Response> =>
      ben.fetch('/test', {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams(fields),
      })

    test('cannot call any endpoint but those that log in or tell who is logged in', async () => {
      for (const name of endpointNames) {
        const { method, path, access } = endpoints[name]
        if (name === 'login' || (method === 'GET' && access === 'anyone')) continue
        const url = path.replaceAll(/:\w+/g, 'x')
        const response = await ben.fetch(url, { method, headers: fromPageOf(anna) })
        const { type } = (await response.json()) as { type: string }
        expect([name, response.status, type]).toEqual([name, 409, '/problems/user-changed'])
      }
    })

    test('changes nothing and is told who is logged in', async () => {
      const json = { locale: 'zh' }
      const refused = await ben.fetch('/api/account/locale', { method: 'PUT', json, headers: fromPageOf(anna) })
      expect(await refused.json()).toMatchObject({
        title: 'Another user is logged in',
        detail: 'You are now logged in as Ben Li. Nothing was done. Reload the page to continue as Ben Li.',
      })
      expect(refused.headers.getSetCookie()).toEqual([])
      const logout = await ben.fetch('/api/_auth/session', { method: 'DELETE', headers: fromPageOf(anna) })
      expect(logout.status).toBe(409)
      const session = await ben.fetch('/api/_auth/session', { headers: fromPageOf(anna) })
      expect(await session.json()).toMatchObject({ user: { name: 'Ben Li', locale: 'en' } })
    })

    test('can log in, and then belongs to the user of the session', async () => {
      const login = await ben.fetch('/api/auth/login', {
        json: { email: anna.email, password },
        headers: fromPageOf(anna),
      })
      expect(login.status).toBe(200)
      expect((await ben.fetch('/api/orders', { headers: fromPageOf(anna) })).status).toBe(200)
    })

    test('cannot post a form without script, and gets back what was typed', async () => {
      const typed = { 'customer[name]': 'Li Na', 'lines[0][sku]': 'CUP-1', 'lines[0][quantity]': '2' }
      const response = await postForm({ _endpoint: 'calculateQuote', [pageUser.field]: anna.id, ...typed })
      const page = await response.text()
      expect(response.status).toBe(409)
      expect(page.includes('You are now logged in as Ben Li.')).toBeTrue()
      for (const value of Object.values(typed))
        expect([value, page.includes(`value="${value}"`)]).toEqual([value, true])
      // The form of the page that came back belongs to the user who is logged in.
      expect(page.includes(`name="${pageUser.field}" value="${ben.id}"`)).toBeTrue()
      expect(page.includes(anna.id)).toBeFalse()
    })

    test('is nothing special for a page of the same user, or a program that names none', async () => {
      for (const headers of [fromPageOf(ben), {}])
        expect(
          (await ben.fetch('/api/account/locale', { method: 'PUT', json: { locale: 'en' }, headers })).status,
        ).toBe(200)
      expect((await postForm({ _endpoint: 'setLocale', locale: 'en', [pageUser.field]: ben.id })).status).toBe(303)
      expect((await postForm({ _endpoint: 'setLocale', locale: 'en' })).status).toBe(303)
    })

    test('is told of a missing session before anything else', async () => {
      const response = await kontor.fetch('/api/orders', { headers: fromPageOf(anna) })
      expect([response.status, ((await response.json()) as { type: string }).type]).toEqual([
        401,
        '/problems/not-logged-in',
      ])
    })
  })
})
