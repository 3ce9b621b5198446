import { expectAccessible } from '#tests/e2e/expect-accessible.ts'
import { getOpenOrder } from '#tests/e2e/locators.ts'
import { endToEnd } from '#tests/support/end-to-end.ts'
import { goTo } from '#tests/support/hydration.ts'
import { beforeAll, describe, expect, test } from 'bun:test'
import type { Page } from 'playwright'

const desktop = { viewport: { width: 1440, height: 900 } }
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

const address = {
  name: 'Erika Muster',
  company: 'Muster KG',
  line1: 'Ring 1',
  postcode: '20095',
  city: 'Hamburg',
  country: 'DE',
}
const sold = {
  customerName: 'Erika Muster',
  email: 'erika@muster.example',
  phone: '+49 40 555 0199',
  shippingAddress: address,
  lines: [{ name: 'Celadon teapot', sku: 'TP-CE', unitPrice: '468.00', taxRate: '13' }],
  confirm: '1',
}

const dialog = (page: Page) => page.getByRole('dialog')
const contact = (page: Page) => dialog(page).getByRole('group', { name: 'Customer' })
const item = (page: Page, position = 1) => dialog(page).getByRole('group', { name: `Item ${position}`, exact: true })
const shipping = (page: Page) => dialog(page).getByRole('group', { name: 'Shipping address' })
const options = (page: Page) => page.getByRole('option')
/** The name of the field with the focus. */
const focusedName = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => (document.activeElement as HTMLInputElement | null)?.name)

describe('suggestions of a form', () => {
  const { openShared: open, open: openAlone, fetch, expectConsoleError } = endToEnd()
  let number = ''
  const getCountry = async (order: string): Promise<string> =>
    ((await (await fetch(`/api/orders/${order}`, {}, 'owner')).json()) as { shippingAddress: { country: string } })
      .shippingAddress.country
  const enter = async (order: object): Promise<string> => {
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(
      '/api/orders/drafts',
      { method: 'POST', headers, body: JSON.stringify(order) },
      'owner',
    )
    return ((await response.json()) as { number: string }).number
  }
  beforeAll(async () => {
    number = await enter(sold)
    const other = { ...address, name: 'Erik Moritz', company: '' }
    await enter({
      ...sold,
      customerName: 'Erik Moritz',
      email: 'erik@moritz.example',
      phone: '',
      shippingAddress: other,
    })
  })

  test('enter an order of a customer for a product by keyboard alone', async () => {
    const page = await open('/orders?new=1', { role: 'operations', ...desktop })
    expect(await focusedName(page)).toBe('customerName')
    await page.keyboard.type('eri')
    await options(page).first().waitFor()
    await expectAccessible(page)
    expect(await page.getByRole('option', { selected: true }).count()).toBe(0)
    await page.keyboard.type('ka mus')
    await options(page).nth(1).waitFor({ state: 'detached' })
    await page.keyboard.press('ArrowDown')
    expect(await page.getByRole('option', { selected: true }).innerText()).toContain('erika@muster.example')
    await page.keyboard.press('Enter')
    await options(page).waitFor({ state: 'detached' })
    expect(await contact(page).getByLabel('Email').inputValue()).toBe('erika@muster.example')
    expect(await contact(page).getByLabel('Phone').inputValue()).toBe('+49 40 555 0199')
    await page.waitForFunction(
      () => document.querySelector<HTMLInputElement>('[name="shippingAddress[city]"]')?.value === 'Hamburg',
    )
    expect(await shipping(page).getByLabel('Company').inputValue()).toBe('Muster KG')
    expect(await shipping(page).getByLabel('Country').inputValue()).toBe('Germany')
    expect(await focusedName(page)).toBe('customerName')

    while ((await focusedName(page)) !== 'lines[0][name]') await page.keyboard.press('Tab')
    await page.keyboard.type('teap')
    await options(page).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    expect(await focusedName(page)).toBe('lines[0][quantity]')
    await page.keyboard.type('2')
    expect(await item(page).getByLabel('SKU').inputValue()).toBe('TP-CE')
    expect(await item(page).getByLabel('Unit price').inputValue()).toBe('468.00')
    expect(await item(page).getByLabel('Tax rate').inputValue()).toBe('13')
    await dialog(page).getByText('¥1,057.68').first().waitFor()
    await page.keyboard.press('Enter')
    await getOpenOrder(page).getByText('Erika Muster').first().waitFor()
    expect(await getCountry(new URL(page.url()).searchParams.get('order') ?? '')).toBe('DE')
  })

  test('are found by phone, email and number, and by the SKU; what is typed already stays', async () => {
    const page = await open('/orders?new=1', { role: 'operations', ...desktop })
    for (const [label, text] of [
      ['Phone', '5550199'],
      ['Email', 'erika@'],
      ['Name', 'CU2'],
    ] as const) {
      await contact(page).getByLabel(label).focus()
      await page.keyboard.type(text)
      await options(page).first().waitFor()
      await page.keyboard.press('Escape')
      await options(page).waitFor({ state: 'detached' })
      expect(await contact(page).getByLabel(label).inputValue()).toBe(text)
    }
    await shipping(page).getByLabel('City').fill('Bremen')
    await contact(page).getByLabel('Name').fill('')
    await contact(page).getByLabel('Name').focus()
    await page.keyboard.type('muster')
    await options(page).first().click()
    expect(await contact(page).getByLabel('Email').inputValue()).toBe('erika@muster.example')
    await item(page).getByLabel('Unit price').fill('400')
    await item(page).getByLabel('SKU').focus()
    await page.keyboard.type('tpc')
    await options(page).waitFor()
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    expect(await item(page).getByLabel('Name').inputValue()).toBe('Celadon teapot')
    expect(await item(page).getByLabel('Unit price').inputValue()).toBe('400')
    expect(await shipping(page).getByLabel('City').inputValue()).toBe('Bremen')
    expect(await shipping(page).getByLabel('Company').inputValue()).toBe('')
  })

  test('keep what is typed on Tab, close on Escape before the dialog, and send no form by surprise', async () => {
    const page = await open('/orders?new=1', { role: 'operations', ...desktop })
    await page.keyboard.type('erik')
    await options(page).first().waitFor()
    await page.keyboard.press('Tab')
    await options(page).waitFor({ state: 'detached' })
    expect(await contact(page).getByLabel('Name').inputValue()).toBe('erik')
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('ArrowDown')
    await options(page).first().waitFor()
    await page.keyboard.press('Enter')
    await options(page).waitFor({ state: 'detached' })
    await page.keyboard.press('ArrowDown')
    await options(page).first().waitFor()
    await page.keyboard.press('Escape')
    await options(page).waitFor({ state: 'detached' })
    expect(await dialog(page).count()).toBe(1)
    expect(await dialog(page).getByText('This field is required.').count()).toBe(0)
    await page.keyboard.press('Escape')
    await dialog(page).getByText('Discard').first().waitFor()
  })

  test('of an older text are ignored, and an error does not disturb', async () => {
    const page = await openAlone('/orders?new=1', { role: 'operations', ...desktop })
    const { promise: released, resolve: release } = Promise.withResolvers<undefined>()
    await page.route('**/api/customers?*', async (route) => {
      if (route.request().url().includes('moritz')) await released
      await route.continue().catch(() => undefined)
    })
    await page.keyboard.type('moritz')
    await page.waitForRequest(/moritz/)
    await contact(page).getByLabel('Name').press('Control+a')
    await page.keyboard.type('muster')
    await options(page).waitFor()
    release(undefined)
    expect(await options(page).allInnerTexts()).toEqual([expect.stringContaining('Erika Muster')])
    expectConsoleError(/500/)
    await page.route('**/api/products?*', (route) => route.fulfill({ status: 500, body: '' }))
    await item(page).getByLabel('Name').focus()
    const failed = page.waitForResponse(/products/)
    await page.keyboard.type('teapot')
    await failed
    await page.keyboard.press('Tab')
    expect(await item(page).getByLabel('Name').inputValue()).toBe('teapot')
    expect(await options(page).count()).toBe(0)
  })

  test('wait for the text of an input method', async () => {
    const page = await openAlone('/orders?new=1', { role: 'operations', ...desktop })
    const requested: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/api/customers?')) requested.push(request.url())
    })
    const session = await page.context().newCDPSession(page)
    for (const text of ['e', 'er', 'eri'])
      await session.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 400)))
    expect(requested).toEqual([])
    await session.send('Input.insertText', { text: 'Erika Muster' })
    await options(page).waitFor()
    expect(await contact(page).getByLabel('Name').inputValue()).toBe('Erika Muster')
  })

  test('name a country in the language of the user, on a phone, too', async () => {
    const page = await open('/orders?new=1', { role: 'admin', ...phone })
    await fetch(
      '/api/account/locale',
      { method: 'PUT', body: '{"locale":"zh"}', headers: { 'content-type': 'application/json' } },
      'admin',
    )
    await goTo(page, '/orders?new=1')
    const country = dialog(page).getByLabel('国家').first()
    await country.scrollIntoViewIfNeeded()
    await country.focus()
    await page.keyboard.type('德')
    await options(page).first().waitFor()
    await expectAccessible(page)
    expect(await page.getByRole('option', { selected: true }).innerText()).toContain('德国')
    await options(page).first().tap()
    expect(await country.inputValue()).toBe('德国')
    expect(await page.locator('input[name="shippingAddress[country]"]').inputValue()).toBe('DE')
    await country.fill('')
    await page.keyboard.type('fran')
    await page.keyboard.press('Enter')
    expect(await country.inputValue()).toBe('法国')
  })

  test('leave a country alone that nobody touches, and say when one is not known', async () => {
    const order = await enter({ ...sold, shippingAddress: { ...address, country: 'Freedonia' } })
    const page = await open(`/orders?order=${order}&action=edit`, { role: 'operations', ...desktop })
    const country = shipping(page).getByLabel('Country')
    expect(await country.inputValue()).toBe('Freedonia')
    await shipping(page).getByText('“Freedonia” is not a known country.').waitFor()
    await expectAccessible(page)
    await shipping(page).getByLabel('City').fill('Kiel')
    await country.focus()
    await page.keyboard.press('Tab')
    await dialog(page).getByRole('button', { name: 'Save changes' }).click()
    await dialog(page).waitFor({ state: 'detached' })
    expect(await getCountry(order)).toBe('Freedonia')
    await goTo(page, `/orders?order=${order}&action=edit`)
    await country.fill('France')
    await country.press('Tab')
    expect(await shipping(page).getByText('is not a known country').count()).toBe(0)
    await dialog(page).getByRole('button', { name: 'Save changes' }).click()
    await dialog(page).waitFor({ state: 'detached' })
    expect(await getCountry(order)).toBe('FR')
  })

  test('are missing without script, where the fields have what is stored', async () => {
    const page = await open(`/orders?order=${number}&action=edit`, {
      role: 'owner',
      javaScriptEnabled: false,
      ...desktop,
    })
    expect(await shipping(page).getByLabel('Country').inputValue()).toBe('DE')
    await shipping(page).getByLabel('City').fill('Lübeck')
    await dialog(page).getByRole('button', { name: 'Save changes' }).click()
    await getOpenOrder(page).getByText('Lübeck').first().waitFor()
    expect(await getCountry(number)).toBe('DE')
  })
})
