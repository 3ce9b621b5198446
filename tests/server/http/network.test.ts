import { createTrustedProxies, splitUrl } from '#server/http/network.ts'
import { createApp } from '#server/app.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { createTestKontor } from '#tests/support/test-kontor.ts'
import { describe, expect, test } from 'bun:test'

describe('the URL of a request', () => {
  test.each([
    ['http://localhost:3000/orders?a=1#x', '/orders', '?a=1'],
    ['http://localhost:3000', '/', ''],
    ['http://localhost:3000//evil.example/x', '//evil.example/x', ''],
    ['/orders?next=http://evil.example/x', '/orders', '?next=http://evil.example/x'],
    ['http://localhost:3000/%2e%2e?', '/%2e%2e', '?'],
  ])('%p is the path %p and the query %p', (url, path, search) => {
    expect(splitUrl(url)).toEqual({ path, search })
  })
})

describe('the IP address of a client', () => {
  const direct = createTrustedProxies([]).resolveClient
  const proxied = createTrustedProxies(['127.0.0.1', '10.0.0.0/8', 'fd00::/8']).resolveClient

  test('is that of the peer, whatever its headers say, unless the peer is a trusted proxy', () => {
    expect(direct('203.0.113.7', '198.51.100.1')).toBe('203.0.113.7')
    expect(proxied('203.0.113.7', '198.51.100.1')).toBe('203.0.113.7')
    expect(proxied('127.0.0.1', '198.51.100.1')).toBe('198.51.100.1')
  })

  test('is the last one in the list that is not a trusted proxy, because anyone can write those before it', () => {
    expect(proxied('127.0.0.1', '1.1.1.1, 198.51.100.1, 10.2.3.4')).toBe('198.51.100.1')
    expect(proxied('::ffff:127.0.0.1', '2001:db8::1, fd00::5')).toBe('2001:db8::1')
  })

  test('is the nearest valid one when the list is not valid', () => {
    expect(proxied('127.0.0.1', 'unknown')).toBe('127.0.0.1')
    expect(proxied('127.0.0.1', '198.51.100.1, <script>, 10.0.0.1')).toBe('10.0.0.1')
    expect(proxied('127.0.0.1', null)).toBe('127.0.0.1')
    expect(proxied('', null)).toBe('')
  })
})

forEachDatabase((_database, open) => {
  describe('a proxy that is not declared', () => {
    async function send(headers: Record<string, string>, trustedProxies: string[] = []) {
      const kontor = await createTestKontor(await open())
      const app = createApp({ ...kontor.kontor, config: { ...kontor.kontor.config, trustedProxies } })
      const request = () =>
        new Request('http://localhost:3000/login', { headers: { host: 'localhost:3000', ...headers } })
      const server = { requestIP: () => ({ address: '10.0.0.1' }), timeout: () => {} }
      for (let time = 0; time < 2; time++) await app.fetch(request(), server)
      return kontor.log.filter(({ event }) => event === 'untrusted proxy')
    }

    test.each([{ 'x-forwarded-for': '203.0.113.7' }, { forwarded: 'for=203.0.113.7' }])(
      'is logged once, with the setting that declares it: %j',
      async (headers) => {
        expect(await send(headers)).toEqual([
          expect.objectContaining({
            level: 'warn',
            peer: '10.0.0.1',
            header: Object.keys(headers)[0],
            hint: expect.stringContaining('KONTOR_TRUSTED_PROXIES'),
          }),
        ])
      },
    )

    test('is not logged for a declared one, and without its headers', async () => {
      expect(await send({ 'x-forwarded-for': '203.0.113.7' }, ['10.0.0.0/8'])).toEqual([])
      expect(await send({})).toEqual([])
    })
  })
})
