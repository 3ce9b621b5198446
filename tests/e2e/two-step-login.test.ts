import { expectAccessible } from '#tests/e2e/expect-accessible.ts'
import { endpoints } from '#shared/routes/endpoints.ts'
import { endToEnd } from '#tests/support/end-to-end.ts'
import { goTo } from '#tests/support/hydration.ts'
import { sqlitePath } from '#server/db/sqlite.ts'
import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { Secret, TOTP } from 'otpauth'
import type { Page } from 'playwright'

const kontor = endToEnd()
const { open, getAccount, expectConsoleError } = kontor

const passkeyRequests = `**${endpoints.requestPasskey.path}`

/** The page of the login in the same browser, without a session. */
async function openLogin(page: Page): Promise<void> {
  await page.context().clearCookies()
  await goTo(page, '/login')
}

/** Makes the last proof of every session an old one. */
function expireProofs(): void {
  const database = new Database(sqlitePath(kontor.server.settings['KONTOR_DATA'] ?? ''))
  database.run('pragma busy_timeout = 5000')
  database.run('update sessions set verified_at = 0')
  database.close()
}

/** A device that has passkeys and recognizes its user. Returns what sets whether its user answers at once. */
async function addVirtualAuthenticator(page: Page): Promise<(isPresent: boolean) => Promise<void>> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return async (enabled) =>
    void (await cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled }))
}

test('an authenticator app and a passkey are set up and log in, by keyboard too', async () => {
  // The password alone, and a wrong code.
  expectConsoleError(/401 \(Unauthorized\)/)
  // The question who the user is.
  expectConsoleError(/403 \(Forbidden\)/)
  const { email, password } = await getAccount('finance')
  const page = await open('/users?me=1', { role: 'finance' })
  const setPresence = await addVirtualAuthenticator(page)

  await page.getByRole('link', { name: 'Set up authenticator app…' }).click()
  await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor()
  const uri = await page.getByRole('link', { name: 'Open the authenticator app of this device' }).getAttribute('href')
  const secret = new URL(uri ?? '').searchParams.get('secret') ?? ''
  const totp = new TOTP({ secret: Secret.fromBase32(secret) })
  expireProofs()
  await page.getByLabel('Code', { exact: true }).fill(totp.generate())
  await page.keyboard.press('Enter')
  const confirm = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await confirm.waitFor()
  await expectAccessible(page)
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  const codes = page.getByRole('status', { name: 'Save your recovery codes' })
  await codes.waitFor()
  expect(await codes.getByRole('listitem').count()).toBe(10)
  await expectAccessible(page)
  await page.emulateMedia({ media: 'print' })
  const printed = await page.locator('body').innerText()
  expect(printed).toContain(`Recovery codes for Kontor, ${email}`)
  for (const recoveryCode of await codes.getByRole('listitem').allTextContents())
    expect(printed).toContain(recoveryCode)
  expect(printed).not.toMatch(/Profile|Sessions|Authenticator app/)
  await page.emulateMedia({ media: 'screen' })
  await codes.getByRole('link', { name: 'I saved them' }).click()

  await page.getByRole('link', { name: 'Add passkey…' }).click()
  expireProofs()
  await page.getByLabel('Name of the passkey').fill('Work laptop')
  await page.keyboard.press('Enter')
  await confirm.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Remove passkey Work laptop' }).waitFor()

  expireProofs()
  await page.getByRole('button', { name: 'Create new codes' }).click()
  await confirm.getByRole('button', { name: 'Use a passkey' }).click()
  await codes.waitFor()
  const recoveryCode = (await codes.getByRole('listitem').first().textContent()) ?? ''

  // The browser offers the passkey with the email, and this device chooses it at once.
  await openLogin(page)
  await page.waitForURL((url) => url.pathname === '/')

  // The device only answers what begins while its user is present: here the ceremony of the button, not the offer before it.
  await setPresence(false)
  const offered = page.waitForResponse(passkeyRequests)
  await openLogin(page)
  await offered
  await page.route(passkeyRequests, async (route) => {
    await setPresence(true)
    await route.continue()
  })
  await page.getByRole('button', { name: 'Log in with a passkey' }).click()
  await page.waitForURL((url) => url.pathname === '/')
  await page.unroute(passkeyRequests)

  await setPresence(false)
  await openLogin(page)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  const code = page.getByLabel('Code', { exact: true })
  await code.waitFor()
  expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('code')
  await code.fill('000000')
  await page.keyboard.press('Enter')
  await page.getByText('This code is not valid, or it was used before.').waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code').fill(recoveryCode)
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.pathname === '/')
})

test('a wrong code for a new authenticator app is explained within the screen of a phone', async () => {
  expectConsoleError(/401 \(Unauthorized\)/)
  const page = await open('/users?me=1', { role: 'operations', viewport: { width: 390, height: 844 } })
  await page.getByRole('link', { name: 'Set up authenticator app…' }).click()
  await page.getByLabel('Code', { exact: true }).fill('000000')
  await page.keyboard.press('Enter')
  const message = page.getByText(/code is not valid/)
  await message.waitFor()
  const box = await message.boundingBox()
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(844)
})
