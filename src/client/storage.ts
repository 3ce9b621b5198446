type Keeper = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** What the browser keeps for this origin or this tab. Where it forbids that, nothing is found and `setItem` throws. */
export function keeper(kind: 'localStorage' | 'sessionStorage'): Keeper {
  try {
    return window[kind]
  } catch {
    return forbidden
  }
}

const forbidden: Keeper = {
  getItem: () => null,
  setItem: () => {
    throw new DOMException('Nothing may be kept here', 'SecurityError')
  },
  removeItem: () => undefined,
}
