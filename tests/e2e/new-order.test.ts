import { expectAccessible } from '#tests/e2e/expect-accessible.ts'
import { getOpenOrder } from '#tests/e2e/locators.ts'
import { endToEnd } from '#tests/support/end-to-end.ts'
import { goTo } from '#tests/support/hydration.ts'
import { describe, expect, test } from 'bun:test'
import type { Page } from 'playwright'

const desktop = { viewport: { width: 1440, height: 900 } }
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

const dialog = (page: Page) => page.getByRole('dialog')
/** Two of 12.50 and one of 20.00. */
const fillForm = async (page: Page, name: string): Promise<void> => {
  const field = (label: string, item?: string) =>
    (item ? dialog(page).getByRole('group', { name: item, exact: true }) : dialog(page)).getByLabel(label)
  await dialog(page).getByRole('group', { name: 'Customer' }).getByLabel('Name').fill(name)
  await field('Name', 'Item 1').fill('Green tea')
  await field('Quantity', 'Item 1').fill('2')
  await field('Unit price', 'Item 1').fill('12.50')
}

describe('a new order', () => {
  const { openShared: open } = endToEnd()

  test('is entered with its total in sight, saved as a draft, and confirmed', async () => {
    const page = await open('/orders', { role: 'operations', ...desktop })
    await page.getByRole('link', { name: 'New order' }).click()
    await fillForm(page, 'Wang Fang')
    await dialog(page).getByRole('button', { name: 'Add another item' }).click()
    const second = dialog(page).getByRole('group', { name: 'Item 2', exact: true })
    await second.getByLabel('Name').fill('Cup')
    await second.getByLabel('Unit price').fill('20')
    await dialog(page).getByLabel('Discount on all items').fill('10%')
    await dialog(page).getByText('¥40.50').first().waitFor()
    await dialog(page).getByRole('button', { name: 'Add another item' }).click()
    await dialog(page).getByRole('group', { name: 'Item 3', exact: true }).getByLabel('Unit price').fill('100')
    await dialog(page).getByText('¥130.50').first().waitFor()
    await dialog(page).getByRole('button', { name: 'Remove item 3' }).click()
    await dialog(page).getByText('¥40.50').first().waitFor()
    await expectAccessible(page)
    await dialog(page).getByRole('button', { name: 'Save draft' }).click()
    await getOpenOrder(page).getByRole('button', { name: 'Confirm order' }).click()
    await page
      .getByText(/^SO\d{6}-\d{5} is confirmed\.$/)
      .first()
      .waitFor()
    await getOpenOrder(page).getByText('Ship 3 items', { exact: true }).waitFor()
    expect(new URL(page.url()).searchParams.get('new')).toBeNull()
    await expectAccessible(page)
  })

  test('with an error keeps what was typed and says what to do at the field', async () => {
    const page = await open('/orders?new=1', { role: 'owner', ...phone })
    await fillForm(page, '')
    await dialog(page).getByRole('button', { name: 'Create order' }).click()
    await dialog(page).getByText('This field is required.').waitFor()
    expect(await dialog(page).getByLabel('Unit price').inputValue()).toBe('12.50')
    await expectAccessible(page)
  })

  test('can be entered without script', async () => {
    const page = await open('/orders?new=1', { role: 'owner', javaScriptEnabled: false, ...desktop })
    await fillForm(page, 'Li Na')
    await dialog(page).getByRole('button', { name: 'Create order' }).click()
    await getOpenOrder(page).getByText('Li Na').first().waitFor()
    expect(new URL(page.url()).searchParams.get('order')).toMatch(/^SO/)
  })

  test('is not offered to a viewer, who sees who may enter one', async () => {
    const page = await open('/orders', { role: 'viewer', ...desktop })
    expect(await page.getByRole('link', { name: 'New order' }).count()).toBe(0)
    await goTo(page, '/orders?new=1')
    await dialog(page).getByText("You don't have permission to create orders").waitFor()
  })
})
