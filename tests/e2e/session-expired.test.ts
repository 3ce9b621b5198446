import { endSession } from '#tests/e2e/end-session.ts'
import { expectAccessible } from '#tests/e2e/expect-accessible.ts'
import { endToEnd } from '#tests/support/end-to-end.ts'
import { describe, expect, test } from 'bun:test'
import type { Page } from 'playwright'

describe('a form that is sent after the session has expired', () => {
  const kontor = endToEnd()
  const { openShared: open, getAccount, expectConsoleError } = kontor

  /** Fills in the nested form of the workbench, ends the session, and sends the form. */
  async function sendWithoutSession(): Promise<Page> {
    expectConsoleError(/401 \(Unauthorized\)/)
    const page = await open('/test', { role: 'viewer' })
    await page.getByLabel('Customer', { exact: true }).fill('Li Na')
    const line = page.getByRole('group', { name: 'Line 1' })
    await line.getByLabel('SKU').fill('CUP-1')
    await line.getByLabel('Quantity').fill('2')
    await line.getByLabel('Unit price').fill('12.50')
    await endSession(kontor, page)
    await page.getByRole('button', { name: 'Calculate total' }).click()
    await page.getByRole('dialog', { name: 'Your session has expired' }).waitFor()
    return page
  }

  test('opens the login over the page, and is sent after the same user has logged in', async () => {
    const { email, password } = await getAccount('viewer')
    const page = await sendWithoutSession()
    const dialog = page.getByRole('dialog')
    expect(await dialog.getByLabel('Email').inputValue()).toBe(email)
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('password')
    await expectAccessible(page)
    await page.keyboard.type('a wrong password')
    await page.keyboard.press('Enter')
    await dialog.getByRole('alert').waitFor()
    await dialog.getByLabel('Password', { exact: true }).fill(password)
    await page.keyboard.press('Enter')
    await page.getByText('2 items, total ¥25.00').waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
    expect(await page.getByLabel('Customer', { exact: true }).inputValue()).toBe('Li Na')
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Calculate total')
  })

  test('keeps what was typed when the login is canceled, and can be sent again', async () => {
    const page = await sendWithoutSession()
    await page.keyboard.press('Escape')
    await page.getByText('Your session has expired. Log in again.').waitFor()
    expect(await page.getByLabel('Customer', { exact: true }).inputValue()).toBe('Li Na')
    await page.getByRole('button', { name: 'Calculate total' }).click()
    await page.getByRole('dialog', { name: 'Your session has expired' }).waitFor()
  })

  test('loads the page again when another user logs in', async () => {
    const { email, password } = await getAccount('owner')
    const page = await sendWithoutSession()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Email').fill(email)
    await dialog.getByLabel('Password', { exact: true }).fill(password)
    const reloaded = page.waitForEvent('domcontentloaded')
    await page.keyboard.press('Enter')
    await reloaded
    expect(await page.getByLabel('Customer', { exact: true }).inputValue()).toBe('')
    await page.getByRole('button', { name: /Kim owner/ }).waitFor()
  })
})
