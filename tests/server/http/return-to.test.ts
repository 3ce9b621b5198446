import { createAccount, password } from '#tests/support/test-user.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { createTestKontor, type TestKontor } from '#tests/support/test-kontor.ts'
import type { TestClient } from '#tests/support/test-client.ts'
import { beforeAll, expect, test } from 'bun:test'

forEachDatabase((_database, open) => {
  let kontor: TestKontor
  let email: string
  beforeAll(async () => {
    kontor = await createTestKontor(await open())
    email = (await createAccount(kontor, 'viewer')).email
  })
  const logIn = (client: TestClient): Promise<Response> =>
    client.fetch('/login', { method: 'POST', body: new URLSearchParams({ email, password }) })

  test('login leads to the page the visitor wanted, with its query', async () => {
    const client = kontor.createClient()
    const response = await client.fetch('/ORDERS/?status=open&q=%E4%B8%AD')
    expect(response.headers.get('set-cookie')).toMatch(
      /^kontor_place=[^;]+; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/,
    )
    const landed = await logIn(client)
    expect([landed.status, landed.headers.get('location')]).toEqual([303, '/orders?status=open&q=%E4%B8%AD'])
    expect(client.cookies.has('kontor_place')).toBe(false)
  })

  test('the login page has the URL it leads to, which is used once', async () => {
    const client = kontor.createClient()
    await client.fetch('/finance?kind=refunded')
    expect(await (await client.fetch('/login')).text()).toContain('"returnTo":"/finance?kind=refunded"')
    expect((await client.fetch('/api/auth/login', { json: { email, password } })).status).toBe(200)
    await client.fetch('/finance')
    expect(client.cookies.has('kontor_place')).toBe(false)
  })

  test('without a remembered URL it leads to the home page', async () => {
    expect((await logIn(kontor.createClient())).headers.get('location')).toBe('/')
  })

  test('only pages are remembered: no unknown paths, payloads, assets or API calls', async () => {
    for (const path of ['/nope', '/orders/_payload.json', '/_assets/x.js', '/api/orders', '//evil.example/x'])
      expect((await kontor.fetch(path)).headers.get('set-cookie')).toBeNull()
    expect((await kontor.fetch('/orders', { method: 'POST' })).headers.get('set-cookie')).toBeNull()
  })

  test.each(['//evil.example', 'https://evil.example/', '/\\evil.example', '/orders\r\nX: y', '/login', '/nope', '%'])(
    'a cookie that says %p leads to the first page',
    async (returnTo) => {
      const client = kontor.createClient()
      client.cookies.set('kontor_place', encodeURIComponent(returnTo))
      expect((await logIn(client)).headers.get('location')).toBe('/')
    },
  )
})
