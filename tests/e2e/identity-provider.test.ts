import { expectAccessible } from '#tests/e2e/expect-accessible.ts'
import { endToEnd } from '#tests/support/end-to-end.ts'
import { goTo, reload } from '#tests/support/hydration.ts'
import { findFreePort } from '#tests/support/find-free-port.ts'
import { startIdentityProvider } from '#tests/support/identity-provider.ts'
import { sqlitePath } from '#server/db/sqlite.ts'
import { Database } from 'bun:sqlite'
import { afterAll, expect, test } from 'bun:test'
import type { Page } from 'playwright'

const port = findFreePort()
const idp = await startIdentityProvider({ origin: `http://localhost:${port}` })
afterAll(() => idp.close())
const { issuer, clientId, clientSecret, name } = idp.settings
const kontor = endToEnd({
  settings: {
    PORT: String(port),
    KONTOR_OIDC_ISSUER: issuer,
    KONTOR_OIDC_CLIENT_ID: clientId,
    KONTOR_OIDC_CLIENT_SECRET: clientSecret,
    KONTOR_OIDC_NAME: name,
    KONTOR_OIDC_PROVISIONING: 'qinghe.example',
    KONTOR_OIDC_ROLES: '*=admin',
  },
})
const { open, expectConsoleError } = kontor

/** Presses the button and returns the window that opens. */
async function openWindow(page: Page, button: string): Promise<Page> {
  const opened = page.context().waitForEvent('page')
  await page.getByRole('link', { name: button }).click()
  const popup = await opened
  await popup.getByRole('link', { name: 'Continue as Lin' }).waitFor()
  return popup
}

/** Makes the last proof of every session an old one. */
function expireProofs(): void {
  const database = new Database(sqlitePath(kontor.server.settings['KONTOR_DATA'] ?? ''))
  database.run('pragma busy_timeout = 5000')
  database.run('update sessions set verified_at = 0')
  database.close()
}

test('logs in in a window that closes itself; proves there who it is; a closed and a canceled window say what to do', async () => {
  // The problem of the canceled login.
  expectConsoleError(/401|403/)
  await kontor.getAccount('owner')
  const page = await open('/finance')
  const abandoned = await openWindow(page, 'Log in with Okta')
  await page.getByText('Continue in the Okta window.').waitFor()
  await expectAccessible(page)
  await abandoned.close()
  await page.getByText('The login window was closed before the login was complete.').waitFor()

  const canceled = await openWindow(page, 'Log in with Okta')
  await canceled.getByRole('link', { name: 'Cancel' }).click()
  await page.getByText('The login was canceled, or Okta denied it.').waitFor()
  expect(canceled.isClosed() || (await canceled.waitForEvent('close'))).toBeTruthy()

  const popup = await openWindow(page, 'Log in with Okta')
  await popup.getByRole('link', { name: 'Continue as Lin' }).click()
  await page.waitForURL((url) => url.pathname === '/finance')
  expect(popup.isClosed() || (await popup.waitForEvent('close'))).toBeTruthy()

  await goTo(page, '/users?me=passkey')
  expireProofs()
  await page.getByLabel('Name of the passkey').fill('Work laptop')
  await page.keyboard.press('Enter')
  const confirm = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await confirm.waitFor()
  await expectAccessible(page)
  const proof = await openWindow(page, 'Confirm with Okta')
  await proof.getByRole('link', { name: 'Continue as Lin' }).click()
  await confirm.waitFor({ state: 'detached' })
})

test('links the account there from the own account, and uses this window when the browser blocks others', async () => {
  const page = await open('/users?me=1', { role: 'owner' })
  await page.addInitScript(() => {
    window.open = () => null
  })
  await reload(page)
  await page.getByRole('link', { name: 'Link Okta account…' }).click()
  await page.getByRole('link', { name: 'Continue as Lin' }).waitFor()
  await goTo(page, '?sub=anna')
  await page.getByText('You are logged in there as anna@qinghe.example.').waitFor()
  await page.getByRole('button', { name: 'Link account' }).click()
  await page.getByRole('button', { name: 'Unlink anna@qinghe.example' }).waitFor()
  await expectAccessible(page)
})
