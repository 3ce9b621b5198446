import { pageNames, pages } from '#shared/routes/pages.ts'
import { endToEnd } from '#tests/support/end-to-end.ts'
import { describe, expect, test } from 'bun:test'

describe('the binary in a browser', () => {
  const { openShared: open, getAccount } = endToEnd()

  for (const name of pageNames.filter((page) => pages[page].layout === 'shell'))
    test(`shows ${pages[name].path} to an owner without errors`, async () => {
      const page = await open(pages[name].path, { role: 'owner' })
      expect(await page.getByRole('main').getByRole('heading', { level: 1 }).count()).toBe(1)
      expect(new URL(page.url()).pathname).toBe(pages[name].path)
    })

  test('redirects a visitor from any page to the login page, and from there to the wanted page', async () => {
    const { email, password } = await getAccount('owner')
    const page = await open('/orders?payment=paid')
    expect(new URL(page.url()).pathname).toBe('/login')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Log in', exact: true }).click()
    await page.waitForURL('**/orders?payment=paid')
  })

  test('logs in without JavaScript', async () => {
    const { email, password } = await getAccount('owner')
    const page = await open('/login', { javaScriptEnabled: false, locale: 'zh-CN' })
    expect(await page.locator('html').getAttribute('lang')).toStartWith('zh')
    await page.getByLabel('邮箱').fill(email)
    await page.getByLabel('密码', { exact: true }).fill(password)
    await page.getByRole('button', { name: '登录' }).click()
    await page.waitForURL((url) => url.pathname === '/')
  })
})
