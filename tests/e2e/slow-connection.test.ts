import { importOrders } from '#tests/e2e/import-orders.ts'
import { getNavigationLink, getOpenOrder, getRows, getTitle } from '#tests/e2e/locators.ts'
import { endToEnd } from '#tests/support/end-to-end.ts'
import { beforeAll, describe, expect, test } from 'bun:test'
import type { Page } from 'playwright'

const desktop = { viewport: { width: 1440, height: 900 } }

describe('on a slow connection', () => {
  const kontor = endToEnd()
  beforeAll(() =>
    importOrders(
      kontor,
      ['1001', '1002', '1003'].map((name, index) => ({ name, daysAgo: 9 - index, price: '90.00' })),
    ),
  )
  /** The server answers navigations when the returned function is called. */
  const holdAnswers = async (page: Page): Promise<() => void> => {
    const { promise, resolve } = Promise.withResolvers<void>()
    await page.route('**/_payload.json*', async (route) => {
      await promise
      await route.continue()
    })
    return resolve
  }
  const skeleton = (page: Page, kind: 'page' | 'panel' | 'content') => page.locator(`[data-loading=${kind}]`)
  const openOrders = async (): Promise<Page> => {
    const page = await kontor.open('/orders', { role: 'operations', ...desktop })
    // The skeletons are loaded together with the actions.
    await page.getByRole('button', { name: 'Put on hold', includeHidden: true }).waitFor({ state: 'attached' })
    return page
  }

  test('what is typed before the search is loaded is searched, and presses no button', async () => {
    const page = await openOrders()
    const { promise, resolve } = Promise.withResolvers<void>()
    await page.route('**/_assets/search-dialog-*', async (route) => {
      await promise
      await route.continue()
    })
    await page.keyboard.press('Control+k')
    await page.keyboard.type('tea')
    resolve()
    await page.getByRole('combobox').waitFor()
    expect(await page.getByRole('combobox').inputValue()).toBe('tea')
    expect(new URL(page.url()).search).toBe('')
  })

  test('another page shows its title and shape until it is loaded', async () => {
    const page = await openOrders()
    const answer = await holdAnswers(page)
    await getNavigationLink(page, 'Home').click()
    await skeleton(page, 'page').getByText('Home').waitFor()
    expect(await getTitle(page, 'Orders').count()).toBe(1)
    answer()
    await getTitle(page, 'Home').waitFor()
    await skeleton(page, 'page').waitFor({ state: 'detached' })
  })

  test('a row shows the shape of its panel beside the list until it is loaded', async () => {
    const page = await openOrders()
    const answer = await holdAnswers(page)
    await getRows(page, 'Orders').first().getByRole('link').first().click()
    await skeleton(page, 'panel').waitFor()
    expect(await getOpenOrder(page).count()).toBe(0)
    answer()
    await getOpenOrder(page).waitFor()
    await skeleton(page, 'panel').waitFor({ state: 'detached' })
  })

  test('the rows before a filter are dimmed until the others are loaded', async () => {
    const page = await openOrders()
    const answer = await holdAnswers(page)
    await page.getByRole('link', { name: /^Unpaid/ }).click()
    await skeleton(page, 'content').waitFor({ state: 'attached' })
    const readOpacity = () =>
      page
        .getByRole('main')
        .locator('table')
        .evaluate((table) => {
          for (let node: Element | null = table; node; node = node.parentElement)
            if (getComputedStyle(node).opacity !== '1') return getComputedStyle(node).opacity
          return '1'
        })
    expect(await readOpacity()).toBe('0.5')
    answer()
    await page.getByRole('main').getByText('No matching data').waitFor()
    await skeleton(page, 'content').waitFor({ state: 'detached' })
  })
})
