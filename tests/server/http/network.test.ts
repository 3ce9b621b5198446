import { createIpResolver, splitUrl } from '#server/http/network.ts'
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
  const direct = createIpResolver([])
  const proxied = createIpResolver(['127.0.0.1', '10.0.0.0/8', 'fd00::/8'])

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
