import { expectAccessible } from '#tests/e2e/expect-accessible.ts'
import { importOrders } from '#tests/e2e/import-orders.ts'
import { endToEnd } from '#tests/support/end-to-end.ts'
import { beforeAll, describe, expect, test } from 'bun:test'

describe('selected rows', () => {
  const kontor = endToEnd()
  const { openShared: open } = kontor
  const orders = Array.from({ length: 60 }, (_, index) => ({
    name: `R${index}`,
    daysAgo: 90 - index,
    price: '90.00',
  }))
  beforeAll(() => importOrders(kontor, orders))
  const openList = async (path = '/orders') => {
    const page = await open(path, { role: 'operations' })
    const bar = page.getByRole('group', { name: 'Actions on the selected orders' })
    // Its code loads after the page.
    await page.getByRole('button', { name: 'Add tag', includeHidden: true }).waitFor({ state: 'attached' })
    const boxes = page.getByRole('checkbox', { name: /^Select SO/ })
    const countChecked = () => page.locator('tbody input:checked').count()
    const openPage = async (name: 'Older' | 'Newer', rows: number): Promise<void> => {
      await page.getByRole('link', { name }).press('Enter')
      await page.waitForFunction((count) => document.querySelectorAll('tbody tr').length === count, rows)
    }
    return { page, bar, boxes, countChecked, openPage }
  }

  test('stay selected on the other pages of the list, and an action is about all of them, by keyboard', async () => {
    const { page, bar, boxes, countChecked, openPage } = await openList()
    const head = page.getByRole('checkbox', { name: 'Select all on this page' })
    for (const index of [0, 1]) {
      await boxes.nth(index).focus()
      await page.keyboard.press('Space')
    }
    await bar.getByText('2 selected').waitFor()
    await openPage('Older', 10)
    await bar.getByText('2 selected').waitFor()
    expect(await countChecked()).toBe(0)
    await boxes.first().focus()
    await page.keyboard.press('x')
    await bar.getByText('3 selected').waitFor()
    await bar.getByText('¥300.00', { exact: true }).waitFor()
    await expectAccessible(page)
    expect(await head.evaluate((box: HTMLInputElement) => box.indeterminate)).toBe(true)
    const offset = await head.evaluate((box) => {
      const [inner, outer] = [box, box.closest('th') ?? box].map((each) => each.getBoundingClientRect())
      return inner && outer ? inner.top + inner.height / 2 - outer.top - outer.height / 2 : NaN
    })
    expect(Math.abs(offset)).toBeLessThanOrEqual(1)
    await openPage('Newer', 50)
    expect(await countChecked()).toBe(2)
    // Back on the page, a row can be taken out again.
    await boxes.nth(1).focus()
    await page.keyboard.press('Space')
    await bar.getByText('2 selected').waitFor()
    await page.keyboard.press('a')
    await bar.getByRole('button', { name: 'Add tag' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Add a tag to 2 orders' })
    await dialog.getByLabel('Tag').fill('gift')
    await page.keyboard.press('Enter')
    const job = page.getByRole('dialog', { name: 'Add a tag' })
    await job.getByRole('button', { name: 'Start job for 2 orders' }).press('Enter')
    await job.getByText('Finished, Changed: 2').waitFor({ state: 'attached' })
    await page.keyboard.press('Escape')
    await job.waitFor({ state: 'detached' })
    expect(await bar.isVisible()).toBe(false)
    expect(await page.getByRole('row', { name: /gift/ }).count()).toBe(1)
    await openPage('Older', 10)
    expect(await page.getByRole('row', { name: /gift/ }).count()).toBe(1)
    expect(await bar.isVisible()).toBe(false)
  })

  test('end with their list, which says how many there were, and with Clear on every page', async () => {
    const { page, bar, boxes, countChecked, openPage } = await openList()
    await boxes.nth(0).click()
    await openPage('Older', 10)
    await boxes.nth(0).click()
    await bar.getByText('2 selected').waitFor()
    // The order of the list is none of its conditions.
    await page.getByRole('link', { name: 'Total' }).click()
    await page.waitForURL(/sort=/)
    await bar.getByText('2 selected').waitFor()
    await page.getByRole('link', { name: /^To ship/ }).click()
    await page.getByText('2 orders no longer selected').first().waitFor()
    expect([await countChecked(), await bar.isVisible()]).toEqual([0, false])
    await boxes.nth(0).click()
    await bar.getByRole('button', { name: 'Add tag' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add a tag to 1 order' })
    await dialog.waitFor()
    await page.keyboard.press('Escape')
    // Until then it takes all keys.
    await dialog.waitFor({ state: 'detached' })
    await bar.getByText('1 selected').waitFor()
    await openPage('Older', 10)
    await bar.getByRole('button', { name: 'Clear' }).click()
    expect(await bar.isVisible()).toBe(false)
    await openPage('Newer', 50)
    expect([await countChecked(), await bar.isVisible()]).toEqual([0, false])
  })

  test('are all of the filter on every page, until one is taken out', async () => {
    const { bar, boxes, countChecked, openPage } = await openList()
    await boxes.nth(3).click()
    await bar.getByRole('checkbox', { name: 'All 60 that match' }).click()
    await bar.getByText('All 60 selected').waitFor()
    await openPage('Older', 10)
    await bar.getByText('All 60 selected').waitFor()
    expect(await countChecked()).toBe(10)
    await boxes.nth(0).click()
    // Those of this page and the one that was selected before.
    await bar.getByText('10 selected').waitFor()
  })
})
