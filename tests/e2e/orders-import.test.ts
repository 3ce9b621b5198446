import { expectAccessible } from '#tests/e2e/expect-accessible.ts'
import { toOrdersCsv } from '#tests/e2e/import-orders.ts'
import { getRows } from '#tests/e2e/locators.ts'
import { endToEnd } from '#tests/support/end-to-end.ts'
import { goTo } from '#tests/support/hydration.ts'
import { describe, expect, test } from 'bun:test'
import type { Download, Locator, Page } from 'playwright'

const desktop = { viewport: { width: 1440, height: 900 } }

const csv = (content: string, name = 'orders.csv') => ({ name, mimeType: 'text/csv', buffer: Buffer.from(content) })

const orders = (first: number, count: number, price = '90.00') =>
  Array.from({ length: count }, (_, index) => ({ name: String(first + index), daysAgo: 3, price }))

const dialog = (page: Page) => page.getByRole('dialog')
/** The file input, in the form without script too. */
const getFileInput = (page: Page) => dialog(page).getByLabel(/file/i)
/** The counts of the result by label. */
const readSummary = async (page: Page) => {
  const names = await dialog(page).getByRole('term').allInnerTexts()
  const values = await dialog(page).getByRole('definition').allInnerTexts()
  return Object.fromEntries(names.map((name, index) => [name, values[index]]))
}

/** Chooses a file once the code that checks it has loaded: only then is the button disabled without one. */
async function choose(page: Page, file: ReturnType<typeof csv>): Promise<void> {
  await dialog(page).getByRole('button', { name: 'Check file', disabled: true }).waitFor()
  await dialog(page).getByLabel('choose a file').setInputFiles(file)
}

async function readDownload(download: Download): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

describe('the import dialog', () => {
  const kontor = endToEnd()
  const { openShared: open, expectConsoleError } = kontor

  test('checks a file without saving, imports it, shows the orders, and finds no new ones the second time', async () => {
    const page = await open('/orders', { role: 'owner', ...desktop })
    await page.getByRole('link', { name: 'Import', exact: true }).click()
    await dialog(page).getByText('Drop a file here').waitFor()
    expect(new URL(page.url()).search).toBe('?import=1')
    await choose(page, csv(toOrdersCsv(orders(2001, 30))))
    await dialog(page).getByRole('button', { name: 'Check file' }).click()
    await dialog(page).getByRole('heading', { name: '30 orders ready to import' }).waitFor()
    expect(await readSummary(page)).toEqual({ 'Orders in file': '30', 'New': '30', 'Unchanged': '0', 'Rejected': '0' })
    await dialog(page).getByRole('button', { name: 'Import 30 orders' }).click()
    await dialog(page).getByRole('heading', { name: '30 orders imported' }).waitFor()
    await dialog(page).getByRole('button', { name: 'View orders' }).click()
    await page.getByText('#2030').waitFor()
    expect(
      await getRows(page, 'Orders')
        .filter({ hasText: /#20\d\d/ })
        .count(),
    ).toBe(30)

    await page.getByRole('link', { name: 'Import', exact: true }).click()
    await choose(page, csv(toOrdersCsv(orders(2001, 30))))
    await dialog(page).getByRole('button', { name: 'Import', exact: true }).click()
    await dialog(page).getByRole('heading', { name: 'No new order' }).waitFor()
    expect(await readSummary(page)).toMatchObject({ Created: '0', Unchanged: '30' })
  })

  test('undoes an import whose orders are untouched, which removes them from the list', async () => {
    const file = { ...csv(toOrdersCsv(orders(2701, 4)), 'undone.csv') }
    const page = await open('/orders?import=1', { role: 'owner', ...desktop })
    await choose(page, file)
    await dialog(page).getByRole('button', { name: 'Import', exact: true }).click()
    await dialog(page).getByRole('heading', { name: '4 orders imported' }).waitFor()
    await goTo(page, '/orders?import=1')
    await dialog(page).getByText('Earlier imports').click()
    await dialog(page).getByRole('link', { name: 'Undo', exact: true }).first().click()
    const undo = page.getByRole('dialog', { name: 'Undo the import of undone.csv' })
    await undo.getByText('4 orders will be removed:').waitFor()
    await expectAccessible(page)
    await undo.getByRole('button', { name: 'Remove 4 orders' }).click()
    const job = page.getByRole('dialog')
    await job.getByText(/^Finished ·/).waitFor()
    await goTo(page, '/orders')
    expect(await page.getByText(/#27\d\d/).count()).toBe(0)
    await goTo(page, '/orders?import=1')
    await dialog(page).getByText('Earlier imports').click()
    await dialog(page).getByRole('link', { name: 'Undone' }).waitFor()
  })

  test('shows what the shop has changed, updates it when asked to, and keeps what staff changed', async () => {
    const before = orders(2501, 3)
    const page = await open('/orders?import=1', { role: 'owner', ...desktop })
    await choose(page, csv(toOrdersCsv(before)))
    await dialog(page).getByRole('button', { name: 'Import', exact: true }).click()
    await dialog(page).getByRole('heading', { name: '3 orders imported' }).waitFor()

    const changed = toOrdersCsv([...orders(2501, 1, '95.00'), ...orders(2502, 3)]).replace(
      '2502@example.com',
      'new@example.com',
    )
    await dialog(page).getByRole('button', { name: 'Import another file' }).click()
    await choose(page, csv(changed))
    await dialog(page).getByRole('button', { name: 'Check file' }).click()
    await dialog(page).getByRole('heading', { name: '1 order ready to import' }).waitFor()
    expect(await readSummary(page)).toEqual({
      'Orders in file': '4',
      'New': '1',
      'Changed': '2',
      'Unchanged': '1',
      'Rejected': '0',
    })
    const rows = getRows(page, '2 orders have changed in the shop')
    expect(await rows.nth(1).innerText()).toMatch(/#2502 SO\d+-\d+\s+Email 2502@example.com → new@example.com/)
    await expectAccessible(page)
    await dialog(page).getByRole('button', { name: 'Import 1 order only' }).click()
    await dialog(page).getByRole('heading', { name: '1 order imported' }).waitFor()
    expect(await dialog(page).innerText()).toContain('2 orders have changed in the shop and were left as they are.')
    await dialog(page).getByRole('button', { name: 'Update 2 orders' }).click()
    await dialog(page).getByRole('heading', { name: '2 orders updated' }).first().waitFor()
    expect(await readSummary(page)).toMatchObject({ Updated: '2', Unchanged: '2' })
    await goTo(page, '/orders?q=new%40example.com')
    await page.getByText('#2502').waitFor()
  })

  test('shows every rejected order with its line and reason, and downloads them as a file', async () => {
    const page = await open('/orders?import=1', { role: 'operations', ...desktop })
    const broken = toOrdersCsv([...orders(3001, 3), ...orders(3004, 1, 'ninety')]).replace('#3002', '=3002')
    await choose(page, csv(broken))
    await dialog(page).getByRole('button', { name: 'Import', exact: true }).click()
    await dialog(page)
      .getByRole('heading', { name: /imported/ })
      .waitFor()
    const { Created, Rejected } = await readSummary(page)
    const rows = getRows(page, 'Rejected orders')
    expect(await rows.count()).toBe(Number(Rejected))
    expect(Number(Created) + Number(Rejected)).toBe(4)
    expect(await rows.last().innerText()).toMatch(/^5\s+#3004\s+\S/)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog(page).getByRole('button', { name: 'Download rejected orders (CSV)' }).click(),
    ])
    const lines = (await readDownload(download)).trimEnd().split('\r\n')
    expect(lines.length).toBe(1 + Number(Rejected))
    expect(lines[0]).toBe('\uFEFF"Line","Order","Reason"')
  })

  test('names the formats that it knows, and asks for the columns of another file', async () => {
    expectConsoleError(/422/)
    const page = await open('/orders?import=1', { role: 'owner', ...desktop })
    await choose(page, csv('PK', 'orders.xlsx'))
    await dialog(page).getByRole('button', { name: 'Import', exact: true }).click()
    await dialog(page)
      .getByRole('alert')
      .getByText(/No known format/)
      .waitFor()
    await dialog(page).getByRole('button', { name: 'Remove orders.xlsx' }).click()
    await choose(page, csv('Date,Amount\n1,2\n', 'bank.csv'))
    await dialog(page).getByRole('button', { name: 'Import', exact: true }).click()
    await dialog(page).getByLabel('Order number').waitFor()
    await dialog(page).getByRole('button', { name: 'Remove bank.csv' }).click()
    await dialog(page).getByText('Drop a file here').waitFor()
  })

  test('names the columns that an export of a known shop lacks, and what to do, in one place', async () => {
    expectConsoleError(/422/)
    const page = await open('/orders?import=1', { role: 'owner', ...desktop })
    const whole = toOrdersCsv(orders(7001, 1))
      .split('\n')
      .map((line) => line.split(','))
    const total = whole[0]?.indexOf('Total') ?? 0
    const lacking = whole.map((fields) => fields.toSpliced(total, 1).join(',')).join('\n')
    await choose(page, csv(lacking))
    await dialog(page).getByRole('button', { name: 'Check file' }).click()
    await dialog(page).getByLabel('Order total').waitFor()
    expect(await dialog(page).getByRole('alert').innerText()).toBe(
      'This looks like an order export of Shopify, but these columns are missing: Total. Export the orders with all columns, or choose what each column of this file contains.',
    )
    expect(
      await dialog(page)
        .getByText(/Export the orders/)
        .count(),
    ).toBe(1)
  })

  test('moves the focus to what comes next, and announces the chosen file and the question about it', async () => {
    expectConsoleError(/422/)
    const page = await open('/orders?import=1', { role: 'owner', ...desktop })
    const waitForFocus = (control: Locator) => control.and(page.locator(':focus')).waitFor()
    await choose(page, csv('Date,Amount\n1,2\n', 'bank.csv'))
    const check = dialog(page).getByRole('button', { name: 'Check file' })
    await waitForFocus(check)
    await dialog(page).getByRole('status').getByText('bank.csv').waitFor({ state: 'attached' })
    await page.keyboard.press('Enter')
    await dialog(page)
      .getByRole('alert')
      .getByText(/No known format/)
      .waitFor()
    await waitForFocus(dialog(page).getByLabel('Header row'))
    const waitForError = (text: string) => dialog(page).getByRole('alert').getByText(text).waitFor()
    await dialog(page).getByLabel('Order number').selectOption('None')
    await check.click()
    await waitForError('The file could not be checked. Order number: This field is required.')
    await dialog(page).getByRole('button', { name: 'Import', exact: true }).click()
    await waitForError('No orders were imported. Order number: This field is required.')
    await dialog(page).getByRole('button', { name: 'Remove bank.csv' }).press('Enter')
    await waitForFocus(dialog(page).getByLabel('choose a file'))
  })

  test('accepts a dropped file', async () => {
    const page = await open('/orders?import=1', { role: 'owner', ...desktop })
    const transfer = await page.evaluateHandle(
      (content) => {
        const data = new DataTransfer()
        data.items.add(new File([content], 'dropped.csv', { type: 'text/csv' }))
        return data
      },
      toOrdersCsv(orders(4001, 1)),
    )
    await dialog(page).getByText('Drop a file here').dispatchEvent('drop', { dataTransfer: transfer })
    await dialog(page).getByRole('button', { name: 'Remove dropped.csv' }).waitFor()
  })

  test('asks before stopping, and closes when nothing runs', async () => {
    const page = await kontor.open('/orders', { role: 'owner', ...desktop })
    await page.getByRole('link', { name: 'Import', exact: true }).click()
    await page.route('**/api/imports/orders/jobs*', () => {
      // Never answered, so that the file keeps being sent.
    })
    await choose(page, csv(toOrdersCsv(orders(5001, 1))))
    await dialog(page).getByRole('button', { name: 'Import', exact: true }).click()
    await dialog(page).getByRole('progressbar').waitFor()
    for (const key of ['Escape', 'Escape', 'Escape']) await page.keyboard.press(key)
    await dialog(page).getByText('Stop the import?').waitFor()
    await dialog(page).getByRole('button', { name: 'Keep running' }).click()
    await page.evaluate(() => history.back())
    await dialog(page).getByText('Stop the import?').waitFor()
    expect(new URL(page.url()).search).toBe('?import=1')
    await dialog(page).getByRole('button', { name: 'Keep running' }).click()
    await page.keyboard.press('Escape')
    await dialog(page).getByRole('button', { name: 'Stop', exact: true }).click()
    await dialog(page).getByRole('button', { name: 'Cancel' }).click()
    await dialog(page).waitFor({ state: 'detached' })
    expect(new URL(page.url()).search).toBe('')
  })

  test('goes on when its page is closed, and shows its progress and its end among the jobs', async () => {
    const many = orders(10_001, 2000).map((order) => ({ ...order, daysAgo: 300 }))
    const page = await open('/orders?import=1', { role: 'admin', ...desktop })
    await choose(page, csv(toOrdersCsv(many), 'many.csv'))
    await dialog(page).getByRole('button', { name: 'Import', exact: true }).click()
    await dialog(page)
      .getByText(/^You can close this page/)
      .waitFor()
    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'detached' })
    await goTo(page, '/orders?jobs=own')
    await dialog(page).getByRole('link', { name: 'Import orders' }).click()
    await dialog(page)
      .filter({ hasText: /Finished[^]*Created\s*2,000/ })
      .waitFor()
    await expectAccessible(page)
    await dialog(page).getByRole('link', { name: 'View orders' }).click()
    await page.getByText('#12000').waitFor()
  })

  test('works without script and shows the result instead of the form', async () => {
    const page = await open('/orders?import=1', { role: 'owner', javaScriptEnabled: false, ...desktop })
    await getFileInput(page).setInputFiles(csv(toOrdersCsv(orders(6001, 2))))
    await dialog(page).getByRole('button', { name: 'Check file' }).click()
    await dialog(page).getByRole('heading', { name: '2 orders ready to import' }).waitFor()
    await getFileInput(page).setInputFiles(csv(toOrdersCsv(orders(6001, 2))))
    await dialog(page).getByRole('button', { name: 'Import', exact: true }).click()
    await dialog(page).getByRole('heading', { name: '2 orders imported' }).waitFor()
    const changed = csv(toOrdersCsv(orders(6001, 2)).replace('6001@example.com', '6000@example.com'))
    await getFileInput(page).setInputFiles(changed)
    await dialog(page).getByLabel('Update orders that have changed in the shop').check()
    await dialog(page).getByRole('button', { name: 'Check file' }).click()
    expect(await getRows(page, '1 order has changed in the shop').innerText()).toContain(
      'Email 6001@example.com → 6000@example.com',
    )
    await getFileInput(page).setInputFiles(changed)
    await dialog(page).getByRole('button', { name: 'Import', exact: true }).click()
    await dialog(page).getByRole('heading', { name: '1 order updated', level: 2 }).waitFor()
    await dialog(page).getByRole('link', { name: 'View orders' }).click()
    await page.getByText('#6002').waitFor()
  })

  test('shows errors without script', async () => {
    expectConsoleError(/422/)
    const page = await open('/orders?import=1', { role: 'owner', javaScriptEnabled: false })
    await dialog(page).getByRole('button', { name: 'Import', exact: true }).click()
    await dialog(page).getByRole('alert').waitFor()
    await getFileInput(page).setInputFiles(csv('Date,Amount\n1,2\n', 'bank.csv'))
    await dialog(page).getByRole('button', { name: 'Import', exact: true }).click()
    await dialog(page)
      .getByText(/No known format/)
      .waitFor()
    await dialog(page).getByLabel('Order number').waitFor()
  })

  test('names the missing permission to finance, and the roles that have it', async () => {
    const page = await open('/orders?import=1', { role: 'finance' })
    expect(await dialog(page).innerText()).toContain('Owner, Admin and Operations')
    expect(await getFileInput(page).count()).toBe(0)
  })

  test('is accessible', async () => {
    const page = await open('/orders?import=1', { role: 'owner', ...desktop })
    await dialog(page).getByText('Drop a file here').waitFor()
    await expectAccessible(page)
  })
})
