import axe from 'axe-core'
import { expect } from 'bun:test'
import type { Page } from 'playwright'

/** Fails with the WCAG 2.2 A and AA violations that axe finds on the page. */
export async function expectAccessible(page: Page): Promise<void> {
  // Evaluated, because the page's Content-Security-Policy would block a script element.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source)
  const violations = await page.evaluate(async () => {
    const inPage = globalThis as unknown as { axe: typeof axe }
    const runOnly = { type: 'tag' as const, values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] }
    const results = await inPage.axe.run({ runOnly })
    return results.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
  })
  expect(violations).toEqual([])
}
