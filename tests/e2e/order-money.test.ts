import { expectAccessible } from '#tests/e2e/expect-accessible.ts'
import { importOrders } from '#tests/e2e/import-orders.ts'
import { getOpenOrder, getSection } from '#tests/e2e/locators.ts'
import { endToEnd } from '#tests/support/end-to-end.ts'
import { goTo } from '#tests/support/hydration.ts'
import { beforeAll, describe, expect, test } from 'bun:test'
import type { Page } from 'playwright'

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
const receipt = { name: 'receipt.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') }

describe('the money of an order', () => {
  const kontor = endToEnd()
  beforeAll(() =>
    importOrders(kontor, [
      { name: '1001', daysAgo: 3, price: '90.00', status: 'pending' },
      { name: '1002', daysAgo: 2, price: '90.00', status: 'pending' },
      { name: '1003', daysAgo: 1, price: '90.00' },
    ]),
  )
  const openOrder = async (shopNumber: string, options = {}): Promise<Page> => {
    const page = await kontor.openShared(`/orders?q=%23${shopNumber}`, { role: 'operations', ...options })
    await getOpenOrder(page).waitFor()
    return page
  }

  test.each([true, false])('a payment is recorded with its receipt, with script: %p', async (javaScriptEnabled) => {
    const page = await openOrder(javaScriptEnabled ? '1001' : '1002', { javaScriptEnabled, ...phone })
    const number = (await getOpenOrder(page).getByRole('heading', { name: /^SO/ }).textContent()) ?? ''
    await goTo(page, `/orders?order=${number.trim()}&action=recordPayment`)
    const dialog = page.getByRole('dialog', { name: /^Record a payment/ })
    if (javaScriptEnabled) await expectAccessible(page)
    await dialog.getByLabel('Proof of payment').setInputFiles(receipt)
    await dialog.getByRole('button', { name: 'Record payment' }).click()
    await dialog.waitFor({ state: 'detached' })
    const money = getSection(getOpenOrder(page), 'Payments and refunds')
    const downloaded = page.waitForEvent('download')
    await money.getByRole('link', { name: 'receipt.pdf' }).click()
    expect((await downloaded).suggestedFilename()).toBe('receipt.pdf')
  })

  test('a refund is requested, and its request withdrawn', async () => {
    const page = await openOrder('1003')
    await getOpenOrder(page).getByRole('link', { name: 'Refund' }).first().click()
    const dialog = page.getByRole('dialog', { name: /^Refund SO/ })
    await dialog.getByLabel('Other amount').fill('12.50')
    await dialog.getByLabel('Reason').fill('Goodwill')
    await dialog.getByRole('button', { name: /^Request refund of/ }).click()
    const money = getSection(getOpenOrder(page), 'Payments and refunds')
    await money.getByText('Waiting for approval').waitFor()
    await getOpenOrder(page).getByText('Why can’t I…').click()
    await getOpenOrder(page)
      .getByText(/^Approve RF/)
      .waitFor()
    await money.getByRole('button', { name: 'Withdraw request' }).click()
    await money.getByText('Withdrawn').waitFor()
    await expectAccessible(page)
  })
})
