import { negotiateLocale } from '#server/http/locale.ts'
import { createAccount, password } from '#tests/support/actors.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { createKontor, type TestKontor } from '#tests/support/kontor.ts'
import type { Visitor } from '#tests/support/visitor.ts'
import { beforeAll, describe, expect, test } from 'bun:test'

describe('the language of a browser', () => {
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
    ['zh;q=x', 'en'],
    ['zhx', 'en'],
  ])('%p asks for %s', (header, locale) => expect(negotiateLocale(header)).toBe(locale as 'en' | 'zh'))
})

forEachDatabase((_database, open) => {
  let kontor: TestKontor
  beforeAll(async () => {
    kontor = await createKontor(await open())
  })
  const languageOf = async (visitor: Visitor, headers: Record<string, string> = {}): Promise<string | undefined> =>
    /<html lang="(\w+)/.exec(await (await visitor.fetch('/login', { headers })).text())?.[1]
  const choose = (visitor: Visitor, locale: string): Promise<Response> =>
    visitor.fetch('/api/account/locale', { method: 'PUT', json: { locale } })

  test('before the log-in: what the browser asks for, until the visitor chooses', async () => {
    const visitor = kontor.visitor()
    expect(await languageOf(visitor, { 'accept-language': 'zh-CN' })).toBe('zh')
    const response = await choose(visitor, 'zh')
    expect(response.headers.get('set-cookie')).toBe(
      'kontor_locale=zh; Max-Age=31536000; Path=/; HttpOnly; SameSite=Lax',
    )
    expect(await languageOf(visitor, { 'accept-language': 'en' })).toBe('zh')
    visitor.cookies.set('kontor_locale', 'xx')
    expect(await languageOf(visitor)).toBe('en')
  })

  test('after the log-in: that of the account, on every device, and still that of the browser after it', async () => {
    const { email } = await createAccount(kontor, 'owner')
    const here = kontor.visitor()
    const there = kontor.visitor()
    for (const visitor of [here, there]) await visitor.fetch('/api/auth/login', { json: { email, password } })
    const title = async (visitor: Visitor): Promise<string> => await (await visitor.fetch('/orders')).text()
    expect(await title(there)).toContain('<html lang="en')
    expect(await (await choose(here, 'zh')).json()).toEqual({ locale: 'zh' })
    expect(await title(there)).toContain('<html lang="zh')
    await here.fetch('/api/_auth/session', { method: 'DELETE' })
    expect(await languageOf(here)).toBe('zh')
  })
})
