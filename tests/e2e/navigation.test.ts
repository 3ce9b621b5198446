import { endSession } from '#tests/e2e/end-session.ts'
import { buildCheckIntervalMs } from '#shared/constants.ts'
import { en } from '#shared/messages/en.ts'
import { getNavigationLink, getNotifications, getTitle } from '#tests/e2e/locators.ts'
import { endToEnd } from '#tests/support/end-to-end.ts'
import { reload } from '#tests/support/hydration.ts'
import { describe, expect, test } from 'bun:test'
import type { Page } from 'playwright'

/** Collects the URLs of the documents that the page loads from now on. */
function trackDocumentLoads(page: Page): string[] {
  const loaded: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'document') loaded.push(new URL(request.url()).pathname)
  })
  return loaded
}

/** Clicks a new link to the URL. */
const clickLink = (page: Page, url: string): Promise<void> =>
  page.evaluate((href) => {
    const link = Object.assign(document.createElement('a'), { href })
    document.body.append(link)
    link.click()
  }, url)

const currentPath = (page: Page): string => {
  const { pathname, search, hash } = new URL(page.url())
  return pathname + search + hash
}

describe('a click', () => {
  const kontor = endToEnd()
  const { openShared: open, expectConsoleError, getAccount } = kontor

  test('shows the next page without loading a document, and Back restores the previous page with its scroll position', async () => {
    const page = await open('/test', { role: 'owner' })
    const documents = trackDocumentLoads(page)
    await page.evaluate(() => scrollTo(0, 900))
    await getNavigationLink(page, 'Users').click()
    await getTitle(page, 'Users').waitFor()
    expect(await page.title()).toBe('Users | Kontor')
    expect(await page.evaluate(() => scrollY)).toBe(0)
    await page.goBack()
    await page.waitForFunction(() => scrollY === 900)
    expect(documents).toEqual([])
  })

  test('does not request the session, which came with the page', async () => {
    const page = await open('/', { role: 'owner' })
    const requests: string[] = []
    page.on('request', (request) => requests.push(new URL(request.url()).pathname))
    await reload(page)
    await getNavigationLink(page, 'Users').click()
    await getTitle(page, 'Users').waitFor()
    expect(requests.filter((path) => path.startsWith('/api/'))).toEqual([])
    expect(requests).toContain('/users/_payload.json')
  })

  test('follows redirects and the guard, and leaves blocked URLs out of the history', async () => {
    const page = await open('/users', { role: 'owner' })
    const documents = trackDocumentLoads(page)
    await clickLink(page, '/dashboard?period=7d#top')
    await getTitle(page, 'Home').waitFor()
    expect(currentPath(page)).toBe('/?period=7d#top')
    await clickLink(page, '/login')
    await page.waitForURL((url) => url.pathname + url.search === '/')
    await page.goBack()
    await page.waitForURL('**/?period=7d#top')
    expect(documents).toEqual([])
  })

  test('on a link to an unknown path shows the error page at that URL, with a link home', async () => {
    const page = await open('/', { role: 'owner' })
    await clickLink(page, '/a%20b?x=1#h')
    await getTitle(page, 'Page Not Found').waitFor()
    expect(currentPath(page)).toBe('/a%20b?x=1#h')
    expect(await page.title()).toBe('404 - Page Not Found | Kontor')
    await page.getByText('Page not found: /a b?x=1#h').waitFor()
    await page.getByRole('link', { name: en.errors.home }).click()
    await getTitle(page, 'Home').waitFor()
  })

  test('on a filter leaves empty fields out of the URL', async () => {
    const page = await open('/orders?status=open', { role: 'owner' })
    await page.fill('input[name=q]', 'nobody')
    await page.press('input[name=q]', 'Enter')
    await page.waitForURL((url) => url.searchParams.get('q') === 'nobody')
    expect([...new URL(page.url()).searchParams.values()]).not.toContain('')
  })

  test('replaces an earlier one that is still loading', async () => {
    const page = await open('/', { role: 'owner' })
    const gate = Promise.withResolvers<void>()
    await page.route('**/users/_payload.json', async (route) => {
      await gate.promise
      await route.continue().catch(() => undefined)
    })
    await getNavigationLink(page, 'Users').click()
    await page.getByRole('progressbar', { name: en.common.loading }).waitFor({ state: 'attached' })
    await getNavigationLink(page, 'Test').click()
    await getTitle(page, 'Test').waitFor()
    gate.resolve()
    await page.waitForLoadState('networkidle')
    expect([currentPath(page), await page.title()]).toEqual(['/test', 'Test | Kontor'])
  })

  test('after the session ended leads to the login page, and from there to the wanted page', async () => {
    const { email, password } = await getAccount('owner')
    const page = await open('/', { role: 'owner' })
    // The page may ask for the jobs of the user after the session has ended.
    expectConsoleError(/401 .*\/api\/jobs/)
    await endSession(kontor, page)
    await getNavigationLink(page, '财务明细').click()
    await page.waitForURL('**/login')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Log in', exact: true }).click()
    await page.waitForURL('**/finance')
  })

  test('reloads the page once when a chunk fails to load, then shows the error page', async () => {
    expectConsoleError(/ERR_FAILED|did not load/)
    const page = await open('/', { role: 'owner' })
    const documents = trackDocumentLoads(page)
    await page.route(/users-page-[\w-]+\.js/, (route) => route.abort())
    await getNavigationLink(page, 'Users').click()
    await getTitle(page, 'Internal Server Error').waitFor()
    expect(await page.title()).toBe('500 - Internal Server Error | Kontor')
    expect(documents).toEqual(['/users'])
    await page.unroute(/users-page-[\w-]+\.js/)
    await reload(page)
    await getTitle(page, 'Users').waitFor()
  })

  test('is a full page load once the server runs a newer build, which a notification reports once', async () => {
    const page = await open('/', { role: 'owner' })
    const documents = trackDocumentLoads(page)
    await page.route('**/_payload.json', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...(await response.json()), buildId: 'newer' } })
    })
    await getNavigationLink(page, 'Users').click()
    await getNotifications(page).filter({ hasText: 'A new version of Kontor is available' }).waitFor()
    expect(documents).toEqual([])
    await getNavigationLink(page, 'Test').click()
    await getTitle(page, 'Test').waitFor()
    expect(documents).toEqual(['/test'])
  })

  test('is a full page load too once the hourly check finds a newer build', async () => {
    const page = await kontor.open('/login', { role: 'owner' })
    await page.clock.install()
    let requests = 0
    await page.route('**/api/_build', (route) => {
      requests++
      return route.fulfill({ json: { id: 'newer' } })
    })
    await page.goto(new URL('/users', page.url()).href)
    // With a clock installed, no performance marks are set.
    await page.waitForFunction(() => Object.keys(document.body).some((key) => key.startsWith('__react')))
    await page.clock.fastForward(buildCheckIntervalMs - 1000)
    expect(requests).toBe(0)
    await page.clock.fastForward(1000)
    await getNotifications(page).waitFor({ state: 'attached' })
    await page.clock.fastForward(buildCheckIntervalMs)
    expect(requests).toBe(1)
    const documents = trackDocumentLoads(page)
    await getNavigationLink(page, 'Test').click()
    await getTitle(page, 'Test').waitFor()
    expect(documents).toEqual(['/test'])
  })
})
