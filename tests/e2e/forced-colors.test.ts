import { endToEnd } from '#tests/support/end-to-end.ts'
import { expect, test } from 'bun:test'
import type { Locator, Page } from 'playwright'

const { open } = endToEnd()

const openTestPage = (): Promise<Page> => open('/test', { role: 'owner', forcedColors: 'active' })

/** Whether an element looks different after a change. */
async function looksDifferentAfter(element: Locator, change: () => Promise<unknown>): Promise<boolean> {
  // Out of view, it would be scrolled by the second picture.
  await element.scrollIntoViewIfNeeded()
  const before = await element.screenshot({ animations: 'disabled' })
  await change()
  return !before.equals(await element.screenshot({ animations: 'disabled' }))
}

test('checkboxes, radio buttons and switches show whether they are checked, with forced colors', async () => {
  const page = await openTestPage()
  const choices = page.getByRole('region', { name: 'Choices' })
  for (const role of ['checkbox', 'radio', 'switch'] as const) {
    const control = choices.getByRole(role, { checked: false, disabled: false }).first()
    // By its id, because it is not unchecked afterwards.
    await control.evaluate((input, id) => (input.id = id), role)
    const input = page.locator(`#${role}`)
    const check = () => input.evaluate((each: HTMLInputElement) => (each.checked = true))
    expect([role, await looksDifferentAfter(input, check)]).toEqual([role, true])
  }
})

test('the page and the tab that are open are marked, with forced colors', async () => {
  const page = await openTestPage()
  const current = [
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Test' }),
    page.getByRole('navigation', { name: 'Test' }).getByRole('link', { name: 'Components' }),
  ]
  for (const link of current) {
    expect(await link.getAttribute('aria-current')).not.toBeNull()
    expect(await looksDifferentAfter(link, () => link.evaluate((each) => each.removeAttribute('aria-current')))).toBe(
      true,
    )
  }
})

test('the focused item of a menu is marked, with forced colors', async () => {
  const page = await openTestPage()
  await page.getByRole('region', { name: 'Menu, tooltip, dialog' }).getByRole('button', { name: 'More' }).press('Enter')
  const item = page.getByRole('menuitem', { name: 'Ship order' })
  await item.waitFor()
  await page.keyboard.press('Home')
  expect(await looksDifferentAfter(item, () => page.keyboard.press('ArrowDown'))).toBe(true)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Account/ }).press('Enter')
  const account = page.getByRole('link', { name: 'My account' })
  await account.focus()
  await page.keyboard.press('Shift+Tab')
  expect(await looksDifferentAfter(account, () => page.keyboard.press('Tab'))).toBe(true)
})

test('a progress bar shows how far it is, with forced colors', async () => {
  const page = await openTestPage()
  const bar = page.getByRole('progressbar').first()
  const fill = () => bar.evaluate((root) => ((root.firstElementChild as HTMLElement).style.width = '100%'))
  expect(await looksDifferentAfter(bar, fill)).toBe(true)
})

test('the shape of a status and the edge of a dialog are shown, with forced colors', async () => {
  const page = await openTestPage()
  const status = page.locator('[class^="status shape-"]').first()
  const changeShape = () =>
    status.evaluate((each) =>
      each.setAttribute('class', each.className === 'status shape-cross' ? 'status shape-done' : 'status shape-cross'),
    )
  expect(await looksDifferentAfter(status, changeShape)).toBe(true)
  await page.getByRole('button', { name: 'Open dialog' }).click()
  const dialog = page.getByRole('dialog').filter({ visible: true })
  expect(await dialog.evaluate((each) => getComputedStyle(each).borderTopStyle)).toBe('solid')
})
