import { pressKey, waitForPage } from '#tests/support/hydration.ts'
import type { Locator, Page } from 'playwright'

/** What a job takes: clicks, keys such as Tab and Enter, and characters of text. */
export interface Effort {
  clicks: number
  keys: number
  typed: number
}

/** A person at a page, whose clicks, keys and characters are counted. */
export interface Clerk {
  readonly page: Page
  readonly effort: Effort
  click(target: Locator): Promise<void>
  /** Presses one key after the other: `Tab`, `Enter`, `s`. */
  press(...keys: string[]): Promise<void>
  /** Types text into what has the focus. */
  type(text: string): Promise<void>
  /** Presses a key until an element has the focus. */
  pressUntil(key: string, target: Locator): Promise<void>
}

export function createClerk(page: Page): Clerk {
  const effort: Effort = { clicks: 0, keys: 0, typed: 0 }
  const press = async (...keys: string[]): Promise<void> => {
    for (const key of keys) {
      effort.keys++
      await pressKey(page, key)
    }
  }
  return {
    page,
    effort,
    press,
    click: async (target) => {
      effort.clicks++
      await waitForPage(page)
      await target.click()
    },
    type: async (text) => {
      effort.typed += text.length
      await page.keyboard.type(text)
    },
    pressUntil: async (key, target) => {
      await target.waitFor()
      for (let presses = 0; presses < 100; presses++) {
        if (await target.evaluate((element) => element === document.activeElement)) return
        await press(key)
      }
      throw new Error(`${key} does not lead to ${String(target)}.`)
    },
  }
}
