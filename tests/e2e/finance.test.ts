import { endToEnd } from '#tests/support/end-to-end.ts'
import { goTo, pressKey, reload } from '#tests/support/hydration.ts'
import { expectAccessible, expectTargetSizes } from '#tests/e2e/expect-accessible.ts'
import { importOrders, today } from '#tests/e2e/import-orders.ts'
import { getApplyButton, getNotifications, getPanel, getRows } from '#tests/e2e/locators.ts'
import type { EntryTemplateView } from '#shared/finance/entry-templates.ts'
import { addDays } from '#shared/time.ts'
import { beforeAll, describe, expect, test } from 'bun:test'
import type { Page } from 'playwright'

const desktop = { viewport: { width: 1440, height: 900 } }

describe('the finance page', () => {
  const kontor = endToEnd()
  const { openShared: open } = kontor

  beforeAll(() =>
    importOrders(kontor, [
      { name: '1001', daysAgo: 60, price: '1000.00' },
      { name: '1002', daysAgo: 0, price: '90.00' },
      { name: '1003', daysAgo: 0, price: '190.00', status: 'partially_refunded', refunded: '50.00' },
      { name: '1004', daysAgo: 0, price: '20.00', status: 'pending' },
      { name: '1005', daysAgo: 0, price: '40.00', currency: 'USD' },
    ]),
  )

  const expectFigures = async (page: Page, ...names: string[]): Promise<void> => {
    for (const name of names) await page.getByRole('link', { name, exact: true }).waitFor()
  }
  const readAmounts = (page: Page) =>
    getRows(page, 'Entries').locator(':is([data-column=in], [data-column=out]):not(:empty)').allInnerTexts()

  const send = async <Answer>(path: string, body: BodyInit, headers: HeadersInit = {}): Promise<Answer> =>
    (await (await kontor.fetch(`/api/finance/${path}`, { method: 'POST', body, headers }, 'finance')).json()) as Answer
  /** The code of a new bank account. */
  const addBank = async (currency: string, accountName: string): Promise<string> => {
    const account = new URLSearchParams({ role: 'bank', currency, accountName })
    return (await send<{ code: string }>('accounts', account)).code
  }
  const importStatement = async (account: string, lines: readonly string[]): Promise<void> => {
    const file = new FormData()
    file.set('account', account)
    const head = '记账日期,货币,交易金额,联机余额,交易摘要,对手信息,客户摘要'
    file.set('file', new File([[head, ...lines].join('\n')], 'bank.csv'))
    await send('statements', file)
  }

  test('sums the period that is clicked, and keeps it in the URL', async () => {
    const page = await open('/finance', { role: 'finance', ...desktop })
    expect(await getRows(page, 'Entries').count()).toBe(4)
    await page.getByRole('link', { name: 'Today' }).click()
    await page.waitForURL('**/finance?from=today')
    await page.getByText('¥1,010.00', { exact: true }).waitFor()
    await expectFigures(page, 'Income ¥300.00', 'Expense ¥50.00', 'Net ¥250.00', 'Closing balance ¥1,260.00')
    await page.getByRole('link', { name: 'USD' }).click()
    await expectFigures(page, 'Income US$50.00')
    expect(await readAmounts(page)).toEqual(['+50.00'])
  })

  test('filters by days and kind without script, and sums the filtered entries', async () => {
    const page = await open('/finance?currency=CNY', { role: 'finance', javaScriptEnabled: false, ...desktop })
    await page.getByRole('link', { name: 'Filter', exact: true }).click()
    await page.getByLabel('From').fill(addDays(today(), -1))
    await page.getByRole('checkbox', { name: 'Refund', exact: true }).check()
    await getApplyButton(page).click()
    await page.waitForURL((url) => url.searchParams.get('kind') === 'refund.succeeded')
    expect(await readAmounts(page)).toEqual(['−50.00'])
    expect(await page.getByRole('row', { name: /^Total/ }).innerText()).toContain('−50.00')
    await page.getByRole('link', { name: 'Remove Kind' }).click()
    await page.waitForURL((url) => !url.searchParams.has('kind'))
    expect(await getRows(page, 'Entries').count()).toBe(3)
  })

  test('says of each filter how many entries there are without it when nothing matches', async () => {
    const query = 'currency=CNY&kind=refund.succeeded&flow=in'
    const page = await open(`/finance?${query}`, { role: 'finance', ...desktop })
    await page.getByRole('link', { name: 'Remove “Kind: Refund” (3)' }).waitFor()
    await page.getByRole('link', { name: 'Remove “Direction: Income” (1)' }).click()
    await getRows(page, 'Entries').first().waitFor()
    expect(await readAmounts(page)).toEqual(['−50.00'])
  })

  test('adds an account, posts to it with a preview, and corrects the entry', async () => {
    const page = await open('/finance?tab=accounts', { role: 'finance', ...desktop })
    await page.getByRole('link', { name: 'Add account' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Bank of Hamburg')
    await page.getByLabel('Currency', { exact: true }).fill('EUR')
    await page.getByRole('button', { name: 'Add account' }).click()
    // Other tests may have added banks before.
    const heading = page.getByRole('heading', { name: /1002\.\d\.EUR Bank of Hamburg/ })
    const [code = ''] = /1002\.\d\.EUR/.exec(await heading.innerText()) ?? []
    await page.getByRole('main').getByText('No postings in this period').waitFor()

    await goTo(page, '/finance?action=post')
    await page.getByLabel('Description').fill('Interest')
    const [debit, credit] = [1, 2].map((position) => page.getByRole('group', { name: `Posting ${position}` }))
    await debit?.getByLabel('Account').selectOption(code)
    await debit?.getByLabel('Debit').fill('250.00')
    await page.getByText('Debits and credits in EUR differ by 250.00').waitFor()
    await credit?.getByLabel('Account').selectOption('5301.EUR')
    await credit?.getByLabel('Credit').fill('250.00')
    await page.getByRole('dialog').getByText('Balanced').waitFor()
    const preview = page.getByRole('table', { name: 'Balances before and after' })
    expect(await preview.getByRole('row', { name: /Bank of Hamburg/ }).innerText()).toMatch(/0\.00\s+€250\.00$/)
    await page.getByRole('button', { name: 'Post entry' }).click()

    const panel = getPanel(page, /^Manual entry/)
    await panel.getByRole('link', { name: 'Correct…' }).click()
    await debit?.getByLabel('Debit').fill('260.00')
    await credit?.getByLabel('Credit').fill('260.00')
    await page.getByRole('button', { name: 'Reverse and post' }).click()
    await panel.getByText('+€260.00').waitFor()
    await panel.getByRole('link', { name: `${code} Bank of Hamburg` }).click()
    await page.getByRole('main').getByText('3 postings').waitFor()
    expect(await getRows(page, 'Postings').locator('[data-column=balance]').allInnerTexts()).toEqual([
      '260.00',
      '0.00',
      '250.00',
    ])
    await expectAccessible(page)
  })

  test('confirms proposals of a statement by key, goes on to the next line, and undoes a match', async () => {
    const code = await addBank('HKD', 'Bank of keys')
    await importStatement(code, [
      '2026-03-01,HKD,-15.00,85.00,账户管理费,,',
      '2026-03-02,HKD,3.42,88.42,结息,,',
      '2026-03-03,HKD,20.00,108.42,转账,Hangzhou Tea,',
    ])
    const page = await open(`/finance?tab=reconciliation&account=${code}`, { role: 'finance', ...desktop })
    await page.getByRole('link', { name: '1 Mar' }).press('Enter')
    await page.getByRole('button', { name: 'Confirm and post' }).waitFor()
    await pressKey(page, 'y')
    await page.getByRole('heading', { name: '结息' }).waitFor()
    await pressKey(page, 'y')
    await page.getByRole('heading', { name: 'Hangzhou Tea' }).waitFor()
    await page.getByLabel('Post the difference as').selectOption('Unknown receipt (suspense)')
    expect(await page.getByRole('row', { name: /^2241\.9/ }).innerText()).toContain('20.00')
    await expectAccessible(page)
    await pressKey(page, 'Escape')
    await page.getByRole('button', { name: 'Discard changes' }).click()
    await page.locator(':focus', { hasText: '3 Mar' }).waitFor()
    await page.getByRole('link', { name: 'Matched', exact: true }).click()
    await page.getByRole('link', { name: '2 Mar' }).click()
    await page.getByRole('button', { name: 'Undo match and reverse entry' }).click()
    await page.getByText('Match undone').first().waitFor()
    await page.getByRole('link', { name: 'Open', exact: true }).click()
    await page.getByRole('link', { name: '3 Mar' }).waitFor()
    await page.getByRole('searchbox', { name: 'Search lines' }).fill('3.42')
    await page.keyboard.press('Enter')
    await page.getByRole('main').getByText('1 line', { exact: true }).waitFor()
  })

  test('keeps what is chosen for a line while other postings are searched', async () => {
    const code = await addBank('SGD', 'Bank of searches')
    for (const [memo, amount] of [
      ['INV-76', '30.00'],
      ['INV-77', '40.00'],
      ['INV-78', '50.00'],
    ] as const) {
      const lines = [
        { account: code, debit: amount },
        { account: '5301.SGD', credit: amount },
      ]
      await send('entries', JSON.stringify({ day: '2026-03-01', memo, lines }), { 'content-type': 'application/json' })
    }
    await importStatement(code, ['2026-03-03,SGD,75.00,75.00,转账,Hangzhou Tea,'])
    const page = await open(`/finance?tab=reconciliation&account=${code}`, { role: 'finance', ...desktop })
    await page.getByRole('link', { name: '3 Mar' }).click()
    const candidates = page.getByRole('group', { name: 'Open postings' })
    const posting = (amount: string) => candidates.getByRole('checkbox', { name: amount })
    await posting('30.00').check()
    await page.getByLabel('Post the difference as').selectOption('Unknown receipt (suspense)')
    await page.getByRole('searchbox', { name: 'Find postings and lines' }).fill('INV-77')
    await page.getByRole('button', { name: 'Find', exact: true }).click()
    await posting('50.00').waitFor({ state: 'detached' })
    expect(await posting('30.00').isChecked()).toBe(true)
    await posting('40.00').check()
    await reload(page)
    expect(await posting('30.00').isChecked()).toBe(true)
    expect(await page.getByLabel('Post the difference as').inputValue()).not.toBe('')
  })

  test('closes a month, and reopens it with a second person', async () => {
    const entry = new URLSearchParams({ day: '2026-01-15', memo: 'Unknown receipt' })
    for (const [index, [account = '', side = '']] of [
      ['2241.9.EUR', 'credit'],
      ['3001.EUR', 'debit'],
    ].entries()) {
      entry.set(`lines[${index}][account]`, account)
      entry.set(`lines[${index}][${side}]`, '5.00')
    }
    await kontor.fetch('/api/finance/entries', { method: 'POST', body: entry }, 'finance')
    const page = await open('/finance?tab=closing', { role: 'finance', ...desktop })
    const name = 'January 2026'
    await page.getByRole('link', { name, exact: true }).click()
    await page.getByRole('link', { name: 'Close month' }).click()
    const dialog = page.getByRole('dialog', { name: `Close ${name}?` })
    await dialog.getByLabel('Why it is closed with these warnings').fill('The sender was asked')
    await dialog.getByRole('button', { name: 'Close month' }).click()
    await getNotifications(page).getByText(`${name} closed`, { exact: true }).waitFor()
    await page.getByRole('link', { name: 'Ask to reopen' }).waitFor()
    await page.locator('main:focus').waitFor()
    await page.getByRole('link', { name: 'Ask to reopen' }).click()
    await page.getByLabel('Reason').fill('A late invoice')
    await page.getByRole('button', { name: 'Ask to reopen' }).click()
    await page.getByText('Reopening requested', { exact: true }).waitFor()
    expect(await page.getByRole('button', { name: 'Reopen month' }).count()).toBe(0)
    const colleague = await open(new URL(page.url()).pathname + new URL(page.url()).search, {
      role: 'owner',
      ...desktop,
    })
    await colleague.getByRole('button', { name: 'Reopen month' }).click()
    await colleague.getByRole('link', { name: 'Close month' }).waitFor()
    expect(await colleague.getByRole('listitem').filter({ hasText: 'reopened it' }).count()).toBe(1)
  })

  test('opens an entry in the panel, moves on by key and closes it without changing the list', async () => {
    const page = await open(`/finance?kind=payment.captured`, { role: 'finance', ...desktop })
    await getRows(page, 'Entries').first().click()
    const panel = getPanel(page, /^Payment captured/)
    await panel.waitFor()
    const first = await panel.getByText(/^Entry \d+ · /).innerText()
    expect(await panel.getByText('Balanced').count()).toBe(1)
    await pressKey(page, 'j')
    await panel.getByText(first).waitFor({ state: 'detached' })
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'detached' })
    expect(new URL(page.url()).search).toBe('?kind=payment.captured')
  })

  test('opens the entries of a card, and marks the card', async () => {
    const page = await open('/finance?currency=CNY', { role: 'finance', ...desktop })
    await page.getByRole('link', { name: 'Expense ¥50.00' }).click()
    await page.waitForURL('**/finance?flow=out&currency=CNY')
    // The rows follow the URL.
    await page.getByRole('table').getByText('+1,010.00').first().waitFor({ state: 'detached' })
    expect(await readAmounts(page)).toEqual(['−50.00'])
    expect(await page.getByRole('link', { name: 'Expense ¥50.00' }).getAttribute('aria-current')).toBe('true')
    await page.getByRole('link', { name: 'Income ¥1,310.00' }).click()
    await getRows(page, 'Entries').getByText('+1,010.00').first().waitFor()
    expect(await page.getByRole('table').getByText('−50.00').count()).toBe(0)
    await page.getByRole('link', { name: 'Net ¥1,260.00' }).click()
    await page.getByRole('table').getByText('−50.00').first().waitFor()
  })

  test('shows the first entries below what waits, which opens, without script', async () => {
    const body = new URLSearchParams({ templateName: 'Rent', memo: 'Rent', firstDay: `${addDays(today(), -40)}` })
    for (const [index, [account = '', side = '']] of [
      ['2241.9', 'credit'],
      ['3001', 'debit'],
    ].entries()) {
      body.set(`lines[${index}][account]`, account)
      body.set(`lines[${index}][${side}]`, '7.00')
    }
    const { due } = (await (
      await kontor.fetch('/api/finance/templates', { method: 'POST', body }, 'finance')
    ).json()) as EntryTemplateView
    expect(due.length).toBeGreaterThan(1)
    const page = await open('/finance', { role: 'finance', javaScriptEnabled: false, ...desktop })
    const { y } = (await getRows(page, 'Entries').first().boundingBox()) ?? { y: Infinity }
    expect(y).toBeLessThan(700)
    await page.getByText(`¥${due.length * 7}.00`, { exact: true }).click()
    for (let left = due.length; left > 1; left--) {
      await page
        .getByRole('button', { name: /^Skip Rent/ })
        .first()
        .click()
      // The page that answers shows the rest, the last one without anything to open.
      await page
        .getByRole('button', { name: /^Skip Rent/ })
        .nth(left - 2)
        .waitFor()
      await page
        .getByRole('button', { name: /^Skip Rent/ })
        .nth(left - 1)
        .waitFor({ state: 'detached' })
    }
    expect(await page.getByRole('link', { name: /Rent.*Entries due/ }).innerText()).toContain('¥7.00')
    await page.getByRole('button', { name: /^Skip Rent/ }).click()
    await page.getByRole('link', { name: /Entries due/ }).waitFor({ state: 'detached' })
  })

  test('scrolls to the filter menu that opens low on the page, and back to the figures after a search', async () => {
    const page = await open('/finance', { role: 'finance', viewport: { width: 1440, height: 640 } })
    await page.locator('summary', { hasText: 'Filter' }).click()
    const apply = getApplyButton(page)
    await apply.waitFor()
    await page.waitForFunction(() => window.scrollY > 0)
    const box = (await apply.boundingBox()) ?? { y: Infinity, height: 0 }
    expect(box.y + box.height).toBeLessThanOrEqual(640)
    await page.getByRole('searchbox').fill('1003')
    await page.keyboard.press('Enter')
    await page.waitForURL((url) => url.searchParams.get('q') === '1003')
    await page.getByRole('table').getByText('+1,010.00').first().waitFor({ state: 'detached' })
    await page.waitForFunction(() => window.scrollY === 0)
  })

  test('cuts no text off where there is room', async () => {
    for (const width of [1024, 1280, 1440, 1680]) {
      const page = await open('/finance', { role: 'finance', viewport: { width, height: 900 } })
      const cut = await page
        .getByRole('cell')
        .evaluateAll((cells) =>
          cells.filter((cell) => cell.scrollWidth > cell.clientWidth).map((cell) => cell.textContent),
        )
      expect(cut).toEqual([])
    }
  })

  test('links an entry to its order', async () => {
    const page = await open('/finance?kind=refund.succeeded', { role: 'finance', ...desktop })
    const link = getRows(page, 'Entries').getByRole('link', { name: /^SO/ })
    const number = await link.innerText()
    await link.press('Enter')
    await page.waitForURL(`**/orders?order=${number}`)
    await page
      .getByRole('complementary', { name: /^Order SO/ })
      .getByText('#1003')
      .waitFor()
    await page.goBack()
    await page.locator('a:focus', { hasText: number }).waitFor()
    // The row hides its link while its panel, which has one, too, is open.
    await page.goto(
      page
        .url()
        .replace('kind=', `entry=${await getRows(page, 'Entries').getByRole('link').first().innerText()}&kind=`),
    )
    // Going back before the other page has been shown returns to the link, too.
    await page.route(/\/orders\/_payload\.json/, () => {})
    await page.getByRole('complementary').getByRole('link', { name: number }).press('Enter')
    await page.waitForURL(`**/orders?order=${number}`)
    await page.goBack()
    await page.evaluate(() => navigation.transition?.finished)
    await page.getByRole('complementary').locator('a:focus', { hasText: number }).waitFor()
  })

  test('shows both sides of an entry in its row', async () => {
    const page = await open('/finance?kind=refund.succeeded', { role: 'finance', ...desktop })
    expect(await getRows(page, 'Entries').locator('[data-column=postings]').innerText()).toBe(
      'Dr\u00a0Returns\u00a047.50, Shipping\u00a02.50 Cr\u00a0WeChat Pay\u00a050.00',
    )
  })

  test('names the missing permission to operations, in their language', async () => {
    const page = await open('/finance', { role: 'operations' })
    expect(await page.getByRole('main').innerText()).toContain('Owner, Admin and Finance')
    expect(await page.getByRole('main').innerText()).not.toContain('¥')
  })

  test('fits a phone, with cards instead of rows', async () => {
    const page = await open('/finance', { role: 'finance', viewport: { width: 390, height: 844 }, hasTouch: true })
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(width).toBe(390)
    expect(await page.getByRole('table', { name: 'Entries' }).locator('thead').boundingBox()).toMatchObject({
      width: 1,
    })
    await page.getByRole('searchbox').fill('1003')
    await page.keyboard.press('Enter')
    await page.waitForURL((url) => url.searchParams.get('q') === '1003')
    // What was found is on the screen, not below it.
    await page.waitForFunction(() => {
      const y = document.querySelector('[role=search]')?.getBoundingClientRect().y ?? 0
      return window.scrollY > 0 && y > 0 && y < 600
    })
  })

  test('shows all figures of converted currencies on a phone without sideways scrolling', async () => {
    const page = await open('/finance?convert=CNY', { role: 'finance', viewport: { width: 390, height: 844 } })
    const cells = page.getByRole('table', { name: 'All currencies in CNY' }).locator('td')
    await cells.first().waitFor({ state: 'attached' })
    const ends = await cells.evaluateAll((all) => all.map((cell) => cell.getBoundingClientRect().right))
    expect(Math.max(...ends)).toBeLessThan(390)
  })

  test('prints the balances before and after each month, and what explains the difference', async () => {
    const page = await kontor.open('/finance?group=month', { role: 'finance', ...desktop })
    await page.emulateMedia({ media: 'print' })
    // As wide as A4 between its margins.
    await page.setViewportSize({ width: 703, height: 1032 })
    const heads = page.getByRole('table', { name: /month/i }).getByRole('columnheader')
    expect(await heads.allInnerTexts()).toEqual(['Month', 'Opening', 'In', 'Out', 'Net', 'Closing balance'])
  })

  test('prints an entry without the headings of what only a screen can do', async () => {
    const page = await kontor.open('/finance?entry=1', { role: 'finance', ...desktop })
    const headings = page.getByRole('heading', { level: 3 })
    expect(await headings.allInnerTexts()).toContain('Verification')
    await page.emulateMedia({ media: 'print' })
    const printed = await headings.evaluateAll((all) =>
      all.flatMap((each) => (each.checkVisibility() ? each.textContent : [])),
    )
    expect(printed).toEqual(['Debit and creditBalanced', 'Linked to', 'Source'])
    expect(await page.getByText('Entries cannot be edited').isVisible()).toBe(false)
  })

  test('tells the states of the calendar apart without their colors', async () => {
    await importStatement(await addBank('NZD', 'Bank of shapes'), ['2026-03-01,NZD,20.00,20.00,转账,Hangzhou Tea,'])
    const page = await open('/finance?tab=reconciliation&month=2026-03', { role: 'finance', ...desktop })
    const states = page.getByRole('list').filter({ hasText: 'No file' }).getByRole('listitem')
    const shapes = await states.evaluateAll((items) =>
      items.map(({ firstElementChild }) => {
        const { borderTopStyle, borderTopWidth } = getComputedStyle(firstElementChild as Element)
        return `${borderTopWidth} ${borderTopStyle}`
      }),
    )
    expect(shapes).toHaveLength(4)
    expect(new Set(shapes).size).toBe(4)
  })

  test('has links that are large enough to hit in its figures and charts', async () => {
    for (const [path, viewport] of [
      ['/finance?from=today&flow=in', desktop.viewport],
      ['/finance?chart=composition', { width: 390, height: 844 }],
    ] as const) {
      const page = await open(path, { role: 'finance', viewport })
      await expectTargetSizes(page)
    }
  })

  test('is accessible with an entry open', async () => {
    const page = await open('/finance?entry=1', { role: 'finance', ...desktop })
    await expectAccessible(page)
  })
})
