import { notification, storageKeys, tooltip } from '#shared/constants.ts'
import { expectAccessible, expectContrast } from '#tests/e2e/expect-accessible.ts'
import { en } from '#shared/messages/en.ts'
import { getNotifications, getTitle } from '#tests/e2e/locators.ts'
import { endToEnd } from '#tests/support/end-to-end.ts'
import { goTo, reload } from '#tests/support/hydration.ts'
import { describe, expect, test } from 'bun:test'
import type { Page } from 'playwright'

const googlebot = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'

const getColorMode = (page: Page): Promise<(string | null)[]> =>
  page.evaluate((key) => [document.documentElement.className, localStorage.getItem(key)], storageKeys.colorMode)

describe('the interface', () => {
  const { open, openShared, expectConsoleError, getAccount } = endToEnd()

  test('shows at most five notifications, each for 5 s, and keeps them while they have the focus', async () => {
    const page = await open('/test', { role: 'owner' })
    await page.clock.install()
    await page.click('text=Six at once')
    await getNotifications(page).first().waitFor()
    await page.clock.runFor(100)
    expect(await getNotifications(page).count()).toBe(notification.maximum)
    await page.keyboard.press('F8')
    expect(
      await page.evaluate(() => document.activeElement?.closest('[role=region]')?.getAttribute('aria-label')),
    ).toBe('Notifications (F8)')
    await page.clock.runFor(notification.durationMs * 2)
    expect(await page.locator('li[data-paused]').count()).toBe(notification.maximum)
    await page.click('h1')
    await page.clock.runFor(notification.durationMs + notification.removeDelayMs + 100)
    expect(await getNotifications(page).count()).toBe(0)
  })

  test('closes notifications by button and Escape, but not while a dialog handles Escape', async () => {
    const page = await openShared('/test', { role: 'owner' })
    await page.getByRole('button', { name: 'Information' }).click()
    await getNotifications(page).first().waitFor()
    await page.click('text=Open dialog')
    await page.waitForSelector('dialog:modal')
    await page.keyboard.press('Escape')
    await page.waitForSelector('dialog', { state: 'detached' })
    // A closed one stays in the list for its exit animation.
    expect(await getNotifications(page).and(page.locator('[data-state=open]')).count()).toBe(1)
    await page.keyboard.press('Escape')
    await getNotifications(page).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Information' }).click()
    await page.getByRole('button', { name: 'Close' }).click()
    await getNotifications(page).waitFor({ state: 'detached' })
  })

  test('shows a tooltip after 700 ms of hover, immediately on focus, and as the description of its button', async () => {
    const page = await open('/test', { role: 'owner' })
    const button = page.getByRole('button', { name: 'Ship', exact: true }).first()
    await button.focus()
    await page.getByRole('tooltip').waitFor()
    await page.keyboard.press('Shift+Tab')
    // A tooltip that is opened again during its exit animation mistakes its own event for another tooltip's and closes.
    await page.getByRole('tooltip').waitFor({ state: 'detached' })
    await page.keyboard.press('Tab')
    await page.getByRole('tooltip').waitFor()
    const description = await button.getAttribute('aria-describedby')
    expect(await page.getByRole('tooltip').getAttribute('id')).toBe(description)
    expect(await page.getByRole('tooltip').textContent()).toContain('Ship')
    await page.keyboard.press('Escape')
    await page.getByRole('tooltip').waitFor({ state: 'detached' })
    expect(await button.getAttribute('aria-describedby')).toBeNull()

    await page.mouse.move(0, 0)
    // Within this time after another tooltip, one would open immediately.
    await page.waitForTimeout(tooltip.skipDelayMs * 2)
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 60_000)
    await button.hover()
    await page.clock.runFor(tooltip.openDelayMs - 1)
    expect(await page.getByRole('tooltip').count()).toBe(0)
    await page.clock.runFor(1)
    expect(await page.getByRole('tooltip').count()).toBe(1)
  })

  test('moves the focus to the safe button of a dialog and back to the button that opened it', async () => {
    const page = await openShared('/test', { role: 'owner' })
    await page.click('text=Open dialog')
    await page.waitForSelector('dialog:modal')
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Keep')
    await page.keyboard.press('Escape')
    await page.waitForSelector('dialog', { state: 'detached' })
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Open dialog')
  })

  test('opens a menu with keyboard navigation, and closes it by its button', async () => {
    const page = await openShared('/test', { role: 'owner' })
    const button = page.getByRole('region', { name: 'Menu, tooltip, dialog' }).getByRole('button', { name: 'More' })
    await button.click()
    await page.getByRole('menu').waitFor()
    await page.keyboard.press('ArrowDown')
    expect(await page.evaluate(() => document.activeElement?.textContent)).toStartWith('Ship order')
    expect(await page.getByRole('menuitem', { name: 'Cancel order' }).getAttribute('aria-disabled')).toBe('true')
    await button.click()
    await page.getByRole('menu').waitFor({ state: 'detached' })
  })

  test('starts in light mode, whatever was chosen before, and follows the system on request', async () => {
    const page = await open('/test', { role: 'owner', colorScheme: 'dark' })
    const choose = (mode: string): Promise<void> =>
      page.getByRole('region', { name: 'Behavior' }).getByRole('button', { name: mode }).click()
    expect(await getColorMode(page)).toEqual(['light', 'light'])
    await choose('System')
    expect(await getColorMode(page)).toEqual(['dark', 'system'])
    await page.emulateMedia({ colorScheme: 'light' })
    await page.waitForFunction(() => document.documentElement.className === 'light')
    expect(await getColorMode(page)).toEqual(['light', 'system'])
    await choose('Dark')
    expect(await getColorMode(page)).toEqual(['dark', 'dark'])
    await reload(page)
    expect(await getColorMode(page)).toEqual(['light', 'light'])
  })

  test('shows the reference of the API in the mode of the system, and dark once that was chosen', async () => {
    const page = await open('/test', { role: 'owner', colorScheme: 'light' })
    const readBackground = (): Promise<string> => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    const openReference = () => page.goto(new URL('/api/reference?tag=tokens', page.url()).href)
    await openReference()
    expect(await readBackground()).toBe('rgb(255, 255, 255)')
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await readBackground()).toBe('rgb(15, 23, 42)')
    await page.emulateMedia({ colorScheme: 'light' })
    await page.goto(new URL('/test', page.url()).href)
    await page.getByRole('region', { name: 'Behavior' }).getByRole('button', { name: 'Dark' }).click()
    expect(await getColorMode(page)).toEqual(['dark', 'dark'])
    await openReference()
    expect(await readBackground()).toBe('rgb(15, 23, 42)')
  })

  test('opens a popup that closes itself, then reloads the session once', async () => {
    const page = await open('/test', { role: 'owner' })
    const requests: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/api/_auth/session')) requests.push(request.method())
    })
    const [popup] = await Promise.all([page.waitForEvent('popup'), page.click('text=Open popup')])
    if (!popup.isClosed()) await popup.waitForEvent('close')
    await getNotifications(page).filter({ hasText: 'Session reloaded' }).waitFor()
    expect(requests).toEqual(['GET'])
    expect(await page.evaluate((key) => localStorage.getItem(key), storageKeys.popup)).toBeNull()
  })

  test('keeps a popup with an error open', async () => {
    expectConsoleError(/404/)
    const page = await open('/test', { role: 'owner' })
    const [popup] = await Promise.all([page.waitForEvent('popup'), page.click('text=Open popup with an error')])
    await page.waitForFunction((key) => localStorage.getItem(key) === null, storageKeys.popup)
    await getTitle(popup, 'Page Not Found').waitFor()
    expect(popup.isClosed()).toBe(false)
  })

  test('shows icons by name, loaded in one request, and leaves the space of an unknown one empty', async () => {
    const page = await open('/login', { role: 'owner' })
    const requests: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/api/_icon/')) requests.push(new URL(request.url()).search)
    })
    const answered = page.waitForResponse(/\/api\/_icon\//)
    await goTo(page, '/test')
    await answered
    const icons = page
      .locator('span:has(> svg)')
      .filter({ hasText: /^lucide:/ })
      .locator('svg')
    await icons.locator('*').first().waitFor({ state: 'attached' })
    expect(requests).toEqual(['?icons=truck,gift,store,no-such-icon'])
    const drawn = await icons.evaluateAll((elements) => elements.map((icon) => icon.children.length > 0))
    expect(drawn).toEqual([true, true, true, false])
  })

  test('shows the error page when a page crashes, and works again on the next page', async () => {
    expectConsoleError(/Broken on purpose/)
    const page = await openShared('/test', { role: 'owner' })
    await page.click('text=Crash this page')
    await getTitle(page, 'Internal Server Error').waitFor()
    expect(await page.title()).toBe('500 - Internal Server Error | Kontor')
    await page.getByRole('link', { name: en.errors.home }).click()
    await getTitle(page, 'Home').waitFor()
  })

  test('keeps the page for a crawler when it crashes, and only logs the error', async () => {
    expectConsoleError(/Broken on purpose/)
    const page = await open('/test', { role: 'owner', userAgent: googlebot })
    const logged = page.waitForEvent('console', (message) => message.text().includes('Broken on purpose'))
    await page.click('text=Crash this page')
    await logged
    expect(await page.getByRole('region', { name: 'Behavior' }).count()).toBe(1)
    expect(await getTitle(page, 'Internal Server Error').count()).toBe(0)
    expect(await page.title()).toBe('Test | Kontor')
  })

  test('switches the language, with and without script', async () => {
    for (const javaScriptEnabled of [true, false]) {
      const page = await openShared('/login', { javaScriptEnabled })
      await page.getByRole('button', { name: '简体中文' }).click()
      await page.waitForSelector('html[lang=zh-CN]')
      expect(await page.title()).toBe('登录 | Kontor')
      await page.getByRole('button', { name: 'English' }).click()
      await page.waitForSelector('html[lang=en]')
    }
  })

  test('opens the account menu and logs out, without script too', async () => {
    for (const [role, javaScriptEnabled] of [
      ['viewer', true],
      ['operations', false],
    ] as const) {
      const page = await openShared('/test', { role, javaScriptEnabled })
      await page.getByRole('button', { name: /^Account/ }).click()
      await page.getByRole('button', { name: 'Log out' }).click()
      await page.waitForURL('**/login')
    }
  })

  test.each(['/test', '/test?tab=self-check', '/nowhere'])(
    'is accessible with every component, light and dark, on desktop and phone: %s',
    async (path) => {
      expectConsoleError(/404/)
      const page = await openShared(path, { role: 'owner' })
      for (const viewport of [
        { width: 1440, height: 900 },
        { width: 390, height: 844 },
      ]) {
        await page.setViewportSize(viewport)
        const setMode = (mode: string) => page.evaluate((name) => (document.documentElement.className = name), mode)
        await setMode('light')
        await expectAccessible(page)
        await setMode('dark')
        await expectContrast(page)
        expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
      }
    },
  )

  test('is accessible on the login and registration pages', async () => {
    // Without any account the pages show no form.
    await getAccount('owner')
    for (const path of ['/login', '/register']) {
      const page = await openShared(path, { viewport: { width: 390, height: 844 } })
      await page.getByRole('button', { name: /^(Log in|Register)$/ }).click()
      await page.waitForSelector('[aria-invalid=true]', { state: path === '/login' ? 'attached' : 'visible' })
      await expectAccessible(page)
    }
  })
})
