import { useSyncExternalStore } from 'react'
import { keeper } from '#client/storage.ts'
import { storageKeys } from '#shared/constants.ts'

export const colourModes = ['light', 'dark', 'system'] as const
export type ColourMode = (typeof colourModes)[number]

/** What the colour mode acts on; tests give their own. */
interface Surroundings {
  root: Pick<Element, 'classList'>
  storage: Pick<Storage, 'setItem'>
  /** Whether the machine is set to dark, live. */
  prefersDark: Pick<MediaQueryList, 'matches' | 'addEventListener'>
}

/** The colour mode: the preference decides, `system` follows the machine as it changes. */
export function createColourMode({ root, storage, prefersDark }: Surroundings) {
  let preference: ColourMode = 'light'
  const listeners = new Set<() => void>()
  prefersDark.addEventListener('change', apply)

  function apply(): void {
    const dark = preference === 'dark' || (preference === 'system' && prefersDark.matches)
    root.classList.remove('light', 'dark')
    root.classList.add(dark ? 'dark' : 'light')
  }

  return {
    preference: (): ColourMode => preference,
    choose(mode: ColourMode): void {
      preference = mode
      apply()
      try {
        storage.setItem(storageKeys.colourMode, mode)
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

let own: ReturnType<typeof createColourMode> | undefined
const pageColourMode = (): ReturnType<typeof createColourMode> =>
  (own ??= createColourMode({
    root: document.documentElement,
    storage: keeper('localStorage'),
    prefersDark: matchMedia('(prefers-color-scheme: dark)'),
  }))

/** Whatever was chosen before, the app starts light. */
export const startColourMode = (): void => pageColourMode().choose('light')

/** The preference, and what changes it. */
export function useColourMode(): [ColourMode, (mode: ColourMode) => void] {
  const mode = useSyncExternalStore(
    (listener) => pageColourMode().subscribe(listener),
    () => pageColourMode().preference(),
    (): ColourMode => 'light',
  )
  return [mode, (next) => pageColourMode().choose(next)]
}
