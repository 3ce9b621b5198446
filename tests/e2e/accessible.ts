import { expect } from 'bun:test'
import { join } from 'node:path'
import type { Page } from 'playwright'

const axeFile = join(import.meta.dir, '../../node_modules/axe-core/axe.min.js')

/** Fails with what axe finds on the page against WCAG 2.2 A and AA. */
export async function expectAccessible(page: Page): Promise<void> {
  // Evaluated, not added as a script: the page's policy would refuse it.
  await page.evaluate(await Bun.file(axeFile).text())
  const violations = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: { run: (options: object) => Promise<{ violations: Violation[] }> } }
    const runOnly = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] }
    const found = await axe.run({ runOnly })
    return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
  })
  expect(violations).toEqual([])
}

interface Violation {
  id: string
  nodes: { html: string }[]
}
