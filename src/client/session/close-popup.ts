import { safeStorage } from '#client/browser/safe-storage.ts'
import { storageKeys } from '#shared/constants.ts'

/** The browser APIs that it uses; tests pass their own. */
interface Deps {
  window: Pick<Window, 'close'>
  storage: Pick<Storage, 'getItem' | 'removeItem'>
}

/** Called when a page starts: inside a popup that `openInPopup` opened it removes the flag and closes the window, unless the page shows an error. */
export function closePopupIfDone(
  showsError: boolean,
  { window, storage }: Deps = { window: globalThis.window, storage: safeStorage('localStorage') },
): void {
  if (storage.getItem(storageKeys.popup) === null) return
  storage.removeItem(storageKeys.popup)
  if (!showsError) window.close()
}
