import axe from 'axe-core'
import { expect } from 'bun:test'
import type { Page } from 'playwright'

const levels = { type: 'tag' as const, values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] }
const targets = { type: 'rule' as const, values: ['target-size'] }
const contrast = { type: 'rule' as const, values: ['color-contrast', 'link-in-text-block'] }

/** Fails with the WCAG 2.2 A and AA violations that axe finds on the page. */
export const expectAccessible = (page: Page): Promise<void> => expectNoViolations(page, levels)

/** Fails with the links and controls that are smaller than 24 px and too close to others, which axe checks only when asked. */
export const expectTargetSizes = (page: Page): Promise<void> => expectNoViolations(page, targets)

/** Fails with the texts whose contrast is too low: all that can change with the color mode. */
export const expectContrast = (page: Page): Promise<void> => expectNoViolations(page, contrast)

async function expectNoViolations(page: Page, runOnly: axe.RunOnly): Promise<void> {
  // Evaluated, because the page's Content-Security-Policy would block a script element.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source)
  await waitForTransitions(page)
  const violations = await page.evaluate(async (rules) => {
    const inPage = globalThis as unknown as { axe: typeof axe }
    // What is behind a modal dialog is inert.
    const results = await inPage.axe.run(document.querySelector('dialog:modal') ?? document, {
      runOnly: rules,
      resultTypes: ['violations'],
    })
    return results.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
  }, runOnly)
  expect(violations).toEqual([])
}

/** Text that fades in has too little contrast on the way. */
const waitForTransitions = (page: Page): Promise<unknown> =>
  page.evaluate(() => {
    const isShort = ({ effect }: Animation): boolean => Number(effect?.getComputedTiming().endTime) <= 1000
    return Promise.allSettled(
      document
        .getAnimations()
        .filter(isShort)
        .map(({ finished }) => finished),
    ).then(() => {})
  })
