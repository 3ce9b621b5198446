import { createColorMode } from '#client/theme/color-mode.ts'
import { storageKeys } from '#shared/constants.ts'
import { Window } from 'happy-dom'
import { describe, expect, test } from 'bun:test'

/** A page on a system in light or dark mode. */
function setUp(systemMode: 'light' | 'dark') {
  const { document, localStorage } = new Window()
  const root = document.documentElement as unknown as Element
  const prefersDark = Object.assign(new EventTarget(), { matches: systemMode === 'dark' })
  const mode = createColorMode({ root, storage: localStorage, prefersDark })
  const setSystemMode = (to: 'light' | 'dark'): void => {
    prefersDark.matches = to === 'dark'
    prefersDark.dispatchEvent(new Event('change'))
  }
  return {
    mode,
    setSystemMode,
    rootClass: () => root.className,
    stored: () => localStorage.getItem(storageKeys.colorMode),
  }
}

describe('the color mode', () => {
  test('sets the preference as a class and stores it', () => {
    const { mode, rootClass, stored } = setUp('light')
    mode.setPreference('dark')
    expect([rootClass(), stored()]).toEqual(['dark', 'dark'])
    mode.setPreference('light')
    expect([rootClass(), stored()]).toEqual(['light', 'light'])
  })

  test('follows the system, also while the page is open, when the preference is system', () => {
    const { mode, setSystemMode, rootClass, stored } = setUp('dark')
    mode.setPreference('system')
    expect([rootClass(), stored()]).toEqual(['dark', 'system'])
    setSystemMode('light')
    expect(rootClass()).toBe('light')
    mode.setPreference('dark')
    setSystemMode('dark')
    setSystemMode('light')
    expect(rootClass()).toBe('dark')
  })

  test('notifies subscribers', () => {
    const { mode } = setUp('light')
    const heard: string[] = []
    const stop = mode.subscribe(() => heard.push(mode.preference()))
    mode.setPreference('system')
    stop()
    mode.setPreference('light')
    expect(heard).toEqual(['system'])
  })
})
