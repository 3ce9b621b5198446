import { endToEnd } from '#tests/support/end-to-end.ts'
import { describe, expect, test } from 'bun:test'

describe('an empty installation', () => {
  const kontor = endToEnd()
  const { open, expectConsoleError } = kontor

  test('points to the setup link, which creates the owner account and logs the owner in', async () => {
    expectConsoleError(/422 \(Unprocessable/)
    for (const path of ['/login', '/register']) {
      const visitor = await open(path)
      await visitor.getByText('The setup link is in the server’s output.').waitFor()
    }
    const { pathname, search } = new URL(kontor.server.setupLink)
    const page = await open(pathname + search)
    await page.getByLabel('Name').fill('Anna Shen')
    await page.getByLabel('Email').fill('anna@example.com')
    const password = page.getByLabel('Password', { exact: true })
    await password.fill('password1234')
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByText('This password is too common.').waitFor()
    // The field is invalid and focused: the border and the focus ring of the box around it have the same red.
    const [border, ring, ringStyle] = await password.evaluate(async (input) => {
      const box = input.parentElement ?? input
      await Promise.all(box.getAnimations().map(({ finished }) => finished))
      const { borderColor, outlineColor, outlineStyle } = getComputedStyle(box)
      return [borderColor, outlineColor, outlineStyle]
    })
    expect(await password.evaluate((input) => input === document.activeElement)).toBe(true)
    expect([ring, ringStyle]).toEqual([border, 'solid'])
    await password.fill('correct horse battery')
    await page.getByText('Not a commonly used password, done').waitFor()
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByRole('heading', { name: 'Home' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/')
    await page.getByRole('button', { name: /Anna Shen/ }).waitFor()
  })
})
