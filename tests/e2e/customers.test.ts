import { expectAccessible } from '#tests/e2e/expect-accessible.ts'
import { importOrders } from '#tests/e2e/import-orders.ts'
import { getListCount, getOpenOrder, getRows, getSection } from '#tests/e2e/locators.ts'
import { endToEnd } from '#tests/support/end-to-end.ts'
import { goTo, reload } from '#tests/support/hydration.ts'
import { beforeAll, describe, expect, test } from 'bun:test'
import type { Page } from 'playwright'

const desktop = { viewport: { width: 1440, height: 900 } }
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
const hostileName = '<img src=x onerror=document.title=1>'

describe('customers', () => {
  const kontor = endToEnd()
  const { openShared: open } = kontor
  const ann = { customerName: 'Ann Zhou', email: 'ann@example.com' }
  const bo = { customerName: 'Bo Lin', email: 'bo@example.com' }
  const mallory = { customerName: hostileName, email: 'mallory@example.com', status: 'pending' as const }
  beforeAll(() =>
    importOrders(kontor, [
      { name: '1001', daysAgo: 9, price: '90.00', ...ann },
      { name: '1002', daysAgo: 8, price: '190.00', ...ann },
      { name: '1003', daysAgo: 7, price: '20.00', ...ann, currency: 'USD' },
      { name: '1004', daysAgo: 6, price: '5.00', ...bo },
      { name: '1005', daysAgo: 5, price: '5.00', ...bo },
      { name: '1006', daysAgo: 4, price: '5.00', customerName: 'Cai', email: 'cai@example.com' },
      { name: '1007', daysAgo: 3, price: '5.00', ...mallory },
      { name: '1008', daysAgo: 2, price: '5.00', ...mallory },
      { name: '1009', daysAgo: 1, price: '5.00', customerName: 'Dee', email: 'dee@example.com' },
      { name: '1010', daysAgo: 1, price: '5.00', customerName: 'Eli', email: 'eli@example.com' },
    ]),
  )
  const section = (page: Page) => getSection(getOpenOrder(page), 'Customer')
  const openOrder = async (shopNumber: string, options = {}): Promise<Page> => {
    const page = await open(`/orders?q=%23${shopNumber}`, { role: 'owner', ...desktop, ...options })
    await getOpenOrder(page).waitFor()
    return page
  }

  test('the list fits on paper with a name and an address of any length', async () => {
    const page = await kontor.open('/orders?customers=new', { role: 'owner', ...desktop })
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name', { exact: true }).fill('Donaudampfschifffahrtselektrizitätenhauptbetriebswerk')
    await dialog.getByLabel('Email', { exact: true }).fill(`${'a'.repeat(60)}@${'b'.repeat(60)}.example`)
    await dialog.getByRole('button', { name: 'Add customer' }).click()
    await dialog.waitFor({ state: 'detached' })
    await goTo(page, '/orders?customers=list')
    await page.emulateMedia({ media: 'print' })
    // As wide as A4 between its margins.
    await page.setViewportSize({ width: 703, height: 1032 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(703)
  })

  test('a filter of customers says how many there are, and is kept as a view that opens the list', async () => {
    const page = await open('/orders?customers=list', { role: 'owner', ...desktop })
    await page.getByText('Filter', { exact: true }).click()
    await page.getByLabel('Several', { exact: true }).check()
    await page.getByRole('button', { name: 'Show 3 results' }).click()
    await getListCount(page, '3 customers').waitFor()
    await page.getByRole('link', { name: 'Save view' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('Regulars')
    await page.getByRole('button', { name: 'Save view' }).click()
    await page.getByRole('link', { name: /^Regulars\s*3$/ }).waitFor()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Edit view' }).click()
    await page.getByRole('button', { name: 'Open this page with this view' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await goTo(page, '/orders')
    await page.getByRole('link', { name: 'Customers', exact: true }).click()
    await getListCount(page, '3 customers').waitFor()
    await page.getByRole('link', { name: 'Edit view' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('Repeat buyers')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByRole('link', { name: /^Repeat buyers\s*3$/ }).waitFor()
    await page.getByRole('link', { name: 'Edit view' }).click()
    await page.getByRole('button', { name: 'Remove view' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await page.getByRole('link', { name: /^Repeat buyers/ }).count()).toBe(0)
  })

  test('says of each filter how many customers there are without it when nothing matches', async () => {
    const page = await open('/orders?customers=list&q=dee&orderCount=several', { role: 'owner', ...desktop })
    await page.getByRole('link', { name: 'Remove “Search: dee” (3)' }).waitFor()
    await page.getByRole('link', { name: 'Remove “Orders: Several” (1)' }).click()
    await getListCount(page, '1 customer').waitFor()
  })

  test('are searched for what the orders were searched for', async () => {
    const page = await open('/orders?q=dee&status=open', { role: 'owner', ...desktop })
    await page.getByRole('link', { name: 'Customers', exact: true }).click()
    await getListCount(page, '1 customer').waitFor()
  })

  test('an order shows what its customer spent and their other orders, which a link lists', async () => {
    const page = await openOrder('1001')
    const shown = (await section(page).innerText()).replaceAll(/\s+/g, ' ')
    expect(shown).toContain('¥300.00 · US$30.00')
    expect(shown).toContain('2 other orders')
    await expectAccessible(page)
    await section(page).getByRole('link', { name: 'All 3 orders' }).click()
    await page.getByRole('heading', { name: 'Ann Zhou' }).waitFor()
    await getOpenOrder(page).waitFor({ state: 'detached' })
    expect(await getRows(page, 'Orders').count()).toBe(3)
    await page.getByRole('link', { name: 'Remove Customer' }).click()
    await page.getByRole('heading', { name: 'Ann Zhou' }).waitFor({ state: 'detached' })
    expect(await getRows(page, 'Orders').count()).toBe(10)
  })

  test('a customer is merged with another one that is found by email address', async () => {
    const page = await openOrder('1004')
    await section(page).getByLabel('Customer actions').first().click()
    await page.getByRole('link', { name: 'Merge with another customer' }).click()
    const dialog = page.getByRole('dialog', { name: /^Merge customer CU/ })
    await dialog.getByLabel('Other customer').fill('nobody@example.com')
    await dialog.getByRole('button', { name: 'Find customer' }).click()
    await dialog.getByText('No customer has “nobody@example.com”').waitFor()
    await dialog.getByLabel('Other customer').fill('CAI@example.com')
    await dialog.getByRole('button', { name: 'Find customer' }).click()
    await dialog.getByText('cai@example.com').waitFor()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Merge customers' }).click()
    await dialog.waitFor({ state: 'detached' })
    await section(page).getByText('2 other orders').waitFor()
  })

  test('personal data is erased once the orders are finished, on a phone too', async () => {
    const page = await openOrder('1007', phone)
    await section(page).getByLabel('Customer actions').first().click()
    await page.getByRole('link', { name: 'Erase personal data' }).click()
    const dialog = page.getByRole('dialog', { name: /^Erase personal data/ })
    await dialog.getByText('First finish or cancel these orders').waitFor()
    expect(await dialog.getByRole('button', { name: 'Erase personal data' }).count()).toBe(0)
    const numbers = await dialog.getByRole('link', { name: /^SO/ }).allInnerTexts()
    expect(numbers).toHaveLength(2)
    for (const number of numbers)
      await kontor.fetch(
        `/api/orders/${number}/cancellation`,
        {
          method: 'POST',
          body: JSON.stringify({ reason: 'Test', version: 1 }),
          headers: { 'origin': kontor.server.origin, 'content-type': 'application/json' },
        },
        'owner',
      )
    await reload(page)
    await expectAccessible(page)
    await dialog.getByLabel(/^Type “<img/).fill(hostileName)
    await dialog.getByRole('button', { name: 'Erase personal data' }).click()
    await dialog.waitFor({ state: 'detached' })
    await section(page).getByText('Personal data erased').waitFor()
    expect(await getOpenOrder(page).innerHTML()).not.toContain('onerror')
    expect(await page.title()).not.toBe('1')
  })

  test('everything works without script', async () => {
    const page = await openOrder('1009', { javaScriptEnabled: false })
    await section(page).getByLabel('Customer actions').first().click()
    await page.getByRole('link', { name: 'Merge with another customer' }).click()
    const dialog = page.getByRole('dialog', { name: /^Merge customer CU/ })
    await dialog.getByLabel('Other customer').fill('eli@example.com')
    await dialog.getByRole('button', { name: 'Find customer' }).click()
    await dialog.getByRole('button', { name: 'Merge customers' }).click()
    await section(page).getByText('1 other order').waitFor()
    expect(await dialog.count()).toBe(0)
    await section(page).getByLabel('Customer actions').first().click()
    await page.getByRole('link', { name: 'Erase personal data' }).click()
    await page
      .getByRole('dialog')
      .getByText(/First finish or cancel/)
      .waitFor()
  })
})
