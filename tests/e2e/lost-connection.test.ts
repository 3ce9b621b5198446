import { expectAccessible } from '#tests/e2e/expect-accessible.ts'
import { importOrders } from '#tests/e2e/import-orders.ts'
import { getNavigationLink, getOpenOrder, getRows, getSection, getTitle } from '#tests/e2e/locators.ts'
import { endToEnd } from '#tests/support/end-to-end.ts'
import { beforeAll, describe, expect, test } from 'bun:test'
import type { Page } from 'playwright'

const desktop = { viewport: { width: 1440, height: 900 } }

const notice = (page: Page) => page.getByRole('alert').filter({ hasText: 'No connection' })
const noteDialog = (page: Page) => page.getByRole('dialog', { name: /^Add a note/ })

describe('without a connection', () => {
  const kontor = endToEnd()
  const { openShared: open, expectConsoleError } = kontor
  beforeAll(() =>
    importOrders(
      kontor,
      ['1001', '1002', '1003'].map((name, index) => ({ name, daysAgo: 9 - index, price: '90.00' })),
    ),
  )
  const openOrders = async (): Promise<Page> => {
    expectConsoleError(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|502|Failed to fetch|Failed to load/)
    const page = await open('/orders', { role: 'operations', ...desktop })
    // The notice is loaded together with the actions.
    await page.getByRole('button', { name: 'Put on hold', includeHidden: true }).waitFor({ state: 'attached' })
    return page
  }

  test('a click keeps the page and its URL, and can be tried again', async () => {
    const page = await openOrders()
    await page.getByRole('checkbox').nth(1).check()
    const url = page.url()
    await page.context().setOffline(true)
    await getRows(page, 'Orders').first().getByRole('link').first().click()
    await notice(page).waitFor()
    await expectAccessible(page)
    expect(page.url()).toBe(url)
    expect(await getRows(page, 'Orders').count()).toBe(3)
    expect(await page.getByRole('checkbox').nth(1).isChecked()).toBe(true)
    await notice(page).getByRole('button', { name: 'Try again' }).click()
    await notice(page).waitFor()
    await page.context().setOffline(false)
    // It goes away by itself.
    await notice(page).waitFor({ state: 'detached' })
    await getRows(page, 'Orders').first().getByRole('link').first().click()
    await getOpenOrder(page).waitFor()
  })

  test('Back stays, too, and works once there are answers again', async () => {
    const page = await openOrders()
    await getNavigationLink(page, 'Users').click()
    await getTitle(page, 'Users').waitFor()
    await page.route('**/_payload.json*', (route) => route.fulfill({ status: 502, body: '<h1>Bad gateway</h1>' }))
    await page.evaluate(() => history.back())
    await notice(page).waitFor()
    await page.waitForURL('**/users')
    await getTitle(page, 'Users').waitFor()
    await page.unroute('**/_payload.json*')
    await notice(page).getByRole('button', { name: 'Try again' }).click()
    await getTitle(page, 'Orders').waitFor()
    expect(await notice(page).count()).toBe(0)
    expect(new URL(page.url()).pathname).toBe('/orders')
  })

  test('a form keeps what was typed and says that it was not saved', async () => {
    const page = await openOrders()
    await getRows(page, 'Orders').first().getByRole('link').first().click()
    await getOpenOrder(page).waitFor()
    await page.keyboard.press('n')
    await noteDialog(page).getByLabel('Note').fill('Call before delivery')
    // The schemas of forms load when the user begins with one.
    await page.waitForFunction(() =>
      performance.getEntriesByType('resource').some(({ name }) => name.includes('/contract-')),
    )
    await page.context().setOffline(true)
    await noteDialog(page).getByRole('button', { name: 'Add note' }).click()
    await noteDialog(page).getByText('Not saved: no connection. Check your connection, then try again.').waitFor()
    await noteDialog(page).getByRole('link', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Discard changes' }).click()
    await noteDialog(page).getByRole('button', { name: 'Try again' }).waitFor()
    await expectAccessible(page)
    expect(await noteDialog(page).getByLabel('Note').inputValue()).toBe('Call before delivery')
    await page.context().setOffline(false)
    await noteDialog(page).getByText('Try again', { exact: true }).waitFor({ state: 'detached' })
    await noteDialog(page).getByRole('button', { name: 'Add note' }).click()
    await noteDialog(page).waitFor({ state: 'detached' })
    await getOpenOrder(page).getByText('Call before delivery').first().waitFor()
  })

  test('a form whose answer is lost says so, and saves once when it is sent again', async () => {
    const page = await openOrders()
    await getRows(page, 'Orders').nth(1).getByRole('link').first().click()
    await getOpenOrder(page).waitFor()
    await page.keyboard.press('n')
    await noteDialog(page).getByLabel('Note').fill('Gift wrap')
    await page.route('**/notes', async (route) => {
      await route.fetch()
      await route.abort()
    })
    await noteDialog(page).getByRole('button', { name: 'Add note' }).click()
    await noteDialog(page).getByText('Check before you try again').waitFor()
    await page.unroute('**/notes')
    await noteDialog(page).getByRole('button', { name: 'Add note' }).click()
    await noteDialog(page).waitFor({ state: 'detached' })
    expect(await getSection(getOpenOrder(page), 'Notes').getByRole('listitem').count()).toBe(1)
  })

  test('what was saved is shown once there are answers again', async () => {
    const page = await openOrders()
    await getRows(page, 'Orders').nth(2).getByRole('link').first().click()
    await getOpenOrder(page).waitFor()
    const assign = getOpenOrder(page).getByRole('button', { name: 'Assign to me' })
    await page.route('**/_payload.json*', (route) => route.abort())
    await assign.click()
    await notice(page).waitFor()
    await page.unroute('**/_payload.json*')
    await notice(page).getByRole('button', { name: 'Try again' }).click()
    await getOpenOrder(page)
      .getByText(/^Assigned to /)
      .waitFor()
    await notice(page).waitFor({ state: 'detached' })
  })
})
