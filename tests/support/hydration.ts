import type { Page } from 'playwright'

/**
 * Waits until the document works, which is after its `load` event: its script has hydrated it and listens. Nothing to wait for are
 * documents without script, or without a state to start from.
 */
async function waitForHydration(page: Page): Promise<Page> {
  await page.waitForFunction(
    () =>
      performance.getEntriesByName('hydrated').length > 0 ||
      !document.getElementById('initial-state') ||
      matchMedia('(scripting: none)').matches,
  )
  return page
}

/** Loads the document at a URL, or at a path of the origin of the page. */
export async function goTo(page: Page, url: string): Promise<Page> {
  await page.goto(new URL(url, page.url()).href)
  return waitForHydration(page)
}

/** Loads the document again. */
export async function reload(page: Page): Promise<Page> {
  await page.reload()
  return waitForHydration(page)
}

/** Waits until no page is loading: until then letters do nothing, and links are those of the page before. */
export async function waitForPage(page: Page): Promise<void> {
  await page.waitForFunction(() => !navigation?.transition)
}

export async function pressKey(page: Page, key: string): Promise<void> {
  await waitForPage(page)
  await page.keyboard.press(key)
}
