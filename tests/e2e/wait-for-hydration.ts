import type { Page } from 'playwright'

/** Waits until the page is hydrated; clicks before that load documents. */
export async function waitForHydration(page: Page): Promise<Page> {
  await page.waitForFunction(() => Object.keys(document.body).some((key) => key.startsWith('__react')))
  return page
}
