import { importOrders } from '#tests/e2e/import-orders.ts'
import { getOpenOrder, getPanel, getRows, getTitle } from '#tests/e2e/locators.ts'
import { endToEnd } from '#tests/support/end-to-end.ts'
import { goTo } from '#tests/support/hydration.ts'
import { beforeAll, describe, expect, test } from 'bun:test'
import type { Locator, Page } from 'playwright'

const desktop = { viewport: { width: 1440, height: 900 } }
const phone = { viewport: { width: 390, height: 844 } }

/** Sixty orders, the last placed last: two pages. Those whose number ends in 6 wait for their money. */
const orders = Array.from({ length: 60 }, (_, index) => ({
  name: String(1001 + index),
  daysAgo: 60 - index,
  price: '90.00',
  status: index % 10 === 5 ? ('pending' as const) : ('paid' as const),
}))

/** Resolves once a screen reader has been told the text. */
const waitForAnnouncement = (page: Page, text: RegExp): Promise<void> =>
  page.locator('p[aria-live=polite]').filter({ hasText: text }).waitFor({ state: 'attached' })

/** Resolves once an element, or one in it, has the focus. */
async function waitForFocus(page: Page, element: Locator): Promise<void> {
  const handle = await element.elementHandle()
  await page.waitForFunction((wanted) => wanted?.contains(document.activeElement), handle)
}

/** Whether the focused element can be seen, and not something that covers it. */
const isFocusInSight = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const focused = document.activeElement
    const { left, top, width, height } = focused?.getBoundingClientRect() ?? new DOMRect()
    const seen = document.elementFromPoint(left + Math.min(width / 2, 20), top + height / 2)
    return seen !== null && (focused?.contains(seen) || seen.contains(focused))
  })

const getRowLink = (row: Locator): Locator => row.getByRole('link', { name: /^SO/ }).first()

describe('work with the keyboard and a screen reader', () => {
  const kontor = endToEnd()
  const { openShared: open } = kontor
  beforeAll(() => importOrders(kontor, orders))

  test('a change of a list is announced with the number of its orders', async () => {
    const page = await open('/orders', { role: 'owner', ...desktop })
    await page.getByRole('searchbox').fill('pay:unpaid')
    await page.keyboard.press('Enter')
    await waitForAnnouncement(page, /^6 orders$/)
    await page.getByRole('searchbox').fill('nobody')
    await page.keyboard.press('Enter')
    await waitForAnnouncement(page, /^No matching data$/)
  })

  test('a filter that is removed leaves the focus at the others, and the last one in the page', async () => {
    const page = await open('/orders?payment=paid&currency=CNY', { role: 'owner', ...desktop })
    await page.getByRole('link', { name: 'Remove Payment' }).focus()
    await page.keyboard.press('Enter')
    await page.waitForURL((url) => !url.searchParams.has('payment'))
    await waitForFocus(page, page.getByRole('group', { name: 'Active filters' }))
    await page.getByRole('link', { name: 'Remove Currency' }).focus()
    await page.keyboard.press('Enter')
    await page.waitForURL((url) => !url.searchParams.has('currency'))
    await waitForFocus(page, page.getByRole('main'))
  })

  test('the next page of a list begins with the focus at its first row', async () => {
    const page = await open('/orders', { role: 'owner', ...desktop })
    await page.getByRole('link', { name: 'Older' }).focus()
    await page.keyboard.press('Enter')
    const first = getRows(page, 'Orders').filter({ hasText: '#1010' })
    await first.waitFor()
    await waitForFocus(page, first)
    expect(await getRows(page, 'Orders').count()).toBe(10)
    expect(await isFocusInSight(page)).toBe(true)
  })

  test('the next order to ship gets the focus', async () => {
    const page = await open('/orders', { role: 'owner', ...desktop })
    // Once its code is loaded, the button opens the order without loading another document.
    await page.locator('form:has([aria-keyshortcuts=W]) > span[hidden]').waitFor({ state: 'attached' })
    await page.keyboard.press('w')
    await waitForFocus(page, getOpenOrder(page))
  })

  test('what the global search opens gets the focus, from any page, and nothing that is opened later', async () => {
    const searchFor = async (page: Page, text: string): Promise<void> => {
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox', { name: 'Search everywhere' }).fill(text)
      await page.getByRole('option', { selected: true }).filter({ hasText: text }).waitFor()
      await page.keyboard.press('Enter')
    }
    const page = await open('/orders', { role: 'owner', ...desktop })
    const number = (await getRowLink(getRows(page, 'Orders').nth(3)).textContent()) ?? ''
    for (const path of ['/orders', '/users']) {
      await goTo(page, path)
      await searchFor(page, number)
      await waitForFocus(page, getOpenOrder(page))
    }
    await searchFor(page, 'Users')
    await getTitle(page, 'Users').waitFor()
    const row = page.locator('tbody').getByRole('link').first()
    const person = (await row.textContent()) ?? ''
    await row.click()
    await getPanel(page, person).waitFor()
    expect(await getPanel(page, person).evaluate((panel) => panel.contains(document.activeElement))).toBe(false)
  })

  test('the global search explains a filter that it does not understand, and finds orders by others', async () => {
    const page = await open('/users', { role: 'owner', ...desktop })
    await page.keyboard.press('Control+k')
    const field = page.getByRole('combobox', { name: 'Search everywhere' })
    kontor.expectConsoleError(/422/)
    await field.fill('status:lost')
    await page.getByRole('status').filter({ hasText: 'Values: draft, pending, open' }).waitFor()
    expect(await page.getByRole('option').count()).toBe(0)
    await field.fill('status:open')
    await page.getByRole('option', { selected: true }).filter({ hasText: 'Open' }).waitFor()
    await page.keyboard.press('Enter')
    await waitForFocus(page, getOpenOrder(page))
  })

  test('the order that follows in an open panel is announced', async () => {
    const page = await open('/orders', { role: 'owner', ...desktop })
    await getRowLink(getRows(page, 'Orders').first()).focus()
    await page.keyboard.press('Enter')
    await waitForFocus(page, getOpenOrder(page))
    const opened = await getOpenOrder(page).getAttribute('aria-label')
    await getOpenOrder(page).locator('a[rel=next]').waitFor()
    await page.keyboard.press('j')
    await waitForAnnouncement(page, /^Order SO/)
    expect(await getOpenOrder(page).getAttribute('aria-label')).not.toBe(opened)
  })

  test('the filter menu closes when the focus leaves it, and hides none of its controls', async () => {
    const page = await open('/orders', { role: 'owner', ...desktop })
    await page.getByText('Filter', { exact: true }).click()
    const menu = page.getByRole('group', { name: 'Filter', exact: true })
    const fields = menu.getByRole('combobox')
    await fields.first().waitFor()
    for (const field of await fields.all()) {
      await field.focus()
      expect(await isFocusInSight(page)).toBe(true)
    }
    await getRowLink(getRows(page, 'Orders').first()).focus()
    await fields.first().waitFor({ state: 'hidden' })
  })

  test('no focused row is behind the bar of actions', async () => {
    for (const options of [phone, desktop]) {
      const page = await open('/orders', { role: 'owner', ...options })
      await page
        .getByRole('checkbox', { name: /^Select SO/ })
        .first()
        .check()
      const bar = page.getByRole('group', { name: 'Actions on the selected orders' })
      await bar.getByText('1 selected').waitFor()
      await getRowLink(getRows(page, 'Orders').first()).focus()
      for (let step = 0; step < 20; step += 1) {
        await page.keyboard.press('j')
        expect(await isFocusInSight(page)).toBe(true)
      }
    }
  })

  test('the focus in the bar of actions does not scroll the list', async () => {
    for (const options of [phone, desktop]) {
      const page = await open('/orders', { role: 'owner', ...options })
      const readScroll = () => page.evaluate(() => scrollY)
      const bar = page.getByRole('group', { name: 'Actions on the selected orders' })
      await page.getByRole('button', { name: 'Add tag', includeHidden: true }).waitFor({ state: 'attached' })
      await getRowLink(getRows(page, 'Orders').first()).focus()
      await page.keyboard.press('x')
      await page.keyboard.press('a')
      await waitForFocus(page, bar.getByRole('button', { name: 'Ship' }))
      for (const key of ['Tab', 'Shift+Tab', 'Shift+Tab', 'Shift+Tab']) await page.keyboard.press(key)
      expect(await readScroll()).toBe(0)
      const all = bar.getByRole('checkbox', { name: /^All/ })
      for (const control of [bar.getByRole('button', { name: /^Select all/ }), all]) {
        await control.click()
        expect(await readScroll()).toBe(0)
      }
    }
  })

  test('a key leads to the actions on the selected rows, and the focus returns from each step', async () => {
    const page = await open('/orders', { role: 'owner', ...desktop })
    const bar = page.getByRole('group', { name: 'Actions on the selected orders' })
    await page.getByRole('button', { name: 'Add tag', includeHidden: true }).waitFor({ state: 'attached' })
    const row = getRows(page, 'Orders').nth(1)
    await getRowLink(getRows(page, 'Orders').first()).focus()
    for (const key of ['x', 'j', 'x', 'a']) await page.keyboard.press(key)
    await waitForFocus(page, bar.getByRole('button', { name: 'Ship' }))
    await page.keyboard.press('Escape')
    await waitForFocus(page, row)
    await page.keyboard.press('a')
    const tag = bar.getByRole('button', { name: 'Add tag' })
    while (!(await tag.evaluate((button) => button === document.activeElement))) await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    const ask = page.getByRole('dialog', { name: 'Add a tag to 2 orders' })
    await waitForFocus(page, ask.getByLabel('Tag'))
    await page.keyboard.type('vip')
    await page.keyboard.press('Enter')
    const job = page.getByRole('dialog', { name: 'Add a tag' })
    await job.getByRole('button', { name: 'Start job for 2 orders' }).press('Enter')
    await job.getByText('Finished, Changed: 2').waitFor({ state: 'attached' })
    await page.keyboard.press('Escape')
    await job.waitFor({ state: 'detached' })
    // The selection ended when the job was started.
    await waitForFocus(page, row)
    expect(await bar.isVisible()).toBe(false)
    await page.keyboard.press('x')
    await bar.getByRole('button', { name: 'Clear' }).press('Enter')
    await waitForFocus(page, row)
    // In an open order the key assigns it.
    await page.keyboard.press('x')
    await getRowLink(row).press('Enter')
    await waitForFocus(page, getOpenOrder(page))
    await page.keyboard.press('a')
    await page.getByRole('dialog', { name: /^Assign/ }).waitFor()
  })

  test('an open order is the main content of a phone, and complements the list on a wide screen', async () => {
    const page = await open('/orders', { role: 'owner', ...phone })
    await getRowLink(getRows(page, 'Orders').first()).click()
    await page.getByRole('main', { name: /^Order SO/ }).waitFor()
    expect(await page.getByRole('main').count()).toBe(1)
    await page.getByRole('heading', { level: 1, name: /^SO/ }).waitFor()
    await page.setViewportSize(desktop.viewport)
    await getOpenOrder(page).waitFor()
    expect(await page.getByRole('main').count()).toBe(1)
  })

  test('an open entry has the heading of the page on a phone, too, and no level is left out', async () => {
    const page = await open('/finance', { role: 'owner', ...phone })
    await page
      .getByRole('table', { name: /entries/i })
      .locator('tbody')
      .getByRole('link')
      .first()
      .click()
    const panel = page.getByRole('main', { name: /^Payment/ })
    await panel.getByRole('heading', { level: 1, name: 'Payment' }).waitFor()
    const levels = await panel
      .getByRole('heading')
      .evaluateAll((headings) => headings.map(({ tagName }) => Number(tagName.slice(1))))
    expect(levels.filter((level, index) => level > (levels[index - 1] ?? 0) + 1)).toEqual([])
  })
})
