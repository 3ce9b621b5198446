import { createAccount, password } from '#tests/support/test-user.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { createTestKontor, type TestKontor } from '#tests/support/test-kontor.ts'
import type { TestClient } from '#tests/support/test-client.ts'
import { beforeAll, expect, test } from 'bun:test'

forEachDatabase((_database, open) => {
  let kontor: TestKontor
  beforeAll(async () => {
    kontor = await createTestKontor(await open())
  })
  const getPageLanguage = async (
    client: TestClient,
    headers: Record<string, string> = {},
  ): Promise<string | undefined> =>
    /<html lang="(\w+)/.exec(await (await client.fetch('/login', { headers })).text())?.[1]
  const setLocale = (client: TestClient, locale: string): Promise<Response> =>
    client.fetch('/api/account/locale', { method: 'PUT', json: { locale } })

  test.each([
    [undefined, 'en'],
    ['', 'en'],
    ['zh', 'zh'],
    ['zh-CN,zh;q=0.9,en;q=0.8', 'zh'],
    ['en-US,en;q=0.9,zh;q=0.8', 'en'],
    ['fr, de;q=0.9', 'en'],
    ['fr, zh-Hant;q=0.2', 'zh'],
    ['en;q=0.1, ZH-cn;q=0.2', 'zh'],
    ['zh;q=0', 'en'],
    ['*', 'en'],
    ['zhx', 'en'],
  ])('a browser that asks for %p is served in %s', async (header, language) => {
    const headers: Record<string, string> = header === undefined ? {} : { 'accept-language': header }
    expect(await getPageLanguage(kontor.createClient(), headers)).toBe(language)
  })

  test('before login: the language of the browser, until the visitor chooses another', async () => {
    const client = kontor.createClient()
    expect(await getPageLanguage(client, { 'accept-language': 'zh-CN' })).toBe('zh')
    const response = await setLocale(client, 'zh')
    expect(response.headers.get('set-cookie')).toBe(
      'kontor_locale=zh; Max-Age=31536000; Path=/; HttpOnly; SameSite=Lax',
    )
    expect(await getPageLanguage(client, { 'accept-language': 'en' })).toBe('zh')
    client.cookies.set('kontor_locale', 'xx')
    expect(await getPageLanguage(client)).toBe('en')
  })

  test('after login: the language of the account on every device, and after logout still in that browser', async () => {
    const { email } = await createAccount(kontor, 'owner')
    const firstDevice = kontor.createClient()
    const secondDevice = kontor.createClient()
    for (const client of [firstDevice, secondDevice])
      await client.fetch('/api/auth/login', { json: { email, password } })
    const loadOrders = async (client: TestClient): Promise<string> => await (await client.fetch('/orders')).text()
    expect(await loadOrders(secondDevice)).toContain('<html lang="en')
    expect(await (await setLocale(firstDevice, 'zh')).json()).toEqual({ locale: 'zh' })
    expect(await loadOrders(secondDevice)).toContain('<html lang="zh')
    await firstDevice.fetch('/api/_auth/session', { method: 'DELETE' })
    expect(await getPageLanguage(firstDevice)).toBe('zh')
  })
})
