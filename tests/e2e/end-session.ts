import type { EndToEnd } from '#tests/support/end-to-end.ts'
import type { Page } from 'playwright'

/**
 * Takes the session from the browser, so that the next call of the page finds that. Waits until the page is connected: it would notice by
 * itself if it connected later.
 */
export async function endSession({ fetch }: Pick<EndToEnd, 'fetch'>, page: Page): Promise<void> {
  while (!/^kontor_live_streams [1-9]/m.test(await (await fetch('/metrics')).text())) await Bun.sleep(50)
  await page.context().clearCookies()
}
