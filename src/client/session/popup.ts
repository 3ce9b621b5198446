import { session } from '#client/session/session.ts'
import { safeStorage } from '#client/browser/safe-storage.ts'
import { popup, storageKeys } from '#shared/constants.ts'

/** The browser APIs the popup uses; tests pass their own. */
interface Deps {
  window: Pick<Window, 'open' | 'close' | 'addEventListener' | 'removeEventListener'> & { top: WindowPosition | null }
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  refreshSession: () => Promise<void>
}

interface PopupOptions {
  width?: number
  height?: number
  onDone?: () => void
}
type WindowPosition = Pick<Window, 'outerWidth' | 'outerHeight' | 'screenX' | 'screenY'>

/** Both sides of a login popup: the page that opens it and the page inside it. They communicate through a flag in local storage. */
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

    /** Called when a page starts: inside the popup it removes the flag and closes the window, unless the page shows an error. */
    closeIfDone(showsError: boolean): void {
      if (storage.getItem(storageKeys.popup) === null) return
      storage.removeItem(storageKeys.popup)
      if (!showsError) window.close()
    },
  }
}

const createBrowserPopup = () =>
  createPopup({
    window: globalThis.window,
    storage: safeStorage('localStorage'),
    refreshSession: () => session.refresh(),
  })
let instance: ReturnType<typeof createPopup> | undefined

/** The popup of this page, created on first use. */
export const pagePopup = (): ReturnType<typeof createPopup> => (instance ??= createBrowserPopup())

/** Opens a URL of the app in a popup, 960 × 600 px by default. */
export const openInPopup = (url: string, options?: PopupOptions): Window | null => pagePopup().open(url, options)
