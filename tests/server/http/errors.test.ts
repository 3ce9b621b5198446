import type { Kontor } from '#server/context.ts'
import { createApp } from '#server/app.ts'
import { onSqlite } from '#tests/support/databases.ts'
import { createTestKontor, type TestKontor } from '#tests/support/test-kontor.ts'
import { createTestClient } from '#tests/support/test-client.ts'
import type { TestUser } from '#tests/support/test-user.ts'
import { beforeAll, describe, expect, test } from 'bun:test'

const html = { accept: 'text/html,application/xhtml+xml' }

onSqlite((open) => {
  let kontor: TestKontor
  let owner: TestUser
  beforeAll(async () => {
    kontor = await createTestKontor(await open())
    owner = await kontor.createUser('owner')
  })
  const getContentType = async (path: string, headers: Record<string, string>): Promise<string> => {
    const response = await owner.fetch(path, { headers })
    expect(response.status).toBe(404)
    return (response.headers.get('content-type') ?? '').split(';')[0] ?? ''
  }

  test('browsers get a page, API clients get a problem', async () => {
    const problem = 'application/problem+json'
    expect(await getContentType('/nope', html)).toBe('text/html')
    expect(await getContentType('/nope', { 'accept': '*/*', 'user-agent': 'Mozilla/5.0' })).toBe('text/html')
    expect(await getContentType('/nope', { accept: 'text/html, application/json' })).toBe('text/html')
    expect(await getContentType('/nope', { accept: 'application/json' })).toBe(problem)
    expect(await getContentType('/nope', { 'user-agent': 'curl/8.5' })).toBe(problem)
    expect(await getContentType('/nope', { 'sec-fetch-mode': 'cors' })).toBe(problem)
    expect(await getContentType('/nope.json', {})).toBe(problem)
    expect(await getContentType('/api/nope', html)).toBe(problem)
    expect(await getContentType('/nope/_payload.json', html)).toBe(problem)
  })

  test('the problem of a missing page has the text of the error page', async () => {
    const headers = { accept: 'application/json' }
    expect(await (await owner.fetch('/a%20b?x=%3Cb%3E', { headers })).json()).toEqual({
      type: '/problems/not-found',
      title: 'Page Not Found',
      status: 404,
      detail: 'Page not found: /a b?x=%3Cb%3E',
    })
    expect(await (await owner.fetch('/orders?status=x', { headers })).json()).toMatchObject({
      detail: 'Page Not Found: /orders?status=x',
    })
  })

  test('an error page escapes the path, has no shell, and is not cached', async () => {
    const response = await owner.fetch('/<b>&"x')
    const text = await response.text()
    expect(text).toContain('Page not found: /&lt;b&gt;&amp;&quot;x')
    expect(text).not.toContain('<b>&')
    expect(text).not.toContain('<nav')
    expect(response.headers.get('cache-control')).toBe('no-store')
  })

  describe('an unexpected error', () => {
    const withBrokenClock = (original: Kontor): Kontor => ({
      ...original,
      now: () => {
        throw new Error('the clock of secret-host:5432 is gone')
      },
    })
    const cookie = (): string => `kontor=${owner.cookies.get('kontor')}`

    test('shows a page with the request ID that the log has', async () => {
      const client = createTestClient({ kontor: kontor.kontor, app: createApp(withBrokenClock(kontor.kontor)) })
      const response = await client.fetch('/orders', { headers: { ...html, cookie: cookie() } })
      expect(response.status).toBe(500)
      const text = await response.text()
      const requestId = response.headers.get('x-request-id') ?? ''
      expect(text).toContain('Internal Server Error')
      expect(text).toContain(requestId)
      expect(text).not.toContain('secret-host')
      const line = kontor.log.find(({ requestId: logged }) => logged === requestId)
      expect(line).toMatchObject({
        level: 'error',
        event: 'unexpected error',
        error: 'Error: the clock of secret-host:5432 is gone',
      })
    })

    test('is the problem `internal` for API clients', async () => {
      const client = createTestClient({ kontor: kontor.kontor, app: createApp(withBrokenClock(kontor.kontor)) })
      const response = await client.fetch('/api/orders', { headers: { cookie: cookie() } })
      expect(await response.json()).toEqual({
        type: '/problems/internal',
        title: 'Internal Server Error',
        status: 500,
        detail: expect.stringMatching(/request id/i),
        requestId: response.headers.get('x-request-id'),
      })
    })

    test('a request that takes too long is answered', async () => {
      const probe = (): Promise<void> => new Promise(() => {})
      const stuck = { ...kontor.kontor, database: { ...kontor.kontor.database, probe } }
      const response = await createTestClient({ kontor: stuck, app: createApp(stuck, 10) }).fetch('/readyz')
      expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5'])
      expect(await response.json()).toMatchObject({ type: '/problems/unavailable', status: 503 })
      expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    })

    test('an unreachable database is an error and does not log out', async () => {
      const database = { ...kontor.kontor.database, read: undefined as never }
      const client = createTestClient({ kontor: kontor.kontor, app: createApp({ ...kontor.kontor, database }) })
      const response = await client.fetch('/api/_auth/session', { headers: { cookie: cookie() } })
      expect([response.status, response.headers.get('set-cookie')]).toEqual([500, null])
    })
  })
})
