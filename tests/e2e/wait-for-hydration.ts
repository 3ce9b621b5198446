import type { Page } from 'playwright'

/** Waits until the script has taken over what the server sent: clicks before that load documents, as they do without script. */
export async function waitForHydration(page: Page): Promise<Page> {
  await page.waitForFunction(() => Object.keys(document.body).some((key) => key.startsWith('__react')))
  return page
}
