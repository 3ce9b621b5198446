import { session } from '#client/session/session.ts'
import { safeStorage } from '#client/browser/safe-storage.ts'
import { popup, storageKeys } from '#shared/constants.ts'

/** The browser APIs the popup uses; tests pass their own. */
interface Deps {
  window: Pick<Window, 'open' | 'addEventListener' | 'removeEventListener'> & { top: WindowPosition | null }
  storage: Pick<Storage, 'setItem' | 'removeItem'>
  refreshSession: () => Promise<void>
}

interface PopupOptions {
  width?: number
  height?: number
  onDone?: () => void
}
type WindowPosition = Pick<Window, 'outerWidth' | 'outerHeight' | 'screenX' | 'screenY'>

/** The side of a popup that opens it. The page inside it (`closePopupIfDone`) answers through a flag in local storage. */
export function createPopup({ window, storage, refreshSession }: Deps) {
  let onDone: (() => void) | undefined

  async function finish(): Promise<void> {
    await refreshSession()
    onDone?.()
  }

  /** The popup removed the flag, or another page set it: the session may have changed. */
  function onStorage(event: StorageEvent): void {
    if (event.key !== storageKeys.popup) return
    window.removeEventListener('storage', onStorage)
    void finish()
  }

  return {
    /**
     * Opens a URL of the app in a centered window. When the popup is done, it fetches the session once and calls `onDone`. Returns null if the
     * browser has blocked the window.
     */
    open(url: string, { width = popup.width, height = popup.height, ...options }: PopupOptions = {}): Window | null {
      try {
        storage.setItem(storageKeys.popup, 'true')
      } catch {
        // Without storage the popup still opens, but does not close itself.
      }
      const { outerWidth = 0, outerHeight = 0, screenX = 0, screenY = 0 } = window.top ?? {}
      const top = outerHeight / 2 + screenY - height / 2
      const left = outerWidth / 2 + screenX - width / 2
      const features =
        `width=${width}, height=${height}, top=${top}, left=${left}, ` +
        'toolbar=no, location=no, directories=no, status=no, menubar=no, scrollbars=no, resizable=no, copyhistory=no'
      const opened = window.open(url, storageKeys.popup, features)
      if (!opened) {
        storage.removeItem(storageKeys.popup)
        return null
      }
      onDone = options.onDone
      // Adding the same listener twice has no effect.
      window.addEventListener('storage', onStorage)
      return opened
    },
  }
}

const createBrowserPopup = () =>
  createPopup({
    window: globalThis.window,
    storage: safeStorage('localStorage'),
    refreshSession: () => session.refresh(),
  })
let pagePopup: ReturnType<typeof createPopup> | undefined

/** Opens a URL of the app in a popup, 960 × 600 px by default: see `createPopup`. */
export const openInPopup = (url: string, options?: PopupOptions): Window | null =>
  (pagePopup ??= createBrowserPopup()).open(url, options)
