type SafeStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** The browser's storage. Where the browser blocks it, `getItem` returns null and `setItem` throws a `SecurityError`. */
export function safeStorage(kind: 'localStorage' | 'sessionStorage'): SafeStorage {
  try {
    return window[kind]
  } catch {
    return blockedStorage
  }
}

const blockedStorage: SafeStorage = {
  getItem: () => null,
  setItem: () => {
    throw new DOMException('Nothing may be kept here', 'SecurityError')
  },
  removeItem: () => undefined,
}
