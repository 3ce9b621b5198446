import { expectAccessible } from '#tests/e2e/expect-accessible.ts'
import { importOrders, today } from '#tests/e2e/import-orders.ts'
import { getRows } from '#tests/e2e/locators.ts'
import { endToEnd } from '#tests/support/end-to-end.ts'
import { reload } from '#tests/support/hydration.ts'
import { beforeAll, describe, expect, test } from 'bun:test'
import type { Page } from 'playwright'

const desktop = { viewport: { width: 1440, height: 900 } }
const dialog = (page: Page) => page.getByRole('dialog')
const getStep = (page: Page) => dialog(page).getByRole('list', { name: 'Steps' }).locator('[aria-current=step]')
/** Each step with its state. */
const readSteps = (page: Page): Promise<string[]> =>
  dialog(page)
    .getByRole('list', { name: /Steps|步骤/ })
    .getByRole('listitem')
    .evaluateAll((steps) =>
      steps.map((step) =>
        [step.textContent, step.hasAttribute('aria-current') && 'current', step.hasAttribute('data-done') && 'done']
          .filter(Boolean)
          .join(' '),
      ),
    )
const chooseLanguage = (page: Page, locale: string) =>
  page.evaluate(
    (json) =>
      fetch('/api/account/locale', { method: 'PUT', headers: { 'Content-Type': 'application/json' }, body: json }),
    JSON.stringify({ locale }),
  )
const choose = (page: Page, name: string, lines: readonly string[]) =>
  dialog(page)
    .getByLabel('choose a file')
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) })
const check = (page: Page) => dialog(page).getByRole('button', { name: 'Check file' }).click()

/** What the file of customers has: a person, and one with an email address that is none. */
const customers = ['Name,Email', 'Ann Lee,ann.lee@example.com', 'Bob Ray,nowhere']
const statement = [
  '记账日期,货币,交易金额,联机余额,交易摘要,对手信息,客户摘要',
  '2026-03-01,HKD,-15.00,85.00,账户管理费,,',
  '2026-03-02,HKD,3.42,88.42,结息,,',
]

describe('every import of a file', () => {
  const kontor = endToEnd()
  const { openShared: open, expectConsoleError } = kontor

  beforeAll(() => importOrders(kontor, [{ name: '1001', daysAgo: 1, price: '90.00' }]))

  test('of customers: asks for columns, checks, imports, and leads to the customers', async () => {
    expectConsoleError(/422/)
    const page = await open('/orders?customers=import', { role: 'owner', ...desktop })
    await choose(page, 'people.csv', customers)
    await check(page)
    await dialog(page).getByLabel('Header row').waitFor()
    expect(await getStep(page).innerText()).toBe('File')
    await check(page)
    await dialog(page).getByRole('button', { name: 'Import 1 customer' }).waitFor()
    expect(await getStep(page).innerText()).toBe('Check')
    expect(await getRows(page, 'Rejected customers').innerText()).toContain('“nowhere” is not an email address')
    expect((await dialog(page).getByText('Customers in file').boundingBox())?.y).toBeLessThan(700)
    await expectAccessible(page)
    // The file that was checked is the one that is imported.
    await dialog(page).getByText('people.csv').waitFor()
    await dialog(page).getByRole('button', { name: 'Import 1 customer' }).click()
    await dialog(page).getByText('Finished', { exact: true }).waitFor({ state: 'attached' })
    expect(await readSteps(page)).toEqual(['File done', 'Check done', 'Import current done'])
    await dialog(page)
      .getByRole('link', { name: /customers/i })
      .first()
      .click()
    await page.getByRole('table').getByText('ann.lee@example.com').waitFor()
  })

  test('of customers, without script: shows the chosen file, and checks it', async () => {
    expectConsoleError(/422/)
    const page = await open('/orders?customers=import', { role: 'owner', javaScriptEnabled: false, ...desktop })
    expect((await dialog(page).getByLabel('choose a file').boundingBox())?.width).toBeGreaterThan(100)
    expect(await dialog(page).getByText('Drop a file here').isVisible()).toBe(false)
    await choose(page, 'people.csv', customers)
    await check(page)
    await dialog(page).getByLabel('Header row').waitFor()
  })

  test('of a statement: checks, imports, and leads to its lines', async () => {
    const body = new URLSearchParams({ role: 'bank', currency: 'HKD', accountName: 'Bank of files' })
    const added = await kontor.fetch('/api/finance/accounts', { method: 'POST', body }, 'finance')
    const { code } = (await added.json()) as { code: string }
    const page = await open('/finance?tab=reconciliation&action=import', { role: 'finance', ...desktop })
    const transfer = await page.evaluateHandle((content) => {
      const data = new DataTransfer()
      data.items.add(new File([content], 'bank.csv', { type: 'text/csv' }))
      return data
    }, statement.join('\n'))
    await dialog(page).getByText('Drop a file here').dispatchEvent('drop', { dataTransfer: transfer })
    await dialog(page).getByRole('button', { name: 'Remove bank.csv' }).waitFor()
    await dialog(page).getByLabel('Account').selectOption(code)
    await check(page)
    await dialog(page).getByText('Balances tie').waitFor()
    expect(await getStep(page).innerText()).toBe('Check')
    expect(await dialog(page).getByRole('definition').allInnerTexts()).toEqual(['2', '2', '0'])
    await expectAccessible(page)
    await dialog(page).getByRole('button', { name: 'Import', exact: true }).click()
    await dialog(page).getByRole('link', { name: 'Show lines' }).click()
    await page.getByRole('main').getByText('结息').waitFor()
  })

  test('of a statement that is not recognized: asks for its account first, and shows what it has read', async () => {
    const body = new URLSearchParams({ role: 'bank', currency: 'SGD', accountName: 'Bank of tables' })
    const added = await kontor.fetch('/api/finance/accounts', { method: 'POST', body }, 'finance')
    const { code } = (await added.json()) as { code: string }
    const page = await open('/finance?tab=reconciliation&action=import', { role: 'finance', ...desktop })
    await choose(page, 'table.csv', ['Booking date;Text;Value', '13.03.2026;Rent;-1.200,00', '14.03.2026;Sale;90,00'])
    await check(page)
    const account = dialog(page).getByRole('combobox', { name: 'Account', exact: true })
    await page.waitForFunction((element) => element === document.activeElement, await account.elementHandle())
    expect(await account.locator(':checked').innerText()).toBe('Choose an account')
    await account.selectOption(code)
    await check(page)
    await getRows(page, 'First lines as they are read').last().waitFor()
    expect(await getRows(page, 'First lines as they are read').count()).toBe(2)
    const box = await dialog(page).getByText('Lines in file').boundingBox()
    expect(box?.y).toBeLessThan(800)
  })

  test('of staff: checks, imports, and shows the links of the invited people', async () => {
    const page = await open('/users?import=1', { role: 'owner', ...desktop })
    await choose(page, 'staff.csv', ['Name,Email,Role', 'Wang Wu,wang.wu@example.com,king'])
    await check(page)
    await dialog(page).getByText('“king” is not a role').waitFor()
    expect(await dialog(page).getByRole('definition').allInnerTexts()).toEqual(['0', '0', '0', '1'])
    await dialog(page).getByRole('button', { name: 'Remove staff.csv' }).click()
    await dialog(page).getByText('“king” is not a role').waitFor({ state: 'detached' })
    await choose(page, 'staff.csv', ['Name,Email,Role', 'Wang Wu,wang.wu@example.com,Viewer'])
    await check(page)
    await dialog(page).getByText('To invite').first().waitFor()
    expect(await getStep(page).innerText()).toBe('Check')
    await expectAccessible(page)
    await dialog(page).getByRole('button', { name: 'Import', exact: true }).click()
    await dialog(page).getByRole('textbox', { name: 'Invitation links' }).waitFor()
    expect(await getStep(page).innerText()).toBe('Import')
    expect(await dialog(page).getByRole('definition').allInnerTexts()).toEqual(['1', '0', '0', '0'])
    await dialog(page).getByRole('link', { name: 'Done' }).click()
    await dialog(page).waitFor({ state: 'detached' })
  })

  test('of exchange rates: checks, imports, and leads to the rates', async () => {
    const page = await open('/finance?convert=CNY&action=import-rates', { role: 'finance', ...desktop })
    await choose(page, 'rates.csv', ['Date,USD,CNY', `${today()},1.08,7.85`])
    await check(page)
    await dialog(page).getByText('Rates in the file').waitFor()
    expect(await getStep(page).innerText()).toBe('Check')
    // No account is in US dollars.
    expect(await dialog(page).getByRole('definition').allInnerTexts()).toEqual(['1', '1', '0'])
    await expectAccessible(page)
    await dialog(page).getByRole('button', { name: 'Import', exact: true }).click()
    await dialog(page).waitFor({ state: 'detached' })
    await page.getByRole('main').getByText('7.85').waitFor()
  })

  test('of a statement: asks for its account again if it is imported without one', async () => {
    const page = await open('/finance?tab=reconciliation&action=import', { role: 'finance', ...desktop })
    await choose(page, 'euro.csv', [statement[0] ?? '', '2026-03-01,EUR,-15.00,85.00,账户管理费,,'])
    await check(page)
    const account = dialog(page).getByLabel(/^Account of the lines/)
    await account.waitFor()
    expect(await dialog(page).getByRole('alert').count()).toBe(0)
    await dialog(page).getByRole('button', { name: 'Import', exact: true }).click()
    await dialog(page).getByRole('alert').getByText('Choose the account').waitFor()
    expect(await account.evaluate((select) => select === document.activeElement)).toBe(true)
    await expectAccessible(page)
  })

  test('of shipments: asks for the headings of columns that it does not find', async () => {
    expectConsoleError(/422/)
    const page = await open('/orders?bulk=ship-file', { role: 'owner', ...desktop })
    await choose(page, 'parcels.csv', ['A,B', 'SO000000-00001,SF123'])
    await check(page)
    const order = dialog(page).getByLabel('Heading of the order number')
    await order.fill('A')
    await dialog(page).getByLabel('Heading of the tracking number').fill('B')
    await dialog(page).getByLabel('Carrier, if the rows have none').fill('SF')
    await check(page)
    await dialog(page).getByText('there is no order').waitFor()
    expect(await order.inputValue()).toBe('A')
  })

  test('of shipments: lists the lines with errors once, and leads to the preview of a correct file', async () => {
    expectConsoleError(/422/)
    const { rows } = (await (await kontor.fetch('/api/orders', {}, 'owner')).json()) as { rows: { number: string }[] }
    const page = await open('/orders?bulk=ship-file', { role: 'owner', ...desktop })
    const head = 'Order number,Carrier,Tracking number'
    await choose(page, 'parcels.csv', [head, 'SO000000-00001,SF,SF123', 'SO000000-00002,SF,SF124'])
    await check(page)
    await dialog(page).getByText('2 rows have errors').waitFor()
    expect(
      await dialog(page)
        .getByText(/^Line 2: /)
        .count(),
    ).toBe(1)
    // Its columns were found.
    expect(await dialog(page).getByLabel('Heading of the order number').count()).toBe(0)
    await expectAccessible(page)
    await dialog(page).getByRole('button', { name: 'Remove parcels.csv' }).click()
    await dialog(page).getByLabel('choose a file').and(page.locator(':focus')).waitFor()
    await choose(page, 'parcels.csv', [head, `${rows[0]?.number},SF,SF123`])
    await check(page)
    await dialog(page).getByText('1 order will change.').waitFor()
    await dialog(page).getByRole('button', { name: 'Start job for 1 order' }).waitFor()
    expect(await readSteps(page)).toEqual(['File done', 'Check current done', 'Ship'])
    await expectAccessible(page)
    await dialog(page).getByRole('button', { name: 'Start job for 1 order' }).click()
    await dialog(page).getByText('Finished, Changed: 1').waitFor({ state: 'attached' })
    expect(await readSteps(page)).toEqual(['File done', 'Check done', 'Ship current done'])
    await chooseLanguage(page, 'zh')
    await reload(page)
    expect(await readSteps(page)).toEqual(['文件 done', '检查 done', '发货 current done'])
    await chooseLanguage(page, 'en')
  })
})
