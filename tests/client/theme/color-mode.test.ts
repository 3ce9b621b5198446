import { createColorMode } from '#client/theme/color-mode.ts'
import { storageKeys } from '#shared/constants.ts'
import { Window } from 'happy-dom'
import { describe, expect, test } from 'bun:test'

/** A page on a machine that is set to light or dark. */
function pageOn(machine: 'light' | 'dark') {
  const { document, localStorage } = new Window()
  const root = document.documentElement as unknown as Element
  const prefersDark = Object.assign(new EventTarget(), { matches: machine === 'dark' })
  const mode = createColorMode({ root, storage: localStorage, prefersDark })
  const machineTurns = (to: 'light' | 'dark'): void => {
    prefersDark.matches = to === 'dark'
    prefersDark.dispatchEvent(new Event('change'))
  }
  return { mode, machineTurns, look: () => root.className, stored: () => localStorage.getItem(storageKeys.colorMode) }
}

describe('the colour mode', () => {
  test('shows the preference as a class and keeps it', () => {
    const { mode, look, stored } = pageOn('light')
    mode.setPreference('dark')
    expect([look(), stored()]).toEqual(['dark', 'dark'])
    mode.setPreference('light')
    expect([look(), stored()]).toEqual(['light', 'light'])
  })

  test('follows the machine, live, while the preference is system', () => {
    const { mode, machineTurns, look, stored } = pageOn('dark')
    mode.setPreference('system')
    expect([look(), stored()]).toEqual(['dark', 'system'])
    machineTurns('light')
    expect(look()).toBe('light')
    mode.setPreference('dark')
    machineTurns('dark')
    machineTurns('light')
    expect(look()).toBe('dark')
  })

  test('tells who listens', () => {
    const { mode } = pageOn('light')
    const heard: string[] = []
    const stop = mode.subscribe(() => heard.push(mode.preference()))
    mode.setPreference('system')
    stop()
    mode.setPreference('light')
    expect(heard).toEqual(['system'])
  })
})
