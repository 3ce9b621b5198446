import { createColorMode } from '#client/theme/color-mode.ts'
import { closePopupIfDone } from '#client/session/close-popup.ts'
import { createPopup } from '#client/session/popup.ts'
import { reloadOnce } from '#client/navigation/page-loader.ts'
import { safeStorage } from '#client/browser/safe-storage.ts'
import { Window } from 'happy-dom'
import { afterEach, beforeEach, expect, test } from 'bun:test'

beforeEach(() => {
  const forbid = {
    get: () => {
      throw new DOMException('Access is denied for this document.', 'SecurityError')
    },
  }
  const window = Object.defineProperties({}, { localStorage: forbid, sessionStorage: forbid })
  Object.assign(globalThis, { window })
})
afterEach(() => {
  Reflect.deleteProperty(globalThis, 'window')
})

test('with blocked storage, color modes and popups still work, and nothing reloads in a loop', () => {
  const { document } = new Window()
  const root = document.documentElement as unknown as Element
  const prefersDark = Object.assign(new EventTarget(), { matches: false })
  createColorMode({ root, storage: safeStorage('localStorage'), prefersDark }).setPreference('dark')
  expect(root.className).toBe('dark')

  const opened: unknown[] = []
  const popup = createPopup({
    window: {
      top: null,
      open: (address) => (opened.push(address), null),
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    },
    storage: safeStorage('localStorage'),
    refreshSession: async () => undefined,
  })
  closePopupIfDone(false, { window: { close: () => opened.push('closed') }, storage: safeStorage('localStorage') })
  popup.open('/login')
  expect(opened).toEqual(['/login'])

  const loaded: string[] = []
  const storage = safeStorage('sessionStorage')
  expect(reloadOnce('/a', { storage, now: () => 0, load: (address) => loaded.push(address) })).toBe(false)
  expect(loaded).toEqual([])
})
