import { expectAccessible } from '#tests/e2e/expect-accessible.ts'
import { importOrders } from '#tests/e2e/import-orders.ts'
import { endToEnd } from '#tests/support/end-to-end.ts'
import { beforeAll, describe, expect, test } from 'bun:test'
import type { Page } from 'playwright'

const desktop = { viewport: { width: 1440, height: 900 } }
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

describe('printing', () => {
  const kontor = endToEnd()
  const { openShared: open } = kontor
  beforeAll(() =>
    importOrders(kontor, [
      { name: '1001', daysAgo: 3, price: '90.00' },
      { name: '1002', daysAgo: 2, price: '80.00' },
    ]),
  )
  const dialog = (page: Page) => page.getByRole('dialog')
  /** Sends the open print form, and returns the tab with the document. */
  const openDocument = async (page: Page): Promise<Page> => {
    const opened = page.waitForEvent('popup')
    await dialog(page)
      .getByRole('button', { name: /^(Open document|打开单据)$/ })
      .click()
    const tab = await opened
    await tab.getByRole('heading', { level: 1 }).waitFor()
    return tab
  }

  test('the orders of a list opens them in one document, without those that were left out', async () => {
    const page = await open('/orders', { role: 'owner', ...desktop })
    await page.getByLabel('More', { exact: true }).first().click()
    await page.getByRole('link', { name: 'Print', exact: true }).click()
    await dialog(page).waitFor()
    await expectAccessible(page)
    const tab = await openDocument(page)
    expect(await tab.title()).toBe('2 packing slips')
    expect(await tab.getByText('Packing slip', { exact: true }).count()).toBe(2)
    await tab.close()
    await dialog(page).getByRole('checkbox').first().uncheck()
    expect(await (await openDocument(page)).title()).toBe('1 packing slip')
  })

  test('an order works with the keyboard alone, up to the invoice and the seller that it needs', async () => {
    const page = await open('/orders?q=1001', { role: 'owner', ...desktop })
    await page.getByRole('complementary').getByText('More actions').or(page.getByLabel('More actions')).first().focus()
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'Print', exact: true }).last().focus()
    await page.keyboard.press('Enter')
    await dialog(page).getByRole('link', { name: 'Add seller details' }).focus()
    await page.keyboard.press('Enter')
    await page.getByLabel('Name').waitFor()
    await expectAccessible(page)
    // Opening the dialog has not complained about the field that it focuses.
    expect(await dialog(page).getByRole('alert').count()).toBe(0)
    await page.keyboard.type('Qinghe Tea')
    await page.keyboard.press('Tab')
    await page.keyboard.type('1 Long Street')
    await page.getByRole('button', { name: 'Save details' }).focus()
    await page.keyboard.press('Enter')
    await dialog(page).getByText('Invoices are issued by Qinghe Tea.').waitFor()
    await dialog(page).getByLabel('Document').selectOption('Invoice')
    const tab = await openDocument(page)
    expect(await tab.title()).toBe('1 invoice')
    expect(await tab.getByText('Qinghe Tea').count()).toBe(1)
  })

  test('works without script, on a phone, in Chinese', async () => {
    const page = await open('/orders?print=orders', {
      role: 'owner',
      ...phone,
      javaScriptEnabled: false,
      locale: 'zh-CN',
    })
    const tab = await openDocument(page)
    expect(await tab.title()).toMatch(/^2 (张装箱单|packing slips)$/)
  })
})
