import { importOrders } from '#tests/e2e/import-orders.ts'
import { expectAccessible } from '#tests/e2e/expect-accessible.ts'
import { getNavigationLink, getOpenOrder, getRows, getTitle } from '#tests/e2e/locators.ts'
import { endToEnd, type PageOptions } from '#tests/support/end-to-end.ts'
import { goTo } from '#tests/support/hydration.ts'
import { beforeAll, describe, expect, test } from 'bun:test'
import type { Page } from 'playwright'

const desktop = { viewport: { width: 1440, height: 900 } }
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

const question = (page: Page) => page.getByRole('dialog', { name: 'Discard your changes?' })
const keep = (page: Page) => question(page).getByRole('button', { name: 'Keep editing' }).click()
const discard = (page: Page) => question(page).getByRole('button', { name: 'Discard changes' }).click()
const noteDialog = (page: Page) => page.getByRole('dialog', { name: /^Add a note/ })

describe('what was typed', () => {
  const kontor = endToEnd()
  const { openShared: open, expectConsoleError } = kontor
  beforeAll(() =>
    importOrders(
      kontor,
      ['1001', '1002', '1003'].map((name, index) => ({ name, daysAgo: 9 - index, price: '90.00' })),
    ),
  )
  const openOrder = async (options: PageOptions = {}): Promise<Page> => {
    const page = await open('/orders', { role: 'operations', ...desktop, ...options })
    await getRows(page, 'Orders').first().getByRole('link').first().click()
    await getOpenOrder(page).waitFor()
    return page
  }

  test('in a dialog is only discarded by an answer to a question, however it is closed', async () => {
    const page = await openOrder()
    await page.keyboard.press('n')
    const text = noteDialog(page).getByLabel('Note')
    await text.fill('Call before delivery')
    const closings = {
      'Escape': () => page.keyboard.press('Escape'),
      'the close button': () => noteDialog(page).getByRole('link', { name: 'Close' }).click(),
      'Cancel': () => noteDialog(page).getByRole('link', { name: 'Cancel' }).click(),
      'a press outside': () => page.mouse.click(5, 450),
      'Back': () => page.evaluate(() => history.back()),
    }
    for (const closeIt of Object.values(closings)) {
      await closeIt()
      await question(page).waitFor()
      await keep(page)
      await question(page).waitFor({ state: 'detached' })
      expect(await text.inputValue()).toBe('Call before delivery')
      expect(await noteDialog(page).evaluate((element) => element.contains(document.activeElement))).toBe(true)
    }
    await page.keyboard.press('Escape')
    await expectAccessible(page)
    // Escape answers the question, too: it keeps what was typed.
    await page.keyboard.press('Escape')
    await question(page).waitFor({ state: 'detached' })
    await page.keyboard.press('Escape')
    await discard(page)
    await noteDialog(page).waitFor({ state: 'detached' })
    await getOpenOrder(page).waitFor()
  })

  test('in a dialog is no question once it is sent, or is as it was', async () => {
    const page = await openOrder()
    await page.keyboard.press('n')
    await noteDialog(page).getByLabel('Note').fill('Wrong')
    await noteDialog(page).getByLabel('Note').fill('')
    await page.keyboard.press('Escape')
    await noteDialog(page).waitFor({ state: 'detached' })
    await page.keyboard.press('n')
    await noteDialog(page).getByLabel('Note').fill('Right')
    await noteDialog(page).getByRole('button', { name: 'Add note' }).click()
    await noteDialog(page).waitFor({ state: 'detached' })
    await getOpenOrder(page).getByText('Right').first().waitFor()
    await page.keyboard.press('Escape')
    await getOpenOrder(page).waitFor({ state: 'detached' })
    expect(await question(page).count()).toBe(0)
  })

  test('in a panel stays while the list changes, and is asked about before another order opens or the page is left', async () => {
    const page = await openOrder()
    await getOpenOrder(page).getByText('Ship 1 item', { exact: true }).click()
    const tracking = getOpenOrder(page).getByLabel(/^Tracking number/)
    await tracking.fill('SF1234')
    await page.getByRole('link', { name: /^To ship/ }).click()
    await page.waitForURL(/fulfillment=/)
    expect(await tracking.inputValue()).toBe('SF1234')
    for (const leave of [
      () => getRows(page, 'Orders').last().getByRole('link').first().click(),
      () => getNavigationLink(page, 'Users').click(),
      () => page.keyboard.press('Escape'),
      () => getOpenOrder(page).getByRole('link', { name: 'Close' }).click(),
    ]) {
      await leave()
      await keep(page)
      await question(page).waitFor({ state: 'detached' })
      // Escape first closes the form, which keeps what it says.
      if (await tracking.isVisible()) await page.keyboard.press('Escape')
      expect(await tracking.inputValue()).toBe('SF1234')
    }
    await getNavigationLink(page, 'Users').click()
    await discard(page)
    await getTitle(page, 'Users').waitFor()
  })

  test('in a panel is gone with its Cancel button', async () => {
    const page = await openOrder()
    await getOpenOrder(page).getByText('Ship 1 item', { exact: true }).click()
    await getOpenOrder(page)
      .getByLabel(/^Tracking number/)
      .fill('SF1234')
    await getOpenOrder(page).getByRole('button', { name: 'Cancel' }).click()
    await page.keyboard.press('Escape')
    await getOpenOrder(page).waitFor({ state: 'detached' })
  })

  test('is asked about on a phone, in Chinese', async () => {
    const init = { method: 'PUT', body: JSON.stringify({ locale: 'zh' }) }
    const headers = { 'content-type': 'application/json', 'origin': kontor.server.origin }
    await kontor.fetch('/api/account/locale', { ...init, headers }, 'admin')
    const page = await open('/orders', { role: 'admin', ...phone })
    await goTo(page, '/orders?customers=new')
    const dialog = page.getByRole('dialog', { name: '新建客户' })
    await dialog.getByRole('textbox').first().fill('林夏')
    await dialog.getByRole('link', { name: '取消' }).click()
    const asked = page.getByRole('dialog', { name: '放弃修改？' })
    await expectAccessible(page)
    await asked.getByRole('button', { name: '放弃修改' }).click()
    await dialog.waitFor({ state: 'detached' })
  })

  test.each([
    ['a role', '/users?tab=roles&newRole=operations', 'Name'],
    ['a ledger entry', '/finance?action=post', 'Description'],
    ['an account', '/finance?tab=accounts&newAccount=1', 'Name'],
    ['an invitation', '/users?invite=1', 'Email'],
    ['an API token', '/users?tab=tokens&newToken=1', 'Name'],
  ])('in the dialog of %s is asked about, and closes at once without a change', async (_, url, label) => {
    const page = await open(url, { role: 'owner', ...desktop })
    const field = page.getByRole('dialog').getByLabel(label).first()
    await field.click()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await goTo(page, url)
    await field.fill('Typed')
    await page.keyboard.press('Escape')
    await keep(page)
    expect(await field.inputValue()).toBe('Typed')
    await page.keyboard.press('Escape')
    await discard(page)
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  })

  test('of checkboxes is a change, and no change once they are as they were', async () => {
    const page = await open('/users?tab=roles&newRole=operations', { role: 'owner', ...desktop })
    const checkbox = page.getByRole('dialog').getByRole('checkbox').nth(3)
    await checkbox.click()
    await page.keyboard.press('Escape')
    await keep(page)
    await checkbox.click()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  })

  test('as the format of a file is no work that could be lost', async () => {
    const page = await open('/orders?export=1', { role: 'owner', ...desktop })
    await page.getByRole('dialog').getByRole('combobox').first().selectOption({ index: 1 })
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  })

  test('for the columns of a file is asked about', async () => {
    expectConsoleError(/422/)
    const page = await open('/orders?import=1', { role: 'owner', ...desktop })
    const dialog = page.getByRole('dialog', { name: 'Import orders' })
    await dialog.getByText('Drop a file here').waitFor()
    await dialog.getByRole('button', { name: 'Check file', disabled: true }).waitFor()
    await dialog.getByLabel('choose a file').setInputFiles({
      name: 'till.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('Beleg,Datum,Artikel,Menge,Preis\n1,2026-03-02,Tea,1,9.00\n'),
    })
    await dialog.getByRole('button', { name: /^Check/ }).click()
    await dialog.getByRole('combobox').nth(1).selectOption({ index: 2 })
    await page.keyboard.press('Escape')
    await keep(page)
    await page.keyboard.press('Escape')
    await discard(page)
    await dialog.waitFor({ state: 'detached' })
  })
})
