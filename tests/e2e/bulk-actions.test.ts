import { expectAccessible } from '#tests/e2e/expect-accessible.ts'
import { importOrders } from '#tests/e2e/import-orders.ts'
import { endToEnd } from '#tests/support/end-to-end.ts'
import { goTo } from '#tests/support/hydration.ts'
import { beforeAll, describe, expect, test } from 'bun:test'

describe('actions on many orders', () => {
  const kontor = endToEnd()
  const { openShared: open } = kontor
  beforeAll(() =>
    importOrders(
      kontor,
      ['2001', '2002', '2003', '2004'].map((name, index) => ({ name, daysAgo: 9 - index, price: '90.00' })),
    ),
  )

  test('orders are selected by click, Shift and X, and an action on them is previewed, started and undone', async () => {
    const page = await open('/orders', { role: 'operations' })
    const boxes = page.getByRole('checkbox', { name: /^Select SO/ })
    const bar = page.getByRole('group', { name: 'Actions on the selected orders' })
    const hidden = page.getByRole('button', { name: 'Put on hold', includeHidden: true })
    await hidden.waitFor({ state: 'attached' })
    expect(await hidden.isVisible()).toBe(false)
    await boxes.nth(0).click()
    await boxes.nth(2).click({ modifiers: ['Shift'] })
    await bar.getByText('3 selected').waitFor()
    await bar.getByText('¥300.00', { exact: true }).waitFor()
    for (const key of ['k', 'x']) await page.keyboard.press(key)
    await bar.getByText('2 selected').waitFor()
    for (const key of ['k', 'Shift+X']) await page.keyboard.press(key)
    await bar.getByText('3 selected').waitFor()
    await page.keyboard.press('x')
    await bar.getByText('2 selected').waitFor()
    await expectAccessible(page)
    await bar.getByRole('button', { name: 'Put on hold' }).click()
    const ask = page.getByRole('dialog', { name: 'Put 2 orders on hold' })
    await ask.getByLabel('Reason').fill('Stock count')
    await ask.getByRole('button', { name: 'Preview' }).click()
    const job = page.getByRole('dialog', { name: 'Put orders on hold' })
    await job.getByText('2 orders will change.').waitFor()
    await expectAccessible(page)
    await job.getByRole('button', { name: 'Start job for 2 orders' }).click()
    await job.getByText('Finished, Changed: 2').waitFor({ state: 'attached' })
    expect(await job.evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true)
    await job.getByRole('button', { name: 'Undo' }).click()
    const undo = page.getByRole('dialog', { name: 'Undo: Put orders on hold' })
    await undo.getByText('Finished, Changed: 2').waitFor({ state: 'attached' })
    await undo.getByRole('link', { name: 'Close' }).first().click()
    await undo.waitFor({ state: 'detached' })
    // What was started is not selected any more, so that it is not started again.
    expect(await bar.isVisible()).toBe(false)
    expect(await page.getByRole('cell', { name: 'On hold' }).count()).toBe(0)
  })

  test('an order is shipped by two scans, each of which ends with Enter, and a mistake is named', async () => {
    const page = await open('/orders', { role: 'operations' })
    const number = await page.getByRole('link', { name: /^SO\d/ }).last().innerText()
    await goTo(page, '/orders?bulk=scan')
    const station = page.getByRole('dialog', { name: 'Scan parcels' })
    const state = station.getByRole('status')
    const scan = async (text: string): Promise<void> => {
      await page.keyboard.type(text)
      await page.keyboard.press('Enter')
    }
    await station.getByLabel('Carrier').fill('SF Express')
    // Enter leads from the carrier to the scans, where the focus stays.
    await page.keyboard.press('Enter')
    await scan(number)
    await state.getByText('Now scan the label.').waitFor()
    await scan(number)
    await state.getByText('This is the number of an order.').waitFor()
    await expectAccessible(page)
    await scan('SF20260001')
    await state.getByText('shipped as SF20260001').waitFor()
    expect((await station.getByRole('listitem').innerText()).trim().split(/\s+/)).toEqual([number, 'SF20260001'])
  })
})
