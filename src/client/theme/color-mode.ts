import { useSyncExternalStore } from 'react'
import { createListeners } from '#client/browser/listeners.ts'
import { safeStorage } from '#client/browser/safe-storage.ts'
import { storageKeys } from '#shared/constants.ts'

export const colorModes = ['light', 'dark', 'system'] as const
export type ColorMode = (typeof colorModes)[number]

/** The browser APIs the color mode uses; tests pass their own. */
interface Deps {
  root: Pick<Element, 'classList'>
  storage: Pick<Storage, 'setItem'>
  /** The live media query for the system's dark mode. */
  prefersDark: Pick<MediaQueryList, 'matches' | 'addEventListener'>
}

/** The color mode: the user's preference; `system` follows the operating system, also while the page is open. */
export function createColorMode({ root, storage, prefersDark }: Deps) {
  let preference: ColorMode = 'light'
  const { subscribe, notify } = createListeners()
  prefersDark.addEventListener('change', apply)

  function apply(): void {
    const dark = preference === 'dark' || (preference === 'system' && prefersDark.matches)
    root.classList.remove('light', 'dark')
    root.classList.add(dark ? 'dark' : 'light')
  }

  return {
    preference: (): ColorMode => preference,
    setPreference(mode: ColorMode): void {
      preference = mode
      apply()
      try {
        storage.setItem(storageKeys.colorMode, mode)
      } catch {
        // With storage blocked, the mode still applies until the page is reloaded.
      }
      notify()
    },
    subscribe,
  }
}

let instance: ReturnType<typeof createColorMode> | undefined
const getColorMode = (): ReturnType<typeof createColorMode> =>
  (instance ??= createColorMode({
    root: document.documentElement,
    storage: safeStorage('localStorage'),
    prefersDark: matchMedia('(prefers-color-scheme: dark)'),
  }))

/** The app always starts in light mode, regardless of the stored preference. */
export const initColorMode = (): void => getColorMode().setPreference('light')

/** The preference and its setter. */
export function useColorMode(): [ColorMode, (mode: ColorMode) => void] {
  const mode = useSyncExternalStore(
    (listener) => getColorMode().subscribe(listener),
    () => getColorMode().preference(),
    (): ColorMode => 'light',
  )
  return [mode, (next) => getColorMode().setPreference(next)]
}
