import { useSyncExternalStore } from 'react'
import { safeStorage } from '#client/browser/safe-storage.ts'
import { storageKeys } from '#shared/constants.ts'

export const colorModes = ['light', 'dark', 'system'] as const
export type ColorMode = (typeof colorModes)[number]

/** What the colour mode acts on; tests give their own. */
interface Deps {
  root: Pick<Element, 'classList'>
  storage: Pick<Storage, 'setItem'>
  /** Whether the machine is set to dark, live. */
  prefersDark: Pick<MediaQueryList, 'matches' | 'addEventListener'>
}

/** The colour mode: the preference decides, `system` follows the machine as it changes. */
export function createColorMode({ root, storage, prefersDark }: Deps) {
  let preference: ColorMode = 'light'
  const listeners = new Set<() => void>()
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
        // A browser that keeps nothing still shows the mode.
      }
      for (const listener of listeners) listener()
    },
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

let instance: ReturnType<typeof createColorMode> | undefined
const getColorMode = (): ReturnType<typeof createColorMode> =>
  (instance ??= createColorMode({
    root: document.documentElement,
    storage: safeStorage('localStorage'),
    prefersDark: matchMedia('(prefers-color-scheme: dark)'),
  }))

/** Whatever was chosen before, the app starts light. */
export const initColorMode = (): void => getColorMode().setPreference('light')

/** The preference, and what changes it. */
export function useColorMode(): [ColorMode, (mode: ColorMode) => void] {
  const mode = useSyncExternalStore(
    (listener) => getColorMode().subscribe(listener),
    () => getColorMode().preference(),
    (): ColorMode => 'light',
  )
  return [mode, (next) => getColorMode().setPreference(next)]
}
