import { expectAccessible } from '#tests/e2e/expect-accessible.ts'
import { importOrders } from '#tests/e2e/import-orders.ts'
import { getApplyButton, getListCount, getOpenOrder, getRows, getSection } from '#tests/e2e/locators.ts'
import { endToEnd } from '#tests/support/end-to-end.ts'
import { goTo } from '#tests/support/hydration.ts'
import { beforeAll, describe, expect, test } from 'bun:test'
import type { Page } from 'playwright'

const desktop = { viewport: { width: 1440, height: 900 } }
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

describe('what staff add to an order', () => {
  const kontor = endToEnd()
  const { openShared: open } = kontor
  beforeAll(() =>
    importOrders(
      kontor,
      ['1001', '1002', '1003', '1004', '1005'].map((name, index) => ({ name, daysAgo: 9 - index, price: '90.00' })),
    ),
  )
  const openOrder = async (shopNumber: string, options = {}): Promise<Page> => {
    const page = await open(`/orders?q=%23${shopNumber}`, { role: 'operations', ...desktop, ...options })
    await getOpenOrder(page).waitFor()
    return page
  }

  test('a note is written, corrected and struck through, always before the items', async () => {
    const page = await openOrder('1001')
    await getOpenOrder(page).getByLabel('More actions').first().click()
    await page.getByRole('link', { name: 'Add note' }).last().click()
    const dialog = page.getByRole('dialog', { name: /^Add a note/ })
    await dialog.getByLabel('Note').fill('Gift, no price slip.\nCall before delivery: <b>always</b>')
    await dialog.getByRole('button', { name: 'Add note' }).click()
    await dialog.waitFor({ state: 'detached' })
    const notes = getSection(getOpenOrder(page), 'Notes')
    await notes.getByText('Gift, no price slip.').first().waitFor()
    await expectAccessible(page)
    await notes.getByText('Edit').click()
    await notes.getByLabel('Note').fill('Gift: no price slip')
    await notes.getByRole('button', { name: 'Save note' }).click()
    await notes.getByText('edited').waitFor()
    await notes.getByRole('button', { name: 'Strike through' }).click()
    await notes.getByText('1 note').click()
    await notes.getByRole('button', { name: 'Restore' }).waitFor()
    expect(await getSection(getOpenOrder(page), 'Timeline').innerText()).toContain('struck through a note')
  })

  test('an order is taken, given to a colleague and found by its assignee', async () => {
    const { name } = await kontor.getAccount('finance')
    const page = await openOrder('1002')
    await getOpenOrder(page).getByRole('button', { name: 'Assign to me' }).click()
    await getOpenOrder(page)
      .getByText(/^Assigned to /)
      .waitFor()
    await getOpenOrder(page)
      .getByRole('link', { name: /^Assigned to / })
      .click()
    const dialog = page.getByRole('dialog', { name: /^Assign SO/ })
    await dialog.getByLabel('Assigned to').selectOption(name)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await getOpenOrder(page).getByText(`Assigned to ${name}`).waitFor()
    await goTo(page, '/orders')
    await page.getByText('Filter', { exact: true }).click()
    await page.getByLabel('Assigned to', { exact: true }).selectOption(name)
    await getApplyButton(page).click()
    await getListCount(page, '1 order').waitFor()
    expect(
      await getRows(page, 'Orders')
        .getByRole('img', { name: `Assigned to ${name}` })
        .count(),
    ).toBe(1)
  })

  test('an order is tagged and found by its tag', async () => {
    const page = await openOrder('1003')
    for (const tag of ['Gift', 'VIP customer', '加急']) {
      await getOpenOrder(page).getByRole('link', { name: 'Add tag' }).last().click()
      const dialog = page.getByRole('dialog', { name: /^Add a tag/ })
      await dialog.getByLabel('Tag').fill(tag)
      await dialog.getByRole('button', { name: 'Add tag' }).click()
      await getOpenOrder(page)
        .getByRole('button', { name: `Remove the tag ${tag.toLowerCase()}` })
        .waitFor()
    }
    await expectAccessible(page)
    await getOpenOrder(page).getByRole('button', { name: 'Remove the tag gift' }).click()
    await getOpenOrder(page).getByRole('button', { name: 'Remove the tag gift' }).waitFor({ state: 'detached' })
    await goTo(page, '/orders?tag=VIP+customer')
    expect(await getRows(page, 'Orders').getByText('vip customer').count()).toBe(1)
    await goTo(page, '/orders')
  })

  test('a picture and a document are attached, shown, downloaded and removed', async () => {
    const page = await openOrder('1005')
    const attach = async (name: string, content: Buffer) => {
      await getOpenOrder(page).getByLabel('More actions').first().click()
      await page.getByRole('link', { name: 'Attach file' }).click()
      const dialog = page.getByRole('dialog', { name: /^Attach a file/ })
      await dialog.getByLabel('File').setInputFiles({ name, mimeType: 'text/html', buffer: content })
      await dialog.getByRole('button', { name: 'Attach file' }).click()
      await getOpenOrder(page).getByRole('link', { name, exact: true }).waitFor()
    }
    await attach('parcel.png', await page.screenshot())
    await attach('<b>customs.html', Buffer.from('<script>alert(1)</script>'))
    const files = getSection(getOpenOrder(page), 'Files')
    const picture = files.locator('img')
    await picture.scrollIntoViewIfNeeded()
    await page.waitForFunction((image) => (image as HTMLImageElement).naturalWidth > 0, await picture.elementHandle())
    await expectAccessible(page)
    const downloaded = page.waitForEvent('download')
    await files.getByRole('link', { name: '<b>customs.html' }).click()
    expect((await downloaded).suggestedFilename()).toContain('customs')
    await files.getByLabel('Remove parcel.png').click()
    await files.getByRole('button', { name: 'Remove this file' }).click()
    await picture.waitFor({ state: 'detached' })
    expect(await files.getByRole('listitem').count()).toBe(1)
  })

  test('all of it works without script and on a phone', async () => {
    const page = await openOrder('1004', { javaScriptEnabled: false, ...phone })
    await getOpenOrder(page).getByRole('button', { name: 'Assign to me' }).click()
    await getOpenOrder(page)
      .getByText(/^Assigned to /)
      .waitFor()
    await getOpenOrder(page).getByRole('link', { name: 'Add tag' }).last().click()
    await page.getByRole('combobox', { name: 'Tag' }).last().fill('Gift')
    await page.getByRole('dialog').getByRole('button', { name: 'Add tag' }).click()
    await getOpenOrder(page).getByRole('button', { name: 'Remove the tag gift' }).waitFor()
    await getOpenOrder(page).getByLabel('More actions').first().click()
    await getOpenOrder(page).getByRole('link', { name: 'Add note' }).last().click()
    await page.getByRole('dialog').getByLabel('Note', { exact: true }).fill(' ')
    await page.getByRole('dialog').getByRole('button', { name: 'Add note' }).click()
    kontor.expectConsoleError(/422/)
    await page.getByText('This field is required.').waitFor()
    await page.getByRole('dialog').getByLabel('Note', { exact: true }).fill('Gift\nNo price slip')
    await page.getByRole('dialog').getByRole('button', { name: 'Add note' }).click()
    await getSection(getOpenOrder(page), 'Notes').getByText('No price slip').first().waitFor()
    await goTo(page, '/orders')
    await getOpenOrder(page).waitFor({ state: 'detached' })
  })
})
