import { endSession } from '#tests/e2e/end-session.ts'
import { expectAccessible } from '#tests/e2e/expect-accessible.ts'
import { importOrders } from '#tests/e2e/import-orders.ts'
import { getOpenOrder, getSection } from '#tests/e2e/locators.ts'
import { endToEnd, type PageOptions } from '#tests/support/end-to-end.ts'
import { beforeAll, describe, expect, test } from 'bun:test'
import type { Page } from 'playwright'

const desktop = { viewport: { width: 1440, height: 900 } }
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

const shopNumbers = ['1001', '1002', '1003', '1004', '1005', '1006', '1007', '1008']
const dialog = (page: Page) => page.getByRole('dialog', { name: /^Edit SO/ })
const save = (page: Page) => dialog(page).getByRole('button', { name: 'Save changes' }).click()
const field = (page: Page, name: string) => dialog(page).getByLabel(name, { exact: true }).first()
const saved = (page: Page) =>
  page
    .getByText(/^Changes to SO.* saved\.$/)
    .first()
    .waitFor()

describe('editing an order', () => {
  const kontor = endToEnd()
  const { openShared: open, getAccount, expectConsoleError } = kontor
  beforeAll(() =>
    importOrders(
      kontor,
      shopNumbers.map((name) => ({ name, daysAgo: 1, price: '90.00', status: 'pending' as const })),
    ),
  )

  /** Opens an order by the number of its shop. */
  const openOrder = async (shopNumber: string, options: PageOptions = {}): Promise<Page> => {
    const page = await open(`/orders?q=${encodeURIComponent(`#${shopNumber}`)}`, {
      role: 'operations',
      ...desktop,
      ...options,
    })
    await getOpenOrder(page).waitFor()
    return page
  }
  const openEdit = async (shopNumber: string, options?: PageOptions): Promise<Page> => {
    const page = await openOrder(shopNumber, options)
    await getOpenOrder(page).getByRole('link', { name: 'Edit', exact: true }).click()
    await dialog(page).waitFor()
    return page
  }

  test('opens by E, previews the new total, saves, and shows in the timeline what it was', async () => {
    const page = await openOrder('1001')
    await page.keyboard.press('e')
    await dialog(page).waitFor()
    await expectAccessible(page)
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('customerName')
    await field(page, 'City').fill('Lyon')
    await field(page, 'Quantity').fill('2')
    await dialog(page).getByText('+¥90.00').waitFor()
    await dialog(page).getByText('¥190.00').waitFor()
    await save(page)
    await saved(page)
    await dialog(page).waitFor({ state: 'detached' })
    expect(await getOpenOrder(page).evaluate((element) => element.contains(document.activeElement))).toBe(true)
    const timeline = getOpenOrder(page).getByText(/^\d+ changes$/)
    await timeline.click()
    const text = await getSection(getOpenOrder(page), 'Timeline').innerText()
    expect(text).toContain('Celadon teapot: quantity')
    expect(text).toContain('Shipping address: city')
    await expectAccessible(page)
  })

  test('adds and removes items on a phone', async () => {
    const page = await openEdit('1002', phone)
    await dialog(page).getByText('Add items').first().click()
    const added = dialog(page).getByRole('group', { name: 'New item 1' })
    await added.getByLabel('Name').fill('Tea cup')
    await added.getByLabel('Unit price').fill('12.50')
    await dialog(page).getByLabel('Remove Celadon teapot').check()
    await dialog(page).getByText('−¥77.50').waitFor()
    await save(page)
    await saved(page)
    await getOpenOrder(page).getByText('Tea cup').first().waitFor()
    expect(await getOpenOrder(page).locator('ul').getByText('Celadon teapot').count()).toBe(0)
  })

  test('asks before typed changes are lost, and keeps them', async () => {
    const page = await openEdit('1003')
    await field(page, 'Phone').fill('123')
    const question = page.getByRole('dialog', { name: 'Discard your changes?' })
    await page.keyboard.press('Escape')
    await question.getByRole('button', { name: 'Keep editing' }).click()
    expect(await field(page, 'Phone').inputValue()).toBe('123')
    await dialog(page).getByRole('link', { name: 'Cancel' }).click()
    await question.getByRole('button', { name: 'Discard changes' }).click()
    await dialog(page).waitFor({ state: 'detached' })
    // Without changes there is no question.
    await getOpenOrder(page).getByRole('link', { name: 'Edit', exact: true }).click()
    await dialog(page).waitFor()
    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'detached' })
  })

  test('merges what two people change in different fields', async () => {
    const [one, other] = [await openEdit('1004'), await openEdit('1004', { role: 'admin' })]
    await field(one, 'Phone').fill('111')
    await field(other, 'Customer note').fill('Gift')
    await save(one)
    await saved(one)
    await save(other)
    await saved(other)
    await getOpenOrder(other).getByText('111').first().waitFor()
    await getOpenOrder(other).getByText('merged').waitFor()
  })

  test('shows a conflict field by field, and saves the choice', async () => {
    expectConsoleError(/409 \(Conflict\)/)
    const [one, other] = [await openEdit('1005'), await openEdit('1005', { role: 'admin' })]
    await field(one, 'Customer note').fill('Gift')
    await save(one)
    await saved(one)
    await field(other, 'Customer note').fill('No gift')
    await field(other, 'Phone').fill('222')
    await save(other)
    const conflict = dialog(other).getByRole('group', { name: 'Customer note' })
    await conflict.getByText('Theirs: Gift').waitFor()
    expect(await other.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('choices[note]')
    await expectAccessible(other)
    expect(await field(other, 'Phone').inputValue()).toBe('222')
    await conflict.getByLabel('Yours: No gift').check()
    await save(other)
    await saved(other)
    await getOpenOrder(other).getByText('No gift').first().waitFor()
    await getOpenOrder(other).getByText('222').first().waitFor()
  })

  test('stays with what was typed when someone else cancels the order', async () => {
    expectConsoleError(/409 \(Conflict\)/)
    const page = await openEdit('1008')
    await field(page, 'Customer note').fill('Typed before')
    const number = /SO[\d-]+/.exec((await getOpenOrder(page).getAttribute('aria-label')) ?? '')?.[0]
    const cancelled = await kontor.fetch(
      `/api/orders/${number}/cancellation`,
      {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'origin': kontor.server.origin },
        body: JSON.stringify({ reason: 'Customer asked', version: 1 }),
      },
      'admin',
    )
    expect(cancelled.status).toBe(200)
    await save(page)
    await dialog(page).getByText('Its status does not allow it.').waitFor()
    expect(await field(page, 'Customer note').inputValue()).toBe('Typed before')
  })

  test('continues after a login when the session has expired', async () => {
    expectConsoleError(/401 \(Unauthorized\)/)
    const page = await openEdit('1006')
    await field(page, 'Customer note').fill('Typed before')
    await endSession(kontor, page)
    await save(page)
    const login = page.getByRole('dialog', { name: 'Your session has expired' })
    await login.getByLabel('Password', { exact: true }).fill((await getAccount('operations')).password)
    await page.keyboard.press('Enter')
    await saved(page)
    await getOpenOrder(page).getByText('Typed before').first().waitFor()
  })

  test('works without script, preview and conflicts included', async () => {
    expectConsoleError(/409 \(Conflict\)/)
    const options = { javaScriptEnabled: false }
    const previewed = await openEdit('1007', options)
    await field(previewed, 'Quantity').fill('3')
    await dialog(previewed).getByRole('button', { name: 'Show new total' }).click()
    await dialog(previewed).getByText('+¥180.00').waitFor()
    expect(await field(previewed, 'Quantity').inputValue()).toBe('3')
    const [one, other] = [await openEdit('1007', options), await openEdit('1007', { role: 'admin', ...options })]
    await field(one, 'Customer note').fill('Gift')
    await save(one)
    await getOpenOrder(one).getByText('Gift').first().waitFor()
    await field(other, 'Customer note').fill('No gift')
    await field(other, 'Phone').fill('333')
    await save(other)
    await dialog(other).getByText('Theirs: Gift').waitFor()
    expect(await field(other, 'Phone').inputValue()).toBe('333')
    await dialog(other).getByLabel('Yours: No gift').check()
    await save(other)
    await getOpenOrder(other).getByText('No gift').first().waitFor()
    await getOpenOrder(other).getByText('333').first().waitFor()
    expect(await dialog(other).count()).toBe(0)
  })
})
