import { session } from '#client/session/session.ts'
import { safeStorage } from '#client/browser/safe-storage.ts'
import { popup, storageKeys } from '#shared/constants.ts'

/** What the popup needs of the browser; tests give their own. */
interface Deps {
  window: Pick<Window, 'open' | 'close' | 'addEventListener' | 'removeEventListener'> & { top: WindowPosition | null }
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  refreshSession: () => Promise<void>
}
type WindowPosition = Pick<Window, 'outerWidth' | 'outerHeight' | 'screenX' | 'screenY'>

/** The two sides of a log-in popup: the page that opens it and the page inside it. They talk through a flag in local storage. */
export function createPopup({ window, storage, refreshSession }: Deps) {
  /** The popup took the flag away, or somebody set it anew: the session may be another one. */
  function onStorage(event: StorageEvent): void {
    if (event.key !== storageKeys.popup) return
    window.removeEventListener('storage', onStorage)
    void refreshSession()
  }

  return {
    /** Opens an address of ours in a centred window; when it is done the session is fetched again, once. */
    open(url: string, { width = popup.width, height = popup.height }: { width?: number; height?: number } = {}): void {
      try {
        storage.setItem(storageKeys.popup, 'true')
      } catch {
        // The popup opens all the same; it will not know that it is one.
      }
      const { outerWidth = 0, outerHeight = 0, screenX = 0, screenY = 0 } = window.top ?? {}
      const top = outerHeight / 2 + screenY - height / 2
      const left = outerWidth / 2 + screenX - width / 2
      const features =
        `width=${width}, height=${height}, top=${top}, left=${left}, ` +
        'toolbar=no, location=no, directories=no, status=no, menubar=no, scrollbars=no, resizable=no, copyhistory=no'
      window.open(url, storageKeys.popup, features)
      // The same listener twice is one listener.
      window.addEventListener('storage', onStorage)
    },

    /** At the start of every page: one that is such a popup takes the flag away and closes, unless it shows an error. */
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

/** The popup of this page. */
export const pagePopup = (): ReturnType<typeof createPopup> => (instance ??= createBrowserPopup())

/** Opens a log-in of ours in a popup of 960 × 600 unless said otherwise. */
export const openInPopup = (url: string, size?: { width?: number; height?: number }): void =>
  pagePopup().open(url, size)
