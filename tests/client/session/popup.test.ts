import { closePopupIfDone } from '#client/session/close-popup.ts'
import { createPopup } from '#client/session/popup.ts'
import { storageKeys } from '#shared/constants.ts'
import { describe, expect, test } from 'bun:test'

/** A window of 1400 × 900 at (100, 50) whose storage holds `flag`. */
function createOpener(flag: string | null = null, { isBlocked = false } = {}) {
  const values = new Map(flag === null ? [] : [[storageKeys.popup as string, flag]])
  const target = new EventTarget()
  const opened: unknown[][] = []
  const seen = { closed: 0, refreshed: 0 }
  const storage = {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  }
  const window = {
    top: { outerWidth: 1400, outerHeight: 900, screenX: 100, screenY: 50 },
    open: (...parts: unknown[]) => {
      opened.push(parts)
      return isBlocked ? null : ({} as Window)
    },
    close: () => void seen.closed++,
    addEventListener: target.addEventListener.bind(target),
    removeEventListener: target.removeEventListener.bind(target),
  }
  const popup = createPopup({ window, storage, refreshSession: async () => void seen.refreshed++ })
  const storageChanged = (key: string): boolean => target.dispatchEvent(Object.assign(new Event('storage'), { key }))
  const close = (showsError: boolean): void => closePopupIfDone(showsError, { window, storage })
  return { popup, close, opened, seen, storageChanged, flag: () => storage.getItem(storageKeys.popup) }
}

describe('a page that opens a popup', () => {
  test('sets the flag and opens a centered window of 960 × 600', () => {
    const { popup, opened, flag } = createOpener()
    popup.open('/login')
    expect(flag()).toBe('true')
    expect(opened).toEqual([
      [
        '/login',
        storageKeys.popup,
        'width=960, height=600, top=200, left=320, toolbar=no, location=no, directories=no, status=no, menubar=no, scrollbars=no, resizable=no, copyhistory=no',
      ],
    ])
  })

  test('accepts width and height independently', () => {
    const { popup, opened } = createOpener()
    popup.open('/login', { width: 400 })
    expect(String(opened[0]?.[2])).toStartWith('width=400, height=600, top=200, left=600,')
  })

  test('fetches the session once when the flag changes, then stops listening', () => {
    const { popup, seen, storageChanged } = createOpener()
    popup.open('/login')
    storageChanged('something else')
    expect(seen.refreshed).toBe(0)
    storageChanged(storageKeys.popup)
    storageChanged(storageKeys.popup)
    expect(seen.refreshed).toBe(1)
  })

  test('calls back after it has fetched the session', async () => {
    const { popup, seen, storageChanged } = createOpener()
    const { promise: done, resolve } = Promise.withResolvers<number>()
    popup.open('/login', { onDone: () => resolve(seen.refreshed) })
    storageChanged(storageKeys.popup)
    expect(await done).toBe(1)
  })

  test('returns null and removes the flag when the browser blocks the window', () => {
    const { popup, flag } = createOpener(null, { isBlocked: true })
    expect(popup.open('/login')).toBeNull()
    expect(flag()).toBeNull()
  })

  test('listens only once when several popups are opened', () => {
    const { popup, seen, storageChanged } = createOpener()
    popup.open('/login')
    popup.open('/login')
    storageChanged(storageKeys.popup)
    expect(seen.refreshed).toBe(1)
  })
})

describe('a page that starts', () => {
  test('removes the flag and closes itself when it is the popup', () => {
    const { close, seen, flag } = createOpener('true')
    close(false)
    expect(flag()).toBeNull()
    expect(seen.closed).toBe(1)
  })

  test('stays open to show an error, but removes the flag', () => {
    const { close, seen, flag } = createOpener('true')
    close(true)
    expect(flag()).toBeNull()
    expect(seen.closed).toBe(0)
  })

  test('does nothing when it is not a popup', () => {
    const { close, seen } = createOpener()
    close(false)
    expect(seen.closed).toBe(0)
  })
})
