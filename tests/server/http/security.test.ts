import { createApp } from '#server/app.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { createTestKontor, type TestKontor } from '#tests/support/test-kontor.ts'
import { createTestClient, type TestClient } from '#tests/support/test-client.ts'
import { beforeAll, describe, expect, test } from 'bun:test'

forEachDatabase((_database, open) => {
  let kontor: TestKontor
  let tlsClient: TestClient
  beforeAll(async () => {
    kontor = await createTestKontor(await open())
    const secured = {
      ...kontor.kontor,
      config: { ...kontor.kontor.config, origin: new URL('https://kontor.example.com') },
    }
    tlsClient = createTestClient({ kontor: secured, app: createApp(secured) })
  })

  describe('the host', () => {
    const hosts = [
      'evil.example',
      'localhost',
      'localhost:3001',
      'localhost:3000@evil.example',
      'a, b',
      '',
      'localhost:3000/x',
    ]
    test.each([...hosts, 'localhost.:3000', '127.0.0.2:3000', '[::1]', 'LOCALHOST:3000.evil.example'])(
      '%p is answered 421 on every path',
      async (host) => {
        for (const path of ['/', '/login', '/orders', '/api/orders', '/_assets/x.js', '/nope', '/metrics']) {
          const response = await kontor.fetch(path, { headers: { host } })
          if (path === '/metrics' && /^(localhost|\[::1\])(:\d+)?$/.test(host)) continue
          expect([response.status, response.headers.get('location')]).toEqual([421, null])
          expect(await response.json()).toMatchObject({ type: '/problems/unknown-host', status: 421 })
        }
      },
    )

    test('of a loopback origin has three names, of any other exactly one', async () => {
      for (const host of ['localhost:3000', '127.0.0.1:3000', '[::1]:3000', 'LocalHost:3000'])
        expect((await kontor.fetch('/login', { headers: { host } })).status).toBe(200)
      for (const host of ['kontor.example.com', 'kontor.example.com:443'])
        expect((await tlsClient.fetch('/login', { headers: { host } })).status).toBe(200)
      for (const host of ['localhost', 'kontor.example.com:80', 'www.kontor.example.com', '127.0.0.1'])
        expect((await tlsClient.fetch('/login', { headers: { host } })).status).toBe(421)
    })

    test('does not matter to probes', async () => {
      for (const host of ['10.0.0.7:3000', 'evil.example', 'x']) {
        expect((await kontor.fetch('/healthz', { headers: { host } })).status).toBe(200)
        expect((await kontor.fetch('/readyz', { headers: { host } })).status).toBe(200)
        for (const path of ['/healthz/', '/HEALTHZ', '//healthz', '/healthz/../orders', '/%68ealthz'])
          expect((await kontor.fetch(path, { headers: { host } })).status).toBe(421)
      }
    })
  })

  describe('a change from another site', () => {
    const crossSite: Record<string, string>[] = [
      { 'origin': 'https://evil.example', 'sec-fetch-site': 'cross-site' },
      { 'origin': 'https://evil.example', 'sec-fetch-site': '' },
      { 'origin': 'null', 'sec-fetch-site': 'same-origin' },
      { 'origin': 'http://localhost:3000', 'sec-fetch-site': 'cross-site' },
      { 'origin': 'http://localhost:3000', 'sec-fetch-site': 'same-site' },
      { 'origin': 'http://localhost:3000.evil.example', 'sec-fetch-site': 'same-origin' },
      { 'origin': 'https://localhost:3000', 'sec-fetch-site': 'same-origin' },
      { 'origin': 'http://localhost:3001', 'sec-fetch-site': 'same-origin' },
    ]
    test.each(crossSite)('is rejected and changes nothing: %j', async (headers) => {
      const user = await kontor.createUser('owner')
      const calls: [string, string, BodyInit | undefined, string][] = [
        ['DELETE', '/api/_auth/session', undefined, ''],
        ['PUT', '/api/account/locale', '{"locale":"zh"}', 'application/json'],
        ['POST', '/orders', '_endpoint=logout', 'application/x-www-form-urlencoded'],
        ['POST', '/login', 'email=a&password=b', 'application/x-www-form-urlencoded'],
        ['POST', '/api/imports/orders', '{}', 'text/plain'],
      ]
      for (const [method, path, body, type] of calls) {
        const requestHeaders = { ...headers, 'content-type': type, 'accept': 'application/json' }
        const response = await user.fetch(path, {
          method,
          headers: requestHeaders,
          ...(body === undefined ? {} : { body }),
        })
        expect(response.status).toBe(403)
        expect(await response.json()).toMatchObject({ type: '/problems/cross-site' })
      }
      expect(await (await user.fetch('/api/_auth/session')).json()).toMatchObject({ user: { locale: 'en' } })
    })

    test('is distinguished from changes of this site, of the address bar and of API clients', async () => {
      const sameSite: Record<string, string>[] = [
        { 'origin': 'http://localhost:3000', 'sec-fetch-site': 'same-origin' },
        { 'origin': 'http://127.0.0.1:3000', 'sec-fetch-site': 'same-origin' },
        { 'origin': 'http://localhost:3000', 'sec-fetch-site': 'none' },
      ]
      for (const headers of sameSite)
        expect(
          (await kontor.fetch('/api/account/locale', { method: 'PUT', json: { locale: 'en' }, headers })).status,
        ).toBe(200)
      const { origin } = kontor.kontor.config
      const program = new Request(`${origin.origin}/api/account/locale`, {
        method: 'PUT',
        body: '{"locale":"en"}',
        headers: { 'host': origin.host, 'content-type': 'application/json' },
      })
      expect((await kontor.app.fetch(program)).status).toBe(200)
    })

    test('may read: the browser decides about reading', async () => {
      const headers = { 'origin': 'https://evil.example', 'sec-fetch-site': 'cross-site' }
      const response = await kontor.fetch('/login', { headers })
      expect(response.status).toBe(200)
      expect(response.headers.get('access-control-allow-origin')).toBeNull()
    })
  })

  test('every answer carries the security headers', async () => {
    const answers = [
      '/login',
      '/orders',
      '/nope',
      '/api/_auth/session',
      '/api/orders',
      '/_assets/x.js',
      '/healthz',
      '/favicon.svg',
    ]
    const responses = await Promise.all(answers.map((path) => tlsClient.fetch(path)))
    responses.push(await tlsClient.fetch('/', { headers: { host: 'evil.example' } }))
    responses.push(await tlsClient.fetch('/api/auth/login', { method: 'POST', body: 'x' }))
    for (const { headers } of responses) {
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('referrer-policy')).toBeOneOf(['same-origin', 'strict-origin'])
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups')
      expect(headers.get('strict-transport-security')).toBe('max-age=63072000; includeSubDomains')
      expect(headers.get('permissions-policy')).toContain('camera=()')
      expect(headers.get('content-security-policy')).toContain("default-src 'none'")
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
      expect(headers.get('server')).toBeNull()
      expect(headers.get('x-powered-by')).toBeNull()
    }
  })

  test('plain HTTP sends no Strict-Transport-Security', async () => {
    expect((await kontor.fetch('/login')).headers.get('strict-transport-security')).toBeNull()
  })

  test('a document runs only the scripts that carry its own nonce', async () => {
    const nonces = new Set<string>()
    for (const path of ['/login', '/register', '/login']) {
      const response = await kontor.fetch(path)
      const policy = response.headers.get('content-security-policy') ?? ''
      const nonce = /script-src 'nonce-([\w+/=]{24})' 'strict-dynamic'(;|$)/.exec(policy)?.[1] ?? ''
      nonces.add(nonce)
      expect(policy.replace("style-src-attr 'unsafe-inline'", '')).not.toMatch(/unsafe-|\*|https?:/)
      const scripts = (await response.text()).match(/<script[^>]*>/g) ?? []
      expect(scripts.length).toBeGreaterThan(0)
      for (const script of scripts) expect(script).toContain(`nonce="${nonce}"`)
    }
    expect(nonces.size).toBe(3)
  })
})
