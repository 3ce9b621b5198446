import { pageNames, pages } from '#shared/routes/pages.ts'
import { onSqlite } from '#tests/support/databases.ts'
import { createTestKontor, type TestKontor } from '#tests/support/test-kontor.ts'
import type { TestUser } from '#tests/support/test-user.ts'
import { beforeAll, expect, test } from 'bun:test'

const guardedPages = pageNames.filter((name) => name !== 'login' && name !== 'register')
const crawler = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'

onSqlite((open) => {
  let kontor: TestKontor
  let owner: TestUser
  beforeAll(async () => {
    kontor = await createTestKontor(await open())
    owner = await kontor.createUser('owner')
  })

  test.each([...guardedPages.map((name) => pages[name].path), '/nope', '/favicon.ico', '/orders/7', '/.env', '/dash'])(
    'a visitor who opens %s is redirected to the login page',
    async (path) => {
      for (const url of [path, `${path}?a=1`]) {
        const response = await kontor.fetch(url)
        expect([response.status, response.headers.get('location')]).toEqual([302, '/login'])
        expect(await response.text()).toBe('')
      }
    },
  )

  test.each(['/login', '/register'])('guests see %s, logged-in users are redirected to the home page', async (path) => {
    expect((await kontor.fetch(path)).status).toBe(200)
    const response = await owner.fetch(path)
    expect([response.status, response.headers.get('location')]).toEqual([302, '/'])
  })

  test.each(guardedPages)('logged-in users see the page %s', async (name) => {
    const response = await owner.fetch(pages[name].path)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/html; charset=UTF-8')
    expect(await response.text()).toStartWith('<!DOCTYPE html><html')
  })

  const loginSpellings = [
    '/login/',
    '/LOGIN',
    '//login',
    '/%6cogin',
    '/login%2f',
    '/Login//',
    '/./login',
    '/x/../login',
  ]
  test.each(loginSpellings)('%p is the login page, and redirects users who are logged in', async (path) => {
    expect((await kontor.fetch(path)).status).toBe(200)
    const response = await owner.fetch(path)
    expect([response.status, response.headers.get('location')]).toEqual([302, '/'])
  })

  const unusualPaths = [
    ...['/orders%2f', '/ORDERS', '//orders', '/%6frders', '/orders/.', '/orders/..%2forders', '/orders;x', '/orders\\'],
    ...[
      '/orders%00',
      '/%00',
      '/%zz',
      '/%',
      '/%c0%af',
      '/%e4%b8%ad',
      '/%ff',
      '/..%2f..%2fetc/passwd',
      '/login/../orders',
    ],
    ...[
      '/login%3f/orders',
      '/login;/orders',
      '/login/orders',
      '//evil.example',
      '/\\evil.example',
      '/%2f%2fevil.example',
    ],
    ...['/login\u2028', '/ｌogin', '/orders/_payload.json/', '/ORDERS/_PAYLOAD.JSON', '/_payload.json'],
    ...['/%5fpayload.json', '/login/_payload.json/x', '/orders%2f_payload.json', '/x/_payload.json', '/.git/config'],
  ]
  test.each(unusualPaths)('no spelling gets round the guard and none is an error: %p', async (path) => {
    const guestResponse = await kontor.fetch(path)
    expect([guestResponse.status, guestResponse.headers.get('location')]).toEqual([302, '/login'])
    expect((await owner.fetch(path)).status).toBeOneOf([200, 404])
  })

  test('a path of the maximum length is handled like any other', async () => {
    const path = `/${'a'.repeat(8000)}`
    expect((await kontor.fetch(path)).headers.get('location')).toBe('/login')
    expect((await owner.fetch(path)).status).toBe(404)
  })

  test('an unknown path shows the not-found page to users who are logged in', async () => {
    const response = await owner.fetch('/ordres?x=1')
    expect(response.status).toBe(404)
    const html = await response.text()
    expect(html).toContain('Page Not Found')
    expect(html).toContain('Page not found: /ordres?x=1')
  })

  test('an invalid query is a page that does not exist', async () => {
    for (const url of [
      '/orders?status=bogus',
      '/orders?from=2026-02-30',
      '/orders?q=%ff',
      '/orders?q=%00',
      '/finance?cursor=x',
      '/orders?cursor=x',
    ]) {
      const response = await owner.fetch(url)
      expect(response.status).toBe(404)
      expect(await response.text()).toContain(`Page Not Found: ${url}`)
    }
  })

  test('redirects are followed before the guard, with their query', async () => {
    for (const fetch of [kontor.fetch, owner.fetch]) {
      const response = await fetch('/dashboard?a=1')
      expect([response.status, response.headers.get('location')]).toEqual([308, '/?a=1'])
    }
  })

  test('crawlers get the same statuses as everyone', async () => {
    const headers = { 'user-agent': crawler }
    for (const path of ['/', '/login', '/nope', '/api/orders', '/_assets/nope.js']) {
      expect((await kontor.fetch(path, { headers })).status).toBe((await kontor.fetch(path)).status)
      expect((await owner.fetch(path, { headers })).status).toBe((await owner.fetch(path)).status)
    }
  })

  test('a request for JSON is redirected too', async () => {
    const response = await kontor.fetch('/orders', { headers: { accept: 'application/json' } })
    expect([response.status, response.headers.get('location')]).toEqual([302, '/login'])
  })

  test('a page answers GET, HEAD without a body, and POST, and no other method', async () => {
    const whole = await kontor.fetch('/login')
    const head = await kontor.fetch('/login', { method: 'HEAD' })
    expect(head.status).toBe(200)
    expect(await head.text()).toBe('')
    expect(head.headers.get('content-type')).toBe(whole.headers.get('content-type'))
    expect(Number(head.headers.get('content-length'))).toBeGreaterThan(1000)
    for (const method of ['PUT', 'DELETE', 'PATCH', 'OPTIONS', 'PROPFIND']) {
      const response = await owner.fetch('/orders', { method })
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST'])
      expect((await kontor.fetch('/orders', { method })).headers.get('location')).toBe('/login')
    }
  })
})
