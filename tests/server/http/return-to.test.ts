import { createAccount, password } from '#tests/support/actors.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { createKontor, type TestKontor } from '#tests/support/kontor.ts'
import type { Visitor } from '#tests/support/visitor.ts'
import { beforeAll, expect, test } from 'bun:test'

forEachDatabase((_database, open) => {
  let kontor: TestKontor
  let email: string
  beforeAll(async () => {
    kontor = await createKontor(await open())
    email = (await createAccount(kontor, 'viewer')).email
  })
  const logIn = (visitor: Visitor): Promise<Response> =>
    visitor.fetch('/login', { method: 'POST', body: new URLSearchParams({ email, password }) })

  test('a log-in leads to the page that was asked for, with its query', async () => {
    const visitor = kontor.visitor()
    const response = await visitor.fetch('/ORDERS/?status=open&q=%E4%B8%AD')
    expect(response.headers.get('set-cookie')).toMatch(
      /^kontor_place=[^;]+; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/,
    )
    const landed = await logIn(visitor)
    expect([landed.status, landed.headers.get('location')]).toEqual([303, '/orders?status=open&q=%E4%B8%AD'])
    expect(visitor.cookies.has('kontor_place')).toBe(false)
  })

  test('the log-in page knows where it leads, and whoever has landed is not led there again', async () => {
    const visitor = kontor.visitor()
    await visitor.fetch('/finance?kind=refunded')
    expect(await (await visitor.fetch('/login')).text()).toContain('"data":{"returnTo":"/finance?kind=refunded"}')
    expect((await visitor.fetch('/api/auth/login', { json: { email, password } })).status).toBe(200)
    await visitor.fetch('/finance')
    expect(visitor.cookies.has('kontor_place')).toBe(false)
  })

  test('without a place it leads to the first page', async () => {
    expect((await logIn(kontor.visitor())).headers.get('location')).toBe('/')
  })

  test('only pages are remembered: no unknown path, payload, asset or call', async () => {
    for (const path of ['/nope', '/orders/_payload.json', '/_assets/x.js', '/api/orders', '//evil.example/x'])
      expect((await kontor.fetch(path)).headers.get('set-cookie')).toBeNull()
    expect((await kontor.fetch('/orders', { method: 'POST' })).headers.get('set-cookie')).toBeNull()
  })

  test.each(['//evil.example', 'https://evil.example/', '/\\evil.example', '/orders\r\nX: y', '/login', '/nope', '%'])(
    'a cookie that says %p leads to the first page',
    async (place) => {
      const visitor = kontor.visitor()
      visitor.cookies.set('kontor_place', encodeURIComponent(place))
      expect((await logIn(visitor)).headers.get('location')).toBe('/')
    },
  )
})
