import { permissions } from '#shared/permissions.ts'
import { endToEnd } from '#tests/support/end-to-end.ts'
import { goTo, reload } from '#tests/support/hydration.ts'
import { expectAccessible } from '#tests/e2e/expect-accessible.ts'
import { getPanel, getRows } from '#tests/e2e/locators.ts'
import { describe, expect, test } from 'bun:test'
import type { Page } from 'playwright'

const waitForFocus = (page: Page, text: string) =>
  page.waitForFunction((expected) => document.activeElement?.textContent === expected, text)

describe('the users page', () => {
  const kontor = endToEnd()
  const { openShared: open, expectConsoleError } = kontor

  const applicant = (name: string) => ({
    name,
    email: `${name.toLowerCase()}@example.com`,
    password: 'quite a long word to guess',
  })
  const post = (path: string, body: object) =>
    kontor.fetch(path, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', 'origin': kontor.server.origin },
    })
  const register = async (name: string) => expect((await post('/api/auth/register', applicant(name))).status).toBe(201)
  const logIn = (name: string) => {
    const { email, password } = applicant(name)
    return post('/api/auth/login', { email, password })
  }

  test('adds a webhook, shows its secret once, changes, pauses and removes it', async () => {
    const page = await open('/users?tab=webhooks', { role: 'owner' })
    await page.getByRole('link', { name: 'Add webhook' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('URL').fill('https://10.0.0.1/hooks')
    expectConsoleError(/422/)
    await dialog.getByRole('button', { name: 'Add webhook' }).click()
    await dialog.getByText('This address is private').waitFor()
    await expectAccessible(page)
    await dialog.getByLabel('URL').fill('https://shop.example/hooks')
    await dialog.getByLabel('Description').fill('Warehouse')
    await dialog.getByRole('button', { name: 'Add webhook' }).click()
    const secret = dialog.getByLabel('Signing secret')
    expect(await secret.inputValue()).toStartWith('whsec_')
    await secret.and(page.locator(':focus')).waitFor()
    await dialog.getByRole('link', { name: 'Done' }).click()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(1280)
    await page.getByRole('link', { name: 'Warehouse' }).click()
    const panel = getPanel(page, 'Warehouse')
    await panel.getByRole('button', { name: 'Pause' }).click()
    await panel.getByRole('button', { name: 'Resume' }).waitFor()
    await expectAccessible(page)
    await panel.getByLabel('More actions').first().click()
    await panel.getByRole('link', { name: 'Remove' }).click()
    await dialog.getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('heading', { name: 'No webhooks' }).waitFor()
  })

  test('makes a role from another one, changes it and deletes it', async () => {
    const page = await open('/users?tab=roles', { role: 'owner' })
    await page.getByRole('link', { name: 'Create role' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Team lead')
    await dialog.getByLabel('Approve refunds').check()
    // Tall enough for the whole dialog: its buttons must not cover a part of a field.
    await page.setViewportSize({ width: 1440, height: 2000 })
    await expectAccessible(page)
    await dialog.getByLabel('Refunds per order').fill('500')
    await dialog.getByRole('button', { name: 'Create role' }).click()
    const row = getRows(page, 'Roles').filter({ hasText: 'Team lead' })
    await row.getByText('Refunds per order ¥500.00').waitFor()
    await row.getByRole('link', { name: 'Team lead' }).click()
    expect(await dialog.getByLabel('Approve refunds').isChecked()).toBe(true)
    await dialog.getByLabel('Approve refunds').uncheck()
    await dialog.getByLabel('Name').press('Enter')
    await row.getByText(`1 of ${permissions.length}`).waitFor()
    await row.getByRole('link', { name: 'Team lead' }).click()
    await dialog.getByRole('button', { name: 'Delete role' }).click()
    await row.waitFor({ state: 'detached' })
  })

  test('opens the own account from the menu, changes the password and ends the other session', async () => {
    const { name, email, password } = applicant('Marta')
    const headers = { 'content-type': 'application/json', 'origin': kontor.server.origin }
    const body = JSON.stringify({ email, role: 'operations' })
    const invited = await kontor.fetch('/api/invitations', { method: 'POST', headers, body }, 'owner')
    const { url } = (await invited.json()) as { url: string }
    const invitation = new URL(url).searchParams.get('invitation')
    await post('/api/auth/register', { ...applicant(name), invitation })
    const page = await open('/login')
    const enter = async (typed: string): Promise<void> => {
      await page.getByLabel('Email').fill(email)
      await page.getByRole('textbox', { name: 'Password' }).fill(typed)
      await page.getByRole('button', { name: 'Log in', exact: true }).press('Enter')
      await page.getByRole('heading', { name: 'Home' }).waitFor()
    }
    await enter(password)
    const other = await logIn(name)
    const isOtherLoggedIn = async (): Promise<boolean> => {
      const cookie = other.headers.getSetCookie().map((each) => each.split(';')[0])
      const response = await kontor.fetch('/api/_auth/session', { headers: { cookie: cookie.join('; ') } })
      return 'user' in ((await response.json()) as object)
    }
    expect(await isOtherLoggedIn()).toBe(true)
    await page.getByRole('button', { name: /Marta/ }).press('Enter')
    await page.getByRole('link', { name: 'My account' }).press('Enter')
    const panel = page.getByRole('main', { name: 'My account' })
    await panel.getByText('This session').waitFor()
    await panel.getByRole('link', { name: 'Change password…' }).press('Enter')
    const current = panel.getByLabel('Current password')
    await current.waitFor()
    expect(await current.evaluate((field) => field === document.activeElement)).toBe(true)
    await current.fill(password)
    await panel.getByRole('textbox', { name: 'New password' }).fill('a kettle under the moon')
    await expectAccessible(page)
    await panel.getByRole('textbox', { name: 'New password' }).press('Enter')
    await panel.getByRole('link', { name: 'Change password…' }).waitFor()
    expect(await isOtherLoggedIn()).toBe(false)
    await panel.getByRole('button', { name: 'Log out everywhere' }).press('Enter')
    await page.waitForURL('**/login')
    await enter('a kettle under the moon')
  })

  test('imports people from a file, and views Kontor as one of them until it is stopped', async () => {
    const page = await open('/users?import=1', { role: 'owner' })
    const dialog = page.getByRole('dialog')
    const chooseFile = (content: string): Promise<void> =>
      dialog
        .getByLabel('choose a file')
        .setInputFiles({ name: 'staff.csv', mimeType: 'text/csv', buffer: Buffer.from(content) })
    await chooseFile('Name,Email,Role\nWang Wu,wang.wu@example.com,king\n')
    await dialog.getByRole('button', { name: 'Import' }).click()
    await dialog.getByText('“king” is not a role').waitFor()
    await chooseFile('Name,Email,Role\nWang Wu,wang.wu@example.com,Viewer\n')
    await dialog.getByRole('button', { name: 'Import' }).click()
    const links = dialog.getByRole('textbox', { name: 'Invitation links' })
    const invitation = new URL((await links.inputValue()).split('\t')[1] ?? '').searchParams.get('invitation')
    await expectAccessible(page)
    const person = { name: 'Wang Wu', email: 'wang.wu@example.com', password: 'quite a long word to guess', invitation }
    expect((await post('/api/auth/register', person)).status).toBe(201)
    await dialog.getByRole('link', { name: 'Done' }).click()

    await goTo(page, '/users?q=wang.wu')
    await page.getByRole('link', { name: 'Wang Wu' }).click()
    await page.getByRole('link', { name: 'View as…' }).click()
    await dialog.getByLabel('Reason').fill('A question about an order')
    // The page of the owner may still ask for their jobs when the session is already that of someone else.
    expectConsoleError(/409 \(Conflict\) .*\/api\/jobs/)
    await dialog.getByRole('button', { name: 'Start viewing' }).click()
    const banner = page.getByRole('complementary', { name: 'Stop viewing' })
    await banner.getByText(/viewing as Wang Wu until/).waitFor()
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('link', { name: 'Orders', exact: true }).click()
    await page.getByRole('heading', { name: 'Orders' }).waitFor()
    await expectAccessible(page)
    // What fills the screen of a phone leaves the banner in sight.
    await goTo(page, '/users?me=1')
    await page.getByText('Not shown while viewing as someone else').waitFor()
    await banner.getByRole('button', { name: 'Stop viewing' }).click()
    await banner.waitFor({ state: 'detached' })
  })

  test('approves a request with a role', async () => {
    await kontor.getAccount('owner')
    await register('Hanna')
    const page = await open('/users', { role: 'owner' })
    const pendingRow = page.getByRole('listitem').filter({ hasText: 'hanna@example.com' })
    await pendingRow.getByLabel('Role for Hanna').selectOption('Operations')
    await pendingRow.getByRole('button', { name: 'Approve' }).click()
    const row = getRows(page, 'Staff').filter({ hasText: 'Hanna' })
    await row.waitFor()
    expect(await row.innerText()).toContain('Operations')
    expect((await logIn('Hanna')).status).toBe(200)
  })

  test('approves a request without script', async () => {
    await kontor.getAccount('owner')
    await register('Jonas')
    const page = await open('/users', { role: 'owner', javaScriptEnabled: false })
    const pendingRow = page.getByRole('listitem').filter({ hasText: 'jonas@example.com' })
    await pendingRow.getByRole('button', { name: 'Approve' }).click()
    await getRows(page, 'Staff').filter({ hasText: 'Jonas' }).filter({ hasText: 'Viewer' }).waitFor()
  })

  test('breaks a long name, in the request, the list, the panel and the activity', async () => {
    await kontor.getAccount('owner')
    const name = 'W'.repeat(80)
    await register(name)
    const page = await open('/users', { role: 'owner', viewport: { width: 390, height: 844 }, hasTouch: true })
    const expectNoSidewaysScrolling = async () =>
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    await expectNoSidewaysScrolling()
    await page.getByRole('listitem').filter({ hasText: name }).getByRole('button', { name: 'Approve' }).click()
    const row = getRows(page, 'Staff').filter({ hasText: name })
    await row.waitFor()
    await expectNoSidewaysScrolling()
    await goTo(page, '/')
    await page.getByText('registered').first().waitFor()
    await expectNoSidewaysScrolling()
    await goTo(page, '/users')
    await row.getByRole('link').click()
    await page.getByRole('heading', { name }).waitFor()
    await expectNoSidewaysScrolling()
  })

  test('rejects a request, and reopens it from the notification', async () => {
    await kontor.getAccount('owner')
    await register('Mallory')
    const page = await open('/users', { role: 'owner' })
    const requests = page.getByRole('region', { name: 'Access requests' })
    const reject = requests.getByRole('listitem').filter({ hasText: 'Mallory' }).getByRole('button', { name: 'Reject' })
    await reject.click()
    await reject.waitFor({ state: 'detached' })
    expect((await logIn('Mallory')).status).not.toBe(200)
    await page.getByRole('button', { name: 'Undo' }).click()
    await requests.getByRole('link', { name: 'Mallory' }).waitFor()
    await waitForFocus(page, 'Mallory')
    await reject.click()
    await reject.waitFor({ state: 'detached' })
    await goTo(page, '/users?status=archived')
    await page.getByRole('row', { name: /Mallory/ }).waitFor()
  })

  test('reopens a rejected request without script', async () => {
    await kontor.getAccount('owner')
    await register('Trudy')
    const page = await open('/users', { role: 'owner', javaScriptEnabled: false })
    const requests = page.getByRole('region', { name: 'Access requests' })
    await requests.getByRole('listitem').filter({ hasText: 'Trudy' }).getByRole('button', { name: 'Reject' }).click()
    await goTo(page, '/users?status=archived')
    await page.getByRole('row', { name: /Trudy/ }).getByRole('link').click()
    const panel = getPanel(page, 'Trudy')
    await panel.getByRole('button', { name: 'Reopen request' }).click()
    await panel.getByRole('button', { name: 'Reject' }).click()
    await panel.getByRole('button', { name: 'Reopen request' }).waitFor()
  })

  for (const [device, viewport] of [
    ['desktop', { width: 1440, height: 900 }],
    ['phone', { width: 390, height: 844 }],
  ] as const)
    test(`opens a user with a click anywhere on the row, on a ${device}`, async () => {
      await kontor.getAccount('owner')
      const page = await open('/users', { role: 'owner', viewport })
      const row = getRows(page, 'Staff').filter({ has: page.getByRole('link', { name: 'Kim owner' }) })
      await row.getByRole('cell', { name: 'Active' }).click()
      await getPanel(page, 'Kim owner').waitFor()
    })

  test('moves the focus to the next request after a decision, or to the panel', async () => {
    await kontor.getAccount('owner')
    for (const name of ['Alice', 'Bob', 'Carol']) await register(name)
    const page = await open('/users', { role: 'owner' })
    const requests = page.getByRole('region', { name: 'Access requests' })
    const decide = async (name: string, button: string) => {
      const row = requests.getByRole('listitem').filter({ hasText: name })
      await row.getByRole('button', { name: button }).press('Enter')
      await row.waitFor({ state: 'detached' })
    }
    await decide('Bob', 'Approve')
    await waitForFocus(page, 'Carol')
    await decide('Carol', 'Reject')
    await waitForFocus(page, 'Alice')
    await page.keyboard.press('Enter')
    const panel = getPanel(page, 'Alice')
    await panel.getByRole('button', { name: 'Approve' }).press('Enter')
    await panel.getByText('Suspend…').waitFor()
    await page.waitForFunction(() => document.activeElement?.matches('[role=complementary]'))
  })

  test('names the consequence before suspending, ends the sessions immediately, and restores', async () => {
    const { email } = await kontor.getAccount('operations')
    expectConsoleError(/401 \(Unauthorized\)/)
    const suspendedPage = await open('/', { role: 'operations' })
    const page = await open(`/users?q=${email}`, { role: 'owner' })
    await getRows(page, 'Staff').click()
    const panel = getPanel(page, 'Kim operations')
    await panel.getByText('Suspend…').click()
    expect(await panel.innerText()).toMatch(/active sessions? ends? immediately/)
    await panel.getByRole('link', { name: 'Cancel' }).click()
    expect(await panel.getByRole('button', { name: 'Suspend', exact: true }).isVisible()).toBe(false)
    await panel.getByText('Suspend…').click()
    await panel.getByRole('button', { name: 'Suspend', exact: true }).click()
    await panel.getByRole('button', { name: 'Restore' }).waitFor()
    await suspendedPage.getByRole('dialog', { name: 'Your session has expired' }).waitFor()
    await reload(suspendedPage)
    expect(new URL(suspendedPage.url()).pathname).toBe('/login')
    await panel.getByRole('button', { name: 'Restore' }).click()
    await panel.getByText('Suspend…').waitFor()
  })

  test('makes an API token, shows it once, and revokes it in its panel', async () => {
    const page = await open('/users?tab=tokens', { role: 'owner' })
    await page.getByRole('link', { name: 'Create token' }).click()
    const dialog = page.getByRole('dialog')
    await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'tokenName')
    await page.keyboard.type('Web shop')
    await dialog.getByLabel('View orders').check()
    expect(await dialog.getByLabel('Write off open amounts').count()).toBe(0)
    await page.keyboard.press('Enter')
    const secret = dialog.getByRole('textbox', { name: 'API token' })
    await secret.and(page.locator(':focus')).waitFor()
    const authorization = `Bearer ${await secret.inputValue()}`
    const callApi = async (): Promise<number> =>
      (await kontor.fetch('/api/orders', { headers: { authorization } })).status
    expect(await callApi()).toBe(200)
    await dialog.getByRole('link', { name: 'Done' }).click()
    await page.getByRole('link', { name: 'Create token' }).and(page.locator(':focus')).waitFor()
    await getRows(page, 'API tokens').getByRole('link', { name: 'Web shop' }).click()
    const panel = getPanel(page, 'Web shop')
    await panel.getByText('No changes yet.').waitFor()
    await expectAccessible(page)
    await panel.getByRole('button', { name: 'Revoke token' }).click()
    await panel.getByText('Revoked', { exact: true }).waitFor()
    expect(await callApi()).toBe(401)
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'detached' })
  })

  test('opens an event of the audit log, filters it, and downloads what the filter shows', async () => {
    const page = await open('/users?tab=audit', { role: 'owner' })
    await getRows(page, 'Audit log')
      .first()
      .getByRole('link', { name: /^Event of/ })
      .click()
    const dialog = page.getByRole('dialog', { name: 'Event' })
    await dialog.getByText('Request').waitFor()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('searchbox').fill('203.0.113.77')
    await page.keyboard.press('Enter')
    await page.getByText('No results match').waitFor()
    await goTo(page, '/users?tab=audit&topic=logins')
    await page.setViewportSize({ width: 390, height: 844 })
    await expectAccessible(page)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download chain head' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('audit-log-head.json')
  })

  test('names the selected accounts before it changes them', async () => {
    for (const name of ['Nadia', 'Oskar']) await register(name)
    const page = await open('/users?status=pending', { role: 'owner' })
    const select = (name: string) => page.getByRole('checkbox', { name: `Select ${name}` })
    await select('Nadia').check()
    await page.getByLabel('Action').selectOption('Reject')
    await page.getByText('Apply to selected…').click()
    await page.getByText('This changes the accounts of Nadia immediately.').waitFor()
    await select('Oskar').check()
    await page
      .getByText('This changes the accounts of Oskar and Nadia immediately.')
      .or(page.getByText('This changes the accounts of Nadia and Oskar immediately.'))
      .waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Confirm' }).click()
    await page.getByText('2 accounts changed.', { exact: true }).waitFor()
    await select('Nadia').waitFor({ state: 'detached' })
  })

  test('asks before suspending without script too', async () => {
    const { email } = await kontor.getAccount('viewer')
    const page = await open(`/users?q=${email}`, { role: 'owner', javaScriptEnabled: false })
    await getRows(page, 'Staff').getByRole('link').click()
    const panel = getPanel(page, /^Kim /)
    expect(await panel.getByRole('button', { name: 'Suspend', exact: true }).isVisible()).toBe(false)
    await panel.getByText('Suspend…').click()
    await panel.getByRole('button', { name: 'Suspend', exact: true }).click()
    await page
      .getByRole('row', { name: /Suspended/ })
      .getByRole('link')
      .click()
    await page.getByRole('button', { name: 'Restore' }).click()
    await page.getByRole('row', { name: /Active/ }).waitFor()
  })

  test('suspends and restores in Chinese too', async () => {
    const { email } = await kontor.getAccount('viewer')
    const page = await open(`/users?q=${email}`, { role: 'owner', locale: 'zh-CN' })
    await page.evaluate(() =>
      fetch('/api/account/locale', {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: '{"locale":"zh"}',
      }),
    )
    await reload(page)
    await page.getByRole('row', { name: /正常/ }).getByRole('link').click()
    await page.getByText('停用…').click()
    await page.getByRole('button', { name: '停用', exact: true }).click()
    await page.getByRole('button', { name: '恢复' }).click()
    await page.getByText('停用…').waitFor()
    await page.evaluate(() =>
      fetch('/api/account/locale', {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: '{"locale":"en"}',
      }),
    )
  })

  test('offers only allowed actions: not on oneself, and not on an owner to an admin', async () => {
    const { email } = await kontor.getAccount('owner')
    for (const role of ['owner', 'admin'] as const) {
      const page = await open(`/users?q=${email}`, { role })
      await getRows(page, 'Staff').getByRole('link').click()
      await getPanel(page, /^Kim /).waitFor()
      expect(await page.getByText('Suspend…').count()).toBe(0)
    }
  })

  test('names the missing permission to other roles', async () => {
    const page = await open('/users', { role: 'finance' })
    expect(await page.getByRole('main').innerText()).toContain('Owner and Admin')
  })

  test('fits a phone and is accessible with an account open', async () => {
    const { email } = await kontor.getAccount('operations')
    const phone = { viewport: { width: 390, height: 844 }, hasTouch: true }
    const list = await open('/users', { role: 'owner', ...phone })
    expect(await list.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    const second = await open('/users?tab=roles', { role: 'owner', ...phone })
    const before = await second.getByRole('link', { name: 'Staff', exact: true }).boundingBox()
    expect(before?.x).toBeGreaterThanOrEqual(0)
    const page = await open(`/users?q=${email}`, { role: 'owner' })
    await getRows(page, 'Staff').getByRole('link').click()
    await getPanel(page, /^Kim /).waitFor()
    await expectAccessible(page)
  })
})
