type SafeStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** What the browser keeps for this origin or this tab. Where it forbids that, nothing is found and `setItem` throws. */
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
