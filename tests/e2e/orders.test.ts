import { getBrowser } from '#tests/support/browser.ts'
import { expectAccessible } from '#tests/e2e/expect-accessible.ts'
import { importOrders, today } from '#tests/e2e/import-orders.ts'
import {
  getApplyButton,
  getListCount,
  getNotifications,
  getOpenOrder,
  getRows,
  getSection,
} from '#tests/e2e/locators.ts'
import { endToEnd } from '#tests/support/end-to-end.ts'
import { goTo, reload } from '#tests/support/hydration.ts'
import type { ColumnId } from '#shared/list/list.ts'
import type { ordersList } from '#shared/orders/list.ts'
import { addDays } from '#shared/time.ts'
import { beforeAll, describe, expect, test } from 'bun:test'
import type { Page } from 'playwright'

const desktop = { viewport: { width: 1440, height: 900 } }
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

/** Sixty orders, the last placed last: two pages. Those whose number ends in 5 wait for their money, in 7 have been shipped. */
const orders = Array.from({ length: 60 }, (_, index) => ({
  name: String(1001 + index),
  daysAgo: 60 - index,
  price: '90.00',
  status: (index + 1) % 10 === 5 ? ('pending' as const) : ('paid' as const),
  fulfilled: (index + 1) % 10 === 7,
}))

const readColumn = (page: Page, column: ColumnId<typeof ordersList>) =>
  getRows(page, /^(Orders|订单)$/)
    .locator(`[data-column=${column}]`)
    .allInnerTexts()
const readNumbers = (page: Page) => readColumn(page, 'number')
const readShopNumbers = (page: Page) => readColumn(page, 'shopNumber')
const getSearch = (page: Page) => new URL(page.url()).search
const getActiveFilters = (page: Page) => page.getByRole('group', { name: 'Active filters' })
/** Opens the form that ships an order. */
const getShipButton = (page: Page) => getOpenOrder(page).getByText(/^Ship \d+ items?$/)
/** The row of an order by the number of its shop. */
const row = (page: Page, shopNumber: string) => getRows(page, 'Orders').filter({ hasText: shopNumber })

/** Asks the browser: to Playwright, a tab that the browser has opened by itself may seem to load for ever. */
async function waitForTab(origin: string, title: string): Promise<void> {
  const session = await (await getBrowser()).newBrowserCDPSession()
  const isOpen = async (): Promise<boolean> => {
    const { targetInfos } = await session.send('Target.getTargets')
    return targetInfos.some((target) => target.url.startsWith(origin) && target.title === title)
  }
  while (!(await isOpen())) await Bun.sleep(50)
  await session.detach()
}

/** A field of the days that orders were placed, also while the filter is closed. */
const getPlacedField = (page: Page, label: 'From' | 'To') =>
  page.getByRole('group', { name: 'Placed', includeHidden: true }).getByLabel(label, { exact: true })

describe('the orders page', () => {
  const kontor = endToEnd()
  const { openShared: open } = kontor
  beforeAll(() => importOrders(kontor, orders))

  test('shows the newest first, and the way to the older ones and back', async () => {
    const page = await open('/orders', { role: 'owner', ...desktop })
    const first = await readShopNumbers(page)
    expect(first.length).toBe(50)
    expect(first.slice(0, 2)).toEqual(['#1060', '#1059'])
    expect(await page.getByRole('main').getByText('60 orders').count()).toBe(1)
    await page.getByRole('link', { name: 'Older' }).click()
    await row(page, '#1001').waitFor()
    expect((await readShopNumbers(page)).length).toBe(10)
    await page.getByRole('link', { name: 'Newer' }).click()
    await row(page, '#1060').waitFor()
    expect(await readShopNumbers(page)).toEqual(first)
  })

  test('serves fifty orders in a document of at most 9 KB compressed', async () => {
    for (const locale of ['zh', 'en']) {
      const init = { method: 'PUT', body: JSON.stringify({ locale }) }
      const headers = { 'content-type': 'application/json', 'origin': kontor.server.origin }
      await kontor.fetch('/api/account/locale', { ...init, headers }, 'viewer')
      const page = await open('/orders', { role: 'viewer' })
      expect(await page.locator('html').getAttribute('lang')).toStartWith(locale)
      expect((await readShopNumbers(page)).length).toBe(50)
      // As the browser received it: what else travels, such as headers, is not part of it.
      const { encodedBodySize, decodedBodySize } = await page.evaluate(() => {
        const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
        return { encodedBodySize: entry?.encodedBodySize ?? 0, decodedBodySize: entry?.decodedBodySize ?? 0 }
      })
      expect(encodedBodySize).toBeLessThanOrEqual(9_000)
      expect(decodedBodySize).toBeGreaterThan(4 * encodedBodySize)
    }
  })

  test('prints the time of the list, without what only a screen needs', async () => {
    const page = await kontor.open('/orders', { role: 'owner', ...desktop })
    const timestamp = page.getByText(/^As of \w+ \d+ \w+ \d{4}, [\d:]+, Asia\/Shanghai$/)
    expect(await timestamp.isVisible()).toBe(false)
    await page.emulateMedia({ media: 'print' })
    // As wide as A4 between its margins.
    await page.setViewportSize({ width: 703, height: 1032 })
    expect(await timestamp.isVisible()).toBe(true)
    expect(await page.getByRole('navigation').first().isVisible()).toBe(false)
    expect((await readShopNumbers(page)).length).toBe(50)
    expect(await page.getByText(/^50 of \d+ orders/).isVisible()).toBe(true)
    const visibleHeads = await page
      .locator('thead th')
      .evaluateAll((heads) =>
        heads.flatMap((head) => (head.checkVisibility() ? (head as HTMLElement).dataset['column'] : [])),
      )
    expect(visibleHeads).toEqual('number shopNumber placed customer items status payment fulfillment total'.split(' '))
    const getPaperColor = () =>
      page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--surface'))
    const light = await getPaperColor()
    await page.evaluate(() => document.documentElement.classList.replace('light', 'dark'))
    expect(await getPaperColor()).toBe(light)
  })

  test('fits the filter into a narrow window, and hides what the panel covers from the keyboard', async () => {
    const page = await open('/orders', { role: 'owner' })
    for (const width of [640, 768, 1024]) {
      await page.setViewportSize({ width, height: 900 })
      const filter = page.getByText('Filter', { exact: true })
      await filter.click()
      const box = await page.getByRole('group', { name: 'Filter', exact: true }).boundingBox()
      expect(box && [box.x >= 0, box.x + box.width <= width]).toEqual([true, true])
      await filter.click()
      const importLink = page.getByRole('link', { name: 'Import' })
      expect(await importLink.isVisible()).toBe(true)
      await row(page, '#1060').getByRole('link').click()
      await getOpenOrder(page).waitFor()
      expect(await importLink.isVisible()).toBe(false)
      await page.keyboard.press('Escape')
      await importLink.waitFor()
    }
  })

  test('names the primary button also beside an open order', async () => {
    const page = await open('/orders', { role: 'owner', ...desktop })
    await row(page, '#1060').getByRole('link').first().click()
    await getOpenOrder(page).waitFor()
    expect(await page.getByText('New order', { exact: true }).isVisible()).toBe(true)
    expect(await page.getByText('Import', { exact: true }).isVisible()).toBe(false)
  })

  test('draws a status in the list with the same icon as in the panel', async () => {
    const page = await open('/orders', { role: 'owner', ...desktop })
    const paid = row(page, '#1060').locator('[data-column=payment]')
    await row(page, '#1060').getByRole('link').click()
    const getIconMask = (locator: typeof paid) =>
      locator.evaluate((element) => getComputedStyle(element, '::before').maskImage)
    expect(await getIconMask(paid)).toBe(
      await getIconMask(getOpenOrder(page).getByText('Paid', { exact: true }).first()),
    )
  })

  test('sorts by the day that orders were placed', async () => {
    const page = await open('/orders', { role: 'owner', ...desktop })
    await page.getByRole('link', { name: 'Placed' }).click()
    await row(page, '#1001').waitFor()
    expect((await readShopNumbers(page)).slice(0, 2)).toEqual(['#1001', '#1002'])
    await page.getByRole('link', { name: 'Newer' }).click()
    await row(page, '#1060').waitFor()
  })

  test('keeps the width of a column whose edge was dragged, until a double click on it', async () => {
    const page = await open('/orders', { role: 'owner', ...desktop })
    const heading = page.locator('th[data-column=placed]')
    // Its code loads after the page.
    await page.locator('th[data-column=placed][data-resizable]').waitFor()
    const measure = async () => (await heading.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    const pressEdge = async (): Promise<{ x: number; y: number }> => {
      const { x, y, width, height } = await measure()
      const edge = { x: x + width - 2, y: y + height / 2 }
      await page.mouse.move(edge.x, edge.y)
      return edge
    }
    const saved = () => page.waitForResponse((response) => response.url().endsWith('/placed/width'))
    const automatic = (await measure()).width
    const { x, y } = await pressEdge()
    await page.mouse.down()
    await page.mouse.move(x + 200, y, { steps: 4 })
    await page.keyboard.press('Escape')
    expect((await measure()).width).toBe(automatic)
    await page.mouse.up()
    await pressEdge()
    await page.mouse.down()
    await page.mouse.move(x + 64, y, { steps: 4 })
    const [answer] = await Promise.all([saved(), page.mouse.up()])
    const { widths } = (await answer.json()) as { widths: { placed: number } }
    expect(Math.abs(widths.placed - automatic - 64)).toBeLessThan(8)
    await reload(page)
    expect((await measure()).width).toBe(widths.placed)
    await page.locator('th[data-column=placed][data-resizable]').waitFor()
    const edge = await pressEdge()
    await Promise.all([saved(), page.mouse.dblclick(edge.x, edge.y)])
    expect((await measure()).width).toBe(automatic)
    expect(getSearch(page)).toBe('')
  })

  test('selects all orders of the filter, those of other pages too, and goes back to the rows that were selected before', async () => {
    const page = await open('/orders', { role: 'owner' })
    const boxes = page.getByRole('checkbox', { name: /^Select SO/ })
    const isSelected = (index: number) => boxes.nth(index).isChecked()
    const bar = page.getByRole('group', { name: 'Actions on the selected orders' })
    await boxes.nth(0).click()
    await boxes.nth(1).click()
    await bar.getByText('¥200.00', { exact: true }).waitFor()
    const all = bar.getByRole('checkbox', { name: 'All 60 that match' })
    await all.check()
    await bar.getByText('All 60 selected').waitFor()
    expect([await isSelected(0), await isSelected(49), await bar.getByText('¥').count()]).toEqual([true, true, 0])
    await all.uncheck()
    await bar.getByText('2 selected').waitFor()
    expect([await isSelected(1), await isSelected(2)]).toEqual([true, false])
    await all.check()
    await boxes.nth(3).uncheck()
    await bar.getByText('49 selected').waitFor()
    expect(await all.isChecked()).toBe(false)
    const ofPage = page.getByRole('checkbox', { name: 'Select all on this page' })
    expect(await ofPage.evaluate((box: HTMLInputElement) => [box.checked, box.indeterminate])).toEqual([false, true])
    await ofPage.check()
    await bar.getByText('50 selected').waitFor()
    await ofPage.uncheck()
    await bar.waitFor({ state: 'hidden' })
  })

  test('counts in its tabs what they list', async () => {
    const page = await open('/orders', { role: 'owner', ...desktop })
    const tab = page.getByRole('link', { name: /^Unpaid/ })
    expect(await tab.innerText()).toMatch(/6$/)
    await tab.click()
    await getListCount(page, '6 orders').waitFor()
    expect(await readShopNumbers(page)).toEqual(['#1055', '#1045', '#1035', '#1025', '#1015', '#1005'])
  })

  test('searches by a word and filters by status and day, all kept in the URL', async () => {
    const page = await open('/orders', { role: 'owner', ...desktop })
    await page.keyboard.press('/')
    await page.keyboard.type('customer')
    await page.keyboard.press('Enter')
    await getActiveFilters(page).waitFor()
    await page.getByText('Filter', { exact: true }).click()
    await page.getByLabel('Shipped', { exact: true }).check()
    await getPlacedField(page, 'From').fill(addDays(today(), -20))
    await getApplyButton(page).click()
    await getListCount(page, '2 orders').waitFor()
    expect(getSearch(page)).toBe(`?q=customer&fulfillment=fulfilled&from=${addDays(today(), -20)}`)
    expect(await readShopNumbers(page)).toEqual(['#1057', '#1047'])
    await page.getByRole('link', { name: 'Remove Placed' }).click()
    await getListCount(page, '6 orders').waitFor()
    expect(await getPlacedField(page, 'From').inputValue()).toBe('')
    await page.goBack()
    await getListCount(page, '2 orders').waitFor()
    expect(await getPlacedField(page, 'From').inputValue()).toBe(addDays(today(), -20))
  })

  test('opens an order by its number, with and without script, and names it in the tab', async () => {
    for (const javaScriptEnabled of [true, false]) {
      const page = await open('/orders', { role: 'owner', javaScriptEnabled, ...desktop })
      await page.getByRole('searchbox').fill('#1042')
      await page.keyboard.press('Enter')
      await getOpenOrder(page).getByText('#1042').waitFor()
      const number = await getOpenOrder(page).getByRole('heading', { level: 2 }).innerText()
      expect(await page.title()).toBe(`${number} | Orders | Kontor`)
      await getOpenOrder(page).getByRole('link', { name: 'Close' }).click()
      await row(page, '#1060').waitFor()
      expect(getSearch(page)).toBe('')
    }
  })

  test('opens a row in a new tab by the middle button or with Ctrl', async () => {
    const page = await open('/orders', { role: 'owner', ...desktop })
    const number = await row(page, '#1056').locator('[data-column=number]').innerText()
    for (const options of [{ button: 'middle' as const }, { modifiers: ['ControlOrMeta' as const] }]) {
      const opened = page.context().waitForEvent('page')
      await row(page, '#1056').getByText('Customer 1056').click(options)
      const tab = await opened
      await waitForTab(kontor.server.origin, `${number} | Orders | Kontor`)
      await tab.close()
    }
    expect(getSearch(page)).toBe('')
  })

  test('opens the control of a filter from its chip', async () => {
    const page = await open('/orders?payment=paid', { role: 'owner', ...desktop })
    await page.getByRole('link', { name: /^Payment\s*Paid/ }).click()
    await page.getByLabel('Paid', { exact: true }).and(page.locator(':focus')).waitFor()
    await page.getByLabel('Unpaid', { exact: true }).check()
    await getApplyButton(page).click()
    await getListCount(page, '60 orders').waitFor()
    expect(getSearch(page)).toBe('?payment=unpaid&payment=paid')
  })

  test('says how many orders match before a filter is applied', async () => {
    const page = await open('/orders', { role: 'owner', ...desktop })
    await page.getByText('Filter', { exact: true }).click()
    const menu = page.getByRole('group', { name: 'Filter', exact: true })
    await menu.getByLabel('Unpaid', { exact: true }).check()
    await menu.getByRole('button', { name: 'Show 6 results' }).waitFor()
    expect(await menu.getByRole('status').innerText()).toBe('Show 6 results')
    await getPlacedField(page, 'From').fill(addDays(today(), -8))
    await menu.getByRole('button', { name: 'Show 1 result', exact: true }).click()
    await getListCount(page, '1 order').waitFor()
    expect(await getActiveFilters(page).innerText()).toContain('1 order')
  })

  test('says of each filter how many orders there are without it when nothing matches', async () => {
    const page = await open('/orders?payment=unpaid&fulfillment=fulfilled', { role: 'owner', ...desktop })
    await page.getByRole('link', { name: 'Remove “Payment: Unpaid” (6)' }).waitFor()
    await page.getByRole('link', { name: 'Remove “Fulfillment: Shipped” (6)' }).click()
    await getListCount(page, '6 orders').waitFor()
  })

  test('shows at its field that a range of days ends before it begins', async () => {
    for (const javaScriptEnabled of [true, false]) {
      const page = await open('/orders', { role: 'owner', javaScriptEnabled, ...desktop })
      await page.getByText('Filter', { exact: true }).filter({ visible: true }).click()
      await getPlacedField(page, 'From').fill('2026-03-02')
      await getPlacedField(page, 'To').fill('2026-03-01')
      await getApplyButton(page).click()
      await page.getByText('The end is before the start. Swap the two.').waitFor()
      expect(await getPlacedField(page, 'To').inputValue()).toBe('2026-03-01')
    }
  })

  test('lists many saved views in a menu, and the open one beside the tabs', async () => {
    const page = await kontor.open('/orders', { role: 'operations', ...desktop })
    const { origin } = kontor.server
    for (let index = 1; index <= 8; index++)
      await page.context().request.post(`${origin}/api/lists/orders/views`, {
        data: { viewName: `View ${index}`, query: `q=100${index}` },
        headers: { origin },
      })
    await reload(page)
    const tabs = page.getByRole('navigation', { name: 'Views', exact: true })
    await tabs.getByRole('link', { name: /^View 5/ }).waitFor()
    expect(await tabs.getByRole('link', { name: /^View \d/ }).count()).toBe(5)
    await tabs.getByRole('button', { name: 'All views 8' }).click()
    expect(await tabs.getByRole('link', { name: /^View \d/ }).count()).toBe(13)
    await tabs.getByRole('link', { name: /^View 8/ }).click()
    await page.waitForURL('**/orders?q=1008')
    await tabs
      .getByRole('link', { name: /^View 8/ })
      .and(page.locator('[aria-current]'))
      .waitFor()
    expect(await tabs.getByRole('link', { name: /^View \d/ }).count()).toBe(6)
    expect(await tabs.locator('[aria-current]').filter({ visible: true }).count()).toBe(1)
    await expectAccessible(page)
  })

  test('keeps the link that saves a view in sight beside long names', async () => {
    const page = await kontor.open('/orders?status=open', { role: 'admin', ...desktop })
    const { origin } = kontor.server
    for (let index = 1; index <= 5; index++)
      await page.context().request.post(`${origin}/api/lists/orders/views`, {
        data: { viewName: `${index} waiting for customs documents from abroad`, query: `q=customs${index}` },
        headers: { origin },
      })
    await reload(page)
    const tabs = page.getByRole('navigation', { name: 'Views', exact: true })
    await tabs.getByRole('link', { name: /^5 waiting/ }).waitFor()
    const expectInSight = async (name: string): Promise<void> => {
      for (const width of [1440, 390]) {
        await page.setViewportSize({ width, height: 844 })
        const box = await tabs.getByRole('link', { name }).boundingBox()
        expect((box?.x ?? width) + (box?.width ?? 0)).toBeLessThanOrEqual(width)
      }
    }
    await expectInSight('Save view')
    await goTo(page, '/orders?q=customs3')
    await expectInSight('Edit view')
    const names = await tabs.getByRole('link', { name: /waiting|Edit view/ }).allTextContents()
    expect(names.findIndex((name) => name.startsWith('3 waiting'))).toBe(names.indexOf('Edit view') - 1)
  })

  test('keeps the day of each order in view at 1024 pixels', async () => {
    const page = await open('/orders', { role: 'owner', viewport: { width: 1024, height: 800 } })
    expect(await page.getByRole('columnheader', { name: 'Placed' }).isVisible()).toBe(true)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(1024)
  })

  test('filters without script', async () => {
    const page = await open('/orders', { role: 'owner', javaScriptEnabled: false, ...desktop })
    await page.getByRole('link', { name: 'Filter', exact: true }).click()
    await page.getByLabel('Unpaid', { exact: true }).check()
    await getApplyButton(page).click()
    await getListCount(page, '6 orders').waitFor()
    expect(await readShopNumbers(page)).toEqual(['#1055', '#1045', '#1035', '#1025', '#1015', '#1005'])
    await row(page, '#1045').click()
    await getOpenOrder(page).getByText('#1045').waitFor()
    await getOpenOrder(page).getByRole('link', { name: 'Close' }).click()
    await getOpenOrder(page).waitFor({ state: 'detached' })
    await getListCount(page, '6 orders').waitFor()
    expect((await readShopNumbers(page)).length).toBe(6)
  })

  test('offers to remove a filter when nothing matches', async () => {
    const page = await open('/orders?q=nobody&payment=paid', { role: 'owner', ...desktop })
    await page.getByRole('main').getByText('No matching data').waitFor()
    await page.getByRole('link', { name: /Remove .*nobody/ }).click()
    await page.getByRole('table', { name: 'Orders' }).waitFor()
    expect(getSearch(page)).toBe('?payment=paid')
  })

  test('moves with J and K, opens with Enter and closes with Escape', async () => {
    const page = await open('/orders', { role: 'owner', ...desktop })
    const all = await readNumbers(page)
    const waitForOrder = (index: number) =>
      getOpenOrder(page)
        .getByRole('heading', { name: all[index] ?? '' })
        .waitFor()
    for (const key of ['j', 'j', 'k', 'j', 'Enter']) await page.keyboard.press(key)
    await waitForOrder(1)
    const isInPanel = () => getOpenOrder(page).evaluate((element) => element.contains(document.activeElement))
    expect(await isInPanel()).toBe(true)
    await page.keyboard.press('j')
    await waitForOrder(2)
    expect(await isInPanel()).toBe(true)
    await page.keyboard.press('Escape')
    await getOpenOrder(page).waitFor({ state: 'detached' })
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(all[2] ?? '')
    expect(getSearch(page)).toBe('')
    expect(await page.locator('tr[data-open] [data-column=number]').innerText()).toBe(all[2] ?? '')
    await page.keyboard.press('k')
    await page.keyboard.press('Enter')
    await waitForOrder(1)
    await page.keyboard.press('Escape')
    await getOpenOrder(page).waitFor({ state: 'detached' })
    // Escape leaves the search, too; E is a key again then.
    for (const key of ['/', 'Escape', 'e']) await page.keyboard.press(key)
    await page.getByRole('dialog', { name: 'Export orders' }).waitFor()
  })

  test('leaves the open order open when the filter or the sort changes, until it is closed', async () => {
    const page = await open('/orders', { role: 'owner', ...desktop })
    await row(page, '#1056').getByText('Paid').click()
    const title = getOpenOrder(page).getByRole('heading', { level: 2 })
    await title.waitFor()
    const number = await title.innerText()
    await page.getByRole('link', { name: 'Total' }).click()
    await page.waitForURL('**/orders?sort=*&order=*')
    await page.getByRole('link', { name: /^To ship/ }).click()
    await page.waitForURL('**/orders?status=*&order=*')
    expect(await title.innerText()).toBe(number)
    await getOpenOrder(page).getByRole('link', { name: 'Close' }).click()
    await getOpenOrder(page).waitFor({ state: 'detached' })
  })

  test('opens an order by a click anywhere on its row, and keeps the filter when it closes', async () => {
    const page = await open('/orders?payment=paid', { role: 'owner', ...desktop })
    await row(page, '#1056').getByText('Paid').click()
    expect(await getOpenOrder(page).getByRole('heading', { level: 2 }).innerText()).toStartWith('SO')
    expect(await page.locator('tr[data-open]').innerText()).toContain('Customer 1056')
    await getOpenOrder(page).getByRole('link', { name: 'Next order' }).click()
    await getOpenOrder(page).getByText('#1054').waitFor()
    await getOpenOrder(page).getByRole('link', { name: 'Close' }).click()
    await getOpenOrder(page).waitFor({ state: 'detached' })
    expect(getSearch(page)).toBe('?payment=paid')
  })

  test('says that an order was not found', async () => {
    const page = await open('/orders?order=SO000000-00000', { role: 'owner', ...desktop })
    await page.getByText('Order SO000000-00000 not found').waitFor()
  })

  test('fits a phone without sideways scrolling, where an order covers the screen', async () => {
    const page = await open('/orders', { role: 'owner', ...phone })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    const card = page.getByRole('row').filter({ hasText: 'Customer 1060' })
    // The declaration of the list leaves the shop number out of the card.
    expect(await card.getByText('#1060').isVisible()).toBe(false)
    expect(await card.getByText(/^SO\d+-\d+$/).isVisible()).toBe(true)
    await row(page, 'Customer 1060').click()
    await getOpenOrder(page).waitFor()
    const box = await getOpenOrder(page).boundingBox()
    expect(box).toMatchObject({ x: 0, width: 390 })
    await getOpenOrder(page).getByRole('link', { name: 'Orders' }).click()
    await getOpenOrder(page).waitFor({ state: 'detached' })
  })

  test('shows a viewer masked data and no actions', async () => {
    const page = await open('/orders', { role: 'viewer', ...desktop })
    expect(await page.getByRole('link', { name: 'Import' }).count()).toBe(0)
    await row(page, '#1060').click()
    await getOpenOrder(page).getByText('Personal data is partly hidden').waitFor()
    expect(await getOpenOrder(page).innerText()).not.toContain('1060@example.com')
    expect(await getOpenOrder(page).getByText('Roles that have it').count()).toBeGreaterThan(0)
    expect(await getOpenOrder(page).getByText('Mark as shipped').count()).toBe(0)
  })

  for (const [screen, size] of Object.entries({ desktop, phone }))
    test(`is accessible on a ${screen}, with the filter, an order and its form open`, async () => {
      const page = await open('/orders?status=open', { role: 'owner', ...size })
      // A phone shows only its icon: the word is for screen readers.
      await page.locator('summary', { hasText: 'Filter' }).click()
      await expectAccessible(page)
      await page.keyboard.press('Escape')
      await getRows(page, 'Orders').first().click()
      await getShipButton(page).click()
      await expectAccessible(page)
    })
})

describe('shipping on the page', () => {
  const kontor = endToEnd()
  const { openShared: open, expectConsoleError } = kontor
  beforeAll(() => importOrders(kontor, orders.slice(0, 9)))

  const openShipForm = async (shopNumber: string, options: Parameters<typeof open>[1]) => {
    const page = await open(`/orders?q=${shopNumber}`, { ...desktop, ...options })
    await getShipButton(page).click()
    return page
  }

  test('shows what is missing at its field, then ships and completes the order', async () => {
    const page = await openShipForm('1001', { role: 'operations' })
    const ship = getOpenOrder(page).getByRole('button', { name: 'Mark as shipped' })
    await ship.click()
    await getOpenOrder(page).getByRole('alert').waitFor()
    const carrier = getOpenOrder(page).getByLabel('Carrier')
    expect(await carrier.evaluate((field) => field === document.activeElement)).toBe(true)
    await carrier.fill('SF Express')
    await getOpenOrder(page).getByLabel('Tracking number').fill('SF1443')
    await ship.click()
    await getNotifications(page).filter({ hasText: 'shipped with SF Express' }).waitFor()
    await getOpenOrder(page).getByText('Completed', { exact: true }).waitFor()
    expect(await getSection(getOpenOrder(page), 'Shipments').innerText()).toContain('SF1443')
    expect(await getSection(getOpenOrder(page), 'Timeline').innerText()).toContain(
      'shipped 1 item with SF Express, SF1443',
    )
    expect(await row(page, '#1001').innerText()).toContain('Shipped')
    expect(await getShipButton(page).count()).toBe(0)

    const focused = await page.evaluateHandle(() => document.activeElement)
    await page.keyboard.press('F8')
    await page.keyboard.press('Escape')
    await getNotifications(page).waitFor({ state: 'detached' })
    expect(await getOpenOrder(page).count()).toBe(1)
    expect(await focused.evaluate((element) => element === document.activeElement)).toBe(true)
  })

  test('works without script', async () => {
    expectConsoleError(/422/)
    const page = await openShipForm('1002', { role: 'operations', javaScriptEnabled: false })
    await getOpenOrder(page).getByLabel('Tracking number').fill('JD01')
    await getOpenOrder(page).getByRole('button', { name: 'Mark as shipped' }).click()
    await getOpenOrder(page).getByRole('alert').waitFor()
    expect(await getOpenOrder(page).getByLabel('Tracking number').inputValue()).toBe('JD01')
    await getOpenOrder(page).getByLabel('Carrier').fill('DHL')
    await getOpenOrder(page).getByRole('button', { name: 'Mark as shipped' }).click()
    await getSection(getOpenOrder(page), 'Shipments').getByText(/JD01/).waitFor()
  })

  test('shows the current order when another user has shipped it first', async () => {
    expectConsoleError(/409/)
    const slow = await openShipForm('1003', { role: 'operations' })
    const fast = await openShipForm('1003', { role: 'owner' })
    for (const page of [fast, slow]) {
      await getOpenOrder(page)
        .getByLabel('Carrier')
        .fill(page === fast ? 'DHL' : 'UPS')
      await getOpenOrder(page).getByLabel('Tracking number').fill('1')
      await getOpenOrder(page).getByRole('button', { name: 'Mark as shipped' }).click()
      await getOpenOrder(page).getByText('Completed', { exact: true }).waitFor()
    }
    expect(await getSection(getOpenOrder(slow), 'Shipments').innerText()).toContain('DHL')
    await getNotifications(slow).filter({ hasText: 'The page now shows the current order.' }).waitFor()
  })

  test('needs no tracking number, and opens the next order of the list', async () => {
    const page = await open('/orders', { role: 'operations', ...desktop })
    await page.getByRole('link', { name: /^To ship/ }).click()
    await row(page, '#1007').waitFor({ state: 'detached' })
    await row(page, '#1008').getByRole('link').click()
    await getShipButton(page).click()
    await getOpenOrder(page).getByLabel('Carrier').fill('DHL')
    await getOpenOrder(page).getByRole('button', { name: 'Mark as shipped' }).click()
    await getOpenOrder(page).getByText('#1006').waitFor()
    await row(page, '#1008').waitFor({ state: 'detached' })
    expect(await getOpenOrder(page).evaluate((element) => element.contains(document.activeElement))).toBe(true)
    // What is said about the first order does not cover the form of the next.
    await getShipButton(page).click()
    const carrier = await getOpenOrder(page).getByLabel('Carrier').boundingBox()
    const notification = await getNotifications(page).first().boundingBox()
    expect((notification?.y ?? 0) + (notification?.height ?? 900)).toBeLessThan(carrier?.y ?? 0)
    await page.keyboard.press('Escape')
    await page.keyboard.press('k')
    await getOpenOrder(page).getByText('#1009').waitFor()
  })

  test('closes by Escape before the panel does', async () => {
    const page = await openShipForm('1004', { role: 'operations' })
    await page.keyboard.press('Escape')
    await getOpenOrder(page).getByLabel('Carrier').waitFor({ state: 'hidden' })
    expect(await getOpenOrder(page).isVisible()).toBe(true)
    await page.keyboard.press('Escape')
    await getOpenOrder(page).waitFor({ state: 'detached' })
  })
})
