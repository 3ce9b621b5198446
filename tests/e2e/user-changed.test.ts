import { expectAccessible } from '#tests/e2e/expect-accessible.ts'
import { endToEnd } from '#tests/support/end-to-end.ts'
import { goTo } from '#tests/support/hydration.ts'
import { describe, expect, test } from 'bun:test'
import type { Page } from 'playwright'

describe('two users of one browser', () => {
  const kontor = endToEnd()
  const { openShared: open, getAccount, expectConsoleError } = kontor

  /** Opens a page as the viewer, types into it, then logs in as the owner in another tab. */
  async function switchUser(options: { javaScriptEnabled?: boolean } = {}): Promise<{ page: Page; other: Page }> {
    const { email, password } = await getAccount('owner')
    const page = await open('/test', { role: 'viewer', ...options })
    await page.getByLabel('Customer', { exact: true }).fill('Li Na')
    const other = await page.context().newPage()
    const response = await globalThis.fetch(`${kontor.server.origin}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'origin': kontor.server.origin },
      body: JSON.stringify({ email, password }),
    })
    expect(response.status).toBe(200)
    const [name = '', value = ''] = response.headers.getSetCookie()[0]?.split(';')[0]?.split('=') ?? []
    await page.context().addCookies([{ name, value, url: kontor.server.origin }])
    await goTo(other, `${kontor.server.origin}/`)
    await other.getByText('Kim owner').first().waitFor()
    return { page, other }
  }
  const waitForDialog = (page: Page) =>
    page.getByRole('dialog', { name: 'You are now logged in as Kim owner' }).waitFor()
  const customerOf = (page: Page) => page.getByLabel('Customer', { exact: true }).inputValue()

  test('a form is not sent as the other user, and nothing that was typed is lost', async () => {
    expectConsoleError(/409 \(Conflict\)/)
    const { page } = await switchUser()
    const line = page.getByRole('group', { name: 'Line 1' })
    await line.getByLabel('SKU').fill('CUP-1')
    await line.getByLabel('Quantity').fill('2')
    await line.getByLabel('Unit price').fill('12.50')
    for (const name of ['Line 3', 'Line 2'])
      await page
        .getByRole('group', { name })
        .getByRole('button', { name: /Remove/ })
        .click()
    await page.getByRole('button', { name: 'Calculate total' }).click()
    await waitForDialog(page)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Not now' }).click()
    await page.getByText('You are now logged in as Kim owner. Nothing was done.').waitFor()
    expect(await customerOf(page)).toBe('Li Na')
    const form = page.locator('form', { has: page.getByLabel('Customer', { exact: true }) })
    expect(await form.getByText('2 items').count()).toBe(0)
  })

  test('the page notices when it is focused, and continues as the other user after it is loaded again', async () => {
    const { page } = await switchUser()
    await page.evaluate(() => window.dispatchEvent(new Event('focus')))
    await waitForDialog(page)
    expect(await customerOf(page)).toBe('Li Na')
    const reloaded = page.waitForEvent('domcontentloaded')
    await page.getByRole('button', { name: 'Reload page' }).click()
    await reloaded
    await page.getByRole('button', { name: /Kim owner/ }).waitFor()
    expect(await page.getByRole('dialog', { name: /logged in/ }).count()).toBe(0)
  })

  test('a link opens the next page as the other user, with a full load', async () => {
    const { page } = await switchUser()
    const loaded = page.waitForEvent('domcontentloaded')
    await page.getByRole('link', { name: 'Orders' }).first().click()
    await loaded
    await page.getByRole('button', { name: /Kim owner/ }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/orders')
  })

  test('a form is not sent as the other user without script either', async () => {
    expectConsoleError(/409 \(Conflict\)/)
    const { page } = await switchUser({ javaScriptEnabled: false })
    await page.getByRole('button', { name: 'Calculate total' }).click()
    await page.getByText('You are now logged in as Kim owner. Nothing was done.').waitFor()
    expect(await customerOf(page)).toBe('Li Na')
  })
})
