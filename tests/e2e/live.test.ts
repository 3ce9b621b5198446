import { expectAccessible } from '#tests/e2e/expect-accessible.ts'
import { importOrders } from '#tests/e2e/import-orders.ts'
import { getNavigationLink, getOpenOrder, getRows } from '#tests/e2e/locators.ts'
import { endToEnd } from '#tests/support/end-to-end.ts'
import { goTo } from '#tests/support/hydration.ts'
import { beforeEach, describe, expect, test } from 'bun:test'
import type { Page } from 'playwright'

/** Wide enough for the statuses of the list beside an open order. */
const desktop = { viewport: { width: 1920, height: 1080 } }

const row = (page: Page, shopNumber: string) => getRows(page, 'Orders').filter({ hasText: shopNumber })
const readShopNumbers = (page: Page) => getRows(page, 'Orders').locator('[data-column=shopNumber]').allInnerTexts()

describe('what others do', () => {
  const kontor = endToEnd()
  const { openShared: open, fetch, getAccount, expectConsoleError } = kontor
  let batch = 0
  let names: [string, string]
  let numbers: Map<string, string>
  beforeEach(async () => {
    batch += 1
    names = [`${batch}001`, `${batch}002`]
    await importOrders(
      kontor,
      names.map((name) => ({ name, daysAgo: 1, price: '90.00' })),
    )
    const { rows } = (await (await fetch('/api/orders', {}, 'owner')).json()) as {
      rows: { number: string; externalNumber: string }[]
    }
    numbers = new Map(rows.map(({ number, externalNumber }) => [externalNumber.slice(1), number]))
  })
  const numberOf = (name: string): string => numbers.get(name) ?? ''
  /** Someone from operations puts the order on hold. */
  const hold = async (name: string, reason: string): Promise<void> => {
    const response = await fetch(
      `/api/orders/${numberOf(name)}/hold`,
      {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'origin': kontor.server.origin },
        body: JSON.stringify({ reason, version: 1 }),
      },
      'operations',
    )
    if (response.status !== 200) throw new Error(await response.text())
  }
  /** Opens a page and waits until it is connected. */
  const openLive = async (path: string, isStream = (url: string) => url.includes('/api/live')): Promise<Page> => {
    const page = await open('/orders', { role: 'owner', ...desktop })
    const connected = page.waitForResponse((response) => isStream(response.url()))
    await goTo(page, path)
    await connected
    return page
  }

  test('on the open order is shown at once, and rows stay where they are', async () => {
    const { name } = await getAccount('operations')
    const page = await openLive(`/orders?status=open&order=${numberOf(names[0])}`)
    const before = await readShopNumbers(page)
    await hold(names[0], 'Address unclear')
    await getOpenOrder(page).getByText('On hold: Address unclear', { exact: true }).waitFor()
    await getOpenOrder(page).getByText(`Updated by ${name} just now`).waitFor()
    // It no longer matches the filter, but no row moves under the pointer.
    expect(await readShopNumbers(page)).toEqual(before)
    await row(page, names[0]).getByText('On hold').waitFor()
    await expectAccessible(page)
  })

  test('on the open order is announced even if the page already shows it, because it missed something else', async () => {
    const { name } = await getAccount('operations')
    const since = Date.now()
    await fetch(`/api/live?since=${since}`, {}, 'owner')
    const page = await open('/orders', { role: 'owner', ...desktop })
    await page.route('**/api/live*', async (route) => {
      await hold(names[0], 'Address unclear')
      const body = `data: ${JSON.stringify({ now: since, changes: [], isComplete: false, viewers: [], jobs: [], changedJobs: [], counts: null })}\n\n`
      await route.fulfill({ contentType: 'text/event-stream', body })
      await page.unroute('**/api/live*')
    })
    await goTo(page, `/orders?order=${numberOf(names[0])}`)
    await getOpenOrder(page).getByText('On hold: Address unclear', { exact: true }).waitFor()
    await getOpenOrder(page).getByText(`Updated by ${name} just now`).waitFor()
  })

  test('on other orders of the list is announced, and shown when the user wants it', async () => {
    const page = await openLive('/orders')
    const before = await readShopNumbers(page)
    await hold(names[1], 'Address unclear')
    const added = `${batch}003`
    await importOrders(kontor, [{ name: added, daysAgo: 1, price: '10.00' }])
    const refresh = page.getByRole('button', { name: '1 new order · 1 change · Refresh' })
    await refresh.waitFor()
    expect(await readShopNumbers(page)).toEqual(before)
    await refresh.click()
    await row(page, names[1]).getByText('On hold').waitFor()
    await row(page, added).waitFor()
    expect(await page.getByRole('button', { name: /Refresh/ }).count()).toBe(0)
  })

  test('does not reset a form that is being typed in; sending it tells of the conflict', async () => {
    expectConsoleError(/409 \(Conflict\)/)
    const { name } = await getAccount('operations')
    const page = await openLive(`/orders?order=${numberOf(names[0])}&action=hold`)
    await page.getByRole('textbox', { name: 'Reason' }).fill('My own reason')
    await hold(names[0], 'Their reason')
    await getOpenOrder(page).getByText(`${name} changed this order`).waitFor()
    const reason = page.getByRole('textbox', { name: 'Reason' })
    expect(await reason.inputValue()).toBe('My own reason')
    await page.getByRole('dialog').getByRole('button', { name: 'Put on hold' }).click()
    await getOpenOrder(page).getByText('On hold: Their reason', { exact: true }).waitFor()
  })

  test('includes who has the same order open, until they leave', async () => {
    const { name } = await getAccount('viewer')
    const path = `/orders?order=${numberOf(names[0])}`
    const page = await openLive(path)
    const other = await open(path, { role: 'viewer', ...desktop })
    const viewers = getOpenOrder(page).locator('summary', { hasText: `Also viewing: ${name}` })
    await viewers.waitFor()
    await viewers.click()
    await getOpenOrder(page)
      .getByRole('listitem')
      .filter({ hasText: `${name} since` })
      .waitFor()
    await expectAccessible(page)
    await goTo(other, '/')
    await viewers.waitFor({ state: 'detached' })
  })

  test('leaves the page as it is while it cannot be loaded, and is shown afterwards', async () => {
    expectConsoleError(/ERR_FAILED/)
    const page = await openLive(`/orders?order=${numberOf(names[0])}`)
    const isPayload = '**/_payload.json*'
    const failed = page.waitForEvent('requestfailed')
    await page.route(isPayload, (route) => route.abort())
    await hold(names[0], 'Address unclear')
    await failed
    await getOpenOrder(page)
      .getByRole('heading', { name: numberOf(names[0]) })
      .waitFor()
    await page.unroute(isPayload)
    await getOpenOrder(page).getByText('On hold: Address unclear', { exact: true }).waitFor()
  })

  test('changes the counts in the navigation of every page, whose links list as many rows', async () => {
    const count = (page: Page) => getNavigationLink(page, /to ship$/)
    for (const path of ['/users', '/orders']) {
      const page = await openLive(path)
      const before = Number(await count(page).innerText())
      await hold(names[path === '/orders' ? 0 : 1], 'Address unclear')
      await getNavigationLink(page, `${before - 1} to ship`).waitFor()
      await count(page).click()
      await page.getByRole('heading', { name: 'Orders', level: 1 }).waitFor()
      await page.waitForURL(/status=open/)
      // The rows of the page before stay until the filtered ones are there.
      await getRows(page, 'Orders')
        .nth(before - 1)
        .waitFor({ state: 'detached' })
      expect(await getRows(page, 'Orders').count()).toBe(before - 1)
      await expectAccessible(page)
    }
  })

  test('is caught up with when a page that was hidden is shown again', async () => {
    const page = await openLive(`/orders?order=${numberOf(names[0])}`)
    const setVisibility = (state: DocumentVisibilityState) =>
      page.evaluate((value) => {
        Object.defineProperty(document, 'visibilityState', { value, configurable: true })
        document.dispatchEvent(new Event('visibilitychange'))
      }, state)
    await setVisibility('hidden')
    // It is not connected any more.
    while (!/^kontor_live_streams 0$/m.test(await (await fetch('/metrics')).text())) await Bun.sleep(50)
    await hold(names[0], 'Address unclear')
    await setVisibility('visible')
    await getOpenOrder(page).getByText('On hold: Address unclear', { exact: true }).waitFor()
  })

  test('is shown where streams are blocked, too', async () => {
    expectConsoleError(/ERR_FAILED/)
    const page = await open('/orders', { role: 'owner', ...desktop })
    await page.route('**/api/live*', (route) =>
      route.request().headers()['accept'] === 'text/event-stream' ? route.abort() : route.continue(),
    )
    const polled = page.waitForResponse((response) => response.url().includes('/api/live') && response.status() === 200)
    await goTo(page, `/orders?order=${numberOf(names[0])}`)
    await polled
    await hold(names[0], 'Address unclear')
    await getOpenOrder(page).getByText('On hold: Address unclear', { exact: true }).waitFor()
  })

  test('ends with the session: the page asks for a new login at once, keeps what was typed, and goes on', async () => {
    expectConsoleError(/401 \(Unauthorized\)/)
    const { origin } = kontor.server
    const { email, password } = await getAccount('viewer')
    const page = await open('/login')
    const credentials = { data: { email, password }, headers: { origin } }
    await page.context().request.post(`${origin}/api/auth/login`, credentials)
    const openConnected = async (path: string): Promise<void> => {
      const connected = page.waitForResponse((response) => response.url().includes('/api/live'))
      await goTo(page, path)
      await connected
    }
    /** Ends the session elsewhere, and logs in again where the page asks for it. */
    const logInAgain = async (): Promise<void> => {
      const [cookie] = await page.context().cookies()
      const headers = { cookie: `${cookie?.name}=${cookie?.value}`, origin }
      await globalThis.fetch(`${origin}/api/_auth/session`, { method: 'DELETE', headers })
      const dialog = page.getByRole('dialog', { name: 'Your session has expired' })
      await dialog.getByLabel('Password', { exact: true }).fill(password)
      await page.keyboard.press('Enter')
      await dialog.waitFor({ state: 'detached' })
    }
    await openConnected('/test')
    const customer = page.getByLabel('Customer', { exact: true })
    await customer.fill('Li Na')
    await logInAgain()
    expect(await customer.inputValue()).toBe('Li Na')
    await openConnected('/orders')
    const connected = page.waitForResponse((response) => response.url().includes('/api/live') && response.ok())
    await logInAgain()
    await connected
    await hold(names[1], 'Address unclear')
    await page.getByRole('button', { name: '1 change · Refresh' }).waitFor()
  })
})
