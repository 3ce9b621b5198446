import { expectAccessible } from '#tests/e2e/expect-accessible.ts'
import { importOrders } from '#tests/e2e/import-orders.ts'
import { endToEnd } from '#tests/support/end-to-end.ts'
import { beforeAll, describe, expect, test } from 'bun:test'
import type { Locator, Page } from 'playwright'

async function findNumber(page: Page): Promise<string> {
  return (await page.getByRole('link', { name: /^SO/ }).first().textContent()) ?? ''
}

describe('dialogs, for the keyboard and screen readers', () => {
  const kontor = endToEnd()
  const { openShared: open } = kontor
  beforeAll(() => importOrders(kontor, [{ name: '#1', daysAgo: 1, price: '10.00' }]))

  const openCarriers = async (): Promise<Page> => {
    const page = await open('/orders', { role: 'owner' })
    return open(`/orders?order=${await findNumber(page)}&action=carriers`, { role: 'owner' })
  }
  const addCarrier = async (dialog: Locator, name: string): Promise<void> => {
    await dialog.getByLabel('Name', { exact: true }).fill(name)
    await dialog.getByLabel('Tracking URL').fill('https://parcels.example/{number}')
    await dialog.getByLabel('Tracking URL').press('Enter')
    await dialog.getByRole('listitem').filter({ hasText: name }).waitFor()
  }

  test('their close button is pressed with Space, too', async () => {
    const page = await open('/orders', { role: 'owner' })
    await page.keyboard.press('?')
    const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await dialog.waitFor()
    await dialog.getByRole('button', { name: 'Close' }).press('Space')
    await dialog.waitFor({ state: 'detached' })
  })

  test('the list of shortcuts is scrolled with the arrow keys as soon as it opens', async () => {
    const page = await open('/orders', { role: 'owner', viewport: { width: 1280, height: 500 } })
    await page.keyboard.press('?')
    const last = page.getByRole('dialog', { name: 'Keyboard shortcuts' }).getByText('Full view')
    await last.waitFor()
    await expectAccessible(page)
    const handle = await last.elementHandle()
    const before = await last.evaluate((element) => element.getBoundingClientRect().top)
    await page.keyboard.press('End')
    await page.waitForFunction(([element, top]) => element !== null && element.getBoundingClientRect().top < top, [
      handle,
      before,
    ] as const)
  })

  test('the list of shortcuts opens from the account menu of a narrow window, too', async () => {
    const page = await open('/orders', { role: 'owner', viewport: { width: 320, height: 640 } })
    await page.getByRole('button', { name: /^Account/ }).click()
    await page.getByRole('button', { name: 'Keyboard shortcuts' }).click({ timeout: 5000 })
    const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await dialog.getByRole('switch').waitFor()
    await expectAccessible(page)
  })

  test('their text is read with their title', async () => {
    const page = await openCarriers()
    const dialog = page.getByRole('dialog', { name: 'Carriers' })
    const readDescription = (element: Element): string | undefined =>
      document.getElementById(element.getAttribute('aria-describedby') ?? '')?.textContent
    expect(await dialog.evaluate(readDescription)).toStartWith('Tracking numbers of these carriers')
  })

  test('say what is done while they stay open, because the notifications are behind them', async () => {
    const page = await openCarriers()
    const dialog = page.getByRole('dialog', { name: 'Carriers' })
    await addCarrier(dialog, 'First parcels')
    expect(await dialog.getByRole('status').allTextContents()).toEqual(['First parcels added.'])
  })

  test('scroll to an error that belongs to no field', async () => {
    kontor.expectConsoleError(/422/)
    const page = await open('/users?tab=tokens&newToken=1', { role: 'owner' })
    const dialog = page.getByRole('dialog', { name: 'Create an API token' })
    await dialog.getByLabel('Name', { exact: true }).fill('Stock')
    await dialog.getByRole('button', { name: 'Create token' }).press('Enter')
    const error = dialog.getByRole('alert').getByText('Choose at least one permission.')
    await error.waitFor()
    const isInSight = await error.evaluate((element) => {
      const { left, top, height } = element.getBoundingClientRect()
      return element.contains(document.elementFromPoint(left + 5, top + height / 2))
    })
    expect(isInSight).toBe(true)
  })

  test('keep the focus when the row that had it is removed', async () => {
    const page = await openCarriers()
    const dialog = page.getByRole('dialog', { name: 'Carriers' })
    await addCarrier(dialog, 'Second parcels')
    await dialog.getByRole('button', { name: 'Remove Second parcels' }).press('Enter')
    await dialog.getByRole('listitem').filter({ hasText: 'Second parcels' }).waitFor({ state: 'detached' })
    await dialog.locator(':focus').waitFor()
  })
})
