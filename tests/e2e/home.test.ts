import { endToEnd } from '#tests/support/end-to-end.ts'
import { expectAccessible, expectTargetSizes } from '#tests/e2e/expect-accessible.ts'
import { importOrders, today } from '#tests/e2e/import-orders.ts'
import { getApplyButton, getRows } from '#tests/e2e/locators.ts'
import { beforeAll, describe, expect, test } from 'bun:test'
import type { Locator } from 'playwright'

describe('the home page of an empty shop', () => {
  const { openShared: open } = endToEnd()

  test('shows the first steps', async () => {
    const page = await open('/', { role: 'owner' })
    expect(await page.getByRole('link', { name: 'Import orders' }).getAttribute('href')).toBe('/orders?import=1')
  })
})

describe('the home page', () => {
  const kontor = endToEnd()
  const { openShared: open } = kontor
  beforeAll(() =>
    importOrders(kontor, [
      { name: '1001', daysAgo: 1, price: '90.00', fulfilled: true },
      { name: '1002', daysAgo: 0, price: '140.00' },
      { name: '1003', daysAgo: 0, price: '20.00', status: 'pending' },
      { name: '1004', daysAgo: 2, price: '30.00', currency: 'USD' },
    ]),
  )

  test('shows figures that link to their rows', async () => {
    const page = await open('/?period=7d', { role: 'owner' })
    await page.getByRole('link', { name: 'Income ¥250.00', exact: true }).waitFor()
    await page.getByRole('link', { name: 'Today Income ¥150.00', exact: true }).click()
    await page.waitForURL(`**/finance?from=${today()}&to=${today()}&currency=CNY&flow=in`)
    expect(await getRows(page, 'Entries').locator('[data-column=in]').first().innerText()).toBe('+150.00')
  })

  test('shows figures of the period before that link to their rows until the same time of day, which the filters keep', async () => {
    const page = await open('/?period=7d', { role: 'owner' })
    await page.getByRole('link', { name: 'Today Income was ¥100.00' }).click()
    await page.waitForURL(/\/finance\?from=(\d{4}-\d\d-\d\d)&to=\1T\d\d%3A\d\d&currency=CNY&flow=in$/)
    await getRows(page, 'Entries').first().waitFor()
    expect(await getRows(page, 'Entries').locator('[data-column=in]').allInnerTexts()).toEqual(['+100.00'])
    const before = new URL(page.url()).searchParams.get('to') ?? ''
    await page.getByText('Filter', { exact: true }).click()
    const end = page.getByRole('group', { name: 'Accounting day' }).getByLabel('To')
    expect(await end.inputValue()).toBe(before)
    await end.fill(before.replace(/T.*/, 'T00:00'))
    await getApplyButton(page).click()
    await page.waitForURL(/T00%3A00/)
    await page.getByText('No matching data').first().waitFor()
  })

  test('shows the amounts of a bar on hover and on focus, without script too, and moves between bars by arrow keys', async () => {
    for (const javaScriptEnabled of [true, false]) {
      const page = await open('/?period=7d', { role: 'owner', javaScriptEnabled })
      const chart = page.getByRole('figure', { name: 'Income and expense per day, CNY' })
      const bars = chart.getByRole('list').getByRole('link')
      expect(await bars.count()).toBe(2)
      const getOpacity = (index: number) =>
        bars
          .nth(index)
          .getByText('Income')
          .evaluate((label) => getComputedStyle(label.parentElement as Element).opacity)
      expect(await getOpacity(0)).toBe('0')
      await bars.nth(0).hover()
      expect(await getOpacity(0)).toBe('1')
      await page.mouse.move(0, 0)
      await bars.nth(0).focus()
      if (javaScriptEnabled) await page.keyboard.press('ArrowRight')
      else await page.keyboard.press('Tab')
      expect(await getOpacity(0)).toBe('0')
      expect(await getOpacity(1)).toBe('1')
      expect(await bars.nth(1).textContent()).toContain('+¥150.00')
    }
  })

  test('links each open task to a list with as many rows', async () => {
    const page = await open('/', { role: 'operations' })
    const todo = page.getByRole('link', { name: /^Orders to ship/ })
    const count = /\d+$/.exec((await todo.innerText()).trim())?.[0] ?? 'no number'
    await todo.click()
    await page.waitForURL('**/orders?**')
    await getRows(page, 'Orders').first().waitFor()
    expect(String(await getRows(page, 'Orders').count())).toBe(count)
  })

  test('shows no amounts to a viewer and names the missing permission', async () => {
    const page = await open('/', { role: 'viewer' })
    expect(await page.locator('section', { hasText: 'Figures' }).innerText()).toContain('Owner, Admin and Finance')
    expect(await page.getByRole('main').innerText()).not.toContain('¥')
  })

  test('shows no activity without the permission', async () => {
    const page = await open('/', { role: 'viewer' })
    expect(await page.getByRole('main').innerText()).not.toContain('orders.csv')
    const owner = await open('/', { role: 'owner' })
    expect(await owner.getByRole('main').innerText()).toContain('orders.csv')
  })

  test('shows work before figures on a phone, without sideways scrolling', async () => {
    const page = await open('/?period=7d', { role: 'owner', viewport: { width: 390, height: 844 }, hasTouch: true })
    const getTop = async (locator: Locator) => (await locator.boundingBox())?.y ?? Number.NaN
    const work = page.getByRole('heading', { name: 'Needs attention' })
    expect(await getTop(work)).toBeLessThan(await getTop(page.getByRole('figure')))
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  })

  test('is accessible', async () => {
    await expectAccessible(await open('/?period=all', { role: 'owner' }))
  })

  test('has links that are large enough to tap, also for a figure of one digit', async () => {
    await expectTargetSizes(await open('/?period=7d&currency=USD', { role: 'owner' }))
  })
})
