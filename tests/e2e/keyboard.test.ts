import { importOrders } from '#tests/e2e/import-orders.ts'
import { getRows } from '#tests/e2e/locators.ts'
import { endToEnd } from '#tests/support/end-to-end.ts'
import { beforeAll, describe, expect, test } from 'bun:test'
import type { Page } from 'playwright'

const desktop = { viewport: { width: 1440, height: 900 } }
const phone = { viewport: { width: 390, height: 844 } }

/** Sixty paid orders, the last placed last: two pages. */
const orders = Array.from({ length: 60 }, (_, index) => ({
  name: String(1001 + index),
  daysAgo: 60 - index,
  price: '90.00',
  status: index % 10 === 5 ? ('pending' as const) : ('paid' as const),
}))

/** Resolves once a screen reader has been told the text. */
const waitForAnnouncement = (page: Page, text: string | RegExp): Promise<void> =>
  page.locator('p.sr-only[aria-live=polite]').filter({ hasText: text }).waitFor({ state: 'attached' })

/** Resolves once an element has the focus. */
const waitForFocus = (page: Page, selector: string): Promise<unknown> =>
  page.waitForFunction((wanted) => document.activeElement?.matches(wanted), selector)

/** Whether the focused element can be seen, and not something that covers it. */
const isFocusInSight = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const focused = document.activeElement
    const { left, top, width, height } = focused?.getBoundingClientRect() ?? new DOMRect()
    const seen = document.elementFromPoint(left + Math.min(width / 2, 20), top + height / 2)
    return seen !== null && (focused?.contains(seen) || seen.contains(focused))
  })

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

  test('a filter that is removed leaves the focus at the others, and the last one at the search', async () => {
    const page = await open('/orders?payment=paid&currency=CNY', { role: 'owner', ...desktop })
    await page.getByRole('link', { name: 'Remove Payment' }).focus()
    await page.keyboard.press('Enter')
    await page.waitForURL((url) => !url.searchParams.has('payment'))
    await waitForFocus(page, '.chip a')
    await page.getByRole('link', { name: 'Remove Currency' }).focus()
    await page.keyboard.press('Enter')
    await page.waitForURL((url) => !url.searchParams.has('currency'))
    await waitForFocus(page, 'main *, main')
  })

  test('the next page of a list begins with the focus at its first row', async () => {
    const page = await open('/orders', { role: 'owner', ...desktop })
    await page.getByRole('link', { name: 'Older' }).focus()
    await page.keyboard.press('Enter')
    await waitForFocus(page, 'tbody tr:first-child a')
    expect(await getRows(page, 'Orders').count()).toBe(10)
    expect(await isFocusInSight(page)).toBe(true)
  })

  test('the next order to ship gets the focus', async () => {
    const page = await open('/orders', { role: 'owner', ...desktop })
    // Once its code is loaded, the button opens the order without loading another document.
    await page.locator('form:has([aria-keyshortcuts=W]) > span[hidden]').waitFor({ state: 'attached' })
    await page.keyboard.press('w')
    await waitForFocus(page, '.panel')
  })

  test('the order that follows in an open panel is announced', async () => {
    const page = await open('/orders', { role: 'owner', ...desktop })
    await page.locator('main tbody a').first().focus()
    await page.keyboard.press('Enter')
    await waitForFocus(page, '.panel')
    const opened = await page.locator('.panel').getAttribute('aria-label')
    await page.locator('.panel a[rel=next]').waitFor()
    await page.keyboard.press('j')
    await waitForAnnouncement(page, /^Order SO/)
    expect(await page.locator('.panel').getAttribute('aria-label')).not.toBe(opened)
  })

  test('the filter menu closes when the focus leaves it, and hides none of its controls', async () => {
    const page = await open('/orders', { role: 'owner', ...desktop })
    await page.locator('.filter > summary').click()
    await page.locator('.filter[open] select').first().waitFor()
    for (const control of await page.locator('.filter[open] select').all()) {
      await control.focus()
      expect(await isFocusInSight(page)).toBe(true)
    }
    await page.locator('main tbody a').first().focus()
    await page.locator('.filter[open]').waitFor({ state: 'detached' })
  })

  test('no focused row is behind the bar of actions', async () => {
    for (const options of [phone, desktop]) {
      const page = await open('/orders', { role: 'owner', ...options })
      await page.locator('main tbody input[name=selected]').first().check()
      await page.locator('.bulk-bar').getByRole('button').first().waitFor()
      await page.locator('main tbody a').first().focus()
      for (let step = 0; step < 20; step += 1) {
        await page.keyboard.press('j')
        expect(await isFocusInSight(page)).toBe(true)
      }
    }
  })
})
